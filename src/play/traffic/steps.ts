/** The steps that units of traffic can take from a cell: to its neighbors, and over links. */
import { DX, DY } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { hexLayout } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { leastBeside, movesMask } from '../../core/grid/rules.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import type { GridNav } from '../../runtime/nav.js';
import type { UnitBlockers } from '../avoid/blockers.js';

/** A step into a padded cell: as many ticks as the cell costs, or the link. */
export interface Step {
  to: number;
  ticks: number;
  link?: Link | undefined;
}

export interface Place {
  /** Padded. */
  cell: number;
  x: number;
  y: number;
}

export type Steps = ReturnType<typeof stepsOn>;

/** @param walls units of other kinds, in the way of all */
export function stepsOn(nav: GridNav, walls: UnitBlockers | undefined) {
  const grid = nav.grid as Grid;
  const { size, stride } = grid;
  const [moves, beside, layout] = [movesMask(grid), leastBeside(grid), hexLayout(grid)];
  /** Open links by the padded cell where they begin. */
  const ways = new Map<number, Step[]>();
  const isFree = (x: number, y: number): boolean => nav.isOpen(x, y) && !walls?.isTaken(x, y);
  const placeOf = (cell: number): Place => ({ cell, x: (cell % stride) - 1, y: Math.floor(cell / stride) - 1 });

  return {
    isFree,
    placeOf,
    /** Padded cells that a unit on a cell covers. */
    cover: (cell: number): number[] =>
      size < 2
        ? [cell]
        : Array.from({ length: size * size }, (_, i) => cell + (i % size) + stride * Math.floor(i / size)),
    steps(cell: number): Step[] {
      const { x, y } = placeOf(cell);
      const found: Step[] = [];
      const free = moves & freeOfWalls(nav.grid, cell);
      for (let d = 0; d < 8 && nav.isOpen(x, y); d++) {
        const point = layout?.toOffset(layout.toAxial(x | (y << 16)) + DX[d] + (DY[d] << 16));
        const [u, v] = point === undefined ? [x + DX[d], y + DY[d]] : [point & 0xffff, point >> 16];
        if (((free >> d) & 1) === 0 || !isFree(u, v)) continue;
        if (d & 1 && beside > 0 && Number(isFree(u, y)) + Number(isFree(x, v)) < beside) continue;
        found.push({ to: grid.cell(u, v), ticks: nav.costAt(u, v) });
      }
      for (const way of ways.get(cell) ?? []) if (isFree(placeOf(way.to).x, placeOf(way.to).y)) found.push(way);
      return found;
    },
    /** Brings the links up to date after an edit. */
    refresh(): void {
      ways.clear();
      for (const { from, to, link } of nav.linked?.search.ways() ?? []) {
        const way = { to: grid.cell(...to), ticks: Math.max(1, Math.round(link.cost)), link };
        ways.set(grid.cell(...from), [...(ways.get(grid.cell(...from)) ?? []), way]);
      }
    },
  };
}
