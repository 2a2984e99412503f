/**
 * Open lists of A*, as the documents compare them: a hash map that is searched from end to end, a small sorted array
 * in front of a hash map, a binary heap, an array of buckets. All hold cells by key, smallest first.
 */

import { grown } from '../grid/grid.js';
import { STRAIGHT } from '../grid/step-costs.js';

export interface OpenList {
  clear(): void;
  /** Number of entries. */
  size(): number;
  /** No entry has a smaller key; Infinity when there is none. The smallest key itself, unless the list is `loose`. */
  lowest(): number;
  push(cell: number, key: number): void;
  /** Gives a cell that is in the list a smaller key. */
  lower(cell: number, key: number): void;
  /** Takes out the cell with the smallest key; of a `loose` list, one with nearly that. The list must not be empty. */
  pop(): number;
  /** Only nearly sorted, and a lowered cell stays in it with its old key too: a search must be ready to expand a cell again. */
  readonly loose: boolean;
}

/** @param cells number of cells of the padded grid */
export type OpenListMaker = (cells: number) => OpenList;

/** Indexed by cell, with decrease-key: a cell is in it at most once. */
export const binaryHeap: OpenListMaker = (cells) => {
  const heap = new Int32Array(cells);
  const keys = new Float64Array(cells);
  /** Place of each cell that is in the heap. */
  const place = new Int32Array(cells);
  let size = 0;

  const siftUp = (cell: number, key: number, at: number) => {
    let i = at;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (keys[up] <= key) break;
      heap[i] = heap[up];
      keys[i] = keys[up];
      place[heap[i]] = i;
      i = up;
    }
    heap[i] = cell;
    keys[i] = key;
    place[cell] = i;
  };

  return {
    loose: false,
    clear() {
      size = 0;
    },
    size: () => size,
    lowest: () => (size > 0 ? keys[0] : Infinity),
    push: (cell, key) => siftUp(cell, key, size++),
    lower: (cell, key) => siftUp(cell, key, place[cell]),
    pop() {
      const top = heap[0];
      const cell = heap[--size];
      const key = keys[size];
      let i = 0;
      for (let child = 1; child < size; child = 2 * i + 1) {
        if (child + 1 < size && keys[child + 1] < keys[child]) child++;
        if (keys[child] >= key) break;
        heap[i] = heap[child];
        keys[i] = keys[child];
        place[heap[i]] = i;
        i = child;
      }
      heap[i] = cell;
      keys[i] = key;
      place[cell] = i;
      return top;
    },
  };
};

/** A hash map alone: finding the smallest key looks at every entry. */
export const hashMap: OpenListMaker = () => {
  const entries = new Map<number, number>();
  /** The entry with the smallest key, or -1 where it is not known. */
  let first = -1;
  let firstKey = Infinity;
  const put = (cell: number, key: number) => {
    entries.set(cell, key);
    if (first >= 0 && key < firstKey) {
      first = cell;
      firstKey = key;
    }
  };
  const find = () => {
    firstKey = Infinity;
    for (const [cell, key] of entries) {
      if (key >= firstKey) continue;
      first = cell;
      firstKey = key;
    }
  };
  return {
    loose: false,
    clear() {
      entries.clear();
      first = -1;
    },
    size: () => entries.size,
    lowest() {
      if (first < 0) find();
      return first < 0 ? Infinity : firstKey;
    },
    push: put,
    lower: put,
    pop() {
      if (first < 0) find();
      const cell = first;
      entries.delete(cell);
      first = -1;
      return cell;
    },
  };
};

/**
 * The best entries in a short sorted array, all others in a hash map; when the array is empty, the map's best are moved there.
 * @param preferred length of the array after that; it may grow to twice as much
 */
export function sortedFront(preferred: number): OpenListMaker {
  return () => {
    const most = 2 * preferred;
    /** The front, worst first, so that the best is taken from the end. */
    const cells = new Int32Array(most + 1);
    const keys = new Float64Array(most + 1);
    const back = new Map<number, number>();
    let n = 0;

    const insert = (cell: number, key: number) => {
      let i = n++;
      for (; i > 0 && keys[i - 1] < key; i--) {
        cells[i] = cells[i - 1];
        keys[i] = keys[i - 1];
      }
      cells[i] = cell;
      keys[i] = key;
    };
    const dropWorst = (count: number) => {
      cells.copyWithin(0, count, n);
      keys.copyWithin(0, count, n);
      n -= count;
    };
    const push = (cell: number, key: number) => {
      if (n > 0 ? key >= keys[0] && (back.size > 0 || n >= preferred) : back.size > 0) {
        back.set(cell, key);
        return;
      }
      insert(cell, key);
      if (n <= most) return;
      for (let i = 0; i <= preferred; i++) back.set(cells[i], keys[i]);
      dropWorst(preferred + 1);
    };
    const refill = () => {
      for (const [cell, key] of back) {
        if (n === preferred && key >= keys[0]) continue;
        if (n === preferred) dropWorst(1);
        insert(cell, key);
      }
      for (let i = 0; i < n; i++) back.delete(cells[i]);
    };
    return {
      loose: false,
      clear() {
        n = 0;
        back.clear();
      },
      size: () => n + back.size,
      lowest() {
        if (n === 0) refill();
        return n > 0 ? keys[n - 1] : Infinity;
      },
      push,
      lower(cell, key) {
        if (!back.delete(cell)) {
          const i = cells.lastIndexOf(cell, n - 1);
          cells.copyWithin(i, i + 1, n);
          keys.copyWithin(i, i + 1, n);
          n--;
        }
        push(cell, key);
      },
      pop() {
        if (n === 0) refill();
        return cells[--n];
      },
    };
  };
}

/** Width of a bucket: half a step. */
const BUCKET = STRAIGHT / 2;

/** Buckets half a step wide, each a linked list, last in first out. Nothing is ever moved: a lowered cell is added once more. */
export const bucketQueue: OpenListMaker = () => {
  let heads = new Int32Array(4096).fill(-1);
  /** Cell and next entry of its bucket, in turn. */
  let entries = new Int32Array(4096);
  let used = 0;
  let size = 0;
  /** No bucket below `current` and none above `last` holds anything. */
  let current = 0;
  let last = -1;

  const push = (cell: number, key: number) => {
    const bucket = Math.floor(key / BUCKET);
    while (bucket >= heads.length) {
      const longer = new Int32Array(2 * heads.length).fill(-1);
      longer.set(heads);
      heads = longer;
    }
    if (2 * used === entries.length) entries = grown(entries);
    entries[2 * used] = cell;
    entries[2 * used + 1] = heads[bucket];
    heads[bucket] = used++;
    if (size++ === 0 || bucket < current) current = bucket;
    if (bucket > last) last = bucket;
  };
  const seek = () => {
    while (heads[current] < 0) current++;
  };
  return {
    loose: true,
    clear() {
      heads.fill(-1, 0, last + 1);
      used = size = current = 0;
      last = -1;
    },
    size: () => size,
    lowest() {
      if (size === 0) return Infinity;
      seek();
      return current * BUCKET;
    },
    push,
    lower: push,
    pop() {
      seek();
      const entry = heads[current];
      heads[current] = entries[2 * entry + 1];
      size--;
      return entries[2 * entry];
    },
  };
};
