/**
 * Tiles with an apron: the cells of a tile, and one beyond each side, for the nodes of a cluster depend on them. The
 * apron lies in the frame that a grid has round its cells anyway, so that a tile bakes like any map.
 *
 *     a a a a a        a apron, the neighbors' cells; beyond the map blocked
 *     a . . # a        nothing else sees them: floods copy one cluster, lines stay in it
 *     a . . . a
 *     a a a a a
 */
import { eachFrameCell } from '../core/blob/apron.js';
import { Grid } from '../core/grid/grid.js';
import type { Part, TileBox } from './layout.js';

/** A tile of a grid with its apron, for baking clusters: other code expects a blocked frame, {@link withoutApron}. */
export function withApron(grid: Grid, { left, top, width, height }: TileBox): Grid {
  const tile = new Grid(width, height, grid.terrain, grid.moveRule, grid.size);
  copyPart(grid, tile, { left: left - 1, top: top - 1, width: width + 2, height: height + 2, atX: 0, atY: 0 });
  return tile;
}

/** Copies a rectangle of cells to a place in a frame; a grid has costs as soon as a part has. */
export function copyPart(part: Grid, tile: Grid, { left, top, width, height, atX, atY }: Part): void {
  for (let row = 0; row < height; row++) {
    const from = part.cell(left, top + row);
    const to = (atY + row) * tile.stride + atX;
    tile.open.set(part.open.subarray(from, from + width), to);
    if (part.costs) {
      tile.costs ??= tile.open.slice();
      tile.costs.set(part.costs.subarray(from, from + width), to);
    } else tile.costs?.set(part.open.subarray(from, from + width), to);
  }
}

/** The same cells in a blocked frame, without costs where those inside are all 1. */
export function withoutApron(tile: Grid): Grid {
  const grid = tile.copy();
  for (const plane of [grid.open, grid.costs]) if (plane) eachFrameCell(grid, (cell) => plane.fill(0, cell, cell + 1));
  if (grid.costs?.every((cost) => cost < 2)) grid.costs = undefined;
  return grid;
}

/** A grid from the plain values of one that was sent between threads. */
export function gridAgain({ width, height, terrain, moveRule, size, open, costs }: Grid): Grid {
  return Object.assign(new Grid(width, height, terrain, moveRule, size), { open, costs });
}
