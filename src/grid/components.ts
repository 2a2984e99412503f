/**
 * Connected components of the open cells, so that an unreachable goal is answered without a search.
 *
 * Under all rules but `always` a diagonal move implies two straight ones around one of its corners, so the
 * 8-connected components are the 4-connected ones.
 */
import type { Grid } from './grid.js';

/** Component labels per padded cell: 0 blocked, 1..n in the order of each component's first cell. */
export type Components = Uint8Array | Uint16Array | Int32Array;

/** Labels every cell with its component, in the narrowest array that holds the labels. */
export function labelComponents(grid: Grid): Components {
  return countComponents(grid)[0];
}

/** Component of each cell by union-find over runs (Rosenfeld & Pfaltz 1966). @returns labels and the highest */
export function countComponents(grid: Grid): [labels: Components, count: number] {
  const runs = grid.runs();
  const { stride } = grid;
  // Where corners are cut, cells that touch at a corner are connected, too.
  const corner = grid.moveRule === 'always' ? 1 : 0;
  const parent = new Int32Array(runs.length >> 1);
  for (let r = 0, above = 0; r < parent.length; r++) {
    parent[r] = r;
    const from = runs[2 * r] - stride - corner;
    const to = runs[2 * r + 1] - stride + corner;
    while (runs[2 * above + 1] <= from) above++;
    for (let a = above; runs[2 * a] < to; a++) link(parent, a, r);
  }
  // Links go from later to earlier runs, so a run's parent already has its label when its turn comes.
  let count = 0;
  for (let r = 0; r < parent.length; r++) parent[r] = parent[r] === r ? ++count : parent[parent[r]];
  const labels = new (count < 256 ? Uint8Array : count < 65536 ? Uint16Array : Int32Array)(grid.open.length);
  for (let r = 0; r < parent.length; r++) labels.fill(parent[r], runs[2 * r], runs[2 * r + 1]);
  return [labels, count];
}

function link(parent: Int32Array, a: number, b: number): void {
  const rootA = find(parent, a);
  const rootB = find(parent, b);
  if (rootA < rootB) parent[rootB] = rootA;
  else parent[rootA] = rootB;
}

function find(parent: Int32Array, run: number): number {
  while (parent[run] !== run) {
    parent[run] = parent[parent[run]];
    run = parent[run];
  }
  return run;
}

export function componentSizes(grid: Grid): number[] {
  const sizes: number[] = [];
  for (const label of labelComponents(grid)) if (label > 0) sizes[label - 1] = (sizes[label - 1] ?? 0) + 1;
  return sizes;
}
