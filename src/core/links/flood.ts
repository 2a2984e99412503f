/**
 * Dijkstra's algorithm (1959) over the cells and arcs of a map, in buckets as wide as the cheapest move: for the lists
 * of a bake, and for paths where no lists hold.
 *
 * A path has a key: 0 without arcs, otherwise the arc that was taken last, plus one. With `only` it is `SEVERAL` where
 * more than one was taken. If paths cost the same, the one with the lowest key counts.
 */
import { directionSteps } from '../grid/directions.js';
import { type Shares, sharesOf } from '../grid/entered.js';
import { MAX_COST, type ReadonlyGrid } from '../grid/grid.js';
import { pushOf } from '../grid/hexes.js';
import { MAX_LINKS, type Way } from '../grid/links.js';
import { isHex, leastBeside, movesMask } from '../grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { freeOfWalls } from '../grid/walls.js';
import { BucketRing } from '../search/ring.js';

/** Key of paths that take several arcs: above all numbers of arcs. */
const SEVERAL = 2 * MAX_LINKS + 1;

export class ArcFlood {
  /** By padded cell: cost of the path, Infinity without one; its key; whether it may yet be better. */
  readonly costs: Float64Array;
  readonly keys: Uint16Array;
  readonly isWaiting: Uint8Array;
  /** Cells with a cost. */
  readonly touched: number[] = [];
  /** Number of cells that wait with the key `only`; and of those that were expanded. */
  waiting = 0;
  visits = 0;
  private only = 0;
  private bucket = 0;
  private readonly ring: BucketRing;
  /** Ends of each arc, and arcs by the cell at which a flood of each side takes them. */
  private readonly ends: readonly (readonly [from: number, to: number])[];
  private readonly arcsAt = [new Map<number, number[]>(), new Map<number, number[]>()] as const;
  private readonly isEnd: Uint8Array;
  /** Masks of the legal moves, 0 until they are needed. */
  private readonly legal: Uint8Array;
  private readonly steps: Int32Array;
  /** Half of the sum of both cells' weights is what a move costs, for each unit of the map. */
  private readonly weights: Uint8Array;
  private readonly stepCosts: Float64Array;
  private readonly shares: Shares;

  /** @param grid as it is until the last call; after an edit another flood has to be made */
  constructor(
    private readonly grid: ReadonlyGrid,
    private readonly arcs: readonly (Way & { cost: number })[],
  ) {
    const { open, costs, stride } = grid;
    this.steps = directionSteps(stride);
    this.shares = sharesOf(grid);
    this.weights = (costs ?? open) as Uint8Array;
    const diagonal = isHex(grid) ? STRAIGHT : DIAGONAL;
    this.stepCosts = Float64Array.from(this.steps, (_, d) => (d % 2 > 0 ? diagonal : STRAIGHT) / (costs ? 1 : 2));
    const longest = 2 * (costs ? MAX_COST : 1) * DIAGONAL;
    this.ring = new BucketRing(arcs.reduce((most, { cost }) => Math.max(most, cost), longest) / STRAIGHT);
    this.costs = new Float64Array(open.length).fill(Infinity);
    this.keys = new Uint16Array(open.length);
    this.isWaiting = new Uint8Array(open.length);
    this.legal = new Uint8Array(open.length);
    this.isEnd = new Uint8Array(open.length);
    this.ends = arcs.map(({ from, to }) => [grid.cell(...from), grid.cell(...to)] as const);
    this.ends.forEach(([from, to], arc) => {
      if (!open[from] || !open[to]) return;
      for (const [side, cell] of [to, from].entries()) {
        this.arcsAt[side].set(cell, [...(this.arcsAt[side].get(cell) ?? []), arc]);
        this.isEnd[cell] = 1;
      }
    });
  }

