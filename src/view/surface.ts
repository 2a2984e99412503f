/**
 * What layers draw on, whatever it becomes: pixels, SVG, or a canvas. Places are in cells, cell x, y from x, y to x + 1, y + 1; widths in
 * cells too, and never thinner than a pixel.
 */
import type { Colour } from './theme.js';

/** A part of the map, in cells; the right and lower end are not in it. */
export interface Area {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Something to draw on. */
export interface Surface {
  /** Pixels of a cell. */
  readonly scale: number;
  /** What of the map is seen; nothing else need be drawn. */
  readonly area: Area;
  /** A filled rectangle. */
  rect(x: number, y: number, width: number, height: number, fill: Colour): void;
  /** A line through points x, y, x, y ... */
  line(points: ArrayLike<number>, stroke: Colour, width: number): void;
  /** A filled circle. */
  disc(x: number, y: number, radius: number, fill: Colour): void;
  /** A text from the left end of its baseline. @param size of the font, in cells */
  text(x: number, y: number, text: string, fill: Colour, size: number): void;
}

/** Is any of a rectangle of cells seen? */
export function sees({ area }: Surface, x0: number, y0: number, x1: number, y1: number): boolean {
  return x1 > area.x0 && y1 > area.y0 && x0 < area.x1 && y0 < area.y1;
}

/** A rectangle's outline. */
export function outline(
  surface: Surface,
  x: number,
  y: number,
  width: number,
  height: number,
  stroke: Colour,
  line: number,
): void {
  surface.line([x, y, x + width, y, x + width, y + height, x, y + height, x, y], stroke, line);
}

/** Paints cells of one colour in runs. @param colourOf of a cell; 0 where there is nothing to paint */
export function paintCells(surface: Surface, colourOf: (x: number, y: number) => Colour): void {
  const { x0, y0, x1, y1 } = surface.area;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; ) {
      const fill = colourOf(x, y);
      let end = x + 1;
      while (end < x1 && colourOf(end, y) === fill) end++;
      if ((fill & 255) > 0) surface.rect(x, y, end - x, 1, fill);
      x = end;
    }
  }
}
