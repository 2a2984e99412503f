/**
 * Bytes, bake, load and query of every engine on maps of every kind: `npm run tool bench-trade-offs -- [--write] [NAME...]`.
 *
 * `prep estimate --needs` and the choice of preset `fastest` use them.
 *
 * Maps of every kind, each in a process of its own; its engines answer each query in turn there, whole paths, best of 5 passes, averaged; of fewer where
 * those would take long. Loads are those of fresh processes, to the first answer, best of 3. Goal bounds that would take more than half a minute are left out.
 * `--write` puts the first table into `src/pipeline/estimate/measured.ts`, in place of the rows of the same maps, and measures no loads: eight minutes on two free cores.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { estimateBounds } from '../src/core/bounds/estimate.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { TableError } from '../src/core/errors.js';
import { generateMap } from '../src/core/generate/generate.js';
import { withMoves } from '../src/core/grid/clearance.js';
import type { Grid } from '../src/core/grid/grid.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { COST_PATTERNS, drawCosts } from '../src/core/maps/cost-patterns.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { cornersOf } from '../src/pipeline/estimate/character.js';
import type { Measured } from '../src/pipeline/estimate/measured.js';
import { random } from '../test/grids.js';
import { printTable } from './maps.js';

const SHARED = '../shared/maps';
const PASSES = 5;
/** Seconds of passes after which there are no more: slow queries vary little. */
const ENOUGH = 20;
const QUERIES = 300;
const FILE = 'src/pipeline/estimate/measured.ts';
const ENGINES = ['jps', 'jps+bounds', 'jps+bounds-fast', 'ch', 'hpa', 'table', 'priced', 'priced+bounds'];
/** Seconds of a bake of goal bounds. */
const LONGEST = 30;

type Query = [x0: number, y0: number, x1: number, y1: number];
type Blobs = Record<string, Uint8Array[]>;

/** A row of the table, and what else is told of an engine: bytes of its blobs, seconds of its bake, milliseconds of its load. */
interface Row extends Omit<Measured, 'us'> {
  engines: Record<string, { us: number; bytes: number; bake: number; load?: number }>;
}

const real = (name: string) => () => parseMap(readFileSync(`${SHARED}/${name}.map`), { file: name });
const made =
  (
    kind: 'noise' | 'rooms' | 'maze' | 'caves',
    side: number,
    options: { density?: number; room?: number; corridor?: number },
  ) =>
  () =>
    generateMap(kind, { width: side, height: side, seed: 7, ...options });
const REAL =
  'dao/arena2 dao/lak304d dao/orz100d dao/brc202d dao/den501d bg512/AR0011SR bg512/AR0072SR bg512/AR0300SR da2/ht_chantry da2/ht_0_hightown cities/Berlin_0_256 sc1/AcrosstheCape rooms/16room_000 rooms/32room_000 mazes/maze512-1-0 mazes/maze512-8-0 mazes/maze512-32-0 random/random512-35-0 random/random512-10-0';
const PRICED = ['da2/ht_chantry', 'dao/lak304d', 'dao/arena2', 'bg512/AR0300SR', 'mazes/maze512-8-0'];
const OTHER_MOVES = ['dao/arena2', 'bg512/AR0300SR', 'mazes/maze512-8-0'];

