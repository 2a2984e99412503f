/** The moves that are legal on a map as it is, for searches over its cells. */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { isHex, leastBeside, movesMask } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import type { Hexagons } from '../../core/search/hexagons.js';

/** Parts of its loader that the map needs. */
export interface MapParts {
  readonly moves?: { readonly hexes: Hexagons } | undefined;
}

/** Costs of a straight and a diagonal step for each unit of the costs of both cells. */
export function stepLengths(grid: ReadonlyGrid): [straight: number, diagonal: number] {
  const factor = grid.costs ? 1 : 0.5;
  return [STRAIGHT * factor, (isHex(grid) ? STRAIGHT : DIAGONAL) * factor];
}

/** @returns the mask of the moves that are legal from an open cell */
export function legalMoves(grid: ReadonlyGrid, { moves }: MapParts): (cell: number) => number {
  const { open, stride } = grid;
  const beside = leastBeside(grid);
  const byLayout = moves?.hexes.offsetMoves(grid);
  const byRule = byLayout ? 255 : movesMask(grid);
  /** By the open cells around: moves to open cells past open corners. */
  const legal = Uint8Array.from({ length: 256 }, (_, around) => {
    let mask = around & byRule;
    for (let d = 1; d < 8; d += 2)
      if (((around >> (d - 1)) & 1) + ((around >> ((d + 1) & 7)) & 1) < beside) mask &= ~(1 << d);
    return mask;
  });
  return (cell) => {
    const [above, below] = [cell - stride, cell + stride];
    const right = open[above] | (open[above + 1] << 1) | (open[cell + 1] << 2) | (open[below + 1] << 3);
    const left = (open[below] << 4) | (open[below - 1] << 5) | (open[cell - 1] << 6) | (open[above - 1] << 7);
    const mask = legal[right | left] & (byLayout ? byLayout(cell) : 255);
    return grid.walls ? mask & freeOfWalls(grid, cell) : mask;
  };
}
