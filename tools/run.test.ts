import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const list = execFileSync(process.execPath, ['tools/run.mjs'], { encoding: 'utf8' }).trimEnd().split('\n');
const tools = list.map((line) => line.split(' ')[0]);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

it('lists every tool with a line about it', () => {
  expect(tools).toEqual(expect.arrayContaining(['api', 'fuzz', 'scenarios', 'sizes']));
  for (const line of list) expect(line).toMatch(/^[\w-]+ +\S.{5,}$/);
});

it('refuses a tool that is not there, with the names of those that are', () => {
  const run = () => execFileSync(process.execPath, ['tools/run.mjs', 'bench:hpa'], { encoding: 'utf8', stdio: 'pipe' });
  expect(run).toThrow(
    expect.objectContaining({
      status: 2,
      stderr: `there is no tool bench:hpa, expected one of: ${tools.join(', ')}\n`,
    }),
  );
});

it('imports no module that is not compiled with the tools', () => {
  const files = execFileSync('git', ['ls-files', 'tools/*.ts'], { encoding: 'utf8' }).split('\n').filter(existsSync);
  const sources = files.filter((file) => !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(15);
  expect(sources.filter((file) => /from '\.[^']*\.mjs'/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('names no file by the path of a URL, in which a space is %20', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { encoding: 'utf8' }).split('\n').filter(existsSync);
  expect(files.filter((file) => /(meta\.url|pathToFileURL\(.*)\)\.pathname/.test(readFileSync(file, 'utf8')))).toEqual(
    [],
  );
});

it('documents, comments and CI name scripts and tools that exist', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    // Pages of experiments name a tool of the history.
    .filter((file) => /^(?!docs\/benchmarks\/).*\.(md|ts|mjs|js)$|^\.ci\/run$/.test(file) && existsSync(file));
  const unknown = files.flatMap((file) =>
    // Examples are packages with their own scripts.
    [...readFileSync(file, 'utf8').matchAll(/npm run (?:-s )?(tool )?([a-z][\w:-]*)/g)].flatMap(([text, tool, name]) =>
      (
        tool
          ? tools.includes(name)
          : name in scripts ||
            /^examples\/|guide\/(learn|phaser|pixi|rogue).md$|^test\/(games|example)|commands\/init.test/.test(file)
      )
        ? []
        : [`${file}: ${text}`],
    ),
  );
  expect(unknown).toEqual([]);
});
