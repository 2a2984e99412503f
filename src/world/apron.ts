/**
 * Tiles with an apron: the cells of a tile, and one beyond each side, for the nodes of a cluster depend on them. The
 * apron lies in the frame that a grid has round its cells anyway, so that a tile bakes as if it were a map of its own.
 *
 *     a a a a a        a apron, the neighbors' cells; beyond the map blocked
 *     a . . # a        nothing else sees them: floods copy one cluster, lines stay in it
 *     a . . . a
 *     a a a a a
 */
import { eachFrameCell } from '../core/blob/apron.js';
import { Grid } from '../core/grid/grid.js';
import type { TileBox } from './layout.js';

/** A tile of a grid with its apron, for baking clusters: other code expects a blocked frame, {@link withoutApron}. */
export function withApron(grid: Grid, { left, top, width, height }: TileBox): Grid {
  const { terrain, moveRule, size, stride } = grid;
  const tile = new Grid(width, height, terrain, moveRule, size);
  const cut = (from: Uint8Array, to: Uint8Array) => {
    for (let y = 0; y < height + 2; y++) {
      const start = (top + y) * stride + left;
      to.set(from.subarray(start, start + width + 2), y * tile.stride);
    }
    return to;
  };
  cut(grid.open, tile.open);
  if (grid.costs) tile.costs = cut(grid.costs, new Uint8Array(tile.open.length));
  return tile;
}

/** The same cells in a blocked frame, without costs where those inside are all 1. */
export function withoutApron(tile: Grid): Grid {
  const grid = tile.copy();
  for (const plane of [grid.open, grid.costs]) if (plane) eachFrameCell(grid, (cell) => plane.fill(0, cell, cell + 1));
  if (grid.costs?.every((cost) => cost < 2)) grid.costs = undefined;
  return grid;
}

/** A grid again of one that was sent between threads, which leaves its values alone. */
export function gridAgain({ width, height, terrain, moveRule, size, open, costs }: Grid): Grid {
  return Object.assign(new Grid(width, height, terrain, moveRule, size), { open, costs });
}
