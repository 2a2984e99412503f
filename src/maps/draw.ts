/** Maps as pictures: what was understood, for people to look at. */
import type { Grid } from '../grid/grid.js';
import type { Places } from '../grid/places.js';
import { cellRows } from './cells.js';
import { COLOURS, colour, groundColours } from './colours.js';
import type { Picture } from './picture.js';

const { blocked, open, costs } = COLOURS;
const MAP = { blocked: colour(blocked), open: colour(open), costs: costs.split(' ').map(colour) };

/** A picture: walls dark, ground redder where dearer; doors blue, markers green. @param scale pixels of a cell */
export function drawMap(grid: Grid, { doors, markers }: Pick<Places, 'doors' | 'markers'>, scale = 1): Picture {
  const highest = grid.costs?.reduce((a, b) => Math.max(a, b), 1) ?? 1;
  const colours = groundColours(MAP, highest);
  const cells = Uint32Array.from(cellRows(grid).flat(), (price) => colours[price]);
  for (const [places, text] of [
    [doors, COLOURS.door],
    [markers, COLOURS.marker],
  ] as const) {
    for (const place of places)
      for (let i = 0; i < place.cells.length; i += 2)
        cells[place.cells[i + 1] * grid.width + place.cells[i]] = colour(text);
  }
  const [width, height] = [grid.width * scale, grid.height * scale];
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / scale) * grid.width;
    for (let x = 0; x < width; x++) pixels[y * width + x] = cells[row + Math.floor(x / scale)];
  }
  return { width, height, pixels };
}

export async function writePicture(
  grid: Grid,
  places: Pick<Places, 'doors' | 'markers'>,
  scale = 1,
): Promise<Uint8Array> {
  const { encodePicture } = await import('./picture.js');
  return encodePicture(drawMap(grid, places, scale));
}
