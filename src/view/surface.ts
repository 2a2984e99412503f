/**
 * Surfaces of layers: pixels, SVG, or a canvas. Places and widths are in cells, cell x, y from x, y to x + 1, y + 1. No
 * line is thinner than a pixel.
 */
import { DX, DY } from '../core/grid/directions.js';
import type { Color, Theme } from './theme.js';

/** A part of the map, in cells, without its right and lower end. */
export interface Area {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface Surface {
  /** Pixels of a cell. */
  readonly scale: number;
  /** The visible part of the map. */
  readonly area: Area;
  /** Whether equal steps may leave a straight line, as in maps of hexagons. */
  readonly isBent?: boolean;
  rect(x: number, y: number, width: number, height: number, fill: Color): void;
  /** A line through points x, y, x, y ... */
  line(points: ArrayLike<number>, stroke: Color, width: number): void;
  disc(x: number, y: number, radius: number, fill: Color): void;
  /** A text from the left end of its baseline. @param size of the font, in cells */
  text(x: number, y: number, text: string, fill: Color, size: number): void;
}

export function sees({ area }: Surface, x0: number, y0: number, x1: number, y1: number): boolean {
  return x1 > area.x0 && y1 > area.y0 && x0 < area.x1 && y0 < area.y1;
}

export function outline(
  surface: Surface,
  x: number,
  y: number,
  width: number,
  height: number,
  stroke: Color,
  line: number,
): void {
  surface.line([x, y, x + width, y, x + width, y + height, x, y + height, x, y], stroke, line);
}

/** Size of a label's font in cells, its least size in pixels, and the width of a character as a share of it. */
const [FONT, LEAST_FONT, CHARACTER] = [0.9, 9, 0.62];
/** Pixels of a cell from which labels are drawn. */
const LABEL_SCALE = 6;
/** Rows below its place that are tried for a label; then it is left out. */
const ROWS = 4;
/** Labels of each surface. */
const labels = new WeakMap<Surface, Area[]>();

/** Writes a name with a halo next to a cell, or below names that it would cover. */
export function label(surface: Surface, [x, y]: readonly number[], name: string, { halo, text }: Theme): void {
  if (surface.scale < LABEL_SCALE || name === '') return;
  const used = labels.get(surface) ?? [];
  labels.set(surface, used);
  const height = Math.max(FONT, LEAST_FONT / surface.scale);
  const [x0, x1] = [x + 1.1, x + 1.1 + CHARACTER * height * name.length];
  const isFree = (y1: number) =>
    !used.some((other) => x0 < other.x1 && x1 > other.x0 && y1 > other.y0 && y1 - height < other.y1);
  const y1 = Array.from({ length: ROWS }, (_, row) => y + 0.8 + 1.1 * row * height).find(isFree);
  if (y1 === undefined) return;
  used.push({ x0, x1, y0: y1 - height, y1 });
  for (const d of [6, 2, 0, 4]) surface.text(x0 + DX[d] / surface.scale, y1 + DY[d] / surface.scale, name, halo, FONT);
  surface.text(x0, y1, name, text, FONT);
}

/** Pixels between two lines of a grid from which it is drawn. */
const LEAST_GAP = 4;

/** Lines every `span` cells. */
export function gridLines(surface: Surface, span: number, stroke: Color, width: number): void {
  if (span * surface.scale < LEAST_GAP) return;
  const { x0, y0, x1, y1 } = surface.area;
  for (let x = Math.ceil(x0 / span) * span; x <= x1; x += span) surface.line([x, y0, x, y1], stroke, width);
  for (let y = Math.ceil(y0 / span) * span; y <= y1; y += span) surface.line([x0, y, x1, y], stroke, width);
}

/** Paints cells of one color in runs. @param colorOf color of a cell, 0 for none */
export function paintCells(surface: Surface, colorOf: (x: number, y: number) => Color): void {
  const { x0, y0, x1, y1 } = surface.area;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; ) {
      const fill = colorOf(x, y);
      let end = x + 1;
      while (end < x1 && colorOf(end, y) === fill) end++;
      if ((fill & 255) > 0) surface.rect(x, y, end - x, 1, fill);
      x = end;
    }
  }
}
