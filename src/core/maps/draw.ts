/** Maps as pictures: what was understood, for people to look at. */
import type { Grid } from '../grid/grid.js';
import type { Places } from '../grid/places.js';
import { listWalls } from '../grid/walls.js';
import { COLORS, type Color, color, groundColors } from './colors.js';
import type { Picture } from './picture.js';

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
