/**
 * Figures of artifacts and of operations for `docs/benchmarks.md`: `npm run tool bench-figures -- [artifacts] [operations]`.
 *
 * Writes `fixtures/bench/artifacts.csv` and `operations.csv`; `npm run tool bench-tables` makes tables of them. Needs
 * `npm run build`, and the benchmark maps in `../shared/maps`. Takes two minutes on a quiet machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bakeBounds,
  bakeCh,
  bakeHpa,
  bakeJps,
  bakeTable,
  bakeWorld,
  createGrid,
  type Grid,
  generateMap,
  packBlobs,
  readMap,
} from '../src/entry/index.js';
import * as game from '../src/entry/runtime.js';
import { builtRuntime } from '../test/bundle.js';
import { random } from '../test/grids.js';

const PAIRS = 100;
const folder = mkdtempSync(join(tmpdir(), 'gridprep-figures-'));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['artifacts', 'operations'];

const benchmarkMap = async (name: string) => (await readMap(`../shared/maps/${name}.map`)).grid;
const generated = (kind: Parameters<typeof generateMap>[0], side: number, others: object = {}) =>
  generateMap(kind, { width: side, height: side, seed: 3, ...others });

type Bake = (grid: Grid, made: Record<string, Uint8Array>) => Promise<Uint8Array>;
const BAKES: Record<string, Bake> = {
  jps: (grid) => bakeJps(grid),
  'jps + bounds': (grid) => bakeBounds(grid),
  ch: (grid) => bakeCh(grid),
  'ch, mapped layout': (grid) => bakeCh(grid, { layout: 'mapped' }),
  hpa: (grid) => bakeHpa(grid),
  'hpa, mapped layout': (grid) => bakeHpa(grid, { layout: 'mapped' }),
  'hpa + table': (_, { hpa }) => bakeTable(hpa),
};
const ALL = ['jps', 'jps + bounds', 'ch', 'hpa'];
const MAPS: [name: string, grid: () => Promise<Grid> | Grid, artifacts: string[]][] = [
  ['dao/arena2', () => benchmarkMap('dao/arena2'), [...ALL, 'hpa + table']],
  ['bg512/AR0300SR', () => benchmarkMap('bg512/AR0300SR'), ALL],
  ['sc1/AcrosstheCape', () => benchmarkMap('sc1/AcrosstheCape'), ALL],
  ['rooms/16room_000', () => benchmarkMap('rooms/16room_000'), ALL],
  ['mazes/maze512-8-0', () => benchmarkMap('mazes/maze512-8-0'), ALL],
  ['35 % random obstacles, 512 x 512', () => generated('noise', 512, { density: 0.35 }), ['jps', 'ch', 'hpa']],
  [
    'caves, 1024 x 1024',
    () => generated('caves', 1024),
    ['jps', 'ch', 'ch, mapped layout', 'hpa', 'hpa, mapped layout'],
  ],
  ['weighted caves, 512 x 512', () => generated('caves', 512, { costPattern: 'patches' }), ['jps', 'ch', 'hpa']],
];

/** Milliseconds of processor time, which other programs of the machine change least. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A new process: milliseconds from reading the files to the first answer, then microseconds of a query. */
const CHILD = `
import { readFileSync } from 'node:fs';
import { load } from ${JSON.stringify(`file://${builtRuntime()}`)};
const [pairs, ...files] = process.argv.slice(1);
const all = JSON.parse(pairs);
${now}
const begin = now();
const nav = load(files.map((file) => readFileSync(file)));
nav.findPath(...all[0]);
const first = now() - begin;
let micros = Infinity;
for (let round = 0; round < 5; round++) {
  const start = now();
  let count = 0;
  do for (const pair of all) nav.findPath(...pair); while (++count < 1000 && now() - start < 100);
  micros = Math.min(micros, (1000 * (now() - start)) / count / all.length);
}
console.log(JSON.stringify([first, micros]));
`;

function pairsOf(nav: game.Nav, count: number): Pair[] {
  const next = random(1);
  const cell = () => [Math.floor(next() * nav.width), Math.floor(next() * nav.height)] as const;
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const [[x0, y0], [x1, y1]] = [cell(), cell()];
    if (nav.isReachable(x0, y0, x1, y1)) pairs.push([x0, y0, x1, y1]);
  }
  return pairs;
}

async function artifacts(): Promise<string[]> {
  const lines = ['map,artifact,bytes,bakeSeconds,firstMillis,micros'];
  for (const [name, make, artifacts] of MAPS) {
    const grid = await make();
    const pairs = JSON.stringify(pairsOf(game.load(await bakeJps(grid)), PAIRS));
    const made: Record<string, Uint8Array> = {};
    for (const artifact of artifacts) {
      let seconds = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 3 && (round === 0 || seconds < 1); round++) {
        const begin = now();
        made[artifact] = await BAKES[artifact](grid, made);
        seconds = Math.min(seconds, (now() - begin) / 1000);
      }
      const needed =
        artifact === 'jps + bounds' ? ['jps', artifact] : artifact === 'hpa + table' ? ['hpa', artifact] : [artifact];
      const file = join(folder, 'a.prep');
      const bytes = packBlobs(needed.map((one) => made[one]));
      writeFileSync(file, bytes);
      const times = Array.from({ length: 3 }, () => {
        const printed = execFileSync(process.execPath, ['--input-type=module', '-e', CHILD, pairs, file], {
          encoding: 'utf8',
        });
        return JSON.parse(printed) as [number, number];
      });
      const [first, micros] = [0, 1].map((i) => Math.min(...times.map((time) => time[i])));
      lines.push(
        [`"${name}"`, `"${artifact}"`, bytes.length, seconds.toFixed(3), first.toFixed(1), micros.toFixed(3)].join(),
      );
    }
    console.error(name);
  }
  return lines;
}

/** Microseconds of one call, the least of five rounds after a warm-up. */
function micros(call: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 6; round++) {
    const begin = now();
    let count = 0;
    // In growing batches, because reading the time takes as long as a query.
    for (let batch = 1; count < 3 || now() - begin < 100; batch *= 2) {
      for (let i = 0; i < batch; i++) call();
      count += batch;
    }
    if (round > 0) least = Math.min(least, (1000 * (now() - begin)) / count);
  }
  return least;
}

type Pair = [x0: number, y0: number, x1: number, y1: number];
type Operation = [what: string, value: number, unit: 's' | 'ms' | 'µs'];

const elapsed = async (call: () => unknown): Promise<number> => {
  const begin = now();
  await call();
  return now() - begin;
};
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];

/** Milliseconds of each of `count` calls. */
async function each(count: number, call: (i: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await elapsed(() => call(i)));
  return times;
}

async function queriesOn(grid: Grid): Promise<Operation[]> {
  const blobs = [await bakeJps(grid), await bakeBounds(grid)];
  const nav = game.load(blobs);
  const pairs = pairsOf(nav, PAIRS);
  let at = 0;
  const pair = () => pairs[at++ % PAIRS];
  const cell = () => pair().slice(0, 2) as [number, number];
  const paths = pairs.flatMap((ends) => nav.findPath(...ends) ?? []);
  const blockers = game.blockersOf(nav);
  for (const [i, [x, y]] of pairs.slice(0, 50).entries()) blockers.move(i, x, y);
  const live = game.editable(game.load(blobs));
  const field = game.flowField(live, cell());
  const [x, y] = paths[0].cells.slice(40);
  const links = pairs
    .slice(0, 32)
    .map(([x0, y0, x1, y1]) => ({ from: [x0, y0] as const, to: [x1, y1] as const, cost: 1 }));
  const linked = createGrid(grid.width, grid.height, (u, v) => grid.isOpen(u, v), { links });
  const joined = game.load([await bakeJps(linked), await bakeBounds(linked)]);
  const table = await bakeHpa(grid);
  const distances = game.load([table, await bakeTable(table)]);
  const matrix = game.load(await bakeCh(grid));
  const ends = pairs.slice(0, 100).flatMap((ends) => ends.slice(0, 2));
  return [
    ['`findPath`', micros(() => nav.findPath(...pair())), 'µs'],
    ['`flowField`', micros(() => game.flowField(nav, cell())) / 1000, 'ms'],
    [
      'the same after a cell closes or opens',
      micros(() => [live.setOpen(x, y, !live.isOpen(x, y)), field.next(x, y)]) / 1000,
      'ms',
    ],
    ['`reach`, 12 steps', micros(() => game.reach(nav, ...cell(), 12)), 'µs'],
    ['`findPathAround`, 50 units', micros(() => game.findPathAround(nav, ...pair(), blockers)), 'µs'],
    ['`findDistances`, 100 x 100, `ch`', micros(() => game.findDistances(matrix, ends, ends)) / 1000, 'ms'],
    ['`findDistance` with a table', micros(() => game.findDistance(distances, ...pair())), 'µs'],
    ['`findPathWithin`', micros(() => game.findPathWithin(nav, ...pair(), { ms: 10 })), 'µs'],
    ['`straighten`', micros(() => game.straighten(nav, paths[at++ % paths.length])), 'µs'],
    ['`findPath` over 64 links', micros(() => joined.findPath(...pair())), 'µs'],
    ...(await unitsOn(nav)),
  ];
}

async function unitsOn(nav: game.Nav): Promise<Operation[]> {
  const walkers = pairsOf(nav, 1000).map(([x0, y0, x1, y1]) => {
    const walker = game.follow(nav, { x: x0 + 0.5, y: y0 + 0.5 });
    walker.to(x1, y1);
    walker.update(16);
    return walker;
  });
  const traffic = game.trafficOf(nav);
  const starts = new Map(pairsOf(nav, 1000).map((pair) => [pair[1] * nav.width + pair[0], pair]));
  for (const [x0, y0, x1, y1] of [...starts.values()].slice(0, 500)) traffic.send(traffic.add(x0, y0), x1, y1);
  return [
    ['1,000 walkers, a frame', median(await each(200, () => walkers.map((walker) => walker.update(16)))), 'ms'],
    ['500 units in `trafficOf`, a tick', median(await each(100, () => traffic.step())), 'ms'],
  ];
}

async function worlds(): Promise<Operation[]> {
  const grid = generated('land', 4096);
  const world = join(folder, 'land.world');
  const seconds = (await elapsed(() => bakeWorld(grid, world, { tile: 512 }))) / 1000;
  const get = (name: string) => readFileSync(join(world, name));
  const open = () => game.loadWorld(get('world.prep'), { loadTile: async (_x, _y, name) => get(name) });
  const warm = open();
  const pairs: Pair[] = [];
  const next = random(1);
  while (pairs.length < 60) {
    const pair = Array.from({ length: 4 }, () => Math.floor(next() * 4096)) as Pair;
    if (await warm.isReachable(...pair)) pairs.push(pair);
  }
  const piece = async (i: number) => (await open().walk(...pairs[i]))?.next();
  return [
    ['bake a world, 4096 x 4096, tiles of 512', seconds, 's'],
    ['first piece of its `walk`, no tile in memory', median(await each(60, piece)), 'ms'],
    ['its `findPath`, no tile in memory', median(await each(60, (i) => open().findPath(...pairs[i]))), 'ms'],
    ['its `findPath`, tiles in memory', median(await each(60, (i) => warm.findPath(...pairs[i]))), 'ms'],
  ];
}

async function operations(): Promise<string[]> {
  const arena = await benchmarkMap('dao/arena2');
  const caves = generated('caves', 512);
  const large = generated('caves', 2048);
  const weighted = game.load(await bakeJps(generated('caves', 512, { costPattern: 'patches' })));
  const [start] = pairsOf(weighted, 1);
  const rows: Operation[] = [
    ...(await queriesOn(arena)),
    ['`flowField`, 512 x 512, weighted', micros(() => game.flowField(weighted, start.slice(0, 2))) / 1000, 'ms'],
    ['`loadGrid`, 512 x 512', micros(() => game.loadGrid(caves)) / 1000, 'ms'],
    ['`loadGrid`, 2048 x 2048', micros(() => game.loadGrid(large)) / 1000, 'ms'],
    ...(await worlds()),
  ];
  return [
    'operation,value,unit',
    ...rows.map(([what, value, unit]) => [`"${what}"`, value.toPrecision(3), unit].join()),
  ];
}

const machine = `"${availableParallelism()} x ${cpus()[0].model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}"`;
const write = (name: string, lines: string[]) =>
  writeFileSync(`fixtures/bench/${name}.csv`, `${[...lines, machine].join('\n')}\n`);
try {
  if (wanted.includes('artifacts')) write('artifacts', await artifacts());
  if (wanted.includes('operations')) write('operations', await operations());
} finally {
  rmSync(folder, { recursive: true });
}
