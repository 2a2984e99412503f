/** Layers on a canvas, of the page or of a game. */
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
  /** Where cell 0, 0 begins. */
  origin: readonly [number, number];
  area: Area;
}

/** Draws on a context with its current transform. */
export function canvasSurface(ctx: Canvas2D, { cell: [w, h], origin: [left, top], area }: Placing): Surface {
  const scale = Math.min(w, h);
  const names = new Map<Color, string>();
  const name = (value: Color): string => {
    let text = names.get(value);
    if (text === undefined) {
      text = css(value);
      names.set(value, text);
    }
    return text;
  };
  return {
    scale,
    area,
    rect(x, y, width, height, fill) {
      ctx.fillStyle = name(fill);
      ctx.fillRect(left + x * w, top + y * h, width * w, height * h);
    },
    line(points, stroke, width) {
      ctx.strokeStyle = name(stroke);
      ctx.lineWidth = Math.max(1, width * scale);
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      ctx.beginPath();
      ctx.moveTo(left + points[0] * w, top + points[1] * h);
      for (let i = 2; i < points.length; i += 2) ctx.lineTo(left + points[i] * w, top + points[i + 1] * h);
      ctx.stroke();
    },
    disc(x, y, radius, fill) {
      ctx.fillStyle = name(fill);
      ctx.beginPath();
      ctx.arc(left + x * w, top + y * h, Math.max(1, radius * scale), 0, 2 * Math.PI);
      ctx.fill();
    },
    text(x, y, text, fill, size) {
      ctx.fillStyle = name(fill);
      ctx.font = `${Math.max(9, size * scale)}px system-ui, sans-serif`;
      ctx.fillText(text, left + x * w, top + y * h);
    },
  };
}
