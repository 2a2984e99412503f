/** Open lists of A* by key, smallest first; a cell is in a list at most once, unless the list is `loose`. */
import { STRAIGHT } from '../../core/grid/step-costs.js';

export interface OpenList {
  /** @param estimate of the whole path, in the unit of keys */
  clear(estimate?: number): void;
  size(): number;
  /** A lower bound of all keys; Infinity when there are none. The smallest key itself, unless the list is `loose`. */
  lowest(): number;
  push(cell: number, key: number): void;
  /** Gives a cell that is in the list a smaller key. */
  lower(cell: number, key: number): void;
  /** Takes out the cell with the smallest key; of a `loose` list, one with nearly that. The list must not be empty. */
  pop(): number;
  /** Looks for a cell in all entries so far, as a search without an array of states does for each neighbor. */
  find?(cell: number): unknown;
  /** Only nearly sorted, or with old entries of lowered cells: a search must be ready to expand a cell again. */
  readonly loose?: true;
}

/** @param cells number of cells of the padded grid */
export type OpenListMaker = (cells: number) => OpenList;

/** A list that can also remove its last entry, and any cell: the sorted part of a list in two parts. */
export interface Front extends Omit<OpenList, 'lower'> {
  last(): [cell: number, key: number];
  remove(cell: number): void;
}

/** Indexed by cell, with decrease-key: a cell is in it at most once. */
export const binaryHeap = (cells: number): OpenList & Front => {
  const [heap, place] = [new Int32Array(cells), new Int32Array(cells)];
  const keys = new Float64Array(cells);
  let size = 0;
  const put = (i: number, cell: number, key: number) => {
    heap[i] = cell;
    keys[i] = key;
    place[cell] = i;
  };
  const siftUp = (cell: number, key: number, at: number) => {
    let i = at;
    for (let up = (i - 1) >> 1; i > 0 && keys[up] > key; i = up, up = (i - 1) >> 1) put(i, heap[up], keys[up]);
    put(i, cell, key);
  };
  const pop = () => {
    const top = heap[0];
    const cell = heap[--size];
    const key = keys[size];
    let i = 0;
    for (let child = 1; child < size; i = child, child = 2 * i + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      put(i, heap[child], keys[child]);
    }
    put(i, cell, key);
    return top;
  };
  const clear = () => {
    size = 0;
  };
  const lowest = () => (size > 0 ? keys[0] : Infinity);
  const push = (cell: number, key: number) => siftUp(cell, key, size++);
  const lower = (cell: number, key: number) => siftUp(cell, key, place[cell]);
  const remove = (cell: number) => {
    lower(cell, -Infinity);
    pop();
  };
  /** A heap does not know its last: all entries are looked at. */
  const last = (): [number, number] => {
    let at = 0;
    for (let i = 1; i < size; i++) if (keys[i] > keys[at]) at = i;
    return [heap[at], keys[at]];
  };
  return { clear, size: () => size, lowest, push, lower, pop, last, remove };
};

interface Entry {
  cell: number;
  key: number;
  next: Entry;
  before: Entry;
}

/**
 * The two lists of document C: OPEN, linked and sorted by key, and CLOSED, unsorted. Each neighbor of an expanded cell
 * is looked for in both, by a walk or by one hash table of the entries.
 */
export const linkedLists =
  (hashed: boolean): OpenListMaker =>
  () => {
    /** Behind the last entry and before the first: each list is a ring. */
    const [open, closed] = [{ cell: -1, key: Infinity } as Entry, { cell: -1, key: Infinity } as Entry];
    const table = new Map<number, Entry>();
    let size = 0;
    const walk = (head: Entry, cell: number): Entry | undefined => {
      let entry = head.next;
      while (entry !== head && entry.cell !== cell) entry = entry.next;
      return entry === head ? undefined : entry;
    };
    const find = (cell: number) => (hashed ? table.get(cell) : (walk(open, cell) ?? walk(closed, cell)));
    const unlink = ({ next, before }: Entry) => {
      before.next = next;
      next.before = before;
    };
    const insert = (entry: Entry, next: Entry) => {
      entry.next = next;
      entry.before = next.before;
      entry.before.next = next.before = entry;
      if (hashed) table.set(entry.cell, entry);
    };
    const sort = (cell: number, key: number) => {
      let next = open.next;
      while (next.key < key) next = next.next;
      insert({ cell, key } as Entry, next);
    };
    const push = (cell: number, key: number) => {
      sort(cell, key);
      size++;
    };
    const lower = (cell: number, key: number) => {
      unlink(find(cell) as Entry);
      sort(cell, key);
    };
    const pop = () => {
      const first = open.next;
      unlink(first);
      insert(first, closed);
      size--;
      return first.cell;
    };
    const clear = () => {
      for (const head of [open, closed]) head.next = head.before = head;
      table.clear();
      size = 0;
    };
    return { clear, size: () => size, lowest: () => open.next.key, push, lower, pop, find };
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
export const searchTree = (cells: number): OpenList & Front => {
  const keys = new Float64Array(cells);
  /** Both children of each cell, 0 for none: cell 0 is a corner of the border. */
  const child = new Int32Array(2 * cells);
  let [root, size] = [0, 0];
  const priority = (cell: number) => Math.imul(cell, 0x9e3779b1) >>> 0;
  const sideOf = (node: number, cell: number) =>
    2 * node + (keys[cell] < keys[node] || (keys[cell] === keys[node] && cell < node) ? 0 : 1);
  /** All of `a` is before all of `b`. @returns the root of both; so do the others */
  const merge = (a: number, b: number): number => {
    if (a === 0 || b === 0) return a | b;
    const top = priority(a) < priority(b) ? a : b;
    if (top === a) child[2 * a + 1] = merge(child[2 * a + 1], b);
    else child[2 * b] = merge(a, child[2 * b]);
    return top;
  };
  const insert = (node: number, cell: number): number => {
    if (node === 0) return cell;
    const side = sideOf(node, cell);
    const below = insert(child[side], cell);
    child[side] = below;
    if (priority(node) < priority(below)) return node;
    const inner = (2 * below + 1) ^ (side & 1);
    child[side] = child[inner];
    child[inner] = node;
    return below;
  };
  const remove = (node: number, cell: number): number => {
    if (node === cell) return merge(child[2 * cell], child[2 * cell + 1]);
    const side = sideOf(node, cell);
    child[side] = remove(child[side], cell);
    return node;
  };
  /** The outermost node of a side: 0 the smallest key, 1 the largest. */
  const end = (side: 0 | 1) => {
    let node = root;
    while (child[2 * node + side] !== 0) node = child[2 * node + side];
    return node;
  };
  const push = (cell: number, key: number) => {
    keys[cell] = key;
    child[2 * cell] = child[2 * cell + 1] = 0;
    root = insert(root, cell);
    size++;
  };
  const take = (cell: number) => {
    root = remove(root, cell);
    size--;
    return cell;
  };
  const clear = () => {
    root = size = 0;
  };
  const lowest = () => (size > 0 ? keys[end(0)] : Infinity);
  const lower = (cell: number, key: number) => push(take(cell), key);
  const last = (): [number, number] => [end(1), keys[end(1)]];
  return { clear, size: () => size, lowest, push, lower, pop: () => take(end(0)), last, remove: take };
};
