/** A balanced tree as an open list. */
import type { OpenListMaker } from './open-lists.js';

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
