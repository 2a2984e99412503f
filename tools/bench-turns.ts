/**
 * What turns and units cost, reach and paths around units: `npm run tool bench-turns -- [MAP...]`.
 *
 * Microseconds, the best time of 30 in turns:
 * - A reach from 200 cells of each map, in memory that is used again; with 12 cells to avoid and 12 that are slow; and
 *   `flowField` with `maxCost`.
 * - A query of 400 random pairs by jps+bounds, all cells read; the same around 50 units, those that meet none, and those
 *   that do, of which `met %` tells the share; `moved` where each unit has moved between two queries.
 */
import { basename } from 'node:path';
import { bakeBounds } from '../src/core/bounds/bake.js';
import type { Grid } from '../src/core/grid/grid.js';
import { random } from '../src/core/grid/sample.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { readMap } from '../src/core/maps/read-map.js';
import { load } from '../src/core/runtime/load-all.js';
import { navOf } from '../src/core/runtime/load-grid.js';
import { PathBuffer } from '../src/core/search/path.js';
import { findPathAround, findPathAroundInto } from '../src/play/avoid/around.js';
import { blockersOf } from '../src/play/avoid/blockers.js';
import { flowField } from '../src/play/field/field.js';
import { reach } from '../src/play/reach/reach.js';
import { mapFiles, printTable } from './maps.js';

const STARTS = 200;
const UNITS = 50;
const PAIRS = 400;
const ROUNDS = 30;

const MAPS = ['../shared/maps/dao/arena2.map', '../shared/maps/bg512/AR0300SR.map'];

const rows: string[][] = [];
const around: string[][] = [];
for (const file of mapFiles(process.argv.length > 2 ? process.argv.slice(2) : MAPS)) {
  const { grid } = await readMap(file);
  const nav = navOf(grid);
  const next = random(5);
  const starts: [number, number][] = [];
  while (starts.length < STARTS) {
    const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    if (grid.isOpen(x, y)) starts.push([x, y]);
  }
  const avoid = starts.slice(0, 12).flat();
  const slow = starts.slice(12, 24).flatMap(([x, y]) => [x, y, 1]);
  around.push([basename(file, '.map'), ...(await measureAround(grid))]);
  for (const steps of [12, 48]) {
    let one = reach(nav, ...starts[0], steps);
    let field = flowField(nav, starts[0], { maxCost: steps });
    let cells = 0;
    const ways: ((start: [number, number]) => void)[] = [
      (start) => {
        one = reach(nav, ...start, steps, { reuse: one });
        cells += one.count;
      },
      (start) => {
        one = reach(nav, ...start, steps, { reuse: one, avoid, slow });
      },
      (start) => {
        field = flowField(nav, start, { maxCost: steps, reuse: field });
      },
    ];
    const best = ways.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++)
      ways.forEach((way, i) => {
        const from = performance.now();
        for (const start of starts) way(start);
        best[i] = Math.min(best[i], (1000 * (performance.now() - from)) / STARTS);
      });
    const figures = best.map((time) => time.toFixed(1));
    rows.push([basename(file, '.map'), String(steps), (cells / ROUNDS / STARTS).toFixed(0), ...figures]);
  }
}
printTable(['map', 'steps', 'cells', 'reach', 'avoid, slow', 'field'], rows);
printTable(['map', 'plain', 'around', 'free', 'plain of those', 'met', 'met %', 'moved'], around);

/** Times of queries around units. */
async function measureAround(grid: Grid): Promise<string[]> {
  const nav = load([await bakeJps(grid), await bakeBounds(grid)]);
  const next = random(11);
  const anyCell = (): [number, number] => {
    for (;;) {
      const cell: [number, number] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
      if (grid.isOpen(...cell)) return cell;
    }
  };
  const units = Array.from({ length: UNITS }, anyCell);
  const blockers = blockersOf(nav);
  for (const [i, unit] of units.entries()) blockers.move(i, ...unit);
  const path = new PathBuffer();
  const pairs: [number, number, number, number][] = [];
  while (pairs.length < PAIRS) {
    const pair: (typeof pairs)[0] = [...anyCell(), ...anyCell()];
    if (findPathAroundInto(nav, ...pair, blockers, path)) pairs.push(pair);
  }
  const isMet = (pair: (typeof pairs)[0]) => {
    const plain = nav.findPath(...pair);
    const other = findPathAround(nav, ...pair, blockers);
    return String(plain?.cells) !== String(other?.cells);
  };
  const met = pairs.filter(isMet);
  const free = pairs.filter((pair) => !met.includes(pair));
  // Without spread arguments, whose time would be part of both.
  const plain = ([x0, y0, x1, y1]: (typeof pairs)[0]) => {
    nav.findPathInto(x0, y0, x1, y1, path);
    return path.cells;
  };
  const led = ([x0, y0, x1, y1]: (typeof pairs)[0]) => {
    findPathAroundInto(nav, x0, y0, x1, y1, blockers, path);
    return path.cells;
  };
  const moved = (pair: (typeof pairs)[0]) => {
    for (const [i, unit] of units.entries()) blockers.move(i, ...unit);
    units.push(units.shift() ?? [0, 0]);
    return led(pair);
  };
  const ways: [(pair: (typeof pairs)[0]) => unknown, typeof pairs][] = [
    [plain, pairs],
    [led, pairs],
    [led, free],
    [plain, free],
    [led, met],
    [moved, pairs],
  ];
  const best = ways.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++)
    ways.forEach(([way, of], i) => {
      // Once untimed: floods of the way before have emptied the caches.
      for (const pair of of) way(pair);
      const from = performance.now();
      for (const pair of of) way(pair);
      best[i] = Math.min(best[i], (1000 * (performance.now() - from)) / of.length);
    });
  const [all, ...others] = best.map((time) => time.toFixed(2));
  return [all, ...others.slice(0, 4), ((100 * met.length) / pairs.length).toFixed(0), others[4]];
}
