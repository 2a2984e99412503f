import { describe, expect, it } from 'vitest';
import { checkPairs } from '../../test/pairs.js';
import { gridFrom } from '../grid/grid.js';
import { buildHpa, rebakeHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import { hpaSearch } from '../hpa/query.js';
import { reachability, setCost, setOpen } from './set-cells.js';

const Grid = { from: gridFrom, setOpen, setCost };

describe("a grid of one's own", () => {
  it('keeps costs and openness consistent, and tells rebakeHpa what has changed', () => {
    const grid = Grid.from(20, 14, (x) => x !== 9);
    let abstraction = buildHpa(grid, { cluster: 6 });
    expect(reachability(grid)(0, 0, 19, 0)).toBe(false);
    const opened = Grid.setOpen(grid, { x: 8, y: 3, width: 3, height: 2 }, true);
    expect(opened).toEqual([9, 3, 9, 4]);
    abstraction = rebakeHpa(grid, abstraction, opened);
    expect(abstraction).toEqual(buildHpa(grid, { cluster: 6 }));
    expect(reachability(grid)(0, 0, 19, 0)).toBe(true);
    const priced = Grid.setCost(grid, { x: 7, y: 0, width: 3, height: 4 }, 5);
    expect(priced).toHaveLength(2 * (8 + 1));
    const closed = Grid.setOpen(grid, { x: 8, y: 3 }, false);
    expect([grid.costs?.[grid.cell(8, 3)], grid.costs?.[grid.cell(7, 3)], grid.costs?.[grid.cell(0, 0)]]).toEqual([
      0, 5, 1,
    ]);
    abstraction = rebakeHpa(grid, abstraction, [...priced, ...closed]);
    checkPairs(grid, hpaSearch(grid, abstraction, hpaGraph(grid, abstraction)), 31, Infinity);
    Grid.setOpen(grid, { x: 8, y: 3 }, true, 3);
    expect([grid.costs?.[grid.cell(8, 3)], Grid.setOpen(grid, { x: 8, y: 3 }, true)]).toEqual([3, []]);
  });

  it('refuses what is not on the map, and costs that are none', () => {
    const grid = Grid.from(4, 4, () => true);
    const say = (what: () => unknown, message: string) => expect(what).toThrow(new RangeError(message));
    for (const [x, y, width, height] of [
      [3, 0, 2, 1],
      [0, 3, 1, 2],
      [-1, 0, 2, 1],
      [0, -1, 1, 2],
      [0, 0, 0, 1],
      [0, 0, 1, 0],
      [0.5, 0, 1, 1],
      [0, 0, 1, 1.5],
    ])
      say(
        () => Grid.setOpen(grid, { x, y, width, height }, false),
        `area ${x}, ${y}, ${width} x ${height} is not on the map of 4 x 4 cells`,
      );
    expect(Grid.setOpen(grid, { x: 0, y: 0, width: 4, height: 4 }, true)).toEqual([]);
    say(() => Grid.setCost(grid, { x: 0, y: 0 }, 0), 'cost is 0, allowed is a whole number from 1 to 255');
    say(() => reachability(grid)(0, 0, 4, 0), 'cell 4, 0 is not on the map of 4 x 4 cells');
    expect([grid.costs, Grid.setCost(grid, { x: 0, y: 0 }, 1), grid.costs]).toEqual([undefined, [], undefined]);
  });
});
