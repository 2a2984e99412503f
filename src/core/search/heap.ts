/** Binary heaps in two arrays, smallest key first, for costs that span too much for buckets. */
import { grown } from '../arrays.js';

/** Puts an entry behind the last of a heap, at `place`. */
export function siftUp(keys: Float64Array, items: Int32Array, place: number, key: number, item: number): void {
  let i = place;
  for (let up = (i - 1) >> 1; i > 0 && keys[up] > key; i = up, up = (i - 1) >> 1) {
    keys[i] = keys[up];
    items[i] = items[up];
  }
  keys[i] = key;
  items[i] = item;
}

/** Removes the first entry of a heap. @param size entries that are left */
export function siftDown(keys: Float64Array, items: Int32Array, size: number): void {
  const key = keys[size];
  const item = items[size];
  let i = 0;
  for (let child = 1; child < size; child = 2 * i + 1) {
    if (child + 1 < size && keys[child + 1] < keys[child]) child++;
    if (keys[child] >= key) break;
    keys[i] = keys[child];
    items[i] = items[child];
    i = child;
  }
  keys[i] = key;
  items[i] = item;
}

export class Heap {
  size = 0;
  /** Keys and items of the entries; the first is the smallest. */
  keys = new Float64Array(256);
  items = new Int32Array(256);

  push(key: number, item: number): void {
    if (this.size === this.items.length) {
      this.items = grown(this.items);
      const keys = new Float64Array(this.items.length);
      keys.set(this.keys);
      this.keys = keys;
    }
    siftUp(this.keys, this.items, this.size++, key, item);
  }

  /** @returns the item with the smallest key; the heap must not be empty */
  pop(): number {
    const item = this.items[0];
    siftDown(this.keys, this.items, --this.size);
    return item;
  }
}
