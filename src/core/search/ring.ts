/** A queue of buckets (Dial 1969): a ring of linked lists, last in first out. */
import { grown } from '../arrays.js';

/**
 * Items by bucket. A bucket is emptied in one call, so nothing may be pushed into the one whose entries are being
 * visited:
 *
 *     for (let entry = ring.take(bucket); entry >= 0; entry = ring.entries[entry + 1]) visit(ring.entries[entry]);
 */
export class BucketRing {
  last = 0;
  /** Item, and place of the next entry of its bucket or -1, in turn. */
  entries = new Int32Array(1 << 13);
  private readonly heads: Int32Array;
  private readonly mask: number;
  private used = 0;

  /** @param span the longest edge in buckets: no item lies farther ahead of the bucket that is being emptied */
  constructor(span: number) {
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(span + 2))).fill(-1);
    this.mask = this.heads.length - 1;
  }

  /** Begins again at bucket 0; all buckets up to `last` have been taken. */
  reset(): void {
    this.used = this.last = 0;
  }

  /** Begins again, whatever lies in it. */
  clear(): void {
    this.heads.fill(-1);
    this.reset();
  }

  push(item: number, bucket: number): void {
    const { heads, used } = this;
    const slot = bucket & this.mask;
    let { entries } = this;
    if (used >= entries.length) entries = this.entries = grown(entries);
    entries[used] = item;
    entries[used + 1] = heads[slot];
    heads[slot] = used;
    this.used = used + 2;
    if (bucket > this.last) this.last = bucket;
  }

  /** Empties a bucket. @returns place of its first entry, -1 if there is none */
  take(bucket: number): number {
    const slot = bucket & this.mask;
    const entry = this.heads[slot];
    this.heads[slot] = -1;
    return entry;
  }

  /** Takes the item that was put last into a bucket, -1 if there is none. Others may be put there meanwhile. */
  pop(bucket: number): number {
    const slot = bucket & this.mask;
    const entry = this.heads[slot];
    if (entry < 0) return -1;
    this.heads[slot] = this.entries[entry + 1];
    return this.entries[entry];
  }
}
