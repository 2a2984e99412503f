/** Layers as pixels, for PNG files: lines and discs with smooth edges. */
import type { Picture } from '../maps/picture.js';
import { CHARACTER_HEIGHT, CHARACTER_WIDTH, pixelsOf } from './bitmap-font.js';
import type { Area, Surface } from './surface.js';
import { type Colour, faded, over } from './theme.js';

/** A surface, and the picture that it becomes. */
export interface PixelSurface extends Surface {
  picture: Picture;
}

/** @param area the drawn part of the map @param scale pixels of a cell, a whole number */
export function pixelSurface(
  area: Area,
  scale: number,
  background: Colour,
  { width, height }: { width: number; height: number },
): PixelSurface {
  const pixels = new Uint32Array(width * height).fill(background);

  /** @param cover share of the pixel that is covered */
  const blend = (x: number, y: number, paint: Colour, cover: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height || cover <= 0) return;
    const i = y * width + x;
    pixels[i] = over(cover >= 1 ? paint : faded(paint, Math.round((paint & 255) * cover)), pixels[i]);
  };

  /** A piece of a line: each pixel by its distance from it, along the longer way column by column or row by row. */
  const segment = (ax: number, ay: number, bx: number, by: number, paint: Colour, half: number) => {
    const steep = Math.abs(by - ay) > Math.abs(bx - ax);
    const [ends, sides] = steep
      ? [
          [ay, by],
          [ax, bx],
        ]
      : [
          [ax, bx],
          [ay, by],
        ];
    if (ends[0] > ends[1]) for (const pair of [ends, sides]) pair.reverse();
    const [from, to] = ends;
    const [side, last] = sides;
    const slope = to > from ? (last - side) / (to - from) : 0;
    const reach = (half + 1) * Math.hypot(1, slope);
    const most = steep ? height : width;
    for (
      let along = Math.max(0, Math.floor(from - half - 1));
      along <= Math.min(most - 1, Math.ceil(to + half + 1));
      along++
    ) {
      const at = side + slope * (Math.min(to, Math.max(from, along + 0.5)) - from);
      for (let across = Math.floor(at - reach); across <= Math.ceil(at + reach); across++) {
        const [x, y] = steep ? [across, along] : [along, across];
        blend(x, y, paint, half + 0.5 - distance(x + 0.5, y + 0.5, ax, ay, bx, by));
      }
    }
  };

  return {
    scale,
    area,
    picture: { width, height, pixels },
    rect(x, y, w, h, fill) {
      const x0 = Math.max(0, Math.round((x - area.x0) * scale));
      const x1 = Math.min(width, Math.round((x - area.x0 + w) * scale));
      const y1 = Math.min(height, Math.round((y - area.y0 + h) * scale));
      for (let py = Math.max(0, Math.round((y - area.y0) * scale)); py < y1; py++)
        for (let px = x0; px < x1; px++) blend(px, py, fill, 1);
    },
    line(points, stroke, cells) {
      const half = Math.max(1, cells * scale) / 2;
      const at = (i: number) => (points[i] - (i & 1 ? area.y0 : area.x0)) * scale;
      for (let i = 2; i < points.length; i += 2) segment(at(i - 2), at(i - 1), at(i), at(i + 1), stroke, half);
    },
    disc(x, y, radius, fill) {
      const [cx, cy, r] = [(x - area.x0) * scale, (y - area.y0) * scale, Math.max(1, radius * scale)];
      for (let py = Math.floor(cy - r); py <= cy + r; py++) {
        for (let px = Math.floor(cx - r); px <= cx + r; px++)
          blend(px, py, fill, r + 0.5 - Math.hypot(px + 0.5 - cx, py + 0.5 - cy));
      }
    },
    text(x, y, text, fill, size) {
      const dot = Math.max(1, Math.round((size * scale) / 9));
      [...text].forEach((character, i) => {
        for (const [dx, dy] of pixelsOf(character))
          this.rect(
            x + ((CHARACTER_WIDTH * i + dx) * dot) / scale,
            y + ((dy - CHARACTER_HEIGHT) * dot) / scale,
            dot / scale,
            dot / scale,
            fill,
          );
      });
    },
  };
}

/** Distance of a point from a segment. */
function distance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
