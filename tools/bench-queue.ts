/**
 * Frames of a path queue: `npm run tool bench-queue -- [MAP|FOLDER...]`.
 *
 * Budget 1 ms; each map and engine in a process of its own, after `warmUp` and `warmUpQueue`. `burst`: 1,000 requests in one frame, between random
 * connected cells; updates until all are answered and what these took on the processor, of the first burst of all and the best of 40. `over`: what frames take
 * beyond the budget, in ms, for 300 frames with 20 requests each and for 300 with so many that 500 wait: median, 90th, 99th percentile and the most, by the
 * clock and on the processor; other processes interrupt by the clock alone. `crowd`: 1,000 requests for one goal. `work`: the burst with a budget of 20000
 * work, and what that took in ms. `doors`: two sizes of units in one queue, 10 requests a frame, a door that opens or closes each second, for 20 s: what updates
 * take beyond the budget on the processor, and the longest wait in frames; the edit itself is not counted.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { anchorsOf } from '../src/core/grid/clearance.js';
import { random } from '../src/core/grid/sample.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { load } from '../src/core/runtime/load-all.js';
import { type GridNav, inside } from '../src/core/runtime/nav.js';
import { warmUp } from '../src/core/runtime/warm-up.js';
import { threadTime } from '../src/lab/bench/thread-time.js';
import { editable } from '../src/play/edit/edit.js';
import { type PathQueue, pathQueue } from '../src/play/queue/queue.js';
import { mapFiles, printTable } from './maps.js';

const DEFAULT_MAPS = ['bg512/AR0011SR', 'dao/arena2', 'random/random512-35-0'];
const COUNT = 1000;
const BURSTS = 40;
const STREAM = { frames: 300, requests: 20, wait: false };
const HEAVY = { frames: 300, requests: 500, wait: true };
const SHARES = [0.5, 0.9, 0.99, 1];

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

interface Frame {
  clock: number;
  processor: number;
}

/** Updates until nothing waits. @returns milliseconds of each */
function frames(queue: PathQueue, ask: (frame: number) => void = () => {}, least = 0): Frame[] {
  const times: Frame[] = [];
  for (let frame = 0; frame < least || queue.pending > 0; frame++) {
    ask(frame);
    const [clock, processor] = [performance.now(), threadTime()];
    queue.update();
    times.push({ processor: threadTime() - processor, clock: performance.now() - clock });
  }
  return times;
}

const ignore = () => {};
const budget = { ms: 1 };
const sum = (times: Frame[]) => times.reduce((all, { processor }) => all + processor, 0);
const quantile = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))];

/** What requests in every frame take beyond the budget. @param wait whether there are so many with those that wait already */
function stream(
  nav: GridNav,
  queries: Query[],
  { frames: count, requests, wait }: typeof STREAM,
): { over: string[]; queue: PathQueue } {
  const queue = pathQueue(nav, { budget });
  let next = 0;
  const times = frames(
    queue,
    (frame) => {
      for (let i = wait ? queue.pending : 0; frame < count && i < requests; i++)
        queue.request(...queries[next++ % queries.length], ignore);
    },
    count,
  );
  const over = (['clock', 'processor'] as const).map((kind) => {
    const beyond = times.map((time) => Math.max(0, time[kind] - budget.ms));
    return SHARES.map((share) => quantile(beyond, share).toFixed(2)).join(' ');
  });
  return { over, queue };
}

/** Frames of two agents on a map whose door opens and closes. */
function doors(nav: GridNav, large: GridNav): (string | number)[] {
  const man = editable(nav);
  const cart = editable(large, { follow: man });
  const queries = [man, cart].map((one) => queriesOf(inside(one), 2000));
  const queue = pathQueue([man, cart], { budget });
  warmUp(man);
  warmUp(cart);
  warmUp(queue);
  const path = man.findPath(...queries[0][0]);
  // The middle of a path, so that queries cross the door.
  const [x, y] = path?.cells.subarray((path.cells.length >> 2) << 1) ?? [0, 0];
  const beyond: number[] = [];
  for (let frame = 0; frame < 60 * 20; frame++) {
    if (frame % 60 === 0) man.edit({ x, y, width: 2, height: 2, open: frame % 120 !== 0 });
    for (let i = 0; i < 10; i++) {
      const query = queries[i & 1][(frame * 5 + (i >> 1)) % 2000];
      queue.of(i & 1 ? cart : man).request(...query, ignore);
    }
    const start = threadTime();
    queue.update();
    beyond.push(Math.max(0, threadTime() - start - budget.ms));
  }
  return [SHARES.map((share) => quantile(beyond, share).toFixed(2)).join(' '), queue.statistics.longestWait];
}

