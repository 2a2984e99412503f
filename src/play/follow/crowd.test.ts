import { expect, it } from 'vitest';
import { ALL_SAMPLES } from '../../../test/samples.js';
import { random } from '../../core/grid/sample.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { crowdOf } from './crowd.js';
import { follow } from './follow.js';

const FRAMES = (ALL_SAMPLES ? 60 : 30) * 60;
const SIDE = 21;
const MAPS: Record<string, (x: number, y: number) => boolean> = {
  'an open field': () => true,
  'a door of one cell': (x, y) => x !== 10 || y === 10,
  'a door of three cells': (x, y) => x !== 10 || (y > 8 && y < 12),
};

/** Walkers that go from one random cell to the next: arrivals, overlapping pairs, the longest standstill in seconds. */
function walkAbout(cell: (x: number, y: number) => boolean, count: number, isCrowd: boolean) {
  const next = random(5);
  const nav = loadGrid(SIDE, SIDE, cell);
  const any = (): [number, number] => {
    const [x, y] = [Math.floor(next() * SIDE), Math.floor(next() * SIDE)];
    return cell(x, y) ? [x, y] : any();
  };
  const all = Array.from({ length: count }, () => {
    const [x, y] = any();
    return follow(nav, { x: x + 0.5, y: y + 0.5, speed: 4, radius: 0.4 });
  });
  const crowd = crowdOf(isCrowd ? all : []);
  const [stood, sum] = [all.map(({ x, y }) => ({ x, y, frame: 0 })), { arrivals: 0, overlaps: 0, standstill: 0 }];
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const walker of all)
      if (walker.status !== 'walking') {
        if (walker.status === 'arrived') sum.arrivals++;
        walker.to(...any());
      }
    crowd.update(1000 / 60);
    for (const [i, walker] of all.entries()) {
      if (!isCrowd) walker.update(1000 / 60);
      if (Math.hypot(walker.x - stood[i].x, walker.y - stood[i].y) > 0.5)
        stood[i] = { x: walker.x, y: walker.y, frame };
      sum.standstill = Math.max(sum.standstill, (frame - stood[i].frame) / 60);
      if (frame % 6 === 0)
        for (const other of all.slice(0, i))
          if (Math.hypot(walker.x - other.x, walker.y - other.y) < 0.7) sum.overlaps++;
    }
  }
  return sum;
}

it.each(Object.keys(MAPS).flatMap((name) => [10, 30].map((count) => [name, count] as const)))(
  'in %s keeps %i apart, and delays none of them',
  (name, count) => {
    const [alone, crowd] = [false, true].map((isCrowd) => walkAbout(MAPS[name], count, isCrowd));
    expect(crowd.overlaps).toBeLessThan(0.6 * alone.overlaps);
    expect(crowd.arrivals).toBeGreaterThan(0.95 * alone.arrivals);
    expect(crowd.standstill).toBeLessThan(2);
  },
);
