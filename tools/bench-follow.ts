/**
 * Walkers: `npm run tool bench-follow -- [MAP...]`.
 *
 * 1,000 walkers of radius 0.3 go about for 600 frames of 16 ms; who has arrived gets another goal through a queue of 1 ms, and every 60 frames a cell
 * of some way is closed or opened. Milliseconds of processor time a frame, median and 99th percentile: of the walkers' updates, and of the queue.
 * Then 200 walkers from all over the map go to one goal, by themselves and as a crowd, for 1,200 frames: pairs that overlap at the end, time of an update, and
 * how many have arrived.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { random } from '../src/core/grid/sample.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { load } from '../src/core/runtime/load-all.js';
import { cellAt, centerOf, nearestOpen, nearestReachable } from '../src/core/runtime/places.js';
import { warmUp } from '../src/core/runtime/warm-up.js';
import { threadTime } from '../src/lab/bench/thread-time.js';
import { editable } from '../src/play/edit/edit.js';
import type { EditableNav } from '../src/play/edit/edits.js';
import { crowdOf } from '../src/play/follow/crowd.js';
import { follow } from '../src/play/follow/follow.js';
import type { Walker } from '../src/play/follow/walker.js';
import { type PathQueue, pathQueue } from '../src/play/queue/queue.js';
import { mapFiles, printTable } from './maps.js';

const DEFAULT_MAPS = ['bg512/AR0011SR', 'dao/arena2'];
const [COUNT, CROWD, FRAMES, LONG, MS] = [1000, 200, 600, 1200, 16];

const quantile = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.floor(share * (times.length - 1))].toFixed(2);

function measure(nav: EditableNav, name: string): (string | number)[] {
  const next = random(7);
  const any = (): [number, number] => [Math.floor(next() * nav.width), Math.floor(next() * nav.height)];
  const main = Array.from({ length: 99 }, () => nearestOpen(nav, ...any()) as [number, number]).find((cell) =>
    nav.isReachable(...cell, ...(nearestOpen(nav, nav.width >> 1, nav.height >> 1) as [number, number])),
  ) as [number, number];
  const place = () => nearestReachable(nav, ...any(), ...main) as [number, number];
  const muster = (count: number, queue?: PathQueue) =>
    Array.from({ length: count }, () => {
      const [x, y] = centerOf(nav, ...place());
      return follow(nav, { x, y, radius: 0.3, speed: 6, queue });
    });
  const queue = pathQueue(nav, { budget: { ms: 1 } });
  warmUp(nav);
  warmUp(queue);
  const walkers = muster(COUNT, queue);
  const [updates, queries]: number[][] = [[], []];
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const walker of walkers) if (walker.status === 'arrived' || walker.status === 'idle') walker.to(...place());
    if (frame % 60 === 59) {
      const { points } = walkers[frame % COUNT];
      const cell = cellAt(nav, points.at(-2) ?? 1, points.at(-1) ?? 1);
      nav.setOpen(...cell, !nav.isOpen(...cell));
    }
    const start = threadTime();
    queue.update();
    const middle = threadTime();
    for (const walker of walkers) walker.update(MS);
    if (frame < 60) continue; // they are compiled meanwhile
    queries.push(middle - start);
    updates.push(threadTime() - middle);
  }
  const piles = [false, true].map((isCrowd) => {
    const units = muster(CROWD);
    for (const unit of units) unit.to(...main);
    const crowd = crowdOf(units);
    const times: number[] = [];
    for (let frame = 0; frame < LONG; frame++) {
      const start = threadTime();
      if (isCrowd) crowd.update(MS);
      else for (const unit of units) unit.update(MS);
      if (frame > 60) times.push(threadTime() - start);
    }
    const there = units.filter(({ status }) => status === 'arrived').length;
    return `${overlaps(units)}, ${quantile(times, 0.5)} ms, ${there}`;
  });
  return [name, quantile(updates, 0.5), quantile(updates, 0.99), quantile(queries, 0.5), ...piles];
}

/** Pairs that overlap by more than a tenth of a radius. */
function overlaps(units: Walker[]): number {
  let count = 0;
  units.forEach((a, i) => {
    for (const b of units.slice(i + 1)) if (Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius - 0.03) count++;
  });
  return count;
}

const files =
  process.argv.length > 2 ? mapFiles(process.argv.slice(2)) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`);
const rows: (string | number)[][] = [];
for (const file of files) {
  const nav = editable(load(await bakeJps(parseMap(readFileSync(file), { file }))));
  rows.push(measure(nav, basename(file, '.map')));
}
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
printTable(['map', '1,000: median', 'p99', 'queue', 'pile alone', 'pile as a crowd'], rows);
