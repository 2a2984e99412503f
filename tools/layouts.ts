/**
 * Bytes and loads of both layouts, compact and mapped: `npm run tool layouts -- [MAP...]`.
 *
 * A fresh process for each figure: processor time of its main thread for the bake from the parsed map, for the load of blobs in memory, and for the
 * first answer after it; the least of several processes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateMap } from '../src/core/generate/generate.js';
import { movingAiText } from '../src/core/maps/map-text.js';
import { builtRuntime } from '../test/bundle.js';
import { mapFiles, printTable } from './maps.js';

const RUNS = 7;
const MAPS = [
  'dao/arena2',
  'bg512/AR0300SR',
  'sc1/AcrosstheCape',
  'mazes/maze512-8-0',
  'rooms/16room_000',
  'dao/lak304d',
];
/** Engines, and what each is loaded from; a table is made from the blob before it. */
const ENGINES = { 'jps+bounds': ['jps', 'bounds'], ch: ['ch'], hpa: ['hpa'], table: ['hpa', 'table'] };
const BAKES = { jps: 'bakeJps', bounds: 'bakeBounds', ch: 'bakeHierarchy', hpa: 'bakeHpa', table: 'bakeTable' };

/** Main thread's processor time so far, in milliseconds; the first call brings the file up to date. */
const CLOCK = `import { readFileSync, writeFileSync, writeSync } from 'node:fs';
const now = () => Number(readFileSync(\`/proc/self/task/\${process.pid}/schedstat\`, 'utf8').split(' ')[0]) / 1e6;
now();`;

const folder = mkdtempSync(join(tmpdir(), 'gridprep-layouts-'));

/** Runs a program in fresh processes. @returns the least of each number that it prints */
function least(program: string, runs: number): number[] {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `${CLOCK}\n${program}`);
  const rows = Array.from({ length: runs }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.split(' ').map(Number);
  });
  return rows[0].map((_, i) => Math.min(...rows.map((row) => row[i])));
}

/** The address of a compiled module. */
const module = (path: string) => JSON.stringify(pathToFileURL(resolve('build/src/core', path)).href);

/** Bakes in a fresh process. @returns milliseconds */
function bake(map: string, artifact: keyof typeof BAKES, layout: string, output: string, from?: string): number {
  return least(
    `import { ${BAKES[artifact]} as bake } from ${module(`${artifact}/bake.js`)};
import { parseMap } from ${module('maps/movingai.js')};
const given = ${from ? `readFileSync(${JSON.stringify(from)})` : `parseMap(readFileSync(${JSON.stringify(map)}), { file: '' })`};
const start = now();
const blob = await bake(given, { codec: 'none', layout: '${layout}', threads: 1 });
writeSync(1, String(now() - start));
writeFileSync(${JSON.stringify(output)}, blob);`,
    1,
  )[0];
}

/** @returns milliseconds of the load and of the first answer */
const load = (blobs: string[], query: string): number[] =>
  least(
    `import { load } from ${JSON.stringify(pathToFileURL(builtRuntime()).href)};
const blobs = ${JSON.stringify(blobs)}.map((file) => readFileSync(file));
const start = now();
const nav = load(blobs);
const loaded = now();
if (!nav.findPath(${query})) throw new Error('no path');
writeSync(1, [loaded - start, now() - loaded].join(' '));`,
    RUNS,
  );

/** A map, and the ends of a query. */
function mapsToMeasure(): { map: string; query: string }[] {
  if (process.argv.length > 2) return mapFiles(process.argv.slice(2)).map((map) => ({ map, query: lastQuery(map) }));
  const caves = join(folder, 'caves2048.map');
  const grid = generateMap('caves', { width: 2048, height: 2048, seed: 1 });
  writeFileSync(caves, movingAiText(grid));
  const x = grid.runs().findLast((_, i, runs) => i % 2 === 0 && runs[i + 1] - runs[i] > 60) as number;
  const [column, row] = [(x % grid.stride) - 1, Math.floor(x / grid.stride) - 1];
  return [
    ...MAPS.map((name) => `../shared/maps/${name}.map`).map((map) => ({ map, query: lastQuery(map) })),
    { map: caves, query: `${column}, ${row}, ${column + 50}, ${row}` },
  ];
}

function lastQuery(map: string): string {
  const line = readFileSync(`${map}.scen`, 'utf8').trim().split('\n').at(-1) as string;
  return line.split(/\s+/).slice(4, 8).join(', ');
}

const rows: string[][] = [];
for (const { map, query } of mapsToMeasure()) {
  const name = basename(map, '.map');
  for (const layout of ['compact', 'mapped']) {
    const file = (artifact: string) => join(folder, `${name}.${artifact}.${layout}`);
    const baked: Record<string, number> = {};
    for (const [engine, artifacts] of Object.entries(ENGINES)) {
      // Boxes of caves take minutes.
      if (name === 'caves2048' && engine === 'jps+bounds') continue;
      try {
        for (const artifact of artifacts)
          baked[artifact] ??= bake(
            map,
            artifact as keyof typeof BAKES,
            layout,
            file(artifact),
            artifact === 'table' ? file('hpa') : undefined,
          );
      } catch {
        // A table of too many nodes.
        continue;
      }
      const blobs = artifacts.map(file);
      const bytes = blobs.reduce((sum, blob) => sum + readFileSync(blob).length, 0);
      const [loaded, answered] = load(blobs, query);
      const made = artifacts.reduce((sum, artifact) => sum + baked[artifact], 0);
      rows.push([
        `${name} ${engine}`,
        layout,
        `${Math.round(bytes / 1000)}`,
        made.toFixed(0),
        loaded.toFixed(1),
        answered.toFixed(1),
        (loaded / made).toFixed(2),
      ]);
    }
  }
}
rmSync(folder, { recursive: true });
printTable(['map and engine', 'layout', 'kB', 'bake, ms', 'load, ms', 'first query, ms', 'load / bake'], rows);
