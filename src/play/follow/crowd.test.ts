import { expect, it } from 'vitest';
import { IS_LONG } from '../../../test/samples.js';
import { random } from '../../core/grid/sample.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { crowdOf } from './crowd.js';
import { follow } from './follow.js';

const SECONDS = IS_LONG ? 60 : 20;
type Open = (x: number, y: number) => boolean;
const MAPS: Record<string, { width: number; height: number; cell: Open }> = {
  'an open field': { width: 21, height: 21, cell: () => true },
  'a door of one cell': { width: 21, height: 21, cell: (x, y) => x !== 10 || y === 10 },
  'a door of three cells': { width: 21, height: 21, cell: (x, y) => x !== 10 || (y > 8 && y < 12) },
  'a corridor of one cell': { width: 26, height: 9, cell: (x, y) => x < 9 || x > 16 || y === 4 },
  'a room': { width: 40, height: 28, cell: () => true },
};

/** Walkers that go from one random cell to the next. */
function walkAbout(name: string, count: number, { isCrowd = true, seed = 5, mixed = 0 } = {}) {
  const { width, height, cell } = MAPS[name];
  const next = random(seed);
  const nav = loadGrid(width, height, cell);
  const any = (): [number, number] => {
    const [x, y] = [Math.floor(next() * width), Math.floor(next() * height)];
    return cell(x, y) ? [x, y] : any();
  };
  const all = Array.from({ length: count }, () => {
    const [x, y] = any();
    return follow(nav, { x: x + 0.5, y: y + 0.5, speed: 4, radius: 0.4 - mixed * next() });
  });
  const crowd = crowdOf(isCrowd ? all : []);
  const stood = all.map(({ x, y }) => ({ x, y, frame: 0 }));
  /** Of touching: the nearest two, and the share of frames with two nearer than 0.9; cells deep in a wall. */
  const sum = { arrivals: 0, overlaps: 0, standstill: 0, closest: 1, close: 0, inWall: 0 };
  for (let frame = 0; frame < 60 * SECONDS; frame++) {
    for (const walker of all)
      if (walker.status !== 'walking') {
        if (walker.status === 'arrived') sum.arrivals++;
        walker.to(...any());
      }
    crowd.update(1000 / 60);
    let closest = 1;
    for (const [i, walker] of all.entries()) {
      if (!isCrowd) walker.update(1000 / 60);
      const { x, y, radius } = walker;
      if (Math.hypot(x - stood[i].x, y - stood[i].y) > 0.5) stood[i] = { x, y, frame };
      sum.standstill = Math.max(sum.standstill, (frame - stood[i].frame) / 60);
      for (const [u, v] of [-1, 1].flatMap((dx) => [-1, 1].map((dy) => [x + dx * radius, y + dy * radius])))
        if (u < 0 || v < 0 || u > width || v > height || !cell(Math.floor(u), Math.floor(v)))
          sum.inWall = Math.max(sum.inWall, Math.min(...[u, v].map((at) => Math.abs(at - Math.round(at)))));
      // In the first second they leave the cells where they began.
      if (frame > 60)
        for (const other of all.slice(0, i)) {
          const ratio = Math.hypot(x - other.x, y - other.y) / (radius + other.radius);
          closest = Math.min(closest, ratio);
          if (ratio < 0.87) sum.overlaps++;
        }
    }
    sum.closest = Math.min(sum.closest, closest);
    if (closest < 0.9) sum.close += 1 / (60 * SECONDS);
  }
  return sum;
}

it.each([
  ['an open field', 30, 0.1, 0.95],
  ['a door of one cell', 30, 0.6, 0.95],
  ['a door of three cells', 30, 0.3, 0.95],
  ['a corridor of one cell', 12, 0.9, 0.8],
] as const)('in %s keeps %i apart, none of which stands still or comes into a wall', (name, count, share, least) => {
  const [alone, crowd] = [false, true].map((isCrowd) => walkAbout(name, count, { isCrowd }));
  expect(crowd.overlaps).toBeLessThan(share * alone.overlaps);
  expect(crowd.arrivals).toBeGreaterThan(least * alone.arrivals);
  expect(crowd.standstill).toBeLessThan(1);
  expect(crowd.inWall).toBeLessThan(1 / 512);
});

it.each([
  [30, 1],
  [60, 2],
])('in a room keeps %i of mixed radius apart', (count, seed) => {
  const { close, closest } = walkAbout('a room', count, { seed, mixed: 0.15 });
  // In 99.5 % of frames at 0.9 of touching.
  expect(close).toBeLessThan(0.005);
  expect(closest).toBeGreaterThan(0.75);
});

it.each([0, 0.01, 0.3, 0.7])('lets two pass that come head-on, %f cells off', (off) => {
  const nav = loadGrid(20, 11, () => true);
  const [a, b] = [
    [1.5, 18],
    [18.5, 1],
  ].map(([x, to], i) => {
    const walker = follow(nav, { x, y: 5.5 + i * off, radius: 0.4 });
    walker.to(to, 5);
    return walker;
  });
  const crowd = crowdOf([a, b]);
  for (let frame = 0; frame < 300; frame++) {
    crowd.update(1000 / 60);
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.9 * 0.8);
  }
  expect([a.status, b.status]).toEqual(['arrived', 'arrived']);
});

it('does not let two of the same goal circle around it', () => {
  const nav = loadGrid(11, 11, () => true);
  const all = [
    [5.6, 5.37],
    [5.4, 5.63],
  ].map(([x, y], i) => {
    const walker = follow(nav, { x: x + 4 * i - 2, y, radius: 0.4, speed: 4 });
    walker.to(5, 5);
    return walker;
  });
  const crowd = crowdOf(all);
  for (let frame = 0; frame < 90; frame++) crowd.update(1000 / 60);
  expect(all.map(({ status }) => status)).toEqual(['arrived', 'arrived']);
});
