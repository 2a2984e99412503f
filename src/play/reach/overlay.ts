/** The map as a search over single cells sees it: shared by all searches of a nav, brought up to date after edits. */
import { grown } from '../../core/arrays.js';
import { cellOf } from '../../core/grid/cells.js';
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf, type HexLayout, hexLayout } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import type { Leg } from '../../core/search/join.js';
import { toOffsets } from '../../core/search/offsets.js';
import { PathBuffer } from '../../core/search/path.js';
import type { GridNav } from '../../runtime/nav.js';
import type { Blockers, UnitBlockers } from '../avoid/blockers.js';
import { floodLinks } from '../field/along.js';
import type { FloodLink } from '../field/types.js';

/**
 * Of {@link CellOverlay.kinds}: not looked at yet; walls, other costs or other prices around; nine open cells of one
 * cost.
 */
export const UNKNOWN = 0;
export const MIXED = 1;
export const PLAIN = 2;

/** Cells whose list keeps its memory when it is emptied. */
export class CellList {
  private cells = new Int32Array(64);
  private count = 0;

  push(cell: number): void {
    if (this.count === this.cells.length) this.cells = grown(this.cells);
    this.cells[this.count++] = cell;
  }

  /** Empties it, and sets an array back in all its cells. */
  clear(array: Uint8Array | Int32Array, value: number): void {
    for (let i = 0; i < this.count; i++) array[this.cells[i]] = value;
    this.count = 0;
  }
}

/** Cells that one search closes, or makes costlier, and opens again when it is done. */
export class CellOverlay {
  /** As it is searched: of hexagons in axial coordinates. */
  grid: Grid;
  /** Columns and rows of hexagons in those coordinates. */
  readonly layout: HexLayout | undefined;
  version: number;
  /** Uint8Array(padded cells): 1 where a unit may enter. */
  open: Uint8Array;
  /** Uint8Array(padded cells): {@link UNKNOWN}, {@link MIXED} or {@link PLAIN}. */
  kinds: Uint8Array;
  readonly steps: Int32Array;
  /** Extra cost of entering a cell, on the scale of step costs; undefined until a search has one. */
  extra: Int32Array | undefined;
  /** Cells that were closed, and those that have extra costs. */
  private readonly closed = new CellList();
  private readonly costlier = new CellList();
  private readonly marked = new CellList();

  constructor(readonly nav: GridNav) {
    this.grid = axialOf(nav.grid as Grid);
    this.layout = hexLayout(nav.grid);
    this.version = nav.version;
    this.open = this.grid.open.slice();
    this.kinds = new Uint8Array(this.open.length);
    this.steps = directionSteps(this.grid.stride);
  }

  refresh(): this {
    const { nav } = this;
    const boxes = this.layout ? undefined : nav.since?.(this.version);
    const { costs } = this.grid;
    this.version = nav.version;
    this.grid = axialOf(nav.grid as Grid);
    if (!boxes || costs !== this.grid.costs) {
      this.open.set(this.grid.open);
      this.kinds.fill(UNKNOWN);
      return this;
    }
    const { stride, open } = this.grid;
    for (const [x0, y0, x1, y1] of boxes)
      for (let y = y0; y <= y1 + 2; y++) {
        this.open.set(open.subarray(y * stride + x0, y * stride + x1 + 3), y * stride + x0);
        this.kinds.fill(UNKNOWN, y * stride + x0, y * stride + x1 + 3);
      }
    return this;
  }

  kindOf(cell: number): number {
    const { open, kinds, grid } = this;
    const { stride, costs } = grid;
    let isPlain = !isStraight(grid) && !isHex(grid) && !(grid.walls && freeOfWalls(grid, cell) < 255);
    for (let row = cell - stride; isPlain && row <= cell + stride; row += stride)
      for (let c = row - 1; c <= row + 1; c++)
        isPlain &&= open[c] > 0 && (costs === undefined || costs[c] === costs[cell]);
    kinds[cell] = isPlain ? PLAIN : MIXED;
    return kinds[cell];
  }

  /** Closes the cells whose unit would stand on this one, until {@link restore}. */
  close(x: number, y: number): void {
    this.covering(x, y, this.closeCell);
  }

  /** Makes it costlier to enter the cells whose unit would stand on this one, until {@link restore}. */
  charge(x: number, y: number, cost: number): void {
    this.cost = cost;
    this.covering(x, y, this.chargeCell);
  }

  // Made once, not for each cell.
  private readonly closeCell = (cell: number): void => {
    if (this.open[cell] === 0) return;
    this.open[cell] = 0;
    this.closed.push(cell);
    this.mark(cell);
  };

  private cost = 0;
  private readonly chargeCell = (cell: number): void => {
    this.extra ??= new Int32Array(this.open.length);
    if (this.extra[cell] >= this.cost) return;
    this.extra[cell] = this.cost;
    this.costlier.push(cell);
    this.mark(cell);
  };

  restore(): void {
    const { closed, costlier, marked, open, kinds, extra } = this;
    closed.clear(open, 1);
    if (extra) costlier.clear(extra, 0);
    marked.clear(kinds, UNKNOWN);
  }

