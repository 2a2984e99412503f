/** The cells of a map that changes: checks a list of changes, then applies it as one batch. */

import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import type { WallInput } from '../../core/grid/walls.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { type Area, boxOn, joined, united } from './boxes.js';
import type { LivePrices } from './prices.js';
import { Regions } from './regions.js';

/** A change of some cells: opened, closed, given another cost, or several of these. */
export interface Change extends Area {
  open?: boolean;
  /** 1 to 255. Blocked cells keep it until they are opened. */
  cost?: number;
}

/** Opens or closes all links of a name. */
export interface LinkChange {
  link: string;
  open: boolean;
}

/** Opens or closes a wall between cells. */
export interface WallChange {
  wall: WallInput;
  open: boolean;
}

/** Any change of a map. */
export type MapChange = Change | LinkChange | WallChange;

/** A change of a run of cells, of a link or of a wall. */
export type MapRun = Required<Change> | LinkChange | WallChange;

export const ofCells = (change: MapChange): change is Change => !ofLinks(change) && !ofWalls(change);
export const ofLinks = (change: MapChange): change is LinkChange => Object.hasOwn(change, 'link');
export const ofWalls = (change: MapChange): change is WallChange => Object.hasOwn(change, 'wall');

/** All changes, and the changes of each kind. Lists of cells can have millions of entries. */
export type Kinds = ReturnType<typeof byKind>;

export function byKind(all: readonly MapChange[]) {
  const links = all.filter(ofLinks);
  const walls = all.filter(ofWalls);
  const isPlain = links.length + walls.length === 0;
  return { all, links, walls, cells: isPlain ? (all as readonly Change[]) : all.filter(ofCells) };
}

/** Part of the map's cells of which no list is made when they change. */
const MUCH = 1 / 8;
/**
 * With more changes than one for 64 cells, changes share {@link MOST_BOXES} boxes: visiting the whole map takes no
 * longer.
 */
const MANY = 64;
const MOST_BOXES = 1024;

const CHANGE = ['x', 'y', 'width', 'height', 'open', 'cost'] as const;
const LINK_CHANGE = ['link', 'open'] as const;
const WALL_CHANGE = ['wall', 'open'] as const;

/** A change that no longer depends on the caller's object. @throws {TypeError} unless it is a change */
export function copyOf(change: MapChange): MapChange {
  const copy = { ...change };
  if (ofWalls(copy) && Array.isArray(copy.wall)) copy.wall = [...copy.wall] as unknown as WallInput;
  const keys = ofWalls(copy) ? WALL_CHANGE : ofCells(copy) ? CHANGE : LINK_CHANGE;
  if (typeof change === 'object') refuseUnknown(copy as Change & LinkChange & WallChange, ...keys);
  if (ofCells(copy) && typeof copy.x !== 'number')
    throw new TypeError(`change is ${String(change)}, expected { x, y, width?, height?, open?, cost? }`);
  if (typeof copy.open !== 'boolean' && !(copy.open === undefined && ofCells(copy)))
    throw new TypeError(`open is ${copy.open}, expected true or false`);
  return copy;
}

/** The changes of a batch, in the grid that paths are found on. */
export interface Batch {
  /**
   * Padded cells whose openness, and whose openness or cost, is not as it was before, ascending; empty where `isMuch`.
   */
  flipped: Int32Array;
  changed: Int32Array;
  /** Whether so much has changed that there is no list of it. */
  isMuch: boolean;
  /** Boxes that hold them. */
  boxes: Box[];
}

/** Bytes of padded cells of the ground: whether they are open, and their costs. */
export interface GroundCells {
  cells: Uint8Array;
  costs: Uint8Array | undefined;
}

/**
 * On a map of larger walkers, changes name cells of the ground: an anchor is open if all cells below the walker are.
 * The ground is known where a walker fits; elsewhere it counts as blocked.
 */
export class LiveCells {
  readonly #ground: Uint8Array;
  readonly #regions: Regions;

  /**
   * @param baked the same map, read-only
   * @param prices of the map, where they can change
   * @param bakedGround all cells that a walker of one cell may stand on, where they are known
   */
  constructor(
    private readonly baked: Grid,
    private readonly grid: Grid,
    private readonly prices?: LivePrices,
    private readonly bakedGround: Uint8Array = groundCells(baked),
  ) {
    this.#ground = grid.size > 1 ? bakedGround.slice() : grid.open;
    this.#regions = new Regions(grid, prices?.near ?? 0);
  }

  get weighted(): boolean {
    return this.prices?.hasCosts === true;
  }

  /** The least cost of an open cell. */
  get least(): number {
    return this.prices?.least ?? 1;
  }

