/** Open lists of A* by key, smallest first; a cell is in a list at most once, unless the list is `loose`. */

import { grown } from '../grid/grid.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { Heap } from '../search/heap.js';

export interface OpenList {
  clear(): void;
  size(): number;
  /** A lower bound of all keys; Infinity when there are none. The smallest key itself, unless the list is `loose`. */
  lowest(): number;
  push(cell: number, key: number): void;
  /** Gives a cell that is in the list a smaller key. */
  lower(cell: number, key: number): void;
  /** Takes out the cell with the smallest key; of a `loose` list, one with nearly that. The list must not be empty. */
  pop(): number;
  /** Only nearly sorted, or with old entries of lowered cells: a search must be ready to expand a cell again. */
  readonly loose: boolean;
}

/** @param cells number of cells of the padded grid */
export type OpenListMaker = (cells: number) => OpenList;

/** Indexed by cell, with decrease-key: a cell is in it at most once. */
export const binaryHeap: OpenListMaker = (cells) => {
  const heap = new Int32Array(cells);
  const keys = new Float64Array(cells);
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

/** A hash map alone: finding the smallest key looks at every entry (document E's first list). */
export const hashMap: OpenListMaker = () => {
  const entries = new Map<number, number>();
  const best = { cell: -1, key: Infinity };
  const find = () => {
    best.key = Infinity;
    for (const [cell, key] of entries) {
      if (key >= best.key) continue;
      best.cell = cell;
      best.key = key;
    }
  };
  const put = (cell: number, key: number) => {
    entries.set(cell, key);
    if (best.cell < 0 || key >= best.key) return;
    best.cell = cell;
    best.key = key;
  };
  return {
    loose: false,
    clear() {
      entries.clear();
      best.cell = -1;
    },
    size: () => entries.size,
    lowest() {
      if (entries.size === 0) return Infinity;
      if (best.cell < 0) find();
      return best.key;
    },
    push: put,
    lower: put,
    pop() {
      if (best.cell < 0) find();
      const { cell } = best;
      entries.delete(cell);
      best.cell = -1;
      return cell;
    },
  };
};

/** A linked list sorted by key (document C). A push finds the cell in the list by a walk, or by a hash table. */
export function linkedList(hashed: boolean): OpenListMaker {
  return () => {
    interface Entry {
      cell: number;
      key: number;
      next: Entry | null;
      before: Entry;
    }
    const head = { cell: -1, key: -Infinity, next: null } as unknown as Entry;
    const table = new Map<number, Entry>();
    let size = 0;
    const find = (cell: number): Entry | undefined => {
      if (hashed) return table.get(cell);
      for (let entry = head.next; entry; entry = entry.next) if (entry.cell === cell) return entry;
      return undefined;
    };
    const remove = (entry: Entry) => {
      entry.before.next = entry.next;
      if (entry.next) entry.next.before = entry.before;
      if (hashed) table.delete(entry.cell);
      size--;
    };
    const push = (cell: number, key: number) => {
      const old = find(cell);
      if (old) remove(old);
      let before = head;
      while (before.next && before.next.key < key) before = before.next;
      const entry: Entry = { cell, key, next: before.next, before };
      if (entry.next) entry.next.before = entry;
      before.next = entry;
      if (hashed) table.set(cell, entry);
      size++;
    };
    return {
      loose: false,
      clear() {
        head.next = null;
        table.clear();
        size = 0;
      },
      size: () => size,
      lowest: () => head.next?.key ?? Infinity,
      push,
      lower: push,
      pop() {
        const first = head.next as Entry;
        remove(first);
        return first.cell;
      },
    };
  };
}

/** A priority queue with a hash table of valid keys: lowered cells are added again, old entries skipped. */
export const hashedQueue: OpenListMaker = () => {
  const heap = new Heap();
  const keys = new Map<number, number>();
  const push = (cell: number, key: number) => {
    keys.set(cell, key);
    heap.push(key, cell);
  };
  const skipOld = () => {
    while (heap.size > 0 && keys.get(heap.items[0]) !== heap.keys[0]) heap.pop();
  };
  return {
    loose: false,
    clear() {
      heap.size = 0;
      keys.clear();
    },
    size: () => keys.size,
    lowest() {
      skipOld();
      return heap.size > 0 ? heap.keys[0] : Infinity;
    },
    push,
    lower: push,
    pop() {
      skipOld();
      const cell = heap.pop();
      keys.delete(cell);
      return cell;
    },
  };
};

const BUCKET = STRAIGHT / 2;

/** Buckets half a step wide, each a linked list, last in first out; a lowered cell is added again. */
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
