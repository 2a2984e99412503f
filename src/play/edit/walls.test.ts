/** Maps with walls between cells that change: every answer against Dijkstra on the map as it is. */
import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { WALLED_RULES, walledGrid } from '../../../test/walls.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { listWalls, type WallInput } from '../../core/grid/walls.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import type { Nav } from '../../runtime/nav.js';
import { wallsPart } from '../../runtime/walls.js';
import { affects } from './affects.js';
import type { Change, WallChange } from './cells.js';
import { applyChanges, saveChanges } from './changes.js';
import { findDoor } from './doors.js';
import { editable, editableJps } from './edit.js';
import { type EditableNav, editsOf } from './edits.js';

/** Random edits of cells, walls and, with costs, prices. */
function anyChanges(next: () => number, { width, height, moveRule }: Grid): (Change | WallChange)[] {
  const upTo = (n: number) => Math.floor(next() * n);
  return Array.from({ length: 1 + upTo(4) }, (): Change | WallChange => {
    const [x, y, open] = [upTo(width), upTo(height), next() < 0.5];
    if (moveRule === 'never' && next() < 0.2) return { x, y, cost: 1 + upTo(6) };
    if (next() < 0.3) return { x, y, open };
    const [w, h] = [Math.max(1, width - 1), Math.max(1, height - 1)];
    return { wall: next() < 0.5 ? [upTo(w), y, 'east'] : [x, upTo(h), 'south'], open };
  }).filter((change) => !('wall' in change) || isBetween(change.wall, width, height));
}

const isBetween = ([x, y, side]: WallInput, width: number, height: number) =>
  side === 'east' ? x < width - 1 : y < height - 1;

/** Asks from some cells to all. */
function ask(nav: EditableNav, next: () => number, starts = 2): void {
  const grid = editsOf(nav).self.grid as Grid;
  const { width, height } = grid;
  for (let s = 0; s < starts; s++) {
    const [x0, y0] = [Math.floor(next() * width), Math.floor(next() * height)];
    const costs = dijkstra(grid, x0, y0);
    for (let i = 0; i < 40; i++) {
      const [x, y] = [Math.floor(next() * width), Math.floor(next() * height)];
      const optimal = costs[grid.cell(x, y)];
      const path = nav.findPath(x0, y0, x, y);
      expect(nav.isReachable(x0, y0, x, y)).toBe(optimal < Infinity);
      expect(path ? checkPath(grid, path.cells, [x0, y0], [x, y], path.links) : Infinity).toBe(optimal);
      if (path) expect(path.cost).toBeCloseTo(optimal / unitOf(grid), 9);
    }
  }
}

/** The navs of a map, one for each engine. */
async function navsOf(grid: Grid): Promise<EditableNav[]> {
  const jps = await bakeJps(grid);
  const navs: Nav[] = [load(jps), load(await bakeHierarchy(grid))];
  if (!grid.costs) navs.push(load([jps, await bakeBounds(grid)]));
  if (!grid.links) navs.push(loadGrid(grid.copy(), { parts: [wallsPart] }));
  return navs.map((nav) => editable(nav));
}

