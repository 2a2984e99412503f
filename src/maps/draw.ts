/** Maps back into files: what was understood, for people to look at and for other tools to read. */
import type { Grid } from '../grid/grid.js';
import type { Places } from '../grid/places.js';
import { cellRows } from './cells.js';
import { COLOURS, hex, opaque, priceColour } from './colours.js';
import type { Picture } from './picture.js';

/** A MovingAI map: `.` open, `@` blocked. It has no costs of cells; those are a file of their own, see {@link costsText}. */
export function movingAiText(grid: Grid): string {
  const { width, height } = grid;
  const rows = cellRows(grid).map((row) => row.map((price) => (price > 0 ? '.' : '@')).join(''));
  return `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join('\n')}\n`;
}

/** Rows of costs as JSON, 0 where a cell is blocked: what `--costs` reads beside a map. */
export function costsText(grid: Grid): string {
  return `[\n${rowsText(grid)}\n]\n`;
}

/** All of a map as JSON, which every command reads again. */
export function mapJson(grid: Grid, { cellSize, origin, doors, points }: Places): string {
  const head = {
    gridprep: 'map',
    width: grid.width,
    height: grid.height,
    ...(cellSize && { cellSize }),
    ...(origin && { origin }),
    doors,
    points,
  };
  return `${JSON.stringify(head).slice(0, -1)},"cells":[\n${rowsText(grid)}\n]}\n`;
}

/** Numbers between commas. */
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

/**
 * A picture: walls dark, ground light, the dearer the redder; doors blue, points green.
 * @param scale pixels of a cell, on each side
 */
export function drawMap(grid: Grid, { doors, points }: Pick<Places, 'doors' | 'points'>, scale = 1): Picture {
  const highest = grid.costs?.reduce((a, b) => Math.max(a, b), 1) ?? 1;
  const cells = Uint32Array.from(cellRows(grid).flat(), (price) => priceColour(price, highest));
  for (const [places, colour] of [
    [doors, COLOURS.door],
    [points, COLOURS.point],
  ] as const) {
    for (const place of places)
      for (let i = 0; i < place.cells.length; i += 2) cells[place.cells[i + 1] * grid.width + place.cells[i]] = opaque(hex(colour));
  }
  const [width, height] = [grid.width * scale, grid.height * scale];
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / scale) * grid.width;
    for (let x = 0; x < width; x++) pixels[y * width + x] = cells[row + Math.floor(x / scale)];
  }
  return { width, height, pixels };
}

/** {@link drawMap} as a PNG file. */
export async function writePicture(grid: Grid, places: Pick<Places, 'doors' | 'points'>, scale = 1): Promise<Uint8Array> {
  const { encodePicture } = await import('./picture.js');
  return encodePicture(drawMap(grid, places, scale));
}
