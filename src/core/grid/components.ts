/**
 * Connected components of the open cells, so that an unreachable goal is answered without a search.
 *
 * Under all rules of squares but `always` a diagonal move implies two straight ones around one of its corners, so the
 * 8-connected components are the 4-connected ones.
 */
import { doubled, doubledCell } from './doubled.js';
import { finish, type Grid, RUNS_A_STEP, runSteps, type Steps } from './grid.js';
import { type Touches, touchesAbove } from './hexes.js';
import { RULES } from './rules.js';

/** Component labels per padded cell: 0 blocked, 1..n in the order of each component's first cell. */
export type Components = Uint8Array | Uint16Array | Int32Array;

/** Labels every cell with its component, in the narrowest array that holds the labels. */
export function labelComponents(grid: Grid): Components {
  return countComponents(grid)[0];
}

/** {@link labelComponents}, and the highest label. @param spare labels that the array has room for besides */
export function countComponents(grid: Grid, spare = 0): [labels: Components, count: number] {
  const [runs, byRun, count] = finish(joinRuns(grid, touchesAbove(grid)));
  const most = count + spare;
  const labels = new (most < 256 ? Uint8Array : most < 65536 ? Uint16Array : Int32Array)(grid.open.length);
  for (let r = 0; r < byRun.length; r++) labels.fill(byRun[r], runs[2 * r], runs[2 * r + 1]);
  return [labels, count];
}

/**
 * Component labels by runs of open cells: first cell of each run and the one behind its last; labels of runs; for each
 * 32 padded cells the first run that ends behind the first of them.
 */
export type RunLabels = [runs: Int32Array, labels: Int32Array, first: Int32Array];

/**
 * Labels every run with its component, in a fifth of the memory that labels of cells take.
 * @param touches of hexagons, {@link touchesAbove}
 */
export const labelRuns = (grid: Grid, touches?: Touches): RunLabels => finish(labelSteps(grid, touches));

export function* labelSteps(grid: Grid, touches?: Touches): Steps<RunLabels> {
  const [runs, labels] = yield* joinRuns(grid, touches);
  yield;
  const first = new Int32Array((grid.open.length >> 5) + 1).fill(labels.length);
  // A call for each run, since an interpreter takes longer for every 32 cells.
  for (let r = 0, from = 0; r < labels.length; r++) {
    const to = (runs[2 * r + 1] + 31) >> 5;
    if (from < to) first.fill(r, from, to);
    from = to;
    if (r % RUNS_A_STEP === RUNS_A_STEP - 1) yield;
  }
  return [runs.slice(), labels, first];
}

/** @returns component of a padded cell, 0 where it is blocked */
export const labelBy =
  ([runs, labels, first]: RunLabels) =>
  (cell: number): number => {
    let r = first[cell >> 5];
    while (runs[2 * r + 1] <= cell) r++;
    return runs[2 * r] <= cell ? labels[r] : 0;
  };

/** Components of runs by union-find (Rosenfeld & Pfaltz 1966). @returns runs, labels and the highest */
function* joinRuns(grid: Grid, touches?: Touches): Steps<[runs: Int32Array, labels: Int32Array, count: number]> {
  const runs = yield* runSteps(grid);
  const { stride } = grid;
  // Where corners are cut, cells that touch at a corner are also connected.
  const corner = RULES[grid.moveRule] ? 0 : 1;
  const parent = new Int32Array(runs.length >> 1);
  for (let r = 0, above = 0; r < parent.length; r++) {
    if (r % RUNS_A_STEP === RUNS_A_STEP - 1) yield;
    let root = r;
    parent[r] = r;
    const from = runs[2 * r] - stride - (touches ? touches(runs[2 * r], 0) : corner);
    const to = runs[2 * r + 1] - stride + (touches ? touches(runs[2 * r + 1] - 1, 1) : corner);
    while (runs[2 * above + 1] <= from) above++;
    for (let a = above; runs[2 * a] < to; a++) {
      const other = find(parent, a);
      parent[Math.max(other, root)] = root = Math.min(other, root);
    }
  }
  // Links go from later to earlier runs, so a run's parent already has its label when its turn comes.
  let count = 0;
  for (let r = 0; r < parent.length; r++) parent[r] = parent[r] === r ? ++count : parent[parent[r]];
  return [runs, parent, count];
}

function find(parent: Int32Array, run: number): number {
  while (parent[run] !== run) {
    parent[run] = parent[parent[run]];
    run = parent[run];
  }
  return run;
}

/** {@link countComponents} of any map: also of one with walls between cells. */
export function componentsOf(map: Grid): [labels: Components, count: number] {
  const [labels, count] = countComponents(doubled(map));
  if (!map.walls) return [labels, count];
  return [Int32Array.from(map.open, (open, cell) => open && labels[doubledCell(map, cell)]), count];
}

/** Open cells of each component; a link joins those of its ends, also if it is one-way. */
export function componentSizes(grid: Grid): number[] {
  const [labels, count] = componentsOf(grid);
  const parent = Int32Array.from({ length: count + 1 }, (_, label) => label);
  for (const { from, to } of grid.links ?? []) {
    const [a, b] = [from, to].map(([x, y]) => find(parent, labels[grid.cell(x, y)]));
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const sizes: number[] = [];
  for (const label of labels) {
    const root = find(parent, label);
    if (root > 0) sizes[root] = (sizes[root] ?? 0) + 1;
  }
  return sizes.filter((size) => size > 0);
}
