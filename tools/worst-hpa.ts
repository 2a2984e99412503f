/**
 * The scenarios whose paths by HPA* are the longest, relative to the optimum: `npm run tool worst-hpa -- [--no-refine --cluster N --circles SEED MAP|FOLDER...]`.
 * The same of worlds in small tiles, on seeded maps of every kind: `npm run tool worst-hpa -- --worlds SEEDS`.
 *
 * The scenarios whose paths by HPA* are the longest, relative to the optimum, and the mean of all; on
 * maps whose cells all cost the same. Without the windows that mend short paths with `--no-refine`. With `--circles`
 * on dense weighted terrain: a circle of cost 3 or 8 each 700 cells, of radius 2 to 14, compared with a hierarchy's optimum.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios } from '../src/maps/scen.js';
import { load } from '../src/runtime/load-all.js';
import { priceCircles } from '../test/circles.js';
import { excesses, WORLDS, worldOf } from '../test/world-quality.js';
import { mapFiles, printTable } from './maps.js';

const { values, positionals } = parseArgs({
  options: {
    'no-refine': { type: 'boolean', default: false },
    cluster: { type: 'string' },
    circles: { type: 'string' },
    worlds: { type: 'string' },
  },
  allowPositionals: true,
});
if (values.worlds) {
  await measureWorlds(Number(values.worlds));
  process.exit();
}

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
printTable(
  ['map', 'from', 'to', 'optimum', 'cost', 'longer %'],
  worst.map(({ row }) => row),
);
console.log(`${all.length} scenarios: ${summary(all)}, ${(cpu / all.length).toFixed(1)} us of processor time`);

/** @param excesses in per cent */
function summary(excesses: number[]): string {
  const sorted = excesses.toSorted((a, b) => a - b);
  const mean = sorted.reduce((a, b) => a + b, 0) / (sorted.length || 1);
  const p99 = sorted[Math.floor(0.99 * sorted.length)] ?? 0;
  return `mean ${mean.toFixed(4)} %, p99 ${p99.toFixed(2)} %, worst ${(sorted.at(-1) ?? 0).toFixed(1)} %`;
}

/** Paths between random cells, and between cells near both sides of a border between tiles. */
async function measureWorlds(seeds: number): Promise<void> {
  const sums: number[][] = [[], []];
  const rows: string[][] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    for (let i = 0; i < WORLDS; i++) {
      const world = worldOf(i, seed);
      const percents = (await excesses(world, 30)).map((list) => list.map((share) => 100 * share));
      rows.push([world.name, ...percents.map(summary)]);
      for (const k of [0, 1]) sums[k].push(...percents[k]);
    }
  }
  printTable(['world', 'random pairs', 'pairs at borders'], [...rows, ['all', ...sums.map(summary)]]);
}
