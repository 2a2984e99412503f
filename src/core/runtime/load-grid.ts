/** Maps that are made in the game: no blob, the engines that need nothing but the grid. */

import { local } from '../blob/keep.js';
import { anchorsIn, checkSize, withMoves } from '../grid/clearance.js';
import { labelBy, labelRuns } from '../grid/components.js';
import { type Grid, gridOfCells, type MoveRule } from '../grid/grid.js';
import { touchesAbove } from '../grid/hexes.js';
import { ALL_RULES, isHex } from '../grid/rules.js';
import { onAxial } from '../jps/moves/hexes.js';
import { buildMoveJumps } from '../jps/moves/jumps.js';
import { moveSearch } from '../jps/moves/search.js';
import { pricedJumps } from '../priced/jumps.js';
import { pricedSearch } from '../priced/query.js';
import type { Engine } from '../search/engine.js';
import { refuseUnknown } from '../unknown-names.js';
import { answers } from './answers.js';
import { jumps } from './engines.js';
import { type GridNav, type Kit, kitOf, type LoadPart, type Moves, type Nav } from './nav.js';

/** Options of {@link loadGrid}. */
export interface GridOptions {
  /** Side of the square unit in cells, 1 to 16; 1 by default. Every x and y is then that of its top left cell. */
  size?: number | undefined;
  /** Legal diagonal steps, or the layout of hexagons; default `no-corners`. */
  diagonals?: MoveRule | undefined;
  /** Parts of `gridprep/parts`: `wasmPart` for faster queries, `linksPart` if the map has links. Default: none. */
  parts?: readonly LoadPart[] | undefined;
}

/**
 * A map that is made in the game. Paths are optimal; `rebake` makes them faster.
 *
 *     const nav = loadGrid(64, 48, (x, y) => rows[y][x] !== '#');
 *     const path = nav.findPath(2, 2, 37, 27);
 *
 * Doors, markers, links, walls and wall costs come with a grid of `createGrid`:
 *
 *     const nav = loadGrid(createGrid(64, 48, cell, { doors, links }), { parts: [linksPart] });
 *
 * @param width,height in cells, 1 to 8192 each
 * @param cell whether a cell is open, or what it costs, 1 to 255, and 0 where it is blocked
 * @throws {RangeError} if a side, a cost or the size is out of its range
 * @throws {TypeError} if an option is unknown, or the grid has links and `linksPart` is missing
 */
export function loadGrid(grid: Grid, options?: Pick<GridOptions, 'parts'>): Nav;
export function loadGrid(
  width: number,
  height: number,
  cell: (x: number, y: number) => boolean | number,
  options?: GridOptions,
): Nav;
export function loadGrid(of: Grid | number, ...rest: unknown[]): Nav {
  const isGrid = typeof of === 'object';
  const options = (rest[isGrid ? 0 : 2] ?? {}) as GridOptions;
  if (isGrid) refuseUnknown(options, 'parts');
  else refuseUnknown(options, 'size', 'diagonals', 'parts');
  const { size = 1, diagonals = 'no-corners', parts = [] } = options;
  if (!Array.isArray(parts)) throw new TypeError(`parts is ${parts}, expected a list of parts of gridprep/parts`);
  if (isGrid) return navOf(of, kitOf(parts));
  checkSize(size);
  if (!ALL_RULES.includes(diagonals))
    throw new RangeError(`diagonals is ${diagonals}, allowed are ${ALL_RULES.join(', ')}`);
  const cells = gridOfCells(of, ...(rest as [number, (x: number, y: number) => boolean | number]));
  return navOf(withMoves(size > 1 ? anchorsIn(cells, size) : cells, diagonals), kitOf(parts));
}

/** JPS+ under the other move rules, from the grid alone. */
const moves = { jumps: (grid: Grid) => onAxial(grid, (axial) => moveSearch(axial, buildMoveJumps(axial))) } as Moves;

/** A nav over a grid. @param kit parts of the bundle */
export function navOf(map: Grid, kit: Kit = {}): GridNav {
  const { walls } = kit;
  if (map.walls && !walls) throw new TypeError('walls need a part; give loadGrid { parts: [wallsPart] }');
  const grid = (map.walls && walls?.doubled(map)) ?? map;
  const { width, height, terrain, size, moveRule } = grid;
  const label = labelBy(labelRuns(grid, touchesAbove(grid)));
  const make = (of: Grid): Engine => {
    if (of.costs && isHex(of))
      throw new RangeError('no engine finds paths on hexagons whose cells have costs; leave the costs out');
    if (of.costs) return pricedSearch(of, pricedJumps(of), { count: 0, costs: new Uint16Array(0), unit: 1 });
    return jumps.make([], of, { moves, native: kit.native, keep: local });
  };
  if (map.links && !kit.links) throw new TypeError('links need a part; give loadGrid { parts: [linksPart] }');
  const search = make(grid);
  const engine = grid.costs ? 'priced' : 'jps';
  const nav: GridNav = {
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
    wasm: search.wasm === true,
    grid,
    label,
    search,
    kit,
    blobs: [],
    source: { bytes: [], grid: { ...map }, options: {} },
    use: (name, _, over = grid) => (name === engine ? (over === grid ? search : make(over)) : undefined),
    ...answers(grid, label, search),
  };
  const whole = grid === map ? nav : (walls?.nav(nav, map) as GridNav);
  return (map.links && kit.links?.(whole)) || whole;
}