  /** Padded number of a cell of the map. @throws {RangeError} if it is not on the map */
  cellAt(x: number, y: number): number {
    const cell = cellOf(this.nav.grid, x, y);
    if (!this.layout) return cell;
    const point = this.layout.toAxial(x | (y << 16));
    return this.grid.cell(point & 0xffff, point >> 16);
  }

  /** Column and row of a padded cell, x | y << 16. */
  pointOf(cell: number): number {
    const point = this.placeOf(cell);
    return this.layout ? this.layout.toOffset(point) : point;
  }

  /** Column and row of a padded cell in the grid that is searched, x | y << 16. */
  placeOf(cell: number): number {
    const { stride } = this.grid;
    return ((cell % stride) - 1) | ((((cell / stride) | 0) - 1) << 16);
  }

  /** Visits the placements of a unit that cover a cell: that cell, for units of one. */
  covering(x: number, y: number, visit: (cell: number) => void): void {
    const { grid } = this;
    if (grid.size === 1) {
      visit(this.cellAt(x, y));
      return;
    }
    for (let v = Math.max(0, y - grid.size + 1); v <= y; v++)
      for (let u = Math.max(0, x - grid.size + 1); u <= x; u++) visit(grid.cell(u, v));
  }

  /** Makes a search leave the cells around one in all directions, until {@link restore}. */
  mark(cell: number): void {
    const { kinds, marked, grid } = this;
    for (let row = cell - grid.stride; row <= cell + grid.stride; row += grid.stride)
      for (let c = row - 1; c <= row + 1; c++) {
        kinds[c] = MIXED;
        marked.push(c);
      }
  }
}

const known = /* @__PURE__ */ new WeakMap<GridNav, CellOverlay>();

/** The ground of a nav, as its map is now. */
export function overlayOf(nav: GridNav): CellOverlay {
  const ground = known.get(nav);
  if (ground) return ground.version === nav.version ? ground : ground.refresh();
  const made = new CellOverlay(nav);
  known.set(nav, made);
  return made;
}

/** @param size as eachCell of blockers takes it @throws {TypeError | RangeError} unless the list is one of cells */
export function eachCell(
  what: string,
  list: ArrayLike<number> | Blockers | null | undefined,
  each: number,
  ground: CellOverlay,
  visit: (x: number, y: number, more: number) => void,
  size?: number,
): void {
  if (list === undefined || list === null) return;
  if (typeof list === 'object' && 'eachCell' in list) {
    const blockers = list as UnitBlockers;
    if (blockers.nav !== ground.nav) throw new RangeError(`${what} is of another map`);
    blockers.eachCell((x, y) => visit(x, y, 0), size);
    return;
  }
  if (!(typeof list === 'object' && 'length' in list))
    throw new TypeError(`${what} is ${list}, expected a list of numbers`);
  if (list.length % each !== 0)
    throw new RangeError(
      `${what} is ${list.length} numbers, expected ${each === 2 ? 'x, y' : 'x, y, steps'} of each cell`,
    );
  for (let i = 0; i < list.length; i += each) {
    ground.cellAt(list[i], list[i + 1]);
    visit(list[i], list[i + 1], list[i + 2]);
  }
}

/** In place of a direction: reached over a link. */
export const LINKED = 9;

/** The links of the map as it is that may be taken, by the cells that they begin at. */
export function linksBy(ground: CellOverlay, allows: (link: Link) => boolean = () => true): Map<number, FloodLink[]> {
  const links = new Map<number, FloodLink[]>();
  for (const way of floodLinks(ground.nav.linked, (x, y) => ground.cellAt(x, y)))
    if (allows(way.link)) {
      const others = links.get(way.from);
      if (others) others.push(way);
      else links.set(way.from, [way]);
    }
  return links;
}

/**
 * Leaves the path to a cell in a buffer, walked back.
 * @param from direction of the last step to each cell, above 7 where another leg begins
 * @param over links that led to such cells
 * @param flip 0, or the number of cells: behind them they come once more, for paths with an odd number of diagonals
 */
export function pathBack(
  ground: CellOverlay,
  from: Uint8Array,
  over: ReadonlyMap<number, FloodLink>,
  goal: number,
  cost: number,
  flip = 0,
  into = new PathBuffer(),
): PathBuffer {
  const { grid, layout } = ground;
  const legs: Leg[] = [];
  /** The link behind the leg. */
  let link: Link | undefined;
  for (let cell = goal; ; ) {
    const points: number[] = [];
    for (let last = -1; ; ) {
      const d = from[cell];
      if (d !== last) points.push(ground.placeOf(flip > 0 ? cell % flip : cell));
      if (d > 7) break;
      last = d;
      cell -= DX[d] + DY[d] * grid.stride;
      if (d & 1) cell += cell < flip ? flip : -flip;
    }
    const way = from[cell] === LINKED ? over.get(cell) : undefined;
    const path = way ? new PathBuffer() : into;
    path.write(points, points.length, cost);
    if (layout) toOffsets(path, layout);
    legs.push({ path, link });
    if (!way) break;
    ({ link } = way);
    cell = way.from + (cell < flip ? 0 : flip);
  }
  ground.nav.linked?.join(into, cost, legs.reverse());
  return into;
}
