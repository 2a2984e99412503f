/**
 * Edits of maps with walls between cells: components, engines and the record of differences use the doubled grid, to
 * which each edit of the map is applied.
 */

import { doubled, doubledCell, setPlace } from '../../core/grid/doubled.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { EAST, listWalls, type WallInput, wallAt } from '../../core/grid/walls.js';
import type { Engine } from '../../core/search/engine.js';
import { onDoubled } from '../../runtime/walls.js';
import type { Batch, WallChange } from './cells.js';

/** @param shipped the baked map @param map the edited one */
export function walledLayer(shipped: Grid, map: Grid) {
  const [baked, grid] = [doubled(shipped), doubled(map)];
  let { costs: known } = map;
  /** Places of a cell and of its borders and corners, in the doubled grid. */
  const around = ([x0, y0, x1, y1]: Box): Box => [
    Math.max(0, 2 * x0 - 1),
    Math.max(0, 2 * y0 - 1),
    Math.min(grid.width - 1, 2 * x1 + 1),
    Math.min(grid.height - 1, 2 * y1 + 1),
  ];
  return {
    shipped: baked,
    grid,
    on: (search: Engine) => onDoubled(search),
    label: (label: (cell: number) => number) => (cell: number) => label(doubledCell(map, cell)),
    /** Sets walls of the map. @returns boxes of the cells on both sides of changed walls */
    set(changes: readonly WallChange[]): Box[] {
      return changes.flatMap(({ wall, open }): Box[] => {
        const [cell, bit] = wallAt(map, wall);
        const walls = map.walls as Uint8Array;
        if (bit === 0 || ((walls[cell] & bit) === 0) === open) return [];
        walls[cell] ^= bit;
        const [x, y] = [(cell % map.stride) - 1, Math.floor(cell / map.stride) - 1];
        return [[x, y, x + (bit & EAST), y + (bit >> 1)]];
      });
    },
    /**
     * The walls that make one map of the other.
     * @param back of the present one the baked one, otherwise the other way
     */
    changes(back: boolean, now = map.walls): WallChange[] {
      const [from, to] = (back ? [now, shipped.walls] : [shipped.walls, now]) as [Uint8Array, Uint8Array];
      const { width, height, stride } = map;
      const other = listWalls({ width, height, stride, walls: from.map((bits, cell) => bits ^ to[cell]) });
      return other.map((wall) => {
        const [cell, bit] = wallAt(map, wall);
        return { wall, open: (to[cell] & bit) === 0 };
      });
    },
    /**
     * What cells and walls of the map have changed, in the doubled grid, which takes them.
     * @param view the map, without costs where no cell costs more than 1
     */
    batch(changed: readonly Box[], view: Grid): Batch {
      // The first cost closes all corners, removing the last one opens them: paths must not depend on earlier edits.
      const from = shipped.costs ? map : view;
      const isOther = known !== from.costs;
      known = from.costs;
      grid.costs ??= known && grid.open.slice();
      const { open, costs = open } = grid;
      const boxes = isOther ? [around([0, 0, map.width - 1, map.height - 1])] : changed.map(around);
      const before = new Map<number, [open: number, cost: number]>();
      for (const [x0, y0, x1, y1] of boxes)
        for (let y = y0; y <= y1; y++)
          for (let x = x0; x <= x1; x++) {
            const place = grid.cell(x, y);
            if (before.has(place)) continue;
            before.set(place, [open[place], costs[place]]);
            setPlace(grid, from, x, y);
          }
      const places = Int32Array.from(before.keys()).sort();
      const differs = (at: 0 | 1, now: Uint8Array) => (place: number) => before.get(place)?.[at] !== now[place];
      const [flipped, other] = [places.filter(differs(0, open)), places.filter(differs(1, costs))];
      return { boxes, flipped, changed: other, isMuch: false };
    },
  };
}

/** @throws {RangeError} if the map has no walls between cells, or none there @throws {TypeError} if it is not a wall */
export function checkWall(grid: Grid, wall: WallInput): void {
  const [, bit] = wallAt(grid, wall);
  if (!grid.walls || bit === 0)
    throw new RangeError(
      `there is no wall ${wall.join(', ')}; ` +
        (grid.walls ? 'that is the edge of the map' : 'the map has none between cells'),
    );
}
