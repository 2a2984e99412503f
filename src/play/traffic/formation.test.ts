import { describe, expect, it, vi } from 'vitest';
import { random } from '../../../test/grids.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import { blockersOf, type UnitBlockers } from '../avoid/blockers.js';
import { editable } from '../edit/edit.js';
import { stepsOn } from './steps.js';
import { trafficOf } from './traffic.js';
import type { Unit } from './unit.js';

type Map = ReturnType<typeof stepsOn>;

/** Cells of a group, searched again with twice the room until there are enough. */
function placesByRooms(map: Map, middle: number, size: number, count: number, isTaken: (cell: number) => boolean) {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const { x, y } = map.placeOf(middle);
  const rate = (cell: number) => {
    const place = map.placeOf(cell);
    const [dx, dy] = [Math.abs(place.x - x + (columns % 2 ? 0 : 0.5)), Math.abs(place.y - y + (rows % 2 ? 0 : 0.5))];
    return [Math.max(0, dx - (size * columns - 1) / 2, dy - (size * rows - 1) / 2), dx * dx + dy * dy, cell];
  };
  let found: number[][] = [];
  for (let [room, isCut] = [2, true]; isCut && found.length < size * size * count; room *= 2) {
    const seen = new Set([middle]);
    [found, isCut] = [[], false];
    for (const cell of seen) {
      const rated = rate(cell);
      isCut ||= rated[0] > room;
      if (rated[0] > room) continue;
      if (map.isFree(map.placeOf(cell).x, map.placeOf(cell).y) && !isTaken(cell)) found.push(rated);
      for (const { to } of map.steps(cell)) seen.add(to);
    }
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const places: number[] = [];
  for (const [, , cell] of found) {
    const covered = places.flatMap((place) => map.cover(place));
    if (places.length < count && !map.cover(cell).some((at) => covered.includes(at))) places.push(cell);
  }
  return places.sort((a, b) => a - b);
}

describe('formations', () => {
  it.each([1, 2])(
    'stay the same for units of size %i that are sent again, removed, and where the map changes',
    (size) => {
      const next = random(size);
      const any = (most: number) => Math.floor(next() * most);
      const open = Array.from({ length: 24 * 24 }, () => next() < 0.9);
      const nav = editable(loadGrid(24, 24, (x, y) => open[24 * y + x], { size }));
      const blockers = blockersOf(nav) as UnitBlockers;
      const traffic = trafficOf(nav, { blockers });
      const map = stepsOn(nav, blockers);
      const middles: [number, number][] = [
        [12, 12],
        [11, 12],
        [4, 18],
      ];
      let compared = 0;
      for (let round = 0; round < 250; round++) {
        const units = traffic.units as Unit[];
        if (units.length < 40) {
          const [x, y] = [any(24), any(24)];
          if (
            map.isFree(x, y) &&
            !map
              .cover((nav.grid as Grid).cell(x, y))
              .some((at) => units.some((one) => map.cover(one.cell).includes(at)))
          )
            traffic.add(x, y);
        }
        if (any(20) === 0 && units.length > 0) traffic.remove(units[any(units.length)]);
        if (any(30) === 0) nav.edit({ x: any(24), y: any(24), open: next() < 0.5 });
        if (any(30) === 0) blockers.move('cart', any(24), any(24));
        if (any(30) === 0) traffic.step();
        const [x, y] = middles[any(3)];
        const sent = units.filter(() => any(8) === 0);
        if (!nav.isOpen(x, y) || sent.length === 0 || !sent.every((unit) => nav.isReachable(unit.x, unit.y, x, y)))
          continue;
        const rest = units.filter((unit) => !sent.includes(unit) && unit.goal && unit.group);
        const taken = new Set(rest.flatMap((unit) => map.cover(unit.target)));
        const isTaken = (cell: number) => map.cover(cell).some((at) => taken.has(at));
        const expected = placesByRooms(map, (nav.grid as Grid).cell(x, y), size, sent.length, isTaken);
        traffic.send(sent, x, y);
        expect(sent.flatMap(({ goal, target }) => (goal ? [target] : [])).sort((a, b) => a - b)).toEqual(expected);
        compared++;
      }
      expect(compared).toBeGreaterThan(60);
    },
  );

  it('look at a cell once for all units that are sent there one by one', () => {
    const nav = navOf(createGrid(40, 40, () => true));
    const traffic = trafficOf(nav);
    const units = Array.from({ length: 800 }, (_, i) => traffic.add(i % 40, Math.floor(i / 40)));
    const isOpen = vi.spyOn(nav, 'isOpen');
    for (const unit of units) traffic.send(unit, 20, 20);
    expect(new Set(units.map(({ goal }) => `${goal}`)).size).toBe(800);
    // Each send looks at the goal itself; of 1,600 cells each is looked at with its neighbors.
    expect(isOpen.mock.calls.length).toBeLessThan(100 * 800);
  });
});
