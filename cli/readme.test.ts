import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { shownFirst } from '../docs/.vitepress/tabs.mjs';
import { compiled } from '../test/compiled.js';
import { PREP, prepIn } from '../test/prep.js';
import { commandsOf } from '../test/readme.js';

const readme = readFileSync('README.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'gridprep-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A page that serves files of `out`. */
const FETCH = `import { readFile } from 'node:fs/promises';
globalThis.fetch = async (name) => new Response(await readFile('out/' + name));
`;

/** Runs the TypeScript block of a page as it stands. @param before lines that give what it takes for granted */
async function runBlock(page: string, before: string, after: string): Promise<string> {
  compiled();
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  expect(blocks).toHaveLength(1);
  const { code } = await transform(`${FETCH}${before}\n${blocks[0]}\n${after}`, { loader: 'ts', format: 'esm' });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  rmSync(join(folder, 'node_modules/gridprep'), { force: true });
  symlinkSync(process.cwd(), join(folder, 'node_modules/gridprep'));
  writeFileSync(join(folder, 'block.mjs'), code);
  return execFileSync(process.execPath, ['block.mjs'], { cwd: folder, encoding: 'utf8' });
}

/** The section of the README with a heading. */
const section = (heading: string) => readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

describe('the README', () => {
  it('has two commands for a clone, which CI runs as they stand', () => {
    const [, block = ''] = /```console\n([\s\S]*?)```/.exec(section('From a clone')) ?? [];
    const commands = block.trim().split('\n');
    expect(commands).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
    const ci = readFileSync('.ci/run', 'utf8').split('\n');
    for (const command of commands) expect(ci).toContain(`step bash -c '${command}'`);
  });

  it('names the versions of Node that package.json allows, as other pages do', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, first, second] = /^\^(\d+\.\d+) \|\| >=(\d+\.\d+)$/.exec(engines.node) ?? [];
    for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/guide/learn.md'])
      expect(readFileSync(page, 'utf8')).toContain(`Node ${first}+ or ${second}+`);
    expect(readFileSync('.ci/nodes', 'utf8')).toContain(`(${first}.0 ${second}.0 `);
  });

  it('shows three commands, which run as they stand', async () => {
    const [first, second, third, ...others] = commandsOf('README.md');
    expect(others).toEqual([]);
    for (const command of [first, second])
      expect(await prepIn(folder, command.split(' '))).toMatchObject({ code: 0, stdout: expect.stringMatching(/./) });
    const page = spawn(process.execPath, [resolve(PREP), ...third.split(' '), '--no-open'], { cwd: folder });
    try {
      const [text] = await once(page.stdout, 'data');
      expect(String(text)).toMatch(/http:\/\/127\.0\.0\.1:\d+\//);
    } finally {
      page.kill();
    }
  });

  it('shows a game that runs as it stands', async () => {
    const before = 'const cells = []; const walkTo = (...cell) => cells.push(cell);';
    expect(await runBlock(readme, before, 'console.log(path.cost > 40, cells[0].join(), cells.at(-1).join());')).toBe(
      'true 2,2 37,27\n',
    );
  });

  it('has the code of the first page of the site run on what its commands write', async () => {
    const page = readFileSync('docs/index.md', 'utf8');
    // The commands are those of the README, which have run.
    for (const command of commandsOf('README.md').slice(0, 2)) expect(page).toContain(`npx gridprep ${command}\n`);
    const lines = (await runBlock(page, '', '')).trim().split('\n');
    const shown = page.replace(/(?<=```ts\n)[\s\S]*?(?=```)/, (code) => shownFirst(code, ''));
    expect(shown).toContain("await loadUrl(load, 'courtyard.prep')");
    expect((await runBlock(shown, '', '')).trim().split('\n')).toEqual(lines);
    expect(Number.parseFloat(lines[0])).toBeCloseTo(49.4558, 4);
    // A gate on the path is closed.
    expect(Number(lines.at(-1))).toBeGreaterThan(49.5);
  });
});
