/**
 * Bytes and loads of both layouts, compact and mapped: `npm run tool layouts -- [MAP...] [--write]`.
 *
 * A fresh process for each figure: processor time of its main thread for the bake from the parsed map, for the load of
 * blobs in memory without compression, and for the first answer after it; the least of several processes. With
 * `--write` the tables of docs/guide/choosing.md and docs/decisions/loads.md are written.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generateMap } from '../src/core/generate/generate.js';
import { movingAiText } from '../src/core/maps/map-text.js';
import { builtRuntime } from '../test/bundle.js';
import { mapFiles, printTable } from './maps.js';

const RUNS = 7;
const MAPS = [
  'dao/arena2',
  'dao/lak304d',
  'bg512/AR0300SR',
  'bg512/AR0011SR',
  'sc1/AcrosstheCape',
  'rooms/16room_000',
  'mazes/maze512-8-0',
];
/** Engines, and what each is loaded from; a table is made from the blob before it. */
const ENGINES = { jps: ['jps'], 'jps+bounds': ['jps', 'bounds'], ch: ['ch'], hpa: ['hpa'], table: ['hpa', 'table'] };
const BAKES = { jps: 'bakeJps', bounds: 'bakeBounds', ch: 'bakeHierarchy', hpa: 'bakeHpa', table: 'bakeTable' };
type Artifact = keyof typeof BAKES;

/** Main thread's processor time so far, in milliseconds: a nap brings the file up to date. */
const CLOCK = `import { readFileSync, writeFileSync, writeSync } from 'node:fs';
const nap = new Int32Array(new SharedArrayBuffer(4));
const now = () => {
  Atomics.wait(nap, 0, 0, 0.1);
  return Number(readFileSync(\`/proc/self/task/\${process.pid}/schedstat\`, 'utf8').split(' ')[0]) / 1e6;
};
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
function bake(map: string, artifact: Artifact, options: object, output: string, from?: string): number {
  return least(
    `import { ${BAKES[artifact]} as bake } from ${module(`${artifact}/bake.js`)};
import { parseMap } from ${module('maps/movingai.js')};
const given = ${from ? `readFileSync(${JSON.stringify(from)})` : `parseMap(readFileSync(${JSON.stringify(map)}), { file: '' })`};
const start = now();
const blob = await bake(given, { threads: 1, ...${JSON.stringify(options)} });
writeSync(1, String(now() - start));
writeFileSync(${JSON.stringify(output)}, blob);`,
    1,
  )[0];
}

/** @returns milliseconds of the load and of the first answer; each page of the bytes was read before */
const load = (blobs: string[], query: string): number[] =>
  least(
    `import { load } from ${JSON.stringify(pathToFileURL(builtRuntime()).href)};
