/** Maps of hexagons in pictures: cells are hexagons, and layers are moved with them. */
import type { Grid } from '../core/grid/grid.js';
import { hexAt, hexCenter, hexCorners } from '../core/grid/hex-plane.js';
import { pushOf } from '../core/grid/hexes.js';
import { isHex } from '../core/grid/rules.js';
import type { Area, Surface } from './surface.js';
import type { Color } from './theme.js';

/** The part of the plane that cells cover. */
export function drawnArea(grid: Pick<Grid, 'moveRule'>, area: Area): Area {
  if (!isHex(grid)) return area;
  const push = pushOf(grid);
  if (push?.columns) return { x0: area.x0 - 0.5, x1: area.x1 + 0.5, y0: area.y0, y1: area.y1 + 0.5 };
  // Axial rows are pushed further and further.
  const [left, right] = push ? [0, 0.5] : [area.y0 / 2, (area.y1 - 1) / 2];
  return { x0: area.x0 + left, x1: area.x1 + right, y0: area.y0 - 0.5, y1: area.y1 + 0.5 };
}

/** A surface for layers, which draw square cells: shapes are moved with their cell. */
export function hexSurface(surface: Surface, grid: Grid, area: Area): Surface {
  if (!isHex(grid)) return surface;
  const moved = (x: number, y: number): [number, number] => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [px, py] = hexCenter(grid, column, row);
    return [x + px - column - 0.5, y + py - row - 0.5];
  };
  return {
    ...surface,
    area,
    isBent: true,
    line(points, stroke, width) {
      const flat: number[] = [];
      for (let i = 0; i < points.length; i += 2) flat.push(...moved(points[i], points[i + 1]));
      surface.line(flat, stroke, width);
    },
    rect(x, y, width, height, fill) {
      for (let i = 0; i < width; i++) surface.rect(...moved(x + i, y), Math.min(1, width - i), height, fill);
    },
    disc: (x, y, radius, fill) => surface.disc(...moved(x, y), radius, fill),
    text: (x, y, text, fill, size) => surface.text(...moved(x, y), text, fill, size),
  };
}

/** Fills in the pixels of a picture whose left upper corner is that of its area. */
export function paintHexes(
  { pixels, width, height }: { pixels: Uint32Array; width: number; height: number },
  { grid, area, scale }: { grid: Grid; area: Area; scale: number },
  colorOf: (cell: number) => Color,
): void {
  const { x0, y0 } = drawnArea(grid, area);
  for (let j = 0, i = 0; j < height; j++) {
    for (let k = 0; k < width; k++, i++) {
      const [x, y] = hexAt(grid, x0 + (k + 0.5) / scale, y0 + (j + 0.5) / scale);
      if (x >= area.x0 && y >= area.y0 && x < area.x1 && y < area.y1) pixels[i] = colorOf(grid.cell(x, y));
    }
  }
}

/** Visits the corners of the cells of an area, in turn x and y, color by color. */
export function eachHex(
  grid: Grid,
  area: Area,
  colorOf: (cell: number) => Color,
  visit: (corners: number[], fill: Color) => void,
): void {
  const cells = new Map<Color, number[][]>();
  for (let y = area.y0; y < area.y1; y++) {
    for (let x = area.x0; x < area.x1; x++) {
      const color = colorOf(grid.cell(x, y));
      const list = cells.get(color) ?? [];
      if (list.length === 0) cells.set(color, list);
      list.push(hexCorners(grid, x, y).flat());
    }
  }
  for (const [color, list] of cells) for (const corners of list) visit(corners, color);
}