function measure(engine: string, [second, ...files]: string[]): (string | number)[] {
  const nav = load(files.map((file) => readFileSync(file)));
  warmUp(nav);
  const queries = queriesOf(nav, STREAM.frames * STREAM.requests);
  const queue = pathQueue(nav, { budget });
  warmUp(queue);
  const bursts = Array.from({ length: BURSTS }, (_, i) => {
    for (let k = 0; k < COUNT; k++) queue.request(...queries[(i * COUNT + k) % queries.length], ignore);
    return frames(queue);
  });
  const best = bursts.reduce((a, b) => (sum(b) < sum(a) ? b : a));
  const light = stream(nav, queries, STREAM);
  const heavy = stream(nav, queries, HEAVY);
  const crowd = pathQueue(nav, { budget });
  for (const [x, y] of queries.slice(0, COUNT)) crowd.request(x, y, queries[0][2], queries[0][3], ignore);
  const crowdFrames = frames(crowd).length;
  const work = pathQueue(nav, { budget: { work: 20_000 } });
  for (const query of queries.slice(0, COUNT)) work.request(...query, ignore);
  const workTimes = frames(work).map(({ clock }) => clock);
  return [
    engine,
    ...[bursts[0], best].map((burst) => `${burst.length}, ${sum(burst).toFixed(1)} ms`),
    light.queue.statistics.longestWait,
    ...light.over,
    ...heavy.over,
    light.queue.statistics.sliced + heavy.queue.statistics.sliced,
    `${crowdFrames}, ${crowd.statistics.fromFields}`,
    `${workTimes.length} of ${quantile(workTimes, 0.5).toFixed(2)} ms`,
    ...doors(nav, load(readFileSync(second))),
  ];
}

async function measureAll(files: string[]): Promise<void> {
  const rows: (string | number)[][] = [];
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-queue-'));
  for (const file of files) {
    const grid = parseMap(readFileSync(file), { file });
    const [jps, bounds, hpa, large] = ['jps', 'bounds', 'hpa', 'large'].map((name) => join(folder, name));
    writeFileSync(jps, await bakeJps(grid));
    writeFileSync(large, await bakeJps(anchorsOf(grid, 2, file)));
    writeFileSync(hpa, await bakeHpa(grid));
    const sides = [
      ['jps', large, jps],
      ['hpa', large, hpa],
    ];
    if (!file.includes('random')) {
      writeFileSync(bounds, await bakeBounds(grid));
      sides.unshift(['jps+bounds', large, jps, bounds]);
    }
    for (const side of sides) {
      console.error(`${basename(file)} ${side[0]} ...`);
      const row = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--ask', ...side], {
        encoding: 'utf8',
      });
      rows.push([basename(file, '.map'), ...(JSON.parse(row) as (string | number)[])]);
    }
  }
  rmSync(folder, { recursive: true });
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  const over = [STREAM, HEAVY].flatMap(({ requests, wait }) => [
    `over: ${requests} ${wait ? 'wait' : 'a frame'}`,
    'processor',
  ]);
  printTable(
    ['map', 'engine', 'first burst', 'best', 'wait', ...over, 'sliced', 'crowd, from field', 'work', 'doors', 'wait'],
    rows,
  );
}

const [, , flag, ...rest] = process.argv;
if (flag === '--ask') console.log(JSON.stringify(measure(rest[0], rest.slice(1))));
else
  await measureAll(flag ? mapFiles(process.argv.slice(2)) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`));
