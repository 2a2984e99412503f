/**
 * Jump points on terrain that costs beside A*: `npm run tool bench-priced -- [--queries N --landmarks N --patterns LIST --diagonals RULE --hpa --whole MAP|FOLDER|caves...]`.
 *
 * Every engine on terrain that costs against A* cell by cell, map by map and pattern by pattern, all in this process, in turns; best of five
 * passes a query, processor time for A*. `dense` are circles of cost 3 and 8, radius 2 to 14. Answers of the optimal engines are compared
 * with those of A*; of HPA*, with and without windows, the excess is told. `--hpa` bakes that, too; `--whole` asks all
 * scenarios of the files and times none. `caves` in place of a map is a generated one of 1024 x 1024 cells, `caves2048` one of 2048.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { generateMap } from '../src/core/generate/generate.js';
import { withMoves } from '../src/core/grid/clearance.js';
import { type Grid, gridFrom, type MoveRule, setCosts } from '../src/core/grid/grid.js';
import { random } from '../src/core/grid/sample.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { COST_PATTERNS, drawCosts } from '../src/core/maps/cost-patterns.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { aStar } from '../src/lab/baselines/astar.js';
import { connectedPairs } from '../test/queries.js';
import { mapFiles, printTable } from './maps.js';

const { values, positionals } = parseArgs({
  options: {
    queries: { type: 'string', default: '120' },
    landmarks: { type: 'string', default: '8' },
    patterns: { type: 'string', default: COST_PATTERNS.join() },
    diagonals: { type: 'string', default: 'no-corners' },
    hpa: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const DEFAULT = ['bg512/AR0300SR', 'dao/arena2', 'sc1/AcrosstheCape'].map((name) => `../shared/maps/${name}.map`);
const path = new PathBuffer();
let failures = 0;

/** Milliseconds of processor time. */
function timed<T>(work: () => T): [millis: number, result: T] {
  const begin = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begin);
  return [(user + system) / 1000, result];
}

/** The same of a bake, all its threads together. */
async function timedBake(bake: Promise<Uint8Array>): Promise<[millis: number, bytes: Uint8Array]> {
  const begin = process.cpuUsage();
  const bytes = await bake;
  const { user, system } = process.cpuUsage(begin);
  return [(user + system) / 1000, bytes];
}

const middle = (list: Float64Array) => list.slice().sort()[list.length >> 1];
const mean = (list: Float64Array) => list.reduce((a, b) => a + b, 0) / list.length;
/** Circles of cost 3 and 8 on half of the ground. */
function drawDense(ground: Grid): Grid {
  const next = random(7);
  const { width, height } = ground;
  const costs = new Uint8Array(width * height).fill(1);
  for (let circles = (width * height) / 400; circles > 0; circles--) {
    const [x, y, radius] = [next() * width, next() * height, 2 + 12 * next()];
    const cost = circles & 1 ? 3 : 8;
    for (let v = Math.max(0, Math.ceil(y - radius)); v <= Math.min(height - 1, y + radius); v++)
      for (let u = Math.max(0, Math.ceil(x - radius)); u <= Math.min(width - 1, x + radius); u++)
        if (Math.hypot(u - x, v - y) <= radius) costs[v * width + u] = cost;
  }
  const grid = gridFrom(width, height, (x, y) => ground.isOpen(x, y));
  setCosts(grid, (x, y) => costs[y * width + x]);
  return grid;
}

interface Query {
  startX: number;
  startY: number;
  goalX: number;
  goalY: number;
}

/** A map and its scenarios, or caves and random pairs of one component. */
function mapOf(file: string): [Grid, Query[]] {
  const [, side] = /^caves(\d*)$/.exec(file) ?? [];
  if (side === undefined) {
    const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
    return [parseMap(readFileSync(file), { file }), scenarios.filter(({ optimal }) => optimal > 0)];
  }
  const grid = generateMap('caves', { width: Number(side || 1024), height: Number(side || 1024), seed: 1 });
  const pairs = connectedPairs(grid, 300).map(([startX, startY, goalX, goalY]) => ({ startX, startY, goalX, goalY }));
  return [grid, pairs];
}

