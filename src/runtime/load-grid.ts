/** Maps that are made in the game: no blob, the engines that need nothing but the grid. */
import { anchorsIn, checkSize, withMoves } from '../core/grid/clearance.js';
import { labelBy, labelSteps } from '../core/grid/components.js';
import { type StepCosts, stepCostsOf } from '../core/grid/entered.js';
import { finish, type Grid, gridOfFields, gridSteps, type MoveRule, type Steps } from '../core/grid/grid.js';
import { axialOf, touchesAbove } from '../core/grid/hexes.js';
import { checkRule } from '../core/grid/rules.js';
import { now } from '../core/search/clock.js';
import type { Engine } from '../core/search/engine.js';
import { entering } from '../core/search/entering.js';
import { hexagons } from '../core/search/hexagons.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { onAxial } from '../engines/jps/moves/hexes.js';
import { moveJumpSteps } from '../engines/jps/moves/jumps.js';
import { moveSearch } from '../engines/jps/moves/search.js';
import { newArena } from '../engines/jps/query/arena.js';
import { fillSteps } from '../engines/jps/query/fill.js';
import { layOutLines } from '../engines/jps/query/lines.js';
import { rowSteps } from '../engines/jps/query/rows.js';
import { jumpSearch } from '../engines/jps/query/search.js';
import type { Native } from '../engines/jps/wasm/native.js';
import { weightedSteps } from '../engines/weighted/jumps.js';
import { weightedSearch } from '../engines/weighted/query.js';
import { plainNav } from './answers.js';
import { type GridNav, type Kit, kitOf, type LoadPart, type Moves, type Nav } from './nav.js';

/** Options of {@link loadGrid}. */
export interface GridOptions {
  /** Side of the square unit in cells, 1 to 16; 1 by default. Every x and y then means its top left cell. */
  size?: number | undefined;
  /** Legal diagonal steps, or the layout of hexagons; default `no-corners`. */
  diagonals?: MoveRule | undefined;
  /** `entered`: a step costs what the entered cell costs. Default: the average of both cells. */
  costs?: StepCosts | undefined;
  /**
   * Parts of `gridprep/parts`: `wasmPart` for faster queries, `linksPart` and `wallsPart` if the map has links or
   * walls,
   * `sharedPart` if the threads of a pool share the cells. Default: none.
   */
  parts?: readonly LoadPart[] | undefined;
}

