/**
 * The open list: buckets of half a step of f, a ring of linked lists, last in first out.
 *
 * With a consistent heuristic f never falls below the bucket being emptied, and no edge raises it by
 * more than twice its cost, so a ring that spans that rise holds all that is open at once. Inside a
 * bucket there is no order: a node may be expanded with a g that is not yet final and again when it
 * improves, so a search stops at the first bucket that cannot hold anything below its best answer.
 */
import { STRAIGHT } from '../grid/costs.js';

const BUCKET = STRAIGHT / 2;
const EMPTY = -1;

/** A copy of twice the length. */
export function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const out = new Int32Array(2 * array.length);
  out.set(array);
  return out;
}

export class BucketQueue {
  private readonly heads: Int32Array;
  private items = new Int32Array(256);
  private nexts = new Int32Array(256);
  private used = 0;
  private base = 0;
  /** Bucket being emptied and last one ever filled, counted from `base`, not yet wrapped. */
  private current = 0;
  private last = 0;

  /** @param maxEdge upper bound of the cost of an edge */
  constructor(maxEdge: number) {
    const span = Math.ceil((2 * maxEdge) / BUCKET) + 2;
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(span))).fill(EMPTY);
  }

  /** Empties the queue. @param base the smallest f to come */
  reset(base: number): void {
    const { heads } = this;
    const first = this.current & (heads.length - 1);
    const end = first + this.last - this.current + 1;
    heads.fill(EMPTY, first, end);
    if (end > heads.length) heads.fill(EMPTY, 0, end - heads.length);
    this.base = base;
    this.used = 0;
    this.current = 0;
    this.last = 0;
  }

  push(f: number, item: number): void {
    if (this.used === this.items.length) {
      this.items = grown(this.items);
      this.nexts = grown(this.nexts);
    }
    const { heads } = this;
    const bucket = ((f - this.base) * (1 / BUCKET)) | 0;
    if (bucket > this.last) this.last = bucket;
    const slot = bucket & (heads.length - 1);
    const entry = this.used++;
    this.items[entry] = item;
    this.nexts[entry] = heads[slot];
    heads[slot] = entry;
  }

  /** @returns an item of the lowest bucket, or -1 when no item with f below `limit` is left */
  pop(limit: number): number {
    const { heads, last } = this;
    const mask = heads.length - 1;
    let bucket = this.current;
    while (bucket <= last && heads[bucket & mask] === EMPTY) bucket++;
    this.current = bucket;
    if (bucket > last || this.base + bucket * BUCKET >= limit) return -1;
    const entry = heads[bucket & mask];
    heads[bucket & mask] = this.nexts[entry];
    return this.items[entry];
  }
}