const blobs = ${JSON.stringify(blobs)}.map((file) => readFileSync(file));
for (const blob of blobs) for (let i = 0; i < blob.length; i += 4096) nap[0] |= blob[i] & 0;
const start = now();
const nav = load(blobs);
const loaded = now();
if (!nav.findPath(${query})) throw new Error('no path');
writeSync(1, [loaded - start, now() - loaded].join(' '));`,
    RUNS,
  );

/** A map, and the ends of a query. */
function mapsToMeasure(names: string[]): { map: string; query: string }[] {
  if (names.length > 0) return mapFiles(names).map((map) => ({ map, query: lastQuery(map) }));
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

/** What is measured of an engine on a map. */
interface Row {
  map: string;
  engine: string;
  bake: number;
  /** Compact and mapped: load and first answer, in milliseconds; bytes as they are, and compressed. */
  layouts: { load: number; answer: number; bytes: number; zstd: number | undefined }[];
}

function measure(map: string, query: string): Row[] {
  const name = basename(map, '.map');
  const isLarge = name === 'caves2048';
  const baked: Record<string, number | undefined> = {};
  const file = (artifact: string, layout: string, codec = 'none') =>
    join(folder, `${name}.${artifact}.${layout}.${codec}`);
  /** @returns whether there is the artifact in all forms */
  const bakeAll = (artifact: Artifact): boolean => {
    for (const layout of ['compact', 'mapped'])
      for (const codec of isLarge ? ['none'] : ['none', 'zstd']) {
        const from = artifact === 'table' ? file('hpa', layout) : undefined;
        try {
          const took = bake(map, artifact, { codec, layout }, file(artifact, layout, codec), from);
          baked[artifact] ??= took;
        } catch (error) {
          if (!`${error}`.includes('max-nodes')) throw error;
          return false;
        }
      }
    return true;
  };
  const rows: Row[] = [];
  for (const [engine, artifacts] of Object.entries(ENGINES) as [string, Artifact[]][]) {
    // Boxes of caves take minutes.
    if (isLarge && engine === 'jps+bounds') continue;
    if (!artifacts.every((artifact) => baked[artifact] !== undefined || bakeAll(artifact))) continue;
    const sum = (codec: string, layout: string) =>
      artifacts.reduce((bytes, artifact) => bytes + statSync(file(artifact, layout, codec)).size, 0);
    const layouts = ['compact', 'mapped'].map((layout) => {
      const [loaded, answered] = load(
        artifacts.map((artifact) => file(artifact, layout)),
        query,
      );
      const zstd = isLarge ? undefined : sum('zstd', layout);
      return { load: loaded, answer: loaded + answered, bytes: sum('none', layout), zstd };
    });
    rows.push({
      map: name,
      engine,
      bake: artifacts.reduce((all, artifact) => all + (baked[artifact] ?? 0), 0),
      layouts,
    });
  }
  return rows;
}

const kB = (bytes: number | undefined): string => (bytes ? `${Number((bytes / 1000).toPrecision(3))}` : '');
const ms = (time: number): string => `${Number(time.toPrecision(time < 10 ? 2 : 3))}`;

const TITLES = [
  ...['map', 'engine', 'bake, ms', 'compact: kB, with zstd', 'load, ms', 'first answer'],
  ...['mapped: kB, with zstd', 'load, ms', 'first answer'],
];
const cellsOf = ({ map, engine, bake, layouts }: Row): string[] => [
  ...[map, engine, ms(bake)],
  ...layouts.flatMap(({ load, answer, bytes, zstd }) => [
    [kB(bytes), kB(zstd)].filter(Boolean).join(', '),
    ms(load),
    ms(answer),
  ]),
];

/** Loads over bakes: a row for each engine, a column for each map, compact / mapped. */
function ratios(rows: Row[]): string[][] {
  const maps = [...new Set(rows.map(({ map }) => map))];
  const cell = (row?: Row) => (row ? row.layouts.map(({ load }) => (load / row.bake).toFixed(2)).join(' / ') : '');
  return [
    ['load over bake', ...maps],
    ...Object.keys(ENGINES).map((engine) => [
      engine,
      ...maps.map((map) => cell(rows.find((row) => row.map === map && row.engine === engine))),
    ]),
  ];
}

/** Writes a table between the marks of a page. */
function writeTable(page: string, [titles, ...rows]: string[][]): void {
  const lines = [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = readFileSync(page, 'utf8');
  const marked = text.replace(/(<!-- layouts:[^>]*-->\n)[\s\S]*?(<!-- \/layouts -->)/, `$1\n${lines.join('\n')}\n\n$2`);
  writeFileSync(page, marked);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const rows: Row[] = [];
try {
  for (const { map, query } of mapsToMeasure(positionals)) rows.push(...measure(map, query));
} finally {
  rmSync(folder, { recursive: true });
}
printTable(TITLES, rows.map(cellsOf));
const [titles, ...lines] = ratios(rows);
printTable(titles, lines);
if (values.write) {
  writeTable('docs/guide/choosing.md', [TITLES, ...rows.map(cellsOf)]);
  writeTable('docs/decisions/loads.md', ratios(rows));
}