  /** The edited ground with its costs, also of blocked cells. */
  now(): GroundCells {
    return { cells: this.#ground, costs: this.prices?.costs };
  }

  /** The edited map of single cells; undefined if their costs are not known. */
  single(): Grid | undefined {
    return this.prices?.single(this.#ground);
  }

  /** Whether a cell is open itself, which for a larger walker's anchor is not enough. */
  isGround(x: number, y: number): boolean {
    return this.#ground[this.grid.cell(x, y)] > 0;
  }

  /** @throws {RangeError} if a batch cannot be done */
  check(changes: readonly Change[]): void {
    for (const change of changes) this.#boxOf(change);
    this.prices?.checkWalls(
      this.#ground,
      (to, costs) => this.#write(changes, to, costs),
      () => this.#regions.cellsIn(this.#regions.grown(this.#boxesOf(changes))),
    );
  }

  /**
   * Does a batch that was checked, later changes over earlier ones.
   * @returns `isOther` also where only closed cells or cells below larger units have changed
   */
  apply(changes: readonly Change[]): Batch & { isOther: boolean } {
    const { grid, prices } = this;
    const { open, size } = grid;
    const ground = this.#ground;
    const boxes = joined(this.#regions.grown(this.#boxesOf(changes)));
    const [count, visit] = this.#regions.visitorOf(boxes);
    if (changes.some(({ cost = 1 }) => cost > 1)) prices?.begin();
    const costs = prices?.costs;
    const wasOpen = new Uint8Array(count);
    const wasCost = grid.costs ? new Uint8Array(count) : wasOpen;
    const wasGround = size > 1 ? new Uint8Array(count) : wasOpen;
    const wasPrice = new Uint8Array(costs ? count : 0);
    visit((cell, i) => {
      wasCost[i] = (grid.costs ?? open)[cell];
      wasGround[i] = ground[cell];
      wasOpen[i] = open[cell];
      if (costs) wasPrice[i] = costs[cell];
    });
    this.#write(changes, ground, costs);
    const most = Math.min(count, Math.ceil(MUCH * open.length));
    const changed = new Int32Array(most);
    // Without costs they are the same.
    const flipped = grid.costs ? new Int32Array(most) : changed;
    let [flips, differing] = [0, 0];
    let isOther = false;
    visit((cell, i) => {
      isOther ||= ground[cell] !== wasGround[i] || (costs !== undefined && costs[cell] !== wasPrice[i]);
      if (size > 1) open[cell] = Number(this.#stands(cell));
      prices?.settle(cell, wasCost[i], ground);
      const isFlipped = wasOpen[i] !== open[cell];
      if (!isFlipped && (!grid.costs || wasCost[i] === grid.costs[cell])) return;
      if (isFlipped) flipped[flips++] = cell;
      changed[differing++] = cell;
    });
    const isMuch = differing > most;
    if (isMuch) flips = differing = 0;
    return { flipped: flipped.subarray(0, flips), changed: changed.subarray(0, differing), isMuch, boxes, isOther };
  }

  /**
   * Changes that turn the baked map into the edited one, or with `back` the edited one into the baked one, as ascending
   * runs along rows.
   * @param as ground of another map of the same cells, in place of the edited one
   */
  changes(back = false, as = this.now()): Required<Change>[] {
    const { baked, bakedGround, grid, prices } = this;
    const isWeighted = prices?.isKnown !== false;
    const sides: GroundCells[] = [
      { cells: bakedGround, costs: prices ? prices.baked : baked.costs },
      isWeighted ? as : { cells: as.cells, costs: undefined },
    ];
    const [from, to] = back ? sides.reverse() : sides;
    const runs: Required<Change>[] = [];
    for (let y = 0; y < grid.height; y++) {
      let last: Required<Change> | undefined;
      for (let x = 0, cell = grid.cell(0, y); x < grid.width; x++, cell++) {
        const cost = to.costs?.[cell] || 1;
        if (from.cells[cell] === to.cells[cell] && (from.costs?.[cell] || 1) === cost) continue;
        const open = to.cells[cell] > 0;
        if (last && last.x + last.width === x && last.open === open && last.cost === cost) last.width++;
        else {
          last = { x, y, width: 1, height: 1, open, cost };
          runs.push(last);
        }
      }
    }
    return runs;
  }

  #boxOf(change: Change): Box {
    const { cost = 1 } = change;
    const box = boxOn(this.grid, change);
    if (this.prices) this.prices.check(cost);
    else if (cost !== 1)
      throw new RangeError(
        `cost is ${cost}, and nothing here finds paths over costs; ` +
          'take editable in place of editableJps, and HPA* where there are no diagonals',
      );
    return box;
  }

  #stands(cell: number): boolean {
    const { size, stride } = this.grid;
    for (let row = cell; row < cell + size * stride; row += stride)
      if (this.#ground.subarray(row, row + size).includes(0)) return false;
    return true;
  }

  /** Does changes, later ones over earlier ones. @param costs of the ground, where they can change */
  #write(changes: readonly Change[], to: Uint8Array, costs?: Uint8Array): void {
    for (const change of changes) {
      const { open: opens, cost = 0 } = change;
      this.#regions.each(this.#boxOf(change), (cell) => {
        if (opens !== undefined) to[cell] = Number(opens);
        if (cost > 0 && costs) costs[cell] = cost;
      });
    }
  }

  /** Boxes around the cells that changes name; if there are very many changes, a box for several of them. */
  #boxesOf(changes: readonly Change[]): Box[] {
    const each = changes.length * MANY < this.grid.open.length ? 1 : Math.ceil(changes.length / MOST_BOXES);
    const boxes: Box[] = [];
    for (let i = 0; i < changes.length; i++) {
      const box = this.#boxOf(changes[i]);
      if (i % each === 0) boxes.push(box);
      else boxes[boxes.length - 1] = united(boxes[boxes.length - 1], box);
    }
    return boxes;
  }
}

/** All cells that a walker may stand on. */
export function groundCells({ open, size, stride }: Grid): Uint8Array {
  if (size === 1) return open;
  const ground = new Uint8Array(open.length);
  for (let c = 0; c < open.length; c++) {
    for (let row = 0; open[c] > 0 && row < size; row++) ground.fill(1, c + row * stride, c + row * stride + size);
  }
  return ground;
}