const rows: (string | number)[][] = [];
const isCaves = (name: string) => /^caves\d*$/.test(name);
const files = [
  ...positionals.filter(isCaves),
  ...(positionals.every(isCaves) && positionals.length > 0
    ? []
    : mapFiles(positionals.length > 0 ? positionals.filter((name) => !isCaves(name)) : DEFAULT)),
];
for (const file of files) {
  const [ground, all] = mapOf(file);
  const count = values.whole ? all.length : Math.min(all.length, Number(values.queries));
  const queries = Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]);
  for (const pattern of ['dense', ...COST_PATTERNS] as const) {
    if (!values.patterns.split(',').includes(pattern)) continue;
    const priced = pattern === 'dense' ? drawDense(ground) : drawCosts(ground, pattern);
    const grid = withMoves(priced, values.diagonals as MoveRule);
    const jps = await bakeJps(grid, { landmarks: Number(values.landmarks) });
    const bakes: { blobs: Uint8Array[]; millis: number; options?: { refine: boolean } }[] = [
      { blobs: [jps], millis: 0 },
    ];
    const [contraction, ch] = await timedBake(bakeHierarchy(grid));
    bakes.push({ blobs: [ch], millis: contraction });
    if (values.hpa) {
      const [millis, hpa] = await timedBake(bakeHpa(grid));
      for (const refine of [true, false]) bakes.push({ blobs: [hpa], millis, options: { refine } });
    }
    const navs = bakes.map(({ blobs, options }) => timed(() => load(blobs, options)));
    const engines = [...navs.map(([, nav]) => nav.search), aStar(grid)];
    const reference = engines.length - 1;
    const best = engines.map(() => new Float64Array(count).fill(Infinity));
    const expanded = engines.map(() => 0);
    const wrong = engines.map(() => 0);
    const excess = engines.map(() => new Float64Array(count));
    const costs = new Float64Array(count);
    for (let pass = 0; pass < (values.whole ? 1 : 5); pass++) {
      // A* first: the others are compared with it.
      for (let e = reference; e >= 0; e--) {
        for (const [i, { startX, startY, goalX, goalY }] of queries.entries()) {
          const begin = performance.now();
          const [cpu] = timed(() => engines[e].search(startX, startY, goalX, goalY, path));
          // The clock of the processor is too coarse for short queries.
          const micros = Math.min(1000 * (performance.now() - begin), cpu > 1 ? 1000 * cpu : Infinity);
          best[e][i] = Math.min(best[e][i], micros);
          if (pass > 0) continue;
          expanded[e] += engines[e].expanded;
          if (e === reference) costs[i] = path.cost;
          const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [startX, startY], [goalX, goalY]);
          excess[e][i] = 100 * (path.cost / costs[i] - 1);
          const isNear = e < reference && navs[e][1].engine === 'hpa';
          if ((!isNear && path.cost !== costs[i]) || path.cost !== cost / (2 * STRAIGHT)) wrong[e]++;
        }
      }
    }
    for (const [e, [millis, nav]] of navs.entries()) {
      failures += wrong[e];
      const ratios = best[reference].map((micros, i) => micros / best[e][i]);
      rows.push([
        `${file.replace(/.*\//, '')} ${pattern}, ${nav.engine}${bakes[e].options?.refine === false ? ' without windows' : ''}`,
        count,
        wrong[e],
        mean(best[e]).toFixed(0),
        mean(best[reference]).toFixed(0),
        (mean(best[reference]) / mean(best[e])).toFixed(1),
        middle(ratios).toFixed(1),
        (expanded[e] / count).toFixed(0),
        [mean(excess[e]), excess[e].sort()[Math.floor(0.99 * count)], excess[e][count - 1]]
          .map((percent) => percent.toFixed(1))
          .join(' / '),
        millis.toFixed(0),
        bakes[e].blobs.reduce((sum, { length }) => sum + length, 0),
        e > 0 ? (bakes[e].millis / 1000).toFixed(1) : '',
      ]);
    }
  }
}
printTable(
  [
    'map, pattern',
    'queries',
    'wrong',
    'us',
    'A* us',
    'A* / ours',
    'median',
    'expanded',
    'excess %, mean / p99 / worst',
    'load ms cpu',
    'bytes',
    'bake s cpu',
  ],
  rows,
);
process.exitCode = failures > 0 ? 1 : 0;
