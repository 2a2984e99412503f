/** Sizes of the runtime in README and guide, which `npm run tool sizes` writes, and names in the README. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SIZE_PAGES, withSizes } from '../test/sizes.js';

it('README and guide say how large each import is', async () => {
  const pages = SIZE_PAGES.map((file) => readFileSync(file, 'utf8'));
  expect(pages).toEqual(await withSizes(pages));
});

it('README names npm scripts that exist, and links to files that are in the package', () => {
  const readme = readFileSync('README.md', 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [, script] of readme.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script);
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8', stdio: 'pipe' }),
  );
  const shipped = files.map(({ path }: { path: string }) => path);
  const links = [...readme.matchAll(/(?:\]\(|src=")((?!https?:)[^)#"]+)[)"]/g)].map(([, file]) => file);
  expect(links.length).toBeGreaterThan(3);
  for (const file of links) expect(shipped).toContain(file);
});
