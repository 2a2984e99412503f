/** The search of `reach.ts`, with its memory. */
import { grown } from '../../core/arrays.js';
import { isHex, leastBeside, movesMask } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import { MAX_COST } from '../../core/limits.js';
import type { allowsOf } from '../../engines/links/arcs.js';
import type { GridNav } from '../../runtime/nav.js';
import type { FloodLink } from '../field/types.js';
import { CellList, type CellOverlay, LINKED, linksBy, MIXED, overlayOf, PLAIN, UNKNOWN } from './overlay.js';

/** Of cells that nothing leads to, while costs are 32-bit integers; and the highest cost then. */
export const FAR = 0x7fff_ffff;
export const NARROW = 0x2000_0000;

/** Ring of buckets, lists through the items. A bucket may get items while its list is followed. */
class CostRing {
  /** Items that wait. */
  count = 0;
  /** Cell, cost, next item; -1 ends a list. */
  items: Int32Array | Float64Array = new Int32Array(3 * 512);
  private heads = new Int32Array(0);
  private used = 0;
  /** List of items that are not used now. */
  private free = -1;

  /** @param span the longest move in buckets */
  clear(span: number): void {
    const needed = 2 ** Math.ceil(Math.log2(span + 2));
    if (this.heads.length < needed) this.heads = new Int32Array(needed);
    this.heads.fill(-1);
    this.used = this.count = 0;
    this.free = -1;
  }

  /** From now on with costs that 32-bit integers cannot hold. */
  widen(): void {
    this.items = new Float64Array(this.items.length);
  }

  push(cell: number, cost: number, bucket: number): void {
    const { heads, free } = this;
    let { items } = this;
    const slot = bucket & (heads.length - 1);
    let item = free;
    if (item >= 0) this.free = items[3 * item + 2];
    else {
      item = this.used++;
      if (3 * this.used > items.length) items = this.items = grown(items);
    }
    items[3 * item] = cell;
    items[3 * item + 1] = cost;
    items[3 * item + 2] = heads[slot];
    heads[slot] = item;
    this.count++;
  }

  has(bucket: number): boolean {
    return this.heads[bucket & (this.heads.length - 1)] >= 0;
  }

  /** Empties a bucket. @returns its first item, -1 without one */
  take(bucket: number): number {
    const slot = bucket & (this.heads.length - 1);
    const item = this.heads[slot];
    this.heads[slot] = -1;
    return item;
  }

  /** Frees an item of a list that was taken. @returns the next one */
  drop(item: number): number {
    const { items } = this;
    const next = items[3 * item + 2];
    items[3 * item + 2] = this.free;
    this.free = item;
    this.count--;
    return next;
  }
}

export class ReachSearch {
  count = 0;
  protected list = new Int32Array(512);
  /**
   * Int32Array(padded cells): cost on the scale of step costs, `far` where nothing leads. Float64Array from the first
   * reach on that is farther than {@link NARROW}; integers are faster.
   */
  protected costs: Int32Array | Float64Array;
  protected far = FAR;
  /** Direction of the last step to a cell. */
  protected from: Uint8Array;
  /** 1 where a unit may not stop. */
  protected crossed: Uint8Array | undefined;
  protected readonly crossings = new CellList();
  /** 1 where a move ends. */
  protected stops: Uint8Array | undefined;
  protected readonly ends = new CellList();
  /**
   * Number of cells where diagonals alternate, otherwise 0: each cell has a second cost then, of paths with an odd
   * number of them.
   */
  protected flip = 0;
  protected diagonal = DIAGONAL;
  protected isEntered = false;
  /** Cells that have a cost, to be forgotten. */
  protected touched = new Int32Array(512);
  protected touches = 0;
  protected readonly ring = new CostRing();
  protected view: Int32Array | undefined;
  protected step = STRAIGHT;
  protected maxExtra = 0;
  protected ground: CellOverlay;
  protected allows: ReturnType<typeof allowsOf>;
  /** Links that the last steps to cells led over. */
  protected readonly over = new Map<number, FloodLink>();

  constructor(readonly nav: GridNav) {
    this.ground = overlayOf(nav);
    this.costs = new Int32Array(this.ground.open.length).fill(FAR);
    this.from = new Uint8Array(this.ground.open.length);
  }

  protected widen(): void {
    this.far = Infinity;
    this.costs = new Float64Array(this.costs.length).fill(Infinity);
    this.ring.widen();
  }

  protected forget(): void {
    const { costs, touched, crossed, crossings, stops, ends, far } = this;
    for (let i = 0; i < this.touches; i++) costs[touched[i]] = far;
    if (crossed) crossings.clear(crossed, 0);
    if (stops) ends.clear(stops, 0);
    this.touches = this.count = 0;
    this.view = undefined;
  }