describe('a map with walls between cells that changes', () => {
  it.each(WALLED_RULES)('has shortest paths under %s with every engine', async (rule) => {
    const next = random(66);
    for (let n = 0; n < 8; n++) {
      const grid = walledGrid(next, rule, { side: 14, links: n % 3 === 2, maxCost: rule === 'never' && n % 2 ? 9 : 1 });
      for (const nav of await navsOf(grid))
        for (let round = 0; round < 4; round++) {
          nav.edit(anyChanges(next, grid));
          ask(nav, next);
        }
    }
  });

  it('saves its changes and takes them back', async () => {
    const next = random(67);
    for (const rule of WALLED_RULES) {
      const grid = walledGrid(next, rule);
      const [nav, other] = [editable(load(await bakeJps(grid))), editable(load(await bakeJps(grid)))];
      for (let n = 0; n < 5; n++) {
        nav.edit(anyChanges(next, grid));
        const [now, copy] = [nav, other].map((one) => editsOf(one).self);
        applyChanges(other, saveChanges(nav));
        expect([copy.grid.open, copy.grid.walls, copy.grid.costs]).toEqual([
          now.grid.open,
          now.grid.walls,
          now.grid.costs,
        ]);
        ask(other, next, 1);
      }
      nav.reset();
      const { self } = editsOf(nav);
      expect([self.grid.open, self.grid.walls]).toEqual([grid.open, grid.walls]);
      ask(nav, next);
      expect(editsOf(nav).changes()).toEqual([]);
    }
  });

  it('has doors of walls, of cells and of both', async () => {
    const grid = createGrid(4, 1, () => true, { walls: [[1, 0, 'east']] });
    const doors = [
      { name: 'gate', cells: [], walls: [[1, 0, 'east']] as WallInput[] },
      { name: 'both', cells: [0, 0], walls: [[2, 0, 'west']] as WallInput[] },
    ];
    const nav = editable(load(await bakeJps(grid, { places: { doors, markers: [] } })));
    const [gate, both] = [findDoor(nav, 'gate'), findDoor(nav, 'both')];
    expect([gate.walls, gate.cells, gate.isOpen]).toEqual([[[1, 0, 'east']], [], false]);
    expect(nav.findPath(0, 0, 3, 0)).toBeNull();
    const areas: object[] = [];
    nav.onChange((event) => areas.push(...event.areas));
    gate.open();
    expect([gate.isOpen, both.isOpen, nav.findPath(0, 0, 3, 0)?.cost, areas]).toEqual([
      ...[true, true, 3],
      [{ x: 1, y: 0, width: 2, height: 1 }],
    ]);
    expect([both.close(), gate.isOpen, nav.isOpen(0, 0), nav.version]).toEqual([true, false, false, 2]);
    both.open();
    expect(nav.findPath(0, 0, 3, 0)?.cost).toBe(3);
  });

  it('tells which paths a wall affects', async () => {
    const grid = createGrid(5, 3, () => true, { walls: [[0, 0, 'south']] });
    const nav = editable(load(await bakeJps(grid)));
    const path = nav.findPath(0, 0, 4, 2);
    if (!path) throw new Error('no path');
    nav.edit({ wall: [4, 0, 'south'], open: false });
    expect(affects(nav, path)).toBe(false);
    nav.edit({ wall: [path.cells[4], path.cells[5], 'east'], open: false });
    expect(affects(nav, path)).toBe(true);
    nav.reset();
    expect(affects(nav, path)).toBe(false);
  });

  it('is followed by maps with walls, and refuses what is none', async () => {
    const grid = createGrid(3, 3, () => true, { walls: [[0, 0, 'east']] });
    const nav = editable(load(await bakeJps(grid)));
    const four = createGrid(3, 3, () => true, { walls: listWalls(grid), diagonals: 'never' });
    const follower = editable(load(await bakeJps(four)), { follows: nav });
    nav.edit({ wall: [1, 1, 'south'], open: false });
    expect(listWalls(editsOf(follower).self.grid)).toContainEqual([1, 1, 'south']);
    const edit = (wall: unknown) => () => nav.edit({ wall: wall as WallInput, open: true });
    expect(edit([2, 0, 'east'])).toThrow(new RangeError('there is no wall 2, 0, east; that is the edge of the map'));
    expect(edit([3, 0, 'east'])).toThrow(new RangeError('wall is at 3, 0, which is not on the map of 3 x 3 cells'));
    expect(edit('east')).toThrow(TypeError);
    expect(() => nav.setCost(1, 1, 2)).toThrow(
      new RangeError('cost is 2, with walls between cells allowed are 1 to 128, only under diagonals never'),
    );
    const blob = await bakeJps(grid);
    expect(() => editableJps(load(blob))).toThrow(
      new RangeError('map has walls between cells; take editable in place of editableJps'),
    );
    const plain = editable(load(await bakeJps(createGrid(3, 3, () => true))));
    expect(() => plain.edit({ wall: [0, 0, 'east'], open: false })).toThrow(
      new RangeError('there is no wall 0, 0, east; the map has none between cells'),
    );
  });
});
