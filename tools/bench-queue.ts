/**
 * Frames of a path queue: `npm run bench:queue -- [MAP|FOLDER...]`.
 *
 * Budget 1 ms. `burst`: 1,000 requests in one frame, between random connected cells; how many updates until all are answered. `stream`: 20 requests a frame for 300
 * frames. What a frame took beyond its budget, in ms: median, 90th, 99th percentile and the most; a busy machine interrupts, which is in there. `crowd`: 1,000
 * requests for one goal. `work`: the burst with a budget of 20000 work, and what that took in ms.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { random } from '../src/grid/sample.js';
import { bakeBounds, bakeHpa, bakeJps, parseMap } from '../src/index.js';
import { type GridNav, load } from '../src/runtime/index.js';
import { type PathQueue, pathQueue } from '../src/runtime/queue.js';
import { mapFiles, printTable } from './maps.js';

const DEFAULT_MAPS = ['bg512/AR0011SR', 'dao/arena2', 'random/random512-35-0'];
const COUNT = 1000;

type Query = [x0: number, y0: number, x1: number, y1: number];

function queriesOf(nav: GridNav, count: number): Query[] {
  const next = random(7);
  const list: Query[] = [];
  while (list.length < count) {
    const query = [nav.width, nav.height, nav.width, nav.height].map((side) => Math.floor(next() * side)) as Query;
    if (nav.isReachable(...query)) list.push(query);
  }
  return list;
}

/** Updates until nothing waits. @returns milliseconds of each */
function frames(queue: PathQueue, ask: (frame: number) => void = () => {}, least = 0): number[] {
  const times: number[] = [];
  for (let frame = 0; frame < least || queue.pending > 0; frame++) {
    ask(frame);
    const start = performance.now();
    queue.update();
    times.push(performance.now() - start);
  }
  return times;
}

const ignore = () => {};
const quantile = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))];

const args = process.argv.slice(2);
const files = args.length > 0 ? mapFiles(args) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`);
const rows: (string | number)[][] = [];
for (const file of files) {
  const grid = parseMap(readFileSync(file), { file });
  const jps = await bakeJps(grid);
  const sides: [string, GridNav][] = [
    ['jps', load(jps)],
    ['hpa', load(await bakeHpa(grid))],
  ];
  if (!file.includes('random')) sides.unshift(['jps+bounds', load([jps, await bakeBounds(grid)])]);
  for (const [engine, nav] of sides) {
    console.error(`${basename(file)} ${engine} ...`);
    const queries = queriesOf(nav, 20 * 300);
    const budget = { ms: 1 };
    // Warm, as after some seconds of a game.
    const warm = pathQueue(nav, { budget });
    for (const query of queries.slice(0, COUNT)) warm.request(...query, ignore);
    frames(warm);
    const burst = pathQueue(nav, { budget });
    for (const query of queries.slice(0, COUNT)) burst.request(...query, ignore);
    const burstTimes = frames(burst);
    const stream = pathQueue(nav, { budget });
    const over = frames(
      stream,
      (frame) => {
        for (const query of queries.slice(20 * frame, 20 * frame + 20)) stream.request(...query, ignore);
      },
      300,
    ).map((time) => time - 1);
    const crowd = pathQueue(nav, { budget });
    for (const [x, y] of queries.slice(0, COUNT)) crowd.request(x, y, queries[0][2], queries[0][3], ignore);
    const crowdTimes = frames(crowd);
    const work = pathQueue(nav, { budget: { work: 20_000 } });
    for (const query of queries.slice(0, COUNT)) work.request(...query, ignore);
    const workTimes = frames(work);
    rows.push([
      basename(file, '.map'),
      engine,
      burstTimes.length,
      stream.statistics.longestWait,
      ...[0.5, 0.9, 0.99, 1].map((share) => Math.max(0, quantile(over, share)).toFixed(2)),
      stream.statistics.sliced,
      crowdTimes.length,
      crowd.statistics.fromFields,
      `${workTimes.length} of ${quantile(workTimes, 0.5).toFixed(2)} ms`,
    ]);
  }
}
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
printTable(['map', 'engine', 'burst', 'wait', 'over p50', 'p90', 'p99', 'most', 'sliced', 'crowd', 'from field', 'work'], rows);
