/**
 * Reach beside fields of the same limit: `npm run tool bench-reach -- [MAP...]`.
 *
 * From 200 cells of each map, 30 times in turns; microseconds a reach, the best time of each: in memory that is used again,
 * with 12 cells to avoid and 12 that are slow, and `flowField` with `maxCost`.
 */
import { basename } from 'node:path';
import { random } from '../src/core/grid/sample.js';
import { readMap } from '../src/core/maps/read-map.js';
import { navOf } from '../src/core/runtime/load-grid.js';
import { flowField } from '../src/play/field/field.js';
import { reach } from '../src/play/reach/reach.js';
import { mapFiles, printTable } from './maps.js';

const STARTS = 200;
const ROUNDS = 30;

const MAPS = ['../shared/maps/dao/arena2.map', '../shared/maps/bg512/AR0300SR.map'];

const rows: string[][] = [];
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
