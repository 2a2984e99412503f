/**
 * `npm run bench:priced [-- --queries N --landmarks N --whole MAP|FOLDER...]`: jump points on terrain that costs against A* cell by cell, map by map and pattern by
 * pattern, both in this process, in turns; best of five passes a query, processor time for A*, which takes longer than a turn of the machine. Every
 * answer is compared with that of A*; `--whole` asks all scenarios of the files and times none.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { aStar, bakeJps, COST_PATTERNS, checkPath, drawCosts, load, PathBuffer, parseMap, parseScenarios, STRAIGHT } from '../src/index.js';
import { mapFiles, printTable } from './maps.js';

const { values, positionals } = parseArgs({
  options: {
    queries: { type: 'string', default: '120' },
    landmarks: { type: 'string', default: '8' },
    patterns: { type: 'string', default: COST_PATTERNS.join() },
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
    const bytes = await bakeJps(grid, { landmarks: Number(values.landmarks) });
    const [millis, nav] = timed(() => load(bytes));
    const engines = [nav.search, aStar(grid)];
    const best = engines.map(() => new Float64Array(count).fill(Infinity));
    const costs = new Float64Array(count);
    let wrong = 0;
    let expanded = 0;
    for (let pass = 0; pass < (values.whole ? 1 : 5); pass++) {
      for (const [e, engine] of engines.entries()) {
        for (const [i, { startX, startY, goalX, goalY }] of queries.entries()) {
          const begin = performance.now();
          const [cpu] = timed(() => engine.search(startX, startY, goalX, goalY, path));
          // The clock of the processor is too coarse for short queries.
          const micros = Math.min(1000 * (performance.now() - begin), cpu > 1 ? 1000 * cpu : Infinity);
          best[e][i] = Math.min(best[e][i], micros);
          if (pass > 0) continue;
          if (e === 0) {
            const cost = checkPath(grid, path.cells.subarray(0, 2 * path.length), [startX, startY], [goalX, goalY]);
            if (path.cost !== cost / (2 * STRAIGHT)) wrong++;
            costs[i] = path.cost;
            expanded += engine.expanded;
          } else if (costs[i] !== path.cost) wrong++;
        }
      }
    }
    failures += wrong;
    const [ours, theirs] = best.map(mean);
    const ratios = best[1].map((micros, i) => micros / best[0][i]);
    rows.push([
      `${file.replace(/.*\//, '')} ${pattern}`,
      count,
      wrong,
      ours.toFixed(0),
      theirs.toFixed(0),
      (theirs / ours).toFixed(1),
      middle(ratios).toFixed(1),
      (expanded / count).toFixed(0),
      millis.toFixed(0),
      bytes.length,
    ]);
  }
}
printTable(['map, pattern', 'queries', 'wrong', 'us', 'A* us', 'A* / ours', 'median', 'expanded', 'load ms cpu', 'bytes'], rows);
process.exitCode = failures > 0 ? 1 : 0;
