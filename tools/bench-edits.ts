/**
 * What edits cost, by engine: `npm run tool bench-edits -- [MAP|FOLDER...]`.
 *
 * What edits cost; the maps of dao and bg512 that have scenarios, and AcrosstheCape, when none is named. Seeded.
 *
 * Doors are the narrow places of a map: at most five open cells between two walls. Each is closed and opened again:
 * - `edit`: milliseconds that the thread is on the processor for an edit with the first question after it (is a goal in reach?), for jps+bounds and for hpa, without and with shortcuts: mean and 99th
 *   percentile of all rounds, collected garbage included; the same of each edit's best round, which is free of what other processes do to the caches; and the mean of that
 *   with a path found after the edit.
 * - `query`: microseconds of a query, whole cells, scenario by scenario, with one door closed: fresh bounds of the closed map, the edited map, JPS+ alone on the closed
 *   map, all three in turns; and after healing.
 */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bakeBounds } from '../src/core/bounds/bake.js';
import type { Grid } from '../src/core/grid/grid.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import type { GridNav } from '../src/core/runtime/nav.js';
import { PathBuffer } from '../src/core/search/path.js';
import { heal } from '../src/entry/runtime.js';
import { threadTime } from '../src/lab/bench/thread-time.js';
import type { Change } from '../src/play/edit/cells.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const DEFAULT_MAPS = [
  'dao/arena2',
  'dao/lak304d',
  'bg512/AR0011SR',
  'bg512/AR0072SR',
  'bg512/AR0300SR',
  'sc1/AcrosstheCape',
];
const DOORS = 120;
const WIDEST = 5;
const ROUNDS = 5;
const QUERIES = 600;
const files = mapFiles(
  process.argv.length > 2 ? process.argv.slice(2) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`),
);

/** Places between two walls that are open beyond both sides of it. */
function doorsOf(grid: Grid): Change[] {
  const next = random(7);
  const doors: Change[] = [];
  for (let tries = 0; doors.length < DOORS && tries < 3e6; tries++) {
    const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    const flat = next() < 0.5;
    const [dx, dy] = flat ? [1, 0] : [0, 1];
    if (!grid.isOpen(x, y) || grid.isOpen(x - dx, y - dy)) continue;
    let wide = 1;
    while (wide <= WIDEST && grid.isOpen(x + wide * dx, y + wide * dy)) wide++;
    if (wide <= WIDEST && grid.isOpen(x - dy, y - dx) && grid.isOpen(x + dy, y + dx))
      doors.push({ x, y, width: flat ? wide : 1, height: flat ? 1 : wide });
  }
  return doors;
}

function spread(times: number[]): [mean: string, p99: string] {
  times.sort((a, b) => a - b);
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  return [mean.toFixed(3), times[Math.floor(0.99 * times.length)].toFixed(3)];
}

/**
 * All doors closed and opened, one by one, in rounds of which the first is not counted.
 * @returns in milliseconds mean and 99th percentile of all edits, of the best round of each, and the mean of the best with a path
 */
function timeEdits(nav: ChangingNav, doors: Change[], queries: Query[]): string[] {
  const all: number[] = [];
  const best = new Float64Array(2 * doors.length).fill(Infinity);
  const withPath = best.slice();
  const path = new PathBuffer();
  for (let round = 0; round <= ROUNDS; round++) {
    for (let i = 0; i < best.length; i++) {
      const query = queries[(7 * i) % queries.length];
      const start = threadTime();
      nav.edit([{ ...doors[i >> 1], open: i % 2 > 0 }]);
      nav.isReachable(...query);
      const edited = threadTime() - start;
      nav.findPathInto(...query, path);
      const found = threadTime() - start;
      if (round > 0) {
        all.push(edited);
        best[i] = Math.min(best[i], edited);
        withPath[i] = Math.min(withPath[i], found);
      }
      // Records are made by queries.
      for (let k = 0; k < 20; k++) nav.findPathInto(...queries[(20 * i + k) % queries.length], path);
    }
  }
  return [...spread(all), ...spread([...best]), spread([...withPath])[0]];
}

type Query = [x0: number, y0: number, x1: number, y1: number];

/** Microseconds of a query of each map, in turns: the mean over queries of the best time of each ten. */
function timeQueries(navs: GridNav[], queries: Query[]): number[] {
  const path = new PathBuffer();
  const best = navs.map(() => new Float64Array(Math.ceil(queries.length / 10)).fill(Infinity));
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < queries.length; at += 10) {
      navs.forEach((nav, i) => {
        const start = performance.now();
        for (let k = at; k < Math.min(at + 10, queries.length); k++)
          if (nav.findPathInto(...queries[k], path)) path.cells;
        best[i][at / 10] = Math.min(best[i][at / 10], performance.now() - start);
      });
    }
  }
  return best.map((times) => (1000 * times.reduce((a, b) => a + b, 0)) / queries.length);
}

const edits: string[][] = [];
const asked: string[][] = [];
const worker = new Worker(new URL('../src/entry/worker.js', import.meta.url));
for (const file of files) {
  const name = basename(file, '.map');
  const grid = parseMap(readFileSync(file), { file });
  const doors = doorsOf(grid);
  const all = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`).map(
    ({ startX, startY, goalX, goalY }): Query => [startX, startY, goalX, goalY],
  );
  const queries = all.filter((_, i) => i % Math.ceil(all.length / QUERIES) === 0);
  const bounded = [await bakeJps(grid), await bakeBounds(grid)];
  edits.push([`${name}, jps+bounds`, String(doors.length), ...timeEdits(editable(load(bounded)), doors, queries)]);
  for (const shortcuts of [false, true]) {
    const times = timeEdits(editable(load(await bakeHpa(grid, { shortcuts }))), doors, queries);
    edits.push([`${name}, hpa${shortcuts ? ' with shortcuts' : ''}`, String(doors.length), ...times]);
  }
  const sums = new Float64Array(4);
  const some = doors.filter((_, i) => i % 30 === 0);
  for (const door of some) {
    const closed = grid.copy();
    const live = editable(load(bounded));
    live.edit([{ ...door, open: false }]);
    closed.open.set(live.grid.open as Uint8Array);
    const jps = await bakeJps(closed);
    const fresh = load([jps, await bakeBounds(closed)]);
    const plain = load(jps);
    timeQueries([fresh, live, plain], queries).forEach((time, i) => {
      sums[i] += time;
    });
    const healed = editable(load(bounded));
    healed.edit([{ ...door, open: false }]);
    await heal(healed, { worker });
    const [again, then] = timeQueries([fresh, healed], queries);
    sums[3] += then / again;
  }
  const n = some.length || 1;
  asked.push([
    name,
    ...[sums[0], sums[1], sums[2]].map((sum) => (sum / n).toFixed(2)),
    (sums[1] / sums[0]).toFixed(2),
    (sums[1] / sums[2]).toFixed(2),
    (sums[3] / n).toFixed(2),
  ]);
}
await worker.terminate();
printTable(['map', 'doors', 'edit ms', 'p99', 'best', 'p99', 'best with a path'], edits);
printTable(['map', 'fresh us', 'edited us', 'jps us', 'edited / fresh', 'edited / jps', 'healed / fresh'], asked);
