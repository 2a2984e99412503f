/**
 * Fields beside a plain flood of cells and beside searches: `npm run tool bench-field -- [MAP|FOLDER...]`.
 *
 * From 20 cells of each map, 7 times in turns; about ten seconds a map, each told as it begins; the best time of each, averaged:
 * - `ns a cell`: a field in memory that is used again, by the cells that it reaches; `ms` the whole of it; `plain` a flood of a bucket queue over cells,
 *   which writes costs and directions as well.
 * - `new ms`: in memory of its own; `first ms`: the first one of a map, which makes what fields have to know of its cells.
 * - `flee ms`: away from such a field.
 * - `alone`, `areas`, `patches`: a field in a process that makes fields of one kind of terrain alone: no costs; round areas of 1, 3 and 5; patches of 16 x 16 that
 *   cost 1, 2 or 3, and in brackets how many times the first. `plain` after them: a plain flood in patches.
 * - `edit us`: 200 cells closed and opened again, a complete field brought up to date after each: median and 99 % of the process's time, without and with costs.
 * - `pays from`: as many units as searches (JPS+ in WebAssembly without goal bounds, paths to the goal) take the time of the field.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { directionSteps } from '../src/core/grid/directions.js';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../src/core/grid/step-costs.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { load } from '../src/core/runtime/load-all.js';
import { navOf } from '../src/core/runtime/load-grid.js';
import { PathBuffer } from '../src/core/search/path.js';
import { editable } from '../src/play/edit/edit.js';
import { fleeField, flowField } from '../src/play/field/field.js';
import { mapFiles, printTable } from './maps.js';

const ROUNDS = 7;
const SOURCES = 20;
const DEFAULT_MAPS = [
  'bg512/AR0011SR',
  'bg512/AR0072SR',
  'bg512/AR0300SR',
  'dao/arena2',
  'dao/lak304d',
  'sc1/AcrosstheCape',
  'rooms/32room_000',
  'mazes/maze512-8-0',
  'random/random512-35-0',
];

/** Mean over the sources of the best time of each, ms. */
function best(sources: number[], run: (source: number) => void, rounds = ROUNDS): number {
  const times = sources.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [i, source] of sources.entries()) {
      const start = performance.now();
      run(source);
      times[i] = Math.min(times[i], performance.now() - start);
    }
  }
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

/** Dijkstra cell by cell on a ring of buckets: what a field does without rays. */
function plainFlood({ open, stride, costs: weights }: Grid): (source: number) => void {
  const steps = directionSteps(stride);
  const width = STRAIGHT * (weights ? 2 : 1);
  const heads = new Int32Array(1024).fill(-1);
  const costs = new Float64Array(open.length);
  const directions = new Uint8Array(open.length);
  const items = new Int32Array(16 * open.length);
  const itemCosts = new Float64Array(8 * open.length);
  return (source) => {
    costs.fill(Infinity);
    costs[source] = 0;
    items[0] = source;
    items[1] = -1;
    itemCosts[0] = 0;
    heads[0] = 0;
    let used = 1;
    let listed = 1;
    for (let bucket = 0; listed > 0; bucket++) {
      for (let item = heads[bucket & 1023]; item >= 0; item = heads[bucket & 1023]) {
        heads[bucket & 1023] = items[2 * item + 1];
        listed--;
        const c = items[2 * item];
        if (costs[c] !== itemCosts[item]) continue;
        for (let d = 0; d < 8; d++) {
          const to = c + steps[d];
          if (open[to] === 0 || ((d & 1) !== 0 && (open[c + steps[d - 1]] & open[c + steps[(d + 1) & 7]]) === 0))
            continue;
          const cost = costs[c] + ((d & 1) !== 0 ? DIAGONAL : STRAIGHT) * (weights ? weights[c] + weights[to] : 1);
          if (costs[to] <= cost) continue;
          costs[to] = cost;
          directions[to] = d ^ 4;
          const slot = Math.floor(cost / width) & 1023;
          items[2 * used] = to;
          items[2 * used + 1] = heads[slot];
          itemCosts[used] = cost;
          heads[slot] = used++;
          listed++;
        }
      }
    }
  };
}

/** Median and 99 % of the processor time that a field takes after an edit, in microseconds. */
async function editTimes(grid: Grid, cells: number[]): Promise<string> {
  const nav = editable(load(await bakeJps(grid)));
  const point = pointsOf(grid);
  const field = flowField(nav, point(cells[cells.length >> 1]), { sliced: true });
  field.advance();
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    for (const open of [false, true]) {
      nav.setOpen(...point(cells[(i * 7919) % cells.length]), open);
      const start = process.cpuUsage();
      field.advance();
      const { user, system } = process.cpuUsage(start);
      times.push(user + system);
    }
  }
  times.sort((a, b) => a - b);
  return `${times[times.length >> 1]}, ${times[Math.floor(0.99 * times.length)]}`;
}