/** Makes the map in slices of `ms` milliseconds, one in each frame, and returns a promise. Default: in one step. */
export interface SliceOptions {
  budget: { ms: number };
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
/** The same in slices, one in each frame. */
export function loadGrid(grid: Grid, options: Pick<GridOptions, 'parts'> & SliceOptions): Promise<Nav>;
/** A map of a function of its cells. */
export function loadGrid(width: number, height: number, cell: CellOf, options?: GridOptions): Nav;
/** The same in slices, one in each frame. */
export function loadGrid(
  width: number,
  height: number,
  cell: CellOf,
  options: GridOptions & SliceOptions,
): Promise<Nav>;
export function loadGrid(map: Grid | number, ...rest: unknown[]): Nav | Promise<Nav> {
  const isGrid = typeof map === 'object';
  if (isGrid && !map?.open)
    throw new TypeError(`grid is ${map}, expected what createGrid gives, or width, height, cell`);
  const options = (rest[isGrid ? 0 : 2] ?? {}) as GridOptions & Partial<SliceOptions>;
  if (isGrid) refuseUnknown(options, 'parts', 'budget');
  else refuseUnknown(options, 'size', 'diagonals', 'costs', 'parts', 'budget');
  const { size = 1, diagonals = 'no-corners', costs, parts = [], budget } = options;
  if (!Array.isArray(parts)) throw new TypeError(`parts is ${parts}, expected a list of parts of gridprep/parts`);
  checkSize(size);
  checkRule(diagonals);
  if (budget !== undefined && !(typeof budget?.ms === 'number' && budget.ms > 0))
    throw new RangeError(`budget is ${JSON.stringify(budget)}, expected { ms: a number above 0 }`);
  const stepCosts = stepCostsOf(costs);
  const steps = (function* (): Steps<Nav> {
    const cells = isGrid ? map : yield* gridSteps(map, ...(rest as [number, CellOf]));
    const units = withMoves(size > 1 ? anchorsIn(cells, size) : cells, diagonals);
    if (!isGrid) units.stepCosts = stepCosts;
    return yield* navSteps(isGrid ? map : units, kitOf(parts), budget !== undefined);
  })();
  return budget ? inSlices(steps, budget.ms) : finish(steps);
}

/** Whether a cell is open, or what it costs. */
type CellOf = (x: number, y: number) => boolean | number;

/** Does steps for `ms` milliseconds in each frame; in hosts without frames, in each turn of the event loop. */
async function inSlices<T>(steps: Steps<T>, ms: number): Promise<T> {
  const { requestAnimationFrame, setTimeout } = globalThis as unknown as Record<string, (next: () => void) => void>;
  for (;;) {
    await new Promise<void>((next) => (requestAnimationFrame ?? setTimeout)(() => next()));
    for (const end = now() + ms; now() < end; ) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
}

export const navOf = (map: Grid, kit: Partial<Kit> = {}): GridNav => finish(navSteps(map, kit));

/** The search of a grid, in steps. @param sliced if steps must be short: WebAssembly builds all lines in one call */
function* searchSteps(grid: Grid, native?: Native, sliced?: boolean): Steps<Engine> {
  const axial = axialOf(grid);
  if (grid.costs) {
    const jumps = yield* weightedSteps(axial);
    const none = { count: 0, costs: new Uint16Array(0), unit: 1 };
    return entering(
      grid,
      onAxial(grid, () => weightedSearch(axial, jumps, none), axial),
    );
  }
  if (grid.moveRule !== 'no-corners') {
    const jumps = yield* moveJumpSteps(axial);
    return onAxial(grid, () => moveSearch(axial, jumps), axial);
  }
  const inWasm = native?.arena();
  const lines = layOutLines(grid, inWasm ?? newArena());
  yield;
  if (inWasm && !sliced) native?.build(grid, lines);
  else yield* fillSteps(lines, yield* rowSteps(grid));
  return jumpSearch(grid, lines, undefined, inWasm && native);
}

/** What threads share of a grid. */
const cellsOf = ({ open, costs, walls }: Grid) => ({ open, ...(costs && { costs }), ...(walls && { walls }) });

/** What maps of other rules need that change, and those of hexagons. */
const MOVES: Pick<Moves, 'jumps' | 'hexes'> = { jumps: (grid) => finish(searchSteps(grid)), hexes: hexagons };

function* navSteps(made: Grid, kit: Partial<Kit>, sliced?: boolean): Steps<GridNav> {
  const { walls } = kit;
  const share = kit.share?.();
  const map: Grid = share ? gridOfFields({ ...made, ...(share.keep('cells', () => cellsOf(made)) as object) }) : made;
  if (map.walls && !walls) throw new TypeError('walls need a part; give loadGrid { parts: [wallsPart] }');
  const grid = (map.walls && walls?.doubled(map)) ?? map;
  const label = labelBy(yield* labelSteps(grid, touchesAbove(grid)));
  if (map.links && !kit.links) throw new TypeError('links need a part; give loadGrid { parts: [linksPart] }');
  const search = yield* searchSteps(grid, kit.native, sliced);
  const engine = grid.costs ? 'weighted' : 'jps';
  const nav = plainNav(grid, label, search, {
    ...{ agent: undefined, agents: [], fingerprint: '', engine, engines: [engine], blobs: [] },
    kit: { moves: MOVES as Moves, ...kit },
    source: { bytes: [], grid: { ...map }, options: {}, kept: share?.kept },
    use: (name) => (name === engine ? search : undefined),
  });
  const whole = grid === map ? nav : (walls?.nav(nav, map) as GridNav);
  return (map.links && kit.links?.(whole)) || whole;
}
