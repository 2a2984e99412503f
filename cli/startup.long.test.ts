/** Modules that a command loads before it works: half of a start was a schema library that no config needed. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test/prep.js';
import { COMMANDS } from './main.js';

const MOST_SCRIPTS = 30;

/** Files of scripts that a command of the package loads. */
function scriptsOf(...argv: string[]): string[] {
  const folder = temporaryFolder();
  const env = { ...process.env, NODE_V8_COVERAGE: join(folder, 'coverage') };
  execFileSync(process.execPath, [resolve('dist/cli/prep.js'), ...argv], { cwd: folder, env, stdio: 'ignore' });
  const urls = readdirSync(join(folder, 'coverage')).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, 'coverage', name), 'utf8')) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
  });
  return [...new Set(urls)];
}

it.each([
  ['--version'],
  ...COMMANDS.map(({ name }) => [name, '--help']),
  ['jps', resolve('fixtures/maps/courtyard.map')],
])('prep %s %s loads at most 30 scripts, and no schema library', (...argv) => {
  const scripts = scriptsOf(...argv.filter(Boolean));
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.length).toBeLessThanOrEqual(MOST_SCRIPTS);
  expect(scripts.filter((url) => url.includes('/zod/'))).toEqual([]);
});