/** Name of each map, and what makes it. */
const MAPS: Record<string, () => Grid> = {
  ...Object.fromEntries(REAL.split(' ').map((name) => [name, real(name)])),
  'rooms of 4': made('rooms', 256, { room: 4, density: 0.5 }),
  'rooms of 8': made('rooms', 512, { room: 8, density: 0.25 }),
  'rooms of 8, many doors': made('rooms', 512, { room: 8, density: 0.6 }),
  'rooms of 16': made('rooms', 512, { room: 16, density: 0.14 }),
  'maze of 1': made('maze', 256, {}),
  'maze of 2': made('maze', 512, { corridor: 2 }),
  'maze of 3': made('maze', 512, { corridor: 3 }),
  'maze of 4': made('maze', 512, { corridor: 4 }),
  'maze of 6': made('maze', 512, { corridor: 6 }),
  'maze of 12': made('maze', 512, { corridor: 12 }),
  'noise of 3 %': made('noise', 256, { density: 0.03 }),
  'noise of 10 %': made('noise', 128, { density: 0.1 }),
  'noise of 20 %': made('noise', 256, { density: 0.2 }),
  'noise of 35 %': made('noise', 256, { density: 0.35 }),
  caves: made('caves', 512, {}),
  ...Object.fromEntries(
    PRICED.flatMap((name) =>
      COST_PATTERNS.map((pattern) => [`${name}, ${pattern}`, () => drawCosts(real(name)(), pattern, 1)]),
    ),
  ),
  ...Object.fromEntries(
    [128, 512, 1024, 2048, 4096].flatMap((side) =>
      // Contraction of gradients takes a minute at 512 x 512.
      (side < 1024 ? (['patches', 'gradients'] as const) : (['patches'] as const)).map((pattern) => [
        `caves of ${side}, ${pattern}`,
        () => drawCosts(made('caves', side, {})(), pattern, 1),
      ]),
    ),
  ),
  'noise of 10 %, patches': () => drawCosts(made('noise', 256, { density: 0.1 })(), 'patches', 1),
  ...Object.fromEntries(OTHER_MOVES.map((name) => [`${name}, four moves`, () => withMoves(real(name)(), 'never')])),
};

/** Lines of the scenario file, or pairs of cells, that a path joins. */
function queriesOf(name: string, nav: ReturnType<typeof load>): Query[] {
  const file = name.split(',')[0];
  const connected = (queries: Query[]) => queries.filter((query) => nav.isReachable(...query));
  if (!REAL.includes(file)) {
    const next = random(1);
    const cell = (side: number) => Math.floor(next() * side);
    const { width, height } = nav.grid;
    return connected(
      Array.from({ length: 6 * QUERIES }, () => [cell(width), cell(height), cell(width), cell(height)]),
    ).slice(0, QUERIES);
  }
  const scenarios = parseScenarios(readFileSync(`${SHARED}/${file}.map.scen`, 'utf8'), file);
  const every = Math.max(1, Math.floor(scenarios.length / QUERIES));
  return connected(scenarios.filter((_, i) => i % every === 0).map((s) => [s.startX, s.startY, s.goalX, s.goalY]));
}

async function blobsOf(grid: Grid): Promise<{ blobs: Blobs; seconds: Record<string, number> }> {
  const seconds: Record<string, number> = {};
  const timed = async (name: string, bake: () => Promise<Uint8Array>) => {
    const start = performance.now();
    const blob = await bake();
    seconds[name] = (performance.now() - start) / 1000;
    return blob;
  };
  const jps = await timed('jps', () => bakeJps(grid));
  const blobs: Blobs = { [grid.costs ? 'priced' : 'jps']: [jps] };
  // Where cells have costs both kinds of boxes are the same.
  for (const engine of grid.costs ? ['priced+bounds'] : ['jps+bounds', 'jps+bounds-fast']) {
    const exact = !engine.endsWith('-fast');
    if ((await estimateBounds(grid, { exact })).seconds < LONGEST)
      blobs[engine] = [jps, await timed(engine, () => bakeBounds(grid, { exact }))];
  }
  blobs.ch = [await timed('ch', () => bakeHierarchy(grid))];
  blobs.hpa = [await timed('hpa', () => bakeHpa(grid))];
  const hpa = await bakeHpa(grid, { cluster: 20 });
  try {
    blobs.table = [hpa, await timed('table', () => bakeTable(hpa))];
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
  }
  return { blobs, seconds };
}

