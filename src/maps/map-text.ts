/** Maps back into text files: what was understood, for people to look at and for other tools to read. */
import type { Grid } from '../core/grid/grid.js';
import type { Places } from '../core/grid/places.js';
import { isHex } from '../core/grid/rules.js';
import { listWalls } from '../core/grid/walls.js';
import { cellRows, layoutOf } from './cells.js';
import { COLORS, type Color, color, groundColors } from './colors.js';
import type { Picture } from './picture.js';

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

/** Costs, and `#` for walls: in tables of 0 and 1 readers would have to guess. */
export function csvText(grid: Grid): string {
  return `${cellRows(grid)
    .map((row) => row.map((cost) => cost || '#').join(','))
    .join('\n')}\n`;
}

function rowsText(grid: Grid): string {
  return cellRows(grid)
    .map((row) => `[${row.join(',')}]`)
    .join(',\n');
}

const { blocked, open, costs } = COLORS;
const MAP = { blocked: color(blocked), open: color(open), costs: costs.split(' ').map(color) };

/** A picture: walls dark, expensive ground redder; doors blue, markers green. @param scale pixels of a cell */
export function drawMap(grid: Grid, { doors, markers }: Pick<Places, 'doors' | 'markers'>, scale = 1): Picture {
  const highest = grid.costs?.reduce((a, b) => Math.max(a, b), 1) ?? 1;
  const colors = groundColors(MAP, highest);
  const prices = grid.costs ?? grid.open;
  const [width, height] = [grid.width * scale, grid.height * scale];
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = grid.cell(0, Math.floor(y / scale));
    for (let x = 0; x < width; x++) pixels[y * width + x] = colors[prices[row + Math.floor(x / scale)]];
  }
  const fill = (one: Color, left: number, top: number, right: number, bottom: number) => {
    for (let y = top; y < bottom; y++) pixels.fill(one, y * width + left, y * width + right);
  };
  for (const [places, text] of [
    [doors, COLORS.door],
    [markers, COLORS.marker],
  ] as const) {
    for (const { cells } of places)
      for (let i = 0; i < cells.length; i += 2) {
        const [x, y] = [cells[i] * scale, cells[i + 1] * scale];
        fill(color(text), x, y, x + scale, y + scale);
      }
  }
  // A wall between two cells is drawn on the first; cells of a pixel have no room for it.
  const thick = scale > 1 ? Math.ceil(scale / 8) : 0;
  for (const [column, row, side] of listWalls(grid)) {
    const [right, bottom] = [(column + 1) * scale, (row + 1) * scale];
    const [wide, high] = side === 'east' ? [thick, scale] : [scale, thick];
    fill(MAP.blocked, right - wide, bottom - high, right, bottom);
  }
  return { width, height, pixels };
}
