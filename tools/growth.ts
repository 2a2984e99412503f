/**
 * How bakes grow with the map: `npm run tool growth -- [KIND --sides N,N --bakes NAME,NAME --seed N --density D]`.
 *
 * Processor seconds and memory of each bake of a generated map, each in a separate process on one thread, and the
 * exponent of each step: 1 if time grows like the cells. `--cost-pattern` gives cells costs.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Grid } from '../src/core/grid/grid.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { type CostPattern, drawCosts } from '../src/maps/cost-patterns.js';
import { generateMap, type MapKind } from '../src/maps/generate/generate.js';
import { printTable } from './maps.js';

const BAKES: Record<string, (grid: Grid) => Promise<Uint8Array>> = {
  jps: bakeJps,
  hpa: bakeHpa,
  ch: bakeHierarchy,
  bounds: (grid) => bakeBounds(grid, { threads: 1 }),
};
const { values, positionals } = parseArgs({
  options: {
    sides: { type: 'string', default: '512,1024,2048' },
    bakes: { type: 'string', default: 'jps,hpa,ch' },
    seed: { type: 'string', default: '3' },
    density: { type: 'string' },
    'cost-pattern': { type: 'string' },
    // For a process that bakes once: the bake and the side.
    once: { type: 'string' },
  },
  allowPositionals: true,
});
const kind = (positionals[0] ?? 'caves') as MapKind;

if (values.once) {
  const [bake, side] = values.once.split(',');
  const size = { width: Number(side), height: Number(side), seed: Number(values.seed) };
  const map = generateMap(kind, values.density ? { ...size, density: Number(values.density) } : size);
  const grid = values['cost-pattern'] ? drawCosts(map, values['cost-pattern'] as CostPattern, size.seed) : map;
  const begin = process.cpuUsage();
  await BAKES[bake](grid);
  const { user, system } = process.cpuUsage(begin);
  console.log(JSON.stringify([(user + system) / 1e6, process.resourceUsage().maxRSS / 1024]));
} else {
  const bakes = values.bakes.split(',');
  const rows: string[][] = [];
  let before: number[][] = [];
  let lastCells = 0;
  for (const side of values.sides.split(',')) {
    const made = bakes.map((bake) => bakeOnce(bake, side));
    const cells = Number(side) ** 2;
    const figures = made.map(([seconds, memory], i) => {
      const exponent = before[i] && Math.log(seconds / before[i][0]) / Math.log(cells / lastCells);
      return [seconds.toFixed(2), exponent?.toFixed(2) ?? '-', memory.toFixed(0)];
    });
    rows.push([side, (cells / 1e6).toFixed(2), ...figures.flat()]);
    before = made;
    lastCells = cells;
  }
  printTable([`${kind}, side`, 'M cells', ...bakes.flatMap((bake) => [`${bake} s`, 'exponent', 'MB'])], rows);
}

/** @returns processor seconds and MB of a bake in a separate process */
function bakeOnce(bake: string, side: string): number[] {
  const argv = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--once', `${bake},${side}`];
  const { stdout, status } = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${bake} of ${side} x ${side} cells failed`);
  return JSON.parse(stdout);
}