async function measure(name: string, loads: boolean): Promise<Row> {
  const grid = MAPS[name]();
  const { blobs, seconds } = await blobsOf(grid);
  const navs = Object.values(blobs).map((files) => load(files));
  const queries = queriesOf(name, navs[0]);
  const path = new PathBuffer();
  const best = navs.map(() => new Float64Array(queries.length).fill(Infinity));
  // The first of them is JPS+ alone.
  let [expanded, steps] = [0, 0];
  for (const query of queries) {
    navs[0].findPathInto(...query, path);
    expanded += navs[0].search.expanded;
    steps += path.cellCount;
  }
  const begun = performance.now();
  for (let pass = 0; pass < PASSES && (pass < 2 || performance.now() - begun < 1000 * ENOUGH); pass++) {
    queries.forEach((query, i) => {
      navs.forEach((nav, k) => {
        const start = performance.now();
        nav.findPathInto(...query, path);
        best[k][i] = Math.min(best[k][i], performance.now() - start);
      });
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'trade-offs-'));
  const cold = (files: Uint8Array[]) => {
    const names = files.map((file, i) => {
      writeFileSync(join(folder, `${i}`), file);
      return join(folder, `${i}`);
    });
    return Math.min(...Array.from({ length: 3 }, () => Number(run('--load', queries[0].join(), ...names))));
  };
  const engines = Object.entries(blobs).map(([engine, files], k) => [
    engine,
    {
      us: round((1000 * best[k].reduce((sum, t) => sum + t, 0)) / queries.length),
      bytes: files.reduce((sum, { length }) => sum + length, 0),
      bake: round(seconds[engine === 'priced' ? 'jps' : engine] ?? seconds.jps),
      ...(loads && { load: cold(files) }),
    },
  ]);
  rmSync(folder, { recursive: true });
  return {
    map: name,
    diagonals: grid.moveRule,
    priced: grid.costs !== undefined,
    ...cornersOf(grid),
    expanded: expanded / queries.length,
    steps: steps / queries.length,
    engines: Object.fromEntries(engines),
  };
}

/** Two digits are more than is known. */
function round(value: number): number {
  return Number(value.toPrecision(2));
}

const run = (...args: string[]) =>
  execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { encoding: 'utf8' });

const [first, ...rest] = process.argv.slice(2);
if (first === '--load') {
  const [query, ...files] = rest;
  const start = performance.now();
  load(files.map((file) => readFileSync(file))).findPath(...(query.split(',').map(Number) as Query));
  console.log((performance.now() - start).toFixed(0));
} else if (first === '--map') {
  console.log(JSON.stringify(await measure(rest[0], rest[1] === '--loads')));
} else {
  const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  const writes = process.argv.includes('--write');
  const rows: Row[] = [];
  for (const name of names.length > 0 ? names : Object.keys(MAPS)) {
    const row = JSON.parse(run('--map', name, writes ? '' : '--loads')) as Row;
    rows.push(row);
    console.error(JSON.stringify(row));
  }
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  const counts = (row: Row) => [
    row.cells,
    row.subgoals.toPrecision(3),
    row.edges.toPrecision(3),
    row.expanded.toFixed(1),
    row.steps.toFixed(1),
  ];
  const table = rows.map((row) => [
    row.map,
    row.diagonals,
    row.priced ? 'costs' : '',
    ...counts(row),
    ...ENGINES.map((e) => row.engines[e]?.us ?? ''),
  ]);
  const header = ['map', 'diagonals', 'terrain', 'cells', 'subgoals', 'edges', 'expanded', 'steps', ...ENGINES];
  console.log('microseconds of a query');
  printTable(header, table);
  for (const what of ['bytes', 'bake', ...(writes ? [] : (['load'] as const))] as const) {
    console.log(
      `\n${{ bytes: 'bytes of the blobs', bake: 'seconds of the bake', load: 'milliseconds to the first answer' }[what]}`,
    );
    printTable(
      ['map', ...ENGINES],
      rows.map((row) => [row.map, ...ENGINES.map((engine) => row.engines[engine]?.[what] ?? '')]),
    );
  }
  if (writes) {
    const before = readFileSync(FILE, 'utf8').split('\n');
    const kept = (map: string) => before.find((line) => line.startsWith(`${map} | `));
    const measured = new Map(table.map((row) => [row[0], row.join(' | ').trimEnd()]));
    const lines = [
      header.join(' | '),
      ...Object.keys(MAPS).flatMap((map) => measured.get(map) ?? kept(map) ?? []),
    ].join('\n');
    writeFileSync(FILE, readFileSync(FILE, 'utf8').replace(/TABLE = `[^`]*`/, `TABLE = \`\n${lines}\n\``));
  }
}
