/** Maps that are made in the game: no blob, the engines that need nothing but the grid. */

import { anchorsIn, checkSize, withMoves } from '../grid/clearance.js';
import { labelBy, labelRuns } from '../grid/components.js';
import { type Grid, gridOfCells, type MoveRule } from '../grid/grid.js';
import { touchesAbove } from '../grid/hexes.js';
import { ALL_RULES, isHex } from '../grid/rules.js';
import { onAxial } from '../jps/moves/hexes.js';
import { buildMoveJumps } from '../jps/moves/jumps.js';
import { moveSearch } from '../jps/moves/search.js';
import { jumpLines } from '../jps/query/fill.js';
import { jumpRows } from '../jps/query/rows.js';
import { jumpSearch } from '../jps/query/search.js';
import { pricedJumps } from '../priced/jumps.js';
import { pricedSearch } from '../priced/query.js';
import type { Engine } from '../search/engine.js';
import { refuseUnknown } from '../unknown-names.js';
import { answers } from './answers.js';
import type { GridNav, Nav } from './nav.js';

/** Options of {@link loadGrid}. */
export interface GridOptions {
  /** Side of the square that walks, in cells, 1 to 16; 1 without it. Every x and y of the nav is then of the top left one of those it stands on. */
  size?: number | undefined;
  /** Which diagonal steps are legal, or the layout of hexagons, which have no costs; `no-corners` without it. */
  diagonals?: MoveRule | undefined;
}

/**
 * A map made in the game: its engine, jps or with costs priced, needs nothing but the cells. Paths are optimal; what is baked finds them faster.
 *
 *     const nav = loadGrid(64, 48, (x, y) => rows[y][x] !== '#');
 *     const path = nav.findPath(2, 2, 37, 27);
 *
 * @param width,height in cells, 1 to 8192 each
 * @param cell whether a cell is open, or what it costs, 1 to 255, and 0 where it is blocked
 * @throws {RangeError} if a side, a cost or the size is another @throws {TypeError} if an option is unknown
 */
export function loadGrid(
  width: number,
  height: number,
  cell: (x: number, y: number) => boolean | number,
  options: GridOptions = {},
): Nav {
  refuseUnknown(options, 'size', 'diagonals');
  const { size = 1, diagonals = 'no-corners' } = options ?? {};
  checkSize(size);
  if (!ALL_RULES.includes(diagonals))
    throw new RangeError(`diagonals is ${diagonals}, allowed are ${ALL_RULES.join(', ')}`);
  const ground = gridOfCells(width, height, cell);
  const grid = withMoves(size > 1 ? anchorsIn(ground, size) : ground, diagonals);
  return navOf(grid);
}

/** A nav over a grid. */
export function navOf(grid: Grid): GridNav {
  const { width, height, terrain, size, moveRule } = grid;
  const label = labelBy(labelRuns(grid, touchesAbove(grid)));
  const make = (of: Grid): Engine => {
    if (of.costs && isHex(of))
      throw new RangeError('no engine finds paths on hexagons whose cells have costs; leave the costs out');
    if (of.costs) return pricedSearch(of, pricedJumps(of), { count: 0, costs: new Uint16Array(0), unit: 1 });
    return of.moveRule === 'no-corners'
      ? jumpSearch(of, jumpLines(of, jumpRows(of)))
      : onAxial(of, (axial) => moveSearch(axial, buildMoveJumps(axial)));
  };
  const search = make(grid);
  const engine = grid.costs ? 'priced' : 'jps';
  return {
    width,
    height,
    terrain,
    size,
    diagonals: moveRule,
    agent: undefined,
    agents: [],
    fingerprint: '',
    version: 0,
    engine,
    engines: [engine],
    wasm: false,
    grid,
    label,
    search,
    kit: {},
    blobs: [],
    source: { bytes: [], options: {} },
    use: (name, _, over = grid) => (name === engine ? (over === grid ? search : make(over)) : undefined),
    ...answers(grid, label, search),
  };
}