type Point = [x: number, y: number];
const pointsOf =
  ({ stride }: Grid) =>
  (c: number): Point => [(c % stride) - 1, Math.floor(c / stride) - 1];

/** What cells cost on each kind of terrain. */
const TERRAINS: Record<string, (x: number, y: number) => number> = {
  alone: () => 1,
  areas: (x, y) => {
    const height = Math.sin(x / 9) + Math.cos(y / 7) + Math.sin((x + y) / 13);
    return height > 1.2 ? 5 : height < -1.2 ? 3 : 1;
  },
  patches: (x, y) => 1 + (((x >> 4) * 7 + (y >> 4) * 11) % 3),
};

/** Mean over 8 sources of the best time of a field, in a process of its own where nothing else has been compiled; the best of three processes. */
function timeAlone(file: string, terrain: string): number {
  const run = () =>
    Number(
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--time', terrain, file], { encoding: 'utf8' }),
    );
  return Math.min(run(), run(), run());
}

function timeHere(terrain: string, file: string): number {
  const grid = parseMap(readFileSync(file), { file });
  if (terrain !== 'alone') setCosts(grid, TERRAINS[terrain]);
  const cells = Array.from(grid.open.keys()).filter((c) => grid.open[c] > 0);
  const point = pointsOf(grid);
  const nav = navOf(grid);
  const out = flowField(nav, point(cells[0]));
  const sources = Array.from({ length: 8 }, (_, i) => cells[(i * 102_947) % cells.length]);
  return best(sources, (source) => flowField(nav, point(source), { reuse: out }), 12);
}

if (process.argv[2] === '--time') {
  console.log(timeHere(process.argv[3], process.argv[4]));
  process.exit();
}
const args = process.argv.slice(2);
const files = args.length > 0 ? mapFiles(args) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`);
const rows: (string | number)[][] = [];
for (const file of files) {
  console.error(`${basename(file)} ...`);
  const grid = parseMap(readFileSync(file), { file });
  const nav = load(await bakeJps(grid));
  const cells: number[] = [];
  for (let c = 0; c < grid.open.length; c++) if (grid.open[c] > 0) cells.push(c);
  const sources = Array.from({ length: SOURCES }, (_, i) => cells[(i * 102_947) % cells.length]);
  const point = pointsOf(grid);
  const map = nav;
  const out = flowField(map, point(sources[0]));
  let reached = 0;
  for (const source of sources) {
    const field = flowField(map, point(source), { reuse: out });
    for (const c of cells) if (field.distanceAt(...point(c)) < Infinity) reached += 1 / SOURCES;
  }
  const again = best(sources, (source) => flowField(map, point(source), { reuse: out }));
  const fresh = best(sources.slice(0, 5), (source) => flowField(map, point(source)));
  const plain = best(sources.slice(0, 5), plainFlood(grid), 3);
  const danger = flowField(map, point(sources[0]));
  const fled = best(sources.slice(0, 3), () => fleeField(map, danger, { reuse: out }));
  const first = best([sources[0]], (source) => flowField(navOf(grid.copy()), point(source)));
  const priced = grid.copy();
  setCosts(priced, TERRAINS.patches);
  const [alone, areas, patches] = Object.keys(TERRAINS).map((terrain) => timeAlone(file, terrain));
  const pricedPlain = best(sources.slice(0, 5), plainFlood(priced), 3);
  const path = new PathBuffer();
  const goal = point(sources[0]);
  const starts = Array.from({ length: 500 }, (_, i) => cells[(i * 7919) % cells.length]);
  const query = best(starts, (start) => nav.findPathInto(...point(start), ...goal, path), 3);
  rows.push([
    basename(file, '.map'),
    Math.round(reached),
    ((again * 1e6) / reached).toFixed(1),
    again.toFixed(2),
    plain.toFixed(2),
    fresh.toFixed(2),
    first.toFixed(2),
    fled.toFixed(2),
    alone.toFixed(2),
    ...[areas, patches].map((time) => `${time.toFixed(1)} (${(time / alone).toFixed(1)})`),
    pricedPlain.toFixed(1),
    `${await editTimes(grid, cells)} / ${await editTimes(priced, cells)}`,
    (1000 * query).toFixed(2),
    Math.round(again / query),
  ]);
}
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
printTable(
  [
    'map',
    'reached',
    'ns a cell',
    'ms',
    'plain',
    'new ms',
    'first ms',
    'flee ms',
    'alone',
    'areas',
    'patches',
    'plain',
    'edit us',
    'search us',
    'pays from',
  ],
  rows,
);
