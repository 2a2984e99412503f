/** Differences between two scenes of maps of one size, cell by cell. */
import { ViewError } from '../core/errors.js';
import type { CellBoxes } from '../core/grid/rectangle.js';
import type { Scene } from './scene.js';
import type { Color, Theme } from './theme.js';

/** Kinds of differences; a cell is colored by the first. */
export const CHANGES = ['opened', 'closed', 'priced', 'jumps', 'boxes', 'nodes', 'subgoals'] as const;
export type Change = (typeof CHANGES)[number];

/** Changes of two scenes, and how many cells each is true of. */
export interface SceneChanges {
  /** Per padded cell 0, or 1 + its number in {@link CHANGES}. */
  codes: Uint8Array;
  counts: Record<Change, number>;
}

/**
 * Compares open cells, costs, jump points, goal boxes, nodes of clusters and subgoals, of artifacts that both scenes
 * have.
 * @throws {ViewError} if the maps are of different sizes
 */
export function changesOf(a: Scene, b: Scene): SceneChanges {
  const [{ width, height }, after] = [a.grid, b.grid];
  if (width !== after.width || height !== after.height)
    throw new ViewError(
      `the maps are of ${width} x ${height} and ${after.width} x ${after.height} cells; ` +
        'only maps of one size can be drawn',
    );
  const codes = new Uint8Array(a.grid.open.length);
  const counts = Object.fromEntries(CHANGES.map((name) => [name, 0])) as Record<Change, number>;
  const mark = (cell: number, change: Change) => {
    counts[change]++;
    codes[cell] ||= 1 + CHANGES.indexOf(change);
  };
  const [open, now] = [a.grid.open, b.grid.open];
  const [price, nowPrice] = [a.grid.costs ?? open, b.grid.costs ?? now];
  for (let c = 0; c < open.length; c++) {
    if (open[c] !== now[c]) mark(c, now[c] > 0 ? 'opened' : 'closed');
    else if (price[c] !== nowPrice[c]) mark(c, 'priced');
  }
  const both = (name: string) => a.artifacts.includes(name) && b.artifacts.includes(name);
  const eachOpen = (change: Change, differs: (cell: number) => boolean) => {
    for (let c = 0; c < open.length; c++) if ((open[c] | now[c]) > 0 && differs(c)) mark(c, change);
  };
  if (both('jps')) {
    const [was, is] = [a.rows(), b.rows()];
    const { stride } = a.grid;
    eachOpen('jumps', (c) => {
      const row = Math.floor(c / stride);
      const x = c - row * stride - 1;
      const i = row * was.pitch + (x >> 5);
      return was.jumps.some((plane, d) => (((plane[i] ^ is.jumps[d][i]) >> (x & 31)) & 1) > 0);
    });
  }
  const [boxes, nowBoxes] = [a.bounds(), b.bounds()];
  if (boxes && nowBoxes) {
    eachOpen('boxes', (c) => boxesDiffer(boxes, nowBoxes, c));
  }
  if (both('hpa')) {
    const [was, is] = [nodeCells(a), nodeCells(b)];
    eachOpen('nodes', (c) => was.has(c) !== is.has(c));
  }
  const [hierarchy, nowHierarchy] = [a.hierarchy(), b.hierarchy()];
  if (hierarchy && nowHierarchy)
    eachOpen('subgoals', (c) => ((hierarchy.map.marks[c] ^ nowHierarchy.map.marks[c]) & 1) > 0);
  return { codes, counts };
}

function boxesDiffer(a: CellBoxes, b: CellBoxes, cell: number): boolean {
  const stored = a.directions(cell);
  if (stored !== b.directions(cell)) return true;
  if (stored === 0) return false;
  const [was, is] = [new Int32Array(2), new Int32Array(2)];
  for (let d = 0; d < 8; d++) {
    a.box(cell, d, was);
    b.box(cell, d, is);
    if (was[0] !== is[0] || was[1] !== is[1]) return true;
  }
  return false;
}

function nodeCells({ grid, clusters }: Scene): Set<number> {
  const { points, count } = clusters().graph;
  return new Set(Array.from({ length: count }, (_, n) => grid.cell(points[2 * n], points[2 * n + 1])));
}

/** Color of a change. */
export function changeColor(theme: Theme, change: Change): Color {
  return change === 'opened' || change === 'closed' || change === 'priced' ? theme[change] : theme.other;
}
