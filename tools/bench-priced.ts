/**
 * Jump points on terrain that costs beside A*: `npm run tool bench-priced -- [--queries N --landmarks N --bounds --whole MAP|FOLDER...]`.
 *
 * Jump points and contraction hierarchies on terrain that costs against A* cell by cell, map by map and pattern
 * by pattern, both in this process, in turns; best of five passes a query, processor time for A*, which takes longer than a turn of the machine. Every
 * answer is compared with that of A*; `--whole` asks all scenarios of the files and times none. `--bounds` bakes goal bounds, too, and measures both engines.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { aStar } from '../src/baselines/astar.js';
import { bakeBounds } from '../src/bounds/bake.js';
import { bakeHierarchy } from '../src/ch/bake.js';
import { STRAIGHT } from '../src/grid/step-costs.js';
import { bakeJps } from '../src/jps/bake.js';
import { COST_PATTERNS, drawCosts } from '../src/maps/cost-patterns.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios } from '../src/maps/scen.js';
import { checkPath } from '../src/oracle/check-path.js';
import { load } from '../src/runtime/load-all.js';
import { PathBuffer } from '../src/search/path.js';
import { mapFiles, printTable } from './maps.js';

const { values, positionals } = parseArgs({
  options: {
    queries: { type: 'string', default: '120' },
    landmarks: { type: 'string', default: '8' },
    patterns: { type: 'string', default: COST_PATTERNS.join() },
    bounds: { type: 'boolean', default: false },
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
const rows: (string | number)[][] = [];
for (const file of mapFiles(positionals.length > 0 ? positionals : DEFAULT)) {
  const ground = parseMap(readFileSync(file), { file });
  const all = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`).filter(({ optimal }) => optimal > 0);
  const count = values.whole ? all.length : Math.min(all.length, Number(values.queries));
  const queries = Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]);
  for (const pattern of COST_PATTERNS.filter((name) => values.patterns.split(',').includes(name))) {
    const grid = drawCosts(ground, pattern);
    const jps = await bakeJps(grid, { landmarks: Number(values.landmarks) });
    const bakes: { blobs: Uint8Array[]; millis: number }[] = [{ blobs: [jps], millis: 0 }];
    const [contraction, ch] = await timedBake(bakeHierarchy(grid));
    bakes.push({ blobs: [ch], millis: contraction });
    if (values.bounds) {
      const [millis, bounds] = await timedBake(bakeBounds(grid));
      bakes.push({ blobs: [jps, bounds], millis });
    }
    const navs = bakes.map(({ blobs }) => timed(() => load(blobs)));
    const engines = [...navs.map(([, nav]) => nav.search), aStar(grid)];
    const reference = engines.length - 1;
    const best = engines.map(() => new Float64Array(count).fill(Infinity));
    const expanded = engines.map(() => 0);
    const wrong = engines.map(() => 0);
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
          if (path.cost !== costs[i] || path.cost !== cost / (2 * STRAIGHT)) wrong[e]++;
        }
      }
    }
    for (const [e, [millis, nav]] of navs.entries()) {
      failures += wrong[e];
      const ratios = best[reference].map((micros, i) => micros / best[e][i]);
      rows.push([
        `${file.replace(/.*\//, '')} ${pattern}, ${nav.engine}`,
        count,
        wrong[e],
        mean(best[e]).toFixed(0),
        mean(best[reference]).toFixed(0),
        (mean(best[reference]) / mean(best[e])).toFixed(1),
        middle(ratios).toFixed(1),
        (expanded[e] / count).toFixed(0),
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
    'load ms cpu',
    'bytes',
    'bake s cpu',
  ],
  rows,
);
process.exitCode = failures > 0 ? 1 : 0;
