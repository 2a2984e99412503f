/**
 * Open lists of A* as the documents compare them. All hold cells by key, smallest first; a cell is in a list at most once, unless the list
 * is `loose`. The lists of one sorted array before others are in `fronted-lists.ts`.
 */

import { grown } from '../grid/grid.js';
import { STRAIGHT } from '../grid/step-costs.js';

export interface OpenList {
  clear(): void;
  /** Number of entries. */
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

/**
 * A linked list sorted by key (document C). Every push first asks whether the cell is in the list: by a walk from end to end, or by a hash
 * table of the list's entries.
 */
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

/** A priority queue with a hash table of the valid keys: a lowered cell is added once more, and old entries are skipped. */
export const hashedQueue: OpenListMaker = () => {
  const heap: [key: number, cell: number][] = [];
  const keys = new Map<number, number>();
  const push = (cell: number, key: number) => {
    keys.set(cell, key);
    let i = heap.push([key, cell]) - 1;
    for (; i > 0; i = (i - 1) >> 1) {
      const up = (i - 1) >> 1;
      if (heap[up][0] <= key) break;
      [heap[i], heap[up]] = [heap[up], heap[i]];
    }
  };
  const take = () => {
    const [, cell] = heap[0];
    const last = heap.pop() as [number, number];
    for (let i = 0, child = 1; heap.length > 0; i = child, child = 2 * i + 1) {
      if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++;
      heap[i] = last;
      if (child >= heap.length || heap[child][0] >= last[0]) break;
      heap[i] = heap[child];
    }
    return cell;
  };
  const skipOld = () => {
    while (heap.length > 0 && keys.get(heap[0][1]) !== heap[0][0]) take();
  };
  return {
    loose: false,
    clear() {
      heap.length = 0;
      keys.clear();
    },
    size: () => keys.size,
    lowest() {
      skipOld();
      return heap.length > 0 ? heap[0][0] : Infinity;
    },
    push,
    lower: push,
    pop() {
      skipOld();
      const cell = take();
      keys.delete(cell);
      return cell;
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
    loose: false,
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