  /** Begins at a cell. @param only key of interest */
  start(cell: number, only = -1): void {
    const { ring, touched, costs, isWaiting } = this;
    for (; this.bucket <= ring.last; this.bucket++) ring.take(this.bucket);
    for (const one of touched) {
      costs[one] = Infinity;
      isWaiting[one] = 0;
    }
    touched.length = this.bucket = this.waiting = this.visits = 0;
    ring.reset();
    this.only = only;
    this.reach(cell, 0, 0);
  }

  /** Costs below it are final. */
  get least(): number {
    return this.bucket <= this.ring.last ? this.bucket * STRAIGHT : Infinity;
  }

  /**
   * Goes on by a bucket.
   * @param side 0 against all moves and arcs, from a goal; 1 along them
   * @param isOpen whether an arc may be taken
   */
  advance(side: 0 | 1, isOpen?: (arc: number) => boolean): void {
    const { ring, costs, keys, isWaiting, isEnd, weights, legal, steps, stepCosts, bucket, only } = this;
    const { left, entered } = this.shares;
    // An arc cheaper than a bucket leads into the one that is emptied.
    for (let entry = ring.take(bucket); entry >= 0; entry = ring.take(bucket)) {
      for (; entry >= 0; entry = ring.entries[entry + 1]) {
        const cell = ring.entries[entry];
        if (isWaiting[cell] === 0) continue;
        isWaiting[cell] = 0;
        this.visits++;
        const cost = costs[cell];
        const key = keys[cell];
        if (key === only) this.waiting--;
        if (isEnd[cell] > 0) this.takeArcs(cell, side, isOpen);
        const weight = weights[cell] * (side > 0 ? left : entered);
        if (legal[cell] === 0) legal[cell] = this.legalAt(cell);
        for (let mask = legal[cell], d = 0; mask > 0; mask >>= 1, d++) {
          if ((mask & 1) === 0) continue;
          const next = cell + steps[d];
          const total = cost + stepCosts[d] * (weight + weights[next] * (side > 0 ? entered : left));
          if (total <= costs[next]) this.reach(next, total, key);
        }
      }
    }
    this.bucket++;
  }

  private legalAt(cell: number): number {
    const { grid, steps } = this;
    const { open } = grid;
    let mask = 0;
    for (let d = 0; d < 8; d++) {
      const isCut = d % 2 > 0 && open[cell + steps[d - 1]] + open[cell + steps[(d + 1) & 7]] < leastBeside(grid);
      if (!isCut && open[cell + steps[d]] > 0) mask |= 1 << d;
    }
    return mask & movesAt(grid, cell) & freeOfWalls(grid, cell);
  }

  private takeArcs(cell: number, side: 0 | 1, isOpen?: (arc: number) => boolean): void {
    const key = this.keys[cell];
    for (const arc of this.arcsAt[side].get(cell) ?? [])
      if (!isOpen || isOpen(arc))
        this.reach(
          this.ends[arc][side],
          this.costs[cell] + this.arcs[arc].cost,
          this.only > 0 && key > 0 ? SEVERAL : arc + 1,
        );
  }

  private reach(cell: number, cost: number, key: number): void {
    const { costs, keys, isWaiting, only } = this;
    const before = costs[cell];
    if (cost > before || (cost === before && key >= keys[cell])) return;
    if (before === Infinity) this.touched.push(cell);
    if (isWaiting[cell] > 0 && keys[cell] === only) this.waiting--;
    if (key === only) this.waiting++;
    costs[cell] = cost;
    keys[cell] = key;
    isWaiting[cell] = 1;
    this.ring.push(cell, Math.floor(cost / STRAIGHT));
  }
}

/** Mask of the moves of the rule from a cell: hexagons in an offset layout have two diagonals, on the side they are pushed to. */
function movesAt(grid: ReadonlyGrid, cell: number): number {
  const push = pushOf(grid);
  if (!push) return movesMask(grid);
  const { columns, even } = push;
  // The border makes 1 of column and row 0.
  const isPushed = ((columns ? cell % grid.stride : Math.floor(cell / grid.stride)) + 1 + even) & 1;
  return 0x55 | (columns ? [0x82, 0x28] : [0xa0, 0x0a])[isPushed];
}
