/** What bundlers say of an import of a map where the plugin is missing: the guide has their words. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rspack } from '@rspack/core';
import { build as esbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import { afterAll, expect, it } from 'vitest';
import webpack from 'webpack';

const folder = mkdtempSync(join(tmpdir(), 'gridprep-bare-'));
const entry = join(folder, 'main.js');
writeFileSync(entry, "import nav from './arena.tmj?nav';\nconsole.log(nav);\n");
writeFileSync(join(folder, 'arena.tmj'), '{ "type": "map", "width": 4 }\n');
afterAll(() => rmSync(folder, { recursive: true }));

const packed = (pack: typeof webpack | typeof rspack) =>
  new Promise((_, failed) =>
    (pack as typeof webpack)(
      { mode: 'development', context: folder, entry, output: { path: join(folder, 'out') } },
      (error, stats) => failed(error ?? new Error(stats?.toString('errors-only'))),
    ),
  );

it.each([
  [
    'Vite',
    'PARSE_ERROR',
    () => vite({ root: folder, logLevel: 'silent', build: { rolldownOptions: { input: entry } } }),
  ],
  [
    'esbuild',
    'No loader is configured for ".tmj" files: ',
    () => esbuild({ entryPoints: [entry], bundle: true, write: false, logLevel: 'silent' }),
  ],
  ['webpack', 'You may need an appropriate loader to handle this file type', () => packed(webpack)],
  ['Rspack', 'You may need an appropriate loader to handle this file type', () => packed(rspack)],
  ['Rollup', 'Could not resolve "./arena.tmj?nav"', () => rollup({ input: entry })],
  ['Rolldown', 'Could not load ', async () => (await rolldown({ input: entry })).generate()],
] as const)('%s says %s', async (name, words, run) => {
  const error: Error = await run().then(
    () => new Error('it was built'),
    (reason) => reason,
  );
  expect(stripVTControlCharacters(error.message)).toContain(words);
  const guide = readFileSync('docs/guide/bundlers.md', 'utf8');
  expect(guide.split('\n').some((line) => line.includes(name) && line.includes(words.trim()))).toBe(true);
});
