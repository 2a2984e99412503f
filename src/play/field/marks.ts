/** A byte for each cell: how rays of a flood end, branch or continue there. */
import { directionSteps, FORCED, windowAt } from '../../core/grid/directions.js';
import { sharesOf } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf, hexLayout } from '../../core/grid/hexes.js';
import type { Box } from '../../core/grid/rectangle.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import { costRange, DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { successorsOf, windowTable } from '../../engines/weighted/successors.js';
import type { GridNav } from '../../runtime/nav.js';

/** Visits the padded cells of boxes and the cells that touch them. */
export function around(stride: number, boxes: readonly Box[], visit: (cell: number) => void): void {
  for (const [x0, y0, x1, y1] of boxes) {
    for (let y = y0; y <= y1 + 2; y++) for (let c = y * stride + x0; c <= y * stride + x1 + 2; c++) visit(c);
  }
}

/** Whether the open cells of boxes cost `least` to `most`; without boxes, whether the map has exactly this range. */
export function hasRange(grid: Grid, boxes: readonly Box[] | undefined, least: number, most: number): boolean {
  if (!boxes) {
    const now = costRange(grid);
    return now.least === least && now.most === most;
  }
  let isInside = true;
  around(grid.stride, boxes, (cell) => {
    const cost = (grid.costs as Uint8Array)[cell];
    isInside &&= cost === 0 || (cost >= least && cost <= most);
  });
  return isInside;
}

/**
 * The byte's bits: bit d for even d, a ray in straight direction d has to branch there (see FORCED in
 * `../../core/grid/directions.ts`); and these two, in places that no straight direction has.
 */
export const WALL = 2;
/**
 * Cells around it have other costs, or walls under other move rules than no-corners: `after` of {@link Marks} has the
 * directions that follow.
 */
export const MIXED = 8;

/** Cells that `more` of {@link Marks} makes at a time: some 20 us. */
const PIECE = 512;
/** Most windows of mixed cells with their own directions, a power of two. */
const MOST_WINDOWS = 1 << 12;
/**
 * Directions that follow each arrival at a cell whose window is not known: from the cell before, those aside and behind
 * are reached for less.
 */
const ONWARD = /* @__PURE__ */ [0, 1, 2, 3, 4, 5, 6, 7].map(
  (d) => ((0x1f << ((d + 6) & 7)) | (0x1f >> (8 - ((d + 6) & 7)))) & 255,
);

/** Without diagonals, with diagonals as long as two straight steps, and on hexagons, paths turn anywhere. */
const turnsAnywhere = (grid: Grid, diagonal: number): boolean =>
  isStraight(grid) || isHex(grid) || diagonal === 2 * STRAIGHT;

export type Marks = ReturnType<typeof cellMarks>;

/**
 * The bytes of a map, which are made before its first flood, a piece at a time.
 * @param bytes of the map before a change, which are overwritten
 * @param diagonal cost of a diagonal step between cells of cost 1
 */
export function cellMarks(
  grid: Grid,
  version: number,
  bytes: Uint8Array = new Uint8Array(grid.open.length),
  diagonal = isHex(grid) ? STRAIGHT : DIAGONAL,
) {
  const { open, stride, costs, moveRule } = grid;
  const isPlain = moveRule === 'no-corners';
  const isTurning = turnsAnywhere(grid, diagonal);
  const mixed = isPlain && !costs && !isTurning ? undefined : mixedWindows(grid, diagonal);
  bytes.fill(WALL);
  const last = open.length - stride - 1;
  let c = stride + 1;
  const mark = (cell: number) => {
    const window = windowAt(open, cell, stride);
    if (open[cell] === 0) bytes[cell] = WALL;
    else if (mixed && (isTurning || (!isPlain && window !== ALL_OPEN) || (costs && isMixed(costs, cell, stride))))
      bytes[cell] = MIXED | mixed.stops(cell);
    else bytes[cell] = FORCED[window];
  };
  return {
    version,
    costs,
    diagonal,
    /** Uint8Array(cells), bits as above. */
    bytes,
    /** Directions that follow an arrival in a direction at a cell that is MIXED. */
    after: (cell: number, arrival: number): number => (mixed as Mixed).after(cell, arrival),
    /** Makes the bytes of some more cells. @returns whether any are left */
    more(): boolean {
      for (const end = Math.min(c + PIECE, last); c < end; c++) mark(c);
      return c < last;
    },
    /** Updates the bytes of cells that edits have changed, and of the cells next to them. */
    update(boxes: readonly Box[], becomes: number): void {
      around(stride, boxes, mark);
      this.version = becomes;
    },
  };
}

