/** Units that walk over hexagons: they arrive, in the time that their path takes, and never stand in a closed cell. */
import { describe, expect, it } from 'vitest';
import { anyCell, forSomeMaps, HEX_RULES, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { regularScale } from '../../core/grid/hex-plane.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { cellAt, centerOf } from '../../runtime/places.js';
import { editable } from '../edit/edit.js';
import { pathQueue } from '../queue/queue.js';
import { crowdOf } from './crowd.js';
import { follow } from './follow.js';

const MS = 40;

describe.each(HEX_RULES)('walkers on hexagons, %s', (rule) => {
  const navOf = (width: number, height: number, isOpen: (x: number, y: number) => boolean) =>
    editable(loadGrid(width, height, isOpen, { diagonals: rule }));

  it('arrive in the time that their path takes', () => {
    let arrived = 0;
    forSomeMaps(rule, [12, sample(480)], (grid, i) => {
      const nav = navOf(grid.width, grid.height, (x, y) => grid.isOpen(x, y));
      const next = random(i + 1);
      const [start, goal] = [anyCell(grid, next), anyCell(grid, next)];
      const path = nav.findPath(...start, ...goal);
      if (!path) return;
      const [x, y] = centerOf(nav, ...start);
      const queue = i % 2 ? pathQueue(nav, { budget: { work: 1000 } }) : undefined;
      const walker = follow(nav, { x, y, speed: 5, queue });
      walker.to(...goal);
      let updates = 0;
      while (updates++ < 400) {
        queue?.update();
        walker.update(MS);
        if (walker.status === 'arrived') break;
      }
      expect(cellAt(nav, walker.x, walker.y)).toEqual(goal);
      // A pulled way is no longer than the path.
      if (!queue) expect(updates).toBeLessThanOrEqual(Math.ceil((path.cost * 1000) / 5 / MS) + 1);
      arrived++;
    });
    expect(arrived).toBeGreaterThan(5);
  });

  it('keep apart as a crowd', () => {
    const nav = navOf(20, 20, () => true);
    const walkers = Array.from({ length: 12 }, (_, i) => {
      const [x, y] = centerOf(nav, i, 2);
      return follow(nav, { x, y, speed: 5 });
    });
    for (const walker of walkers) walker.to(10, 15);
    const crowd = crowdOf(walkers);
    for (let i = 0; i < 600; i++) crowd.update(MS);
    const [scaleX, scaleY] = regularScale({ moveRule: rule });
    let least = Infinity;
    for (const [i, a] of walkers.entries())
      for (const b of walkers.slice(i + 1))
        least = Math.min(least, Math.hypot((a.x - b.x) * scaleX, (a.y - b.y) * scaleY));
    expect(least).toBeGreaterThan(0.9 * (walkers[0].radius + walkers[1].radius));
    for (const walker of walkers) {
      expect(walker.status).toBe('arrived');
      expect(crowd.isOn(...cellAt(nav, walker.x, walker.y))).toBe(true);
    }
    expect(crowd.isOn(1, 1)).toBe(false);
  });
});
