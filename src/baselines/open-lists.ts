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

/** Buckets half a step wide, last in first out; a lowered cell is added again. */
export const bucketQueue: OpenListMaker = () => {
  const buckets: number[][] = [];
  let size = 0;
  /** No bucket below this holds anything. */
  let current = 0;
  const push = (cell: number, key: number) => {
    const bucket = Math.floor(key / BUCKET);
    while (bucket >= buckets.length) buckets.push([]);
    buckets[bucket].push(cell);
    if (size++ === 0 || bucket < current) current = bucket;
  };
  const seek = () => {
    while (buckets[current].length === 0) current++;
  };
  return {
    loose: true,
    clear() {
      for (const bucket of buckets) if (bucket.length > 0) bucket.length = 0;
      size = 0;
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
      size--;
      return buckets[current].pop() as number;
    },
  };
};

/** A balanced tree (a treap, whose random priorities are a hash of the cell), sorted by key and then by cell. */
export const searchTree: OpenListMaker = (cells) => {
  const keys = new Float64Array(cells);
  const left = new Int32Array(cells);
  const right = new Int32Array(cells);
  let root = 0;
  let size = 0;
  // Cell 0 is a corner of the border: no node is.
  const before = (a: number, b: number) => keys[a] < keys[b] || (keys[a] === keys[b] && a < b);
  const priority = (cell: number) => Math.imul(cell, 0x9e3779b1) >>> 0;
  const merge = (a: number, b: number): number => {
    if (a === 0 || b === 0) return a | b;
    if (priority(a) < priority(b)) {
      right[a] = merge(right[a], b);
      return a;
    }
    left[b] = merge(a, left[b]);
    return b;
  };
  const insert = (node: number, cell: number): number => {
    if (node !== 0 && priority(node) < priority(cell)) {
      if (before(cell, node)) left[node] = insert(left[node], cell);
      else right[node] = insert(right[node], cell);
      return node;
    }
    split(node, cell);
    left[cell] = halves[0];
    right[cell] = halves[1];
    return cell;
  };
  const halves = [0, 0];
  const split = (node: number, cell: number): void => {
    if (node === 0) {
      halves[0] = halves[1] = 0;
    } else if (before(node, cell)) {
      split(right[node], cell);
      right[node] = halves[0];
      halves[0] = node;
    } else {
      split(left[node], cell);
      left[node] = halves[1];
      halves[1] = node;
    }
  };
  const remove = (node: number, cell: number): number => {
    if (node === cell) return merge(left[node], right[node]);
    if (before(cell, node)) left[node] = remove(left[node], cell);
    else right[node] = remove(right[node], cell);
    return node;
  };
  const least = () => {
    let node = root;
    while (left[node] !== 0) node = left[node];
    return node;
  };
  const push = (cell: number, key: number) => {
    keys[cell] = key;
    root = insert(root, cell);
    size++;
  };
  return {
    clear() {
      root = size = 0;
    },
    size: () => size,
    lowest: () => (size > 0 ? keys[least()] : Infinity),
    push,
    lower(cell, key) {
      root = remove(root, cell);
      size--;
      push(cell, key);
    },
    pop() {
      const cell = least();
      root = remove(root, cell);
      size--;
      return cell;
    },
  };
};
