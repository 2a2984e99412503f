/**
 * The pages of `docs/guide`, run as they stand: each page in a folder of its own, its `sh` blocks (lines that call `npx prep`) and `ts` blocks
 * from top to bottom, so that a block can use what the ones before it made. What a block takes for granted stands in a comment before it, what
 * it must print in one after it; readers of the page see neither:
 *
 *     <!-- before: const bytes = readFileSync('out/courtyard.prep'); -->
 *     (the ts block)
 *     <!-- after: console.log(path.cost > 40) prints true -->
 *
 * `readFileSync` and `writeFileSync` are there. A page that starts with `<!-- maps: fixtures/maps/courtyard.map ... -->` finds these files in its folder `maps`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { prepIn } from '../test/prep.js';

const PAGES = readdirSync('docs/guide').filter((name) => name.endsWith('.md'));
const BLOCK =
  /(?:<!-- before: ([\s\S]*?) -->\s*)?```(sh|ts)\n([\s\S]*?)```(?:\s*<!-- after: ([\s\S]*?) prints ([\s\S]*?) -->)?/g;
const root = mkdtempSync(join(tmpdir(), 'gridprep-guide-'));
afterAll(() => rmSync(root, { recursive: true }));

function folderFor(page: string, text: string): string {
  const folder = join(root, page);
  mkdirSync(join(folder, 'maps'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(process.cwd(), join(folder, 'node_modules/gridprep'));
  for (const file of /<!-- maps: (.*?) -->/.exec(text)?.[1].split(/\s+/) ?? [])
    cpSync(file, join(folder, 'maps', basename(file)), { recursive: true });
  return folder;
}

async function runCommands(folder: string, block: string): Promise<void> {
  for (const line of block.split('\n').filter((line) => line.startsWith('npx prep '))) {
    const args = line
      .replace('npx prep ', '')
      .replace(/\s+#.*/, '')
      .split(/\s+/);
    const { code, stderr } = await prepIn(folder, args);
    expect(code, `${line}\n${stderr}`).toBe(0);
  }
}

async function runBlock(folder: string, code: string): Promise<string> {
  const script = await transform(`import { readFileSync, writeFileSync } from 'node:fs';\n${code}`, {
    loader: 'ts',
    format: 'esm',
  });
  writeFileSync(join(folder, 'block.mjs'), script.code);
  return execFileSync(process.execPath, ['block.mjs'], { cwd: folder, encoding: 'utf8' });
}

describe('the guide', () => {
  it.each(PAGES)('%s runs as it stands', async (page) => {
    const text = readFileSync(join('docs/guide', page), 'utf8');
    const folder = folderFor(page, text);
    for (const [, before = '', language, block, after, printed = ''] of text.matchAll(BLOCK)) {
      if (language === 'sh') await runCommands(folder, block);
      else
        expect(
          await runBlock(
            folder,
            `${before}\n${block}\n${after ? `console.log(${after.replace(/^console\.log\((.*)\)$/s, '$1')});` : ''}`,
          ),
          block,
        ).toBe(printed && `${printed}\n`);
    }
  });

  it('links to files that are there', () => {
    for (const page of PAGES) {
      const text = readFileSync(join('docs/guide', page), 'utf8');
      for (const [, link] of text.matchAll(/\]\(((?!https?:)[^)#]+)\)/g))
        expect(() => readFileSync(join('docs/guide', link)), `${page}: ${link}`).not.toThrow();
    }
  });
});