const ALL_OPEN = 511;

type Mixed = ReturnType<typeof mixedWindows>;

/** Directions that follow arrivals at mixed cells, by their windows. */
function mixedWindows(grid: Grid, diagonal: number) {
  const { open, stride, costs } = grid;
  const isTurning = turnsAnywhere(grid, diagonal);
  const steps = directionSteps(stride);
  const { left, entered } = sharesOf(grid);
  const successors = successorsOf(grid, { left: entered, entered: left }, diagonal);
  const numberOf = windowTable(grid, MOST_WINDOWS);
  const windows = new Uint16Array(open.length);
  /** What follows the eight arrivals at each window. */
  const lists = [...ONWARD];
  const after = (cell: number, arrival: number) => lists[8 * windows[cell] + arrival];
  return {
    after,
    /** Reads a cell's window. @returns the straight directions in which rays end there */
    stops(cell: number): number {
      // The pruning of ties is proven for move rules with diagonals.
      const window = isTurning ? 0 : numberOf(cell);
      windows[cell] = window;
      if (8 * window === lists.length) for (let d = 0; d < 8; d++) lists.push(successors(cell, d));
      let mask = 0;
      for (let d = 0; d < 8; d += 2) {
        const isSame = !costs || (costs[cell + steps[d]] === costs[cell] && costs[cell - steps[d]] === costs[cell]);
        if (!isSame || after(cell, d) !== 1 << d) mask |= 1 << d;
      }
      return mask;
    },
  };
}

/** Whether one of the eight cells around an open cell is open and has another cost. */
function isMixed(costs: Uint8Array, cell: number, stride: number): boolean {
  for (let row = cell - stride - 1; row < cell + stride; row += stride) {
    for (let c = row; c < row + 3; c++) if (costs[c] > 0 && costs[c] !== costs[cell]) return true;
  }
  return false;
}

/**
 * Marks of each map by diagonal, shared by all its fields; apart while cells have costs. A field that did not see those
 * costs then finds its marks again, whether or not other fields did.
 */
const known = /* @__PURE__ */ new WeakMap<GridNav, Map<string, Marks>>();

/** Axial grid of each map of hexagons in an offset layout, with the version of the map. */
const axials = /* @__PURE__ */ new WeakMap<GridNav, { version: number; grid: Grid }>();

/** The grid that fields of the edited map flood. */
export function floodedGrid(nav: GridNav): Grid {
  const map = (nav.searched ?? nav.grid) as Grid;
  if (!hexLayout(map)) return map;
  const made = axials.get(nav);
  if (made?.version === nav.version) return made.grid;
  const grid = axialOf(map);
  axials.set(nav, { version: nav.version, grid });
  return grid;
}

/** Marks of the edited map. @param diagonal as of {@link cellMarks} */
export function marksOf(nav: GridNav, diagonal?: number): Marks {
  const all = known.get(nav) ?? new Map<string, Marks>();
  known.set(nav, all);
  const grid = floodedGrid(nav);
  const key = `${diagonal} ${!grid.costs}`;
  const before = all.get(key);
  if (before?.version === nav.version) return before;
  const boxes = before && grid === nav.grid && before.costs === grid.costs && nav.since?.(before.version);
  if (boxes) {
    before.update(boxes, nav.version);
    return before;
  }
  const marks = cellMarks(grid, nav.version, before?.bytes, diagonal);
  all.set(key, marks);
  return marks;
}

/** Costs of a diagonal step other than the square root of two. */
const DIAGONALS = [1, 1.5, 2];

/**
 * @returns integer cost of a diagonal, undefined for the square root of two
 * @throws {RangeError} if fields cannot have it
 */
export function diagonalOf({ grid }: GridNav, diagonal: number | undefined): number | undefined {
  if (diagonal === undefined) return undefined;
  if (!DIAGONALS.includes(diagonal)) throw new RangeError(`diagonal is ${diagonal}, allowed are 1, 1.5 and 2`);
  if (isHex(grid)) throw new RangeError(`diagonal is ${diagonal}, and hexagons have none; leave it out`);
  if (grid.walls)
    throw new RangeError(`diagonal is ${diagonal}, and fields with walls between cells have none; use reach`);
  return diagonal * STRAIGHT;
}
