/** Open lists of A* by key, smallest first; a cell is in a list at most once, unless the list is `loose`. */

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
  readonly loose?: true;
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

interface Entry {
  cell: number;
  key: number;
  next: Entry;
  before: Entry;
}

/** A linked list sorted by key (document C). A push finds the cell in the list by a walk, or by a hash table. */
export const linkedList =
  (hashed: boolean): OpenListMaker =>
  () => {
    /** Behind the last entry and before the first: the list is a ring. */
    const head = { cell: -1, key: Infinity } as Entry;
    const table = new Map<number, Entry>();
    let size = 0;
    /** @returns the head where the cell is not in the list */
    const find = (cell: number): Entry => {
      if (hashed) return table.get(cell) ?? head;
      let entry = head.next;
      while (entry !== head && entry.cell !== cell) entry = entry.next;
      return entry;
    };
    const remove = ({ cell, next, before }: Entry) => {
      before.next = next;
      next.before = before;
      if (hashed) table.delete(cell);
      size--;
      return cell;
    };
    const push = (cell: number, key: number) => {
      const old = find(cell);
      if (old !== head) remove(old);
      let next = head.next;
      while (next.key < key) next = next.next;
      const entry: Entry = { cell, key, next, before: next.before };
      entry.before.next = next.before = entry;
      if (hashed) table.set(cell, entry);
      size++;
    };
    const clear = () => {
      head.next = head.before = head;
      table.clear();
      size = 0;
    };
    return { clear, size: () => size, lowest: () => head.next.key, push, lower: push, pop: () => remove(head.next) };
  };

/** A priority queue with a hash table of valid keys: lowered cells are added again, old entries skipped. */
export const hashedQueue: OpenListMaker = () => {
  const heap = new Heap();
  const keys = new Map<number, number>();
  const push = (cell: number, key: number) => {
    keys.set(cell, key);
    heap.push(key, cell);
  };
  const lowest = () => {
    while (heap.size > 0 && keys.get(heap.items[0]) !== heap.keys[0]) heap.pop();
    return heap.size > 0 ? heap.keys[0] : Infinity;
  };
  const pop = () => {
    lowest();
    const cell = heap.pop();
    keys.delete(cell);
    return cell;
  };
  const clear = () => {
    heap.size = 0;
    keys.clear();
  };
  return { clear, size: () => keys.size, lowest, push, lower: push, pop };
};

const BUCKET = STRAIGHT / 2;

/** Buckets half a step wide, last in first out; a lowered cell is added again. */
export const bucketQueue: OpenListMaker = () => {
  const buckets: number[][] = [];
  let size = 0;
  /** All buckets below are empty. */
  let current = 0;
  const push = (cell: number, key: number) => {
    const bucket = Math.floor(key / BUCKET);
    while (bucket >= buckets.length) buckets.push([]);
    buckets[bucket].push(cell);
    if (size++ === 0 || bucket < current) current = bucket;
  };
  const lowest = () => {
    if (size === 0) return Infinity;
    while (buckets[current].length === 0) current++;
    return current * BUCKET;
  };
  const pop = () => {
    lowest();
    size--;
    return buckets[current].pop() as number;
  };
  const clear = () => {
    for (const bucket of buckets) if (bucket.length > 0) bucket.length = 0;
    size = 0;
  };
  return { loose: true, clear, size: () => size, lowest, push, lower: push, pop };
};

/** A balanced tree (a treap, whose random priorities are a hash of the cell), sorted by key and then by cell. */
export const searchTree: OpenListMaker = (cells) => {
  const keys = new Float64Array(cells);
  /** Both children of each cell, 0 for none: cell 0 is a corner of the border. The first place is the root's. */
  const child = new Int32Array(2 * cells);
  let size = 0;
  const before = (a: number, b: number) => keys[a] < keys[b] || (keys[a] === keys[b] && a < b);
  const priority = (cell: number) => Math.imul(cell, 0x9e3779b1) >>> 0;
  const placeBelow = (node: number, cell: number) => (before(cell, node) ? 2 * node : 2 * node + 1);
  /** Puts two trees at a place, all of `a` before all of `b`. */
  const merge = (a: number, b: number, place: number): void => {
    if (a === 0 || b === 0) child[place] = a | b;
    else if (priority(a) < priority(b)) {
      child[place] = a;
      merge(child[2 * a + 1], b, 2 * a + 1);
    } else {
      child[place] = b;
      merge(a, child[2 * b], 2 * b);
    }
  };
  /** Puts what is before a cell at one place, and the rest at another. */
  const split = (node: number, cell: number, low: number, high: number): void => {
    if (node === 0) child[low] = child[high] = 0;
    else if (before(node, cell)) {
      child[low] = node;
      split(child[2 * node + 1], cell, 2 * node + 1, high);
    } else {
      child[high] = node;
      split(child[2 * node], cell, low, 2 * node);
    }
  };
  const insert = (place: number, cell: number): void => {
    const node = child[place];
    if (node !== 0 && priority(node) < priority(cell)) insert(placeBelow(node, cell), cell);
    else {
      child[place] = cell;
      split(node, cell, 2 * cell, 2 * cell + 1);
    }
  };
  const remove = (place: number, cell: number): void => {
    if (child[place] === cell) merge(child[2 * cell], child[2 * cell + 1], place);
    else remove(placeBelow(child[place], cell), cell);
  };
  const least = () => {
    let node = child[0];
    while (child[2 * node] !== 0) node = child[2 * node];
    return node;
  };
  const push = (cell: number, key: number) => {
    keys[cell] = key;
    insert(0, cell);
    size++;
  };
  const take = (cell: number) => {
    remove(0, cell);
    size--;
    return cell;
  };
  const clear = () => {
    child[0] = size = 0;
  };
  const lowest = () => (size > 0 ? keys[least()] : Infinity);
  const lower = (cell: number, key: number) => push(take(cell), key);
  return { clear, size: () => size, lowest, push, lower, pop: () => take(least()) };
};
