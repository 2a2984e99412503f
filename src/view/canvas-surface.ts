/** Layers on a canvas of the page or of a game. */
import { type Axes, SQUARES } from './plane.js';
import type { Area, Surface } from './surface.js';
import { type Color, css } from './theme.js';

/** The used part of a canvas's 2D context. */
export interface Canvas2D {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: unknown;
  lineJoin: unknown;
  font: string;
  save(): void;
  restore(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  stroke(): void;
  fill(): void;
  fillText(text: string, x: number, y: number): void;
}

/** Where the map lies on a canvas. */
export interface Placing {
  /** Pixels of a cell: width and height. */
  cell: readonly [number, number];
  /** Left top corner of cell 0, 0. */
  origin: readonly [number, number];
  area: Area;
  /** Directions of columns and rows, in cells. Default: right and down. */
  axes?: Axes | undefined;
}

/** Draws on a context with its current transform. */
export function canvasSurface(
  ctx: Canvas2D,
  { cell: [w, h], origin: [left, top], area, axes = SQUARES.axes }: Placing,
): Surface {
  const scale = Math.min(w, h);
  const [ax, ay, bx, by] = axes;
  const isTurned = ay !== 0 || bx !== 0;
  const atX = (x: number, y: number) => left + (x * ax + y * bx) * w;
  const atY = (x: number, y: number) => top + (x * ay + y * by) * h;
  const names = new Map<Color, string>();
  const name = (value: Color): string => {
    const known = names.get(value) ?? css(value);
    names.set(value, known);
    return known;
  };
  const trace = (points: ArrayLike<number>) => {
    ctx.beginPath();
    ctx.moveTo(atX(points[0], points[1]), atY(points[0], points[1]));
    for (let i = 2; i < points.length; i += 2) ctx.lineTo(atX(points[i], points[i + 1]), atY(points[i], points[i + 1]));
  };
  return {
    scale,
    area,
    rect(x, y, width, height, fill) {
      ctx.fillStyle = name(fill);
      if (!isTurned) {
        ctx.fillRect(atX(x, y), atY(x, y), width * ax * w, height * by * h);
        return;
      }
      trace([x, y, x + width, y, x + width, y + height, x, y + height]);
      ctx.fill();
    },
    line(points, stroke, width) {
      ctx.strokeStyle = name(stroke);
      ctx.lineWidth = Math.max(1, width * scale);
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      trace(points);
      ctx.stroke();
    },
    disc(x, y, radius, fill) {
      ctx.fillStyle = name(fill);
      ctx.beginPath();
      ctx.arc(atX(x, y), atY(x, y), Math.max(1, radius * scale), 0, 2 * Math.PI);
      ctx.fill();
    },
    text(x, y, text, fill, size) {
      ctx.fillStyle = name(fill);
      ctx.font = `${Math.max(9, size * scale)}px system-ui, sans-serif`;
      ctx.fillText(text, atX(x, y), atY(x, y));
    },
  };
}
