/** Single steps of the edited map: neighbors of a cell, and whether cells can be closed without cutting units off. */
import { leastBeside, movesMask } from '../../core/grid/rules.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import { isSeam } from '../../core/grid/wrap.js';
import { inside, type Nav } from '../../runtime/nav.js';
import type { Blockers } from '../avoid/blockers.js';
import { type CellOverlay, eachCell, linksBy, overlayOf } from './overlay.js';

/** Visits the padded cells that a step from one leads to, without links. */
function eachStep({ grid, open, steps }: CellOverlay, cell: number, visit: (to: number) => void): void {
  const beside = leastBeside(grid);
  const mask = movesMask(grid) & freeOfWalls(grid, cell);
  for (let d = 0; d < 8; d++) {
    const to = cell + steps[d];
    if (!((mask >> d) & 1) || open[to] === 0) continue;
    if (d & 1 && open[cell + steps[d - 1]] + open[cell + steps[(d + 1) & 7]] < beside) continue;
    visit(to);
  }
}

/**
 * The cells that one step leads to under the move rule, with walls between cells, also over the seams of maps that
 * wrap. Links do not count. On hexagons there are up to six.
 *
 *     const zone = enemies.flatMap(({ x, y }) => neighborsOf(nav, x, y)); // `stop` of reach
 *
 * @returns x, y pairs, each cell once, clockwise from the north; empty if the cell is closed
 * @throws {RangeError} if the cell is not on the map
 */
export function neighborsOf(nav: Nav, x: number, y: number): number[] {
  const ground = overlayOf(inside(nav));
  const cell = ground.cellAt(x, y);
  if (ground.open[cell] === 0) return [];
  // On maps two cells wide a step and one over the seam lead to the same cell.
  const cells = new Set<number>();
  const add = (to: number) => void cells.add(ground.pointOf(to));
  eachStep(ground, cell, add);
  for (const { to, link } of linksBy(ground).get(cell) ?? []) if (isSeam(nav, link)) add(to);
  return Array.from(cells, (point) => [point & 0xffff, point >> 16]).flat();
}

/**
 * Whether cells can be closed, for example by a tower, without shutting anyone in: no unit stands on them, and each
 * unit that has a path to a goal keeps one. Exact for all move rules, links, walls and unit sizes; one flood of the
 * map.
 *
 *     if (canClose(nav, [x, y], [...spawns, ...creeps], exit)) nav.setOpen(x, y, false);
 *
 * @param cells x, y pairs that would be closed
 * @param units x, y pairs of units and of the cells where they appear, or blockers
 * @param goals x, y pairs; a path to any of them is enough
 * @throws {TypeError | RangeError} if a list is not one of x, y pairs on the map
 */
export function canClose(
  nav: Nav,
  cells: ArrayLike<number>,
  units: ArrayLike<number> | Blockers,
  goals: ArrayLike<number>,
): boolean {
  const map = inside(nav);
  const ground = overlayOf(map);
  const { open } = ground;
  /** Units without a path so far, by padded cell: the goals that they must not lose. */
  const waiting = new Set<number>();
  const ends: number[] = [];
  eachCell('goals', goals, 2, ground, (x, y) => void ends.push(ground.cellAt(x, y)));
  eachCell('units', units, 2, ground, (x, y) => void waiting.add(ground.cellAt(x, y)), nav.size);
  try {
    eachCell('cells', cells, 2, ground, (x, y) => ground.close(x, y));
    for (const cell of waiting) if (open[cell] === 0 && ground.grid.open[cell] > 0) return false;
    flood(ground, ends, waiting);
  } finally {
    ground.restore();
  }
  if (waiting.size === 0) return true;
  // Whoever has no path before loses none.
  const hadNone = flood(ground, ends, new Set(waiting));
  return hadNone.size === waiting.size;
}

/** Takes the cells that lead to a goal out of a set. @returns the set */
function flood(ground: CellOverlay, goals: readonly number[], waiting: Set<number>): Set<number> {
  const { open } = ground;
  const seen = new Uint8Array(open.length);
  const cells: number[] = [];
  const visit = (cell: number) => {
    if (seen[cell] || open[cell] === 0) return;
    seen[cell] = 1;
    waiting.delete(cell);
    cells.push(cell);
  };
  for (const goal of goals) visit(goal);
  // From the goals back, so links lead the other way.
  const links = linksAgainst(ground);
  for (let i = 0; i < cells.length && waiting.size > 0; i++) {
    eachStep(ground, cells[i], visit);
    for (const from of links.get(cells[i]) ?? []) visit(from);
  }
  return waiting;
}

/** The cells at which links begin, by the cell at which they end. */
function linksAgainst(ground: CellOverlay): Map<number, number[]> {
  const links = new Map<number, number[]>();
  for (const ways of linksBy(ground).values())
    for (const { from, to } of ways) links.set(to, [...(links.get(to) ?? []), from]);
  return links;
}
