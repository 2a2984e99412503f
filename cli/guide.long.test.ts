/**
 * The pages of `docs/guide`, run as they stand. Each page has a separate folder with only the package installed. Its `sh` blocks (lines that
 * call `npx gridprep`) run there from top to bottom; each `ts` block runs separately in a copy of that folder, so it sees files of the `sh` blocks
 * above it and nothing of other `ts` blocks. A block with tabs on the site also runs as the site shows it first. All `ts` blocks are type-checked together, strictly, against the types that the package ships.
 *
 * Readers see none of three comments: the name that the text gives a file, the output of an expression that is added to a block, and why a block is
 * only type-checked:
 *
 *     <!-- file: prep.config.json -->
 *     (a json block)
 *     <!-- types only: for a page -->
 *     (a ts block)
 *     (a ts block)
 *     <!-- after: path.cost > 40 prints true -->
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { shownFirst } from '../docs/.vitepress/tabs.mjs';
import { typesOf } from '../src/pipeline/build/loader-module.js';
import { prepIn } from '../test/prep.js';

const BLOCK =
  /(?:<!-- (?:types only|file): (.*?) -->\s*)?```(sh|ts|json)\n([\s\S]*?)```(?:\s*<!-- after: ([\s\S]*?) prints ([\s\S]*?) -->)?/g;
const PAGES = readdirSync('docs/guide').filter((name) => name.endsWith('.md'));
const root = mkdtempSync(join(tmpdir(), 'gridprep-guide-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Types of Phaser that the guide uses. Phaser is not installed here. */
const PHASER = `declare module 'phaser' {
  namespace Phaser {
    const Scene: any, Game: any;
    namespace GameObjects { type Arc = any }
    namespace Input { type Pointer = any }
  }
  export default Phaser;
}`;

const textOf = (page: string) => readFileSync(join('docs/guide', page), 'utf8');

/** An empty folder with packages installed. */
function projectWith(name: string, packages: Record<string, string>): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const [target, path] of Object.entries(packages))
    symlinkSync(resolve(path), join(folder, 'node_modules', target));
  return folder;
}

async function runCommands(folder: string, block: string): Promise<void> {
  for (const line of block.split('\n').filter((line) => line.startsWith('npx gridprep '))) {
    const args = line
      .replace('npx gridprep ', '')
      .replace(/\s+#.*/, '')
      .split(/\s+/);
    const { code, stderr } = await prepIn(folder, args);
    expect(code, `${line}\n${stderr}`).toBe(0);
  }
}

/** Serves files of `out`, as a site does. */
const FETCH = `import { readFile } from 'node:fs/promises';
globalThis.fetch = async (name) => new Response(await readFile('out/' + name));
`;

/** Runs code in a copy of a folder. @returns stdout */
async function runAlone(folder: string, code: string): Promise<string> {
  const copy = `${folder}.copy`;
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(copy, 'block.mjs'), (await transform(code, { loader: 'ts', format: 'esm' })).code);
  const printed = execFileSync(process.execPath, ['block.mjs'], { cwd: copy, encoding: 'utf8' });
  rmSync(copy, { recursive: true });
  return printed;
}

describe('the guide', () => {
  it.each(PAGES)('%s runs as it stands', async (page) => {
    const folder = projectWith(page, { gridprep: '.' });
    const text = textOf(page);
    for (const match of text.matchAll(BLOCK)) {
      const [whole, comment, language, block, after, printed = ''] = match;
      if (language === 'sh') await runCommands(folder, block);
      else if (language === 'json') {
        if (comment !== undefined) writeFileSync(join(folder, comment), block);
      } else if (comment === undefined) {
        const log = !after || after.includes('console.log(') ? after : `console.log(${after})`;
        const output = printed && `${printed}\n`;
        expect(await runAlone(folder, `${block}\n${log ?? ''}`), block).toBe(output);
        const shown = shownFirst(block, text.slice(0, match.index + whole.indexOf('```ts')));
        if (shown !== block) expect(await runAlone(folder, `${FETCH}${shown}\n${log ?? ''}`), shown).toBe(output);
      }
    }
  });

  it('compiles in a strict project, each block separately', () => {
    const folder = projectWith('types', {
      gridprep: '.',
      vite: 'node_modules/vite',
      '@types/node': 'node_modules/@types/node',
    });
    const compilerOptions = {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node', 'vite/client', 'gridprep/client'],
      strict: true,
      noUncheckedIndexedAccess: true,
      moduleDetection: 'force',
      skipLibCheck: true,
      noEmit: true,
    };
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out/index.d.ts'), typesOf('', ['"courtyard"']));
    writeFileSync(join(folder, 'phaser.d.ts'), PHASER);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    let count = 0;
    for (const page of PAGES)
      for (const [, , language, block] of textOf(page).matchAll(BLOCK))
        if (language === 'ts') writeFileSync(join(folder, `${page}-${++count}.ts`), block);
    expect(count).toBeGreaterThan(25);
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc], { cwd: folder, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  it('hides no setup', () => {
    for (const page of PAGES) {
      expect(textOf(page), page).not.toMatch(/<!-- (?:before|maps):/);
      expect(textOf(page), `${page}: code that is no block is not run`).not.toMatch(/^```js$|\n\n {4}\S.*;/m);
    }
  });

  it('links to files that are there, and, but for pictures, in the package', () => {
    const pack = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
    const packed: string[] = JSON.parse(pack)[0].files.map(({ path }: { path: string }) => path);
    for (const page of PAGES)
      for (const [, link] of textOf(page).matchAll(/\]\(((?!https?:)[^)#]+)\)/g)) {
        const file = join('docs/guide', link);
        expect(() => readFileSync(file), `${page}: ${link}`).not.toThrow();
        if (!file.startsWith('docs/pictures/')) expect(packed, page).toContain(file);
      }
  });
});
