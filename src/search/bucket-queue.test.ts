import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STRAIGHT } from '../grid/costs.js';
import { bucketQueue } from './bucket-queue.js';

const BUCKET = STRAIGHT / 2;
/** With edges of at most this cost the ring has 16 buckets: it wraps round every 8 steps of f. */
const MAX_EDGE = 7 * BUCKET;
const RISE = 2 * MAX_EDGE;

/** All items in one list, ordered when asked. */
class NaiveQueue {
  private items: { f: number; item: number }[] = [];
  constructor(private readonly lowest: number) {}
  push(f: number, item: number): void {
    this.items.push({ f, item });
  }
  bucketOf(f: number): number {
    return Math.floor((f - this.lowest) / BUCKET);
  }
  /** Lowest bucket that holds an item, -1 when none does. */
  first(): number {
    return this.items.length === 0 ? -1 : Math.min(...this.items.map(({ f }) => this.bucketOf(f)));
  }
  /** @returns the f of the item, which must be there */
  take(item: number): number {
    const at = this.items.findIndex((i) => i.item === item);
    if (at < 0) throw new Error(`item ${item} is not in the queue`);
    return this.items.splice(at, 1)[0].f;
  }
}

/** A search's use of the queue: nothing is pushed below the bucket being emptied, nor more than an edge's rise above. */
function compare(rises: number[], lowest: number, queue = bucketQueue(MAX_EDGE)): number {
  const naive = new NaiveQueue(lowest);
  queue.reset(lowest);
  queue.push(lowest, 0);
  naive.push(lowest, 0);
  let pushed = 1;
  let next = 0;
  let highest = 0;
  for (;;) {
    const bucket = naive.first();
    const item = queue.pop(Number.POSITIVE_INFINITY);
    if (bucket < 0) {
      expect(item).toBe(-1);
      return highest;
    }
    const f = naive.take(item);
    expect(naive.bucketOf(f)).toBe(bucket);
    highest = Math.max(highest, bucket);
    // Some twenty items are open at a time: if all had two children, f would hardly rise.
    const children = next < 20 ? 2 : 1;
    for (let k = 0; k < children && next < rises.length; k++) {
      const child = f + Math.floor(rises[next++] * RISE);
      queue.push(child, pushed);
      naive.push(child, pushed++);
    }
  }
}

const rises = (maxLength: number) => fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength });

describe('bucketQueue', () => {
  it('gives every item back, lowest bucket first', () => {
    fc.assert(
      fc.property(rises(60), fc.nat(1e9), (list, lowest) => void compare(list, lowest)),
      { numRuns: 300 },
    );
  });

  it('stays right while the ring wraps round, again and again', () => {
    const highest = compare(
      Array.from({ length: 400 }, (_, i) => ((i * 37) % 101) / 100),
      5,
    );
    expect(highest).toBeGreaterThan(5 * 16);
  });

  it('holds more items than its first buffers do', () => {
    const queue = bucketQueue(MAX_EDGE);
    queue.reset(0);
    for (let i = 0; i < 1000; i++) queue.push((i % 14) * BUCKET, i);
    const popped = Array.from({ length: 1000 }, () => queue.pop(Number.POSITIVE_INFINITY));
    expect(popped.map((i) => i % 14)).toEqual(Array.from({ length: 1000 }, (_, i) => i % 14).sort((a, b) => a - b));
    expect(new Set(popped).size).toBe(1000);
    expect(queue.pop(Number.POSITIVE_INFINITY)).toBe(-1);
  });

  it('forgets everything at a reset, wherever the ring stands', () => {
    fc.assert(
      fc.property(rises(30), fc.nat(200), rises(30), (first, pops, second) => {
        const queue = bucketQueue(MAX_EDGE);
        queue.reset(100);
        let f = 100;
        // A chain and, beside every link, an item that is never taken out.
        for (const [i, rise] of first.entries()) {
          queue.push(f, -2 - i);
          queue.push(f + Math.floor(rise * RISE), -2 - i);
          if (i < pops) queue.pop(Number.POSITIVE_INFINITY);
          f = Math.min(f + Math.floor(rise * BUCKET), 100 + 3 * BUCKET);
        }
        compare(second, 1e6, queue);
      }),
    );
  });

  it('keeps back what cannot be below the limit, until the limit rises', () => {
    const queue = bucketQueue(MAX_EDGE);
    queue.reset(1000);
    queue.push(1000 + 3 * BUCKET + 5, 7);
    expect(queue.pop(1000 + 3 * BUCKET)).toBe(-1);
    expect(queue.pop(1000 + 3 * BUCKET + 1)).toBe(7);
    expect(queue.pop(Number.POSITIVE_INFINITY)).toBe(-1);
  });

  it('is empty before the first push', () => {
    const queue = bucketQueue(MAX_EDGE);
    expect(queue.pop(Number.POSITIVE_INFINITY)).toBe(-1);
    queue.reset(3);
    expect(queue.pop(Number.POSITIVE_INFINITY)).toBe(-1);
  });
});
