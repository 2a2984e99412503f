import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { compiled } from '../test/compiled.js';
import { prepIn } from '../test/prep.js';
import { readmeCommands } from '../test/readme.js';

const readme = readFileSync('README.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'gridprep-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a TypeScript block of the README as it stands there. @param before lines that give what it takes for granted */
async function runBlock(start: string, before: string, after: string): Promise<string> {
  compiled();
  const [block] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code]) => code)
    .filter((code) => code.includes(start));
  const { code } = await transform(`${before}\n${block}\n${after}`, { loader: 'ts', format: 'esm' });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  rmSync(join(folder, 'node_modules/gridprep'), { force: true });
  symlinkSync(process.cwd(), join(folder, 'node_modules/gridprep'));
  writeFileSync(join(folder, 'block.mjs'), code);
  return execFileSync(process.execPath, ['block.mjs'], { cwd: folder, encoding: 'utf8' });
}

describe('the README', () => {
  it.each(readmeCommands())('%s', async (command) => {
    const args = command.replace(/^npx prep /, '').split(/\s+/);
    const { code, stdout } = await prepIn(folder, args);
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
  });

  it('leaves the outputs of its build as they were', async () => {
    expect(await prepIn(folder, ['build', '--check'])).toMatchObject({ code: 0 });
  });

  it('names npm scripts that exist, and links to files that are in the package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, script] of readme.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script);
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8', stdio: 'pipe' }),
    );
    const shipped = files.map(({ path }: { path: string }) => path);
    const links = [...readme.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '').matchAll(/\]\(((?!https?:)[^)#]+)\)/g)].map(
      ([, file]) => file,
    );
    expect(links.length).toBeGreaterThan(3);
    for (const file of links) expect(shipped).toContain(file);
  });

  it('shows a runtime example that runs as it stands', async () => {
    const before = `import { readFile } from 'node:fs/promises'; globalThis.fetch = async (name) => new Response(await readFile('out/' + name));`;
    const after = `console.log(path.cost > 40, path.waypoints.length > 4, path.cells.length > 80, nav.isReachable(2, 2, 37, 27), nav.fingerprint.length);`;
    expect(await runBlock('courtyard.prep', before, after)).toBe('true true true true 64\n');
  });

  it('shows a click that leads to a line in pixels, and a loader of parts, which run as they stand', async () => {
    const before = "import { readFileSync } from 'node:fs'; const bytes = readFileSync('out/courtyard.prep');";
    const click = `${before} const hero = { x: 40, y: 40 }; const click = { x: 600, y: 440 };`;
    const [first, last] = ['{ x: 40, y: 40 }', '{ x: 600, y: 440 }'];
    expect(await runBlock('sight.pull(path)', click, 'console.log(line[0], line.at(-1));')).toBe(`${first} ${last}\n`);
    expect(await runBlock('loader(boundsEngine', before, 'console.log(load(bytes).engine);')).toBe('jps+bounds\n');
  });

  it('shows how a game finds doors and points, which runs as it stands', async () => {
    const village = join(process.cwd(), 'fixtures/inputs/village.tmj');
    await prepIn(folder, ['hpa', village]);
    const before =
      "import { readFileSync } from 'node:fs'; import { load } from 'gridprep/runtime'; const nav = load(readFileSync('out/village.hpa.prep'));";
    expect(await runBlock('readMeta(nav)', before, 'console.log(x, y, doors.length, cellSize[0], origin[0]);')).toBe(
      '2 2 3 16 0\n',
    );
  });

  it('shows a build script that runs as it stands', async () => {
    const before =
      'const tiles = Array.from({ length: 48 }, () => Array.from({ length: 64 }, () => ({ walkable: true })));';
    expect(await runBlock("from 'gridprep';", before, '')).toBe('');
    expect(readFileSync(join(folder, 'out/level1.jps.prep')).length).toBeGreaterThan(80);
  });
});