  /** @returns whether there is more beyond the limit */
  protected search(ground: CellOverlay, start: number, limit: number): boolean {
    const { costs, from, far, maxExtra, flip, isEntered, stops } = this;
    const { open, kinds, grid } = ground;
    const { costs: weights } = grid;
    const hex = isHex(grid);
    const beside = leastBeside(grid);
    const diagonal = hex ? STRAIGHT : this.diagonal;
    const extra = maxExtra > 0 ? ground.extra : undefined;
    const { steps } = ground;
    const links = this.nav.linked && linksBy(ground, this.allows);
    /**
     * Cells that were listed as within reach: one may be reached again for less over a link cheaper than a bucket, or
     * with another number of diagonals.
     */
    const seen = links || flip > 0 ? new Set<number>() : undefined;
    const farthest = Math.max(0, ...[...(links?.values() ?? [])].flat().map(({ cost }) => cost));
    this.over.clear();
    const all = movesMask(grid);
    const most = Math.round(limit);
    // No move is cheaper than a bucket is wide, so the cells of one are final in any order.
    const width = weights ? 2 * STRAIGHT : STRAIGHT;
    const longest = Math.max((weights ? 2 * MAX_COST : 1) * 2 * STRAIGHT, farthest) + maxExtra;
    const { ring, crossed } = this;
    ring.clear(Math.min(most, longest) / width);
    let { touched, list } = this;
    let touches = 1;
    let count = 0;
    let isCut = false;
    costs[start] = 0;
    from[start] = 8;
    touched[0] = start;
    ring.push(start, 0, 0);
    for (let bucket = 0; ring.count > 0; bucket++) {
      // A cell continues only into later buckets.
      for (let item = ring.take(bucket); item >= 0; ) {
        const state = ring.items[3 * item];
        const odd = state < flip || flip === 0 ? 0 : flip;
        const cell = state - odd;
        const cost = ring.items[3 * item + 1];
        item = ring.drop(item);
        if (costs[state] !== cost) continue;
        if (!crossed?.[cell] && !seen?.has(cell)) {
          seen?.add(cell);
          if (2 * count + 2 > list.length) list = grown(list);
          const point = ground.pointOf(cell);
          list[2 * count] = point & 0xffff;
          list[2 * count + 1] = point >> 16;
          count++;
        }
        if (stops?.[cell] && cell !== start) continue;
        const arrival = from[state];
        const known = kinds[cell] === UNKNOWN ? ground.kindOf(cell) : kinds[cell];
        const kind = flip > 0 ? MIXED : known;
        let mask = kind !== PLAIN || arrival > 7 ? all : arrival & 1 ? AFTER[arrival] : 1 << arrival;
        if (grid.walls && kind !== PLAIN) mask &= freeOfWalls(grid, cell);
        const ways = links?.get(cell);
        for (let d = 0, more = ways ? ways.length : 0; mask > 0 || more > 0; mask >>= 1, d++) {
          let to = cell;
          let there = cost;
          let arrival = d;
          if (mask > 0) {
            if (!(mask & 1)) continue;
            to += steps[d];
            if (open[to] === 0) continue;
            let length = STRAIGHT;
            if (d & 1) {
              if (open[cell + steps[(d + 7) & 7]] + open[cell + steps[(d + 1) & 7]] < beside) continue;
              length = odd > 0 ? 2 * STRAIGHT : diagonal;
            }
            there += weights ? length * ((isEntered ? weights[to] : weights[cell]) + weights[to]) : length;
          } else {
            const way = (ways as FloodLink[])[--more];
            ({ to } = way);
            if (open[to] === 0) continue;
            there += way.cost;
            arrival = LINKED;
          }
          if (extra) there += extra[to];
          if (stops?.[to] && crossed?.[to]) continue;
          to += arrival < LINKED && arrival & 1 && flip > 0 ? flip - odd : odd;
          if (there >= costs[to]) {
            // A link may cost more than integers of 32 bits hold.
            isCut ||= there > FAR;
            continue;
          }
          if (there > most) {
            isCut = true;
            continue;
          }
          if (arrival === LINKED) this.over.set(to, (ways as FloodLink[])[more]);
          if (costs[to] === far) {
            if (touches === touched.length) touched = grown(touched);
            touched[touches++] = to;
          }
          costs[to] = there;
          from[to] = arrival;
          ring.push(to, there, Math.floor(there / width));
        }
      }
      // A link may lead on within the bucket.
      if (links && ring.has(bucket)) bucket--;
    }
    this.touched = touched;
    this.list = list;
    this.touches = touches;
    this.count = count;
    return isCut;
  }
}

/** Directions after a diagonal one: it and the two next to it. */
const AFTER = /* @__PURE__ */ [0, 1, 2, 3, 4, 5, 6, 7].map(
  (d) => (1 << d) | (1 << ((d + 1) & 7)) | (1 << ((d + 7) & 7)),
);
