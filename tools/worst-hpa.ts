/**
 * The scenarios whose paths by HPA* are the longest beside the optimum: `npm run tool worst-hpa -- [--no-refine --cluster N --circles SEED MAP|FOLDER...]`.
 *
 * The scenarios whose paths by HPA* are the longest beside the optimum, and how all of them are; on
 * maps whose cells all cost the same. Without the windows that mend short paths with `--no-refine`. With `--circles`
 * on dense weighted terrain: a circle of cost 3 or 8 each 700 cells, of radius 2 to 14, beside a hierarchy's optimum.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const { values, positionals } = parseArgs({
  options: {
    'no-refine': { type: 'boolean', default: false },
    cluster: { type: 'string' },
    circles: { type: 'string' },
  },
  allowPositionals: true,
});
const SHOWN = 20;
/** Cells of a map for each circle. */
const CELLS_A_CIRCLE = 700;
const MOST_CELLS = 2 ** 21;
/** Circles of cost 3 and 8, of radius 2 to 14. */
function priceCircles(grid: Grid, seed: number): void {
  const next = random(seed);
  const costs = new Uint8Array(grid.open.length).fill(1);
  for (let i = (grid.width * grid.height) / CELLS_A_CIRCLE; i > 0; i--) {
    const [cx, cy, r, cost] = [next() * grid.width, next() * grid.height, 2 + 12 * next(), next() < 0.5 ? 3 : 8];
    for (let y = Math.max(0, Math.ceil(cy - r)); y <= Math.min(grid.height - 1, cy + r); y++)
      for (let x = Math.max(0, Math.ceil(cx - r)); x <= Math.min(grid.width - 1, cx + r); x++)
        if (Math.hypot(x - cx, y - cy) <= r) costs[grid.cell(x, y)] = cost;
  }
  setCosts(grid, (x, y) => costs[grid.cell(x, y)]);
}

const path = new PathBuffer();
const all: number[] = [];
const worst: { row: (string | number)[]; excess: number }[] = [];
let cpu = 0;
for (const file of mapFiles(positionals)) {
  const grid = parseMap(readFileSync(file), { file });
  if (grid.width * grid.height > MOST_CELLS) continue;
  if (values.circles) priceCircles(grid, Number(values.circles));
  const exact = values.circles && load(await bakeHierarchy(grid, { codec: 'none' }));
  const cluster = Number(values.cluster ?? 16);
  const nav = load(await bakeHpa(grid, { ...((values.cluster || !exact) && { cluster }), zstdLevel: 3 }));
  nav.search.refine = !values['no-refine'];
  const begin = process.cpuUsage();
  for (const { startX, startY, goalX, goalY, ...scenario } of parseScenarios(
    readFileSync(`${file}.scen`, 'utf8'),
    `${file}.scen`,
  )) {
    const optimal = exact ? (exact.findPath(startX, startY, goalX, goalY)?.cost ?? 0) : scenario.optimal;
    if (optimal === 0 || !nav.findPathInto(startX, startY, goalX, goalY, path)) continue;
    const excess = 100 * Math.max(0, path.cost / optimal - 1);
    all.push(excess);
    worst.push({
      excess,
      row: [
        file,
        `${startX},${startY}`,
        `${goalX},${goalY}`,
        optimal.toFixed(2),
        path.cost.toFixed(2),
        excess.toFixed(1),
      ],
    });
  }
  const { user, system } = process.cpuUsage(begin);
  cpu += user + system;
  worst.sort((a, b) => b.excess - a.excess).splice(SHOWN);
}
all.sort((a, b) => a - b);
printTable(
  ['map', 'from', 'to', 'optimum', 'cost', 'longer %'],
  worst.map(({ row }) => row),
);
const mean = all.reduce((a, b) => a + b, 0) / (all.length || 1);
console.log(
  `${all.length} scenarios: mean ${mean.toFixed(4)} %, p99 ${(all[Math.floor(0.99 * all.length)] ?? 0).toFixed(2)} %, worst ${(all.at(-1) ?? 0).toFixed(1)} %, ${(cpu / all.length).toFixed(1)} us of processor time`,
);
