/** Maps back into text files: what was understood, for people to look at and for other tools to read. */
import type { Grid } from '../grid/grid.js';
import type { Places } from '../grid/places.js';
import { isHex } from '../grid/rules.js';
import { listWalls } from '../grid/walls.js';
import { cellRows, layoutOf } from './cells.js';

/** A MovingAI map: `.` open, `@` blocked, without costs, which {@link costsText} writes. */
export function movingAiText(grid: Grid): string {
  const { width, height } = grid;
  const rows = cellRows(grid).map((row) => row.map((price) => (price > 0 ? '.' : '@')).join(''));
  return `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join('\n')}\n`;
}

/** Rows of costs as JSON, 0 where a cell is blocked, for `--costs`. */
export function costsText(grid: Grid): string {
  return `[\n${rowsText(grid)}\n]\n`;
}

/** All of a map as JSON, which every command reads again. */
export function mapJson(grid: Grid, { cellSize, axes, origin, floors, doors, markers }: Places): string {
  const head = {
    gridprep: 'map',
    width: grid.width,
    height: grid.height,
    ...(isHex(grid) && { hex: layoutOf(grid.moveRule) }),
    ...(grid.stepCosts && { stepCosts: grid.stepCosts }),
    ...(cellSize && { cellSize }),
    ...(axes && { axes }),
    ...(origin && { origin }),
    ...(floors && { floors }),
    ...(grid.walls && { walls: listWalls(grid) }),
    doors,
    markers,
    ...(grid.links && { links: grid.links }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"cells":[\n${rowsText(grid)}\n]}\n`;
}

export function csvText(grid: Grid): string {
  return `${cellRows(grid)
    .map((row) => row.join(','))
    .join('\n')}\n`;
}

function rowsText(grid: Grid): string {
  return cellRows(grid)
    .map((row) => `[${row.join(',')}]`)
    .join(',\n');
}
