/** Maps as pictures: what was understood, for people to look at. */
import type { Grid } from '../grid/grid.js';
import type { Places } from '../grid/places.js';
import { COLORS, color, groundColors } from './colors.js';
import type { Picture } from './picture.js';

const { blocked, open, costs } = COLORS;
const MAP = { blocked: color(blocked), open: color(open), costs: costs.split(' ').map(color) };

/** A picture: walls dark, ground redder where dearer; doors blue, markers green. @param scale pixels of a cell */
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
  for (const [places, text] of [
    [doors, COLORS.door],
    [markers, COLORS.marker],
  ] as const) {
    for (const { cells } of places)
      for (let i = 0; i < cells.length; i += 2)
        for (let row = cells[i + 1] * scale; row < (cells[i + 1] + 1) * scale; row++)
          pixels.fill(color(text), row * width + cells[i] * scale, row * width + (cells[i] + 1) * scale);
  }
  return { width, height, pixels };
}
