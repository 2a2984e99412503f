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
import { bakeHpa } from '../src/core/hpa/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { priceCircles } from '../test/circles.js';
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
const MOST_CELLS = 2 ** 21;
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
