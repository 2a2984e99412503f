/** Layers as pixels, for PNG files: lines and discs with smooth edges. */
import type { Picture } from '../maps/picture.js';
import type { Area, Surface } from './surface.js';
import { type Color, faded, over } from './theme.js';

/** A surface with its picture. */
export interface PixelSurface extends Surface {
  picture: Picture;
}

/** @param area the drawn part of the map @param scale pixels of a cell, a whole number */
export function pixelSurface(
  area: Area,
  scale: number,
  background: Color,
  { width, height }: { width: number; height: number },
): PixelSurface {
  const pixels = new Uint32Array(width * height).fill(background);

  /** @param cover share of the pixel that is covered */
  const blend = (x: number, y: number, paint: Color, cover: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height || cover <= 0) return;
    const i = y * width + x;
    pixels[i] = over(cover >= 1 ? paint : faded(paint, Math.round((paint & 255) * cover)), pixels[i]);
  };

  /** A piece of a line, column by column or row by row: each pixel is covered by its distance from the line. */
  const segment = (ax: number, ay: number, bx: number, by: number, paint: Color, half: number) => {
    const steep = Math.abs(by - ay) > Math.abs(bx - ax);
    const [fromX, fromY, toX, toY] = (steep ? ay > by : ax > bx) ? [bx, by, ax, ay] : [ax, ay, bx, by];
    const [from, side, to, last] = steep ? [fromY, fromX, toY, toX] : [fromX, fromY, toX, toY];
    const slope = to > from ? (last - side) / (to - from) : 0;
    const reach = (half + 1) * Math.hypot(1, slope);
    const most = steep ? height : width;
    for (
      let along = Math.max(0, Math.floor(from - half - 1));
      along <= Math.min(most - 1, Math.ceil(to + half + 1));
      along++
    ) {
      const at = side + slope * (Math.min(to, Math.max(from, along + 0.5)) - from);
      for (let beside = Math.floor(at - reach); beside <= Math.ceil(at + reach); beside++) {
        const [x, y] = steep ? [beside, along] : [along, beside];
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

function distance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** Pixels of a character with the gap after it, and height without descenders. */
export const [CHARACTER_WIDTH, CHARACTER_HEIGHT] = [6, 7];

/** Two hexadecimal digits a column, five columns a character from space to tilde; the lowest bit is the top pixel. */
const COLUMNS =
  '000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c002a1c7f1c2a' +
  '08083e080800807030000808080808000060600020100804023e5149453e00427f400072494949462141494d331814127f102745454539' +
  '3c4a49493141211109073649494936464949291e0000140000004034000000081422411414141414004122140802015909063e415d594e' +
  '7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e414151737f0808087f00417f41002040413f017f08142241' +
  '7f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e7f09192946264949493203017f01033f4040403f1f2040201f' +
  '3f4038403f631408146303047804036159494d43007f4141410204081020004141417f0402010204404040404000030708002054547840' +
  '7f284444383844444428384444287f385454541800087e090218a4a49c787f0804047800447d40002040403d007f1028440000417f4000' +
  '7c047804787c080404783844444438fc1824241818242418fc7c08040408485454542404043f44243c4040207c1c2040201c3c4030403c' +
  '44281028444c9090907c4464544c440008364100000077000000413608000201020402';

/** Pixels of a character, x and y from its top left. Other than ASCII characters are question marks. */
export function pixelsOf(character: string): [x: number, y: number][] {
  const code = character.charCodeAt(0);
  const first = 10 * (code > 31 && code < 127 ? code - 32 : 31);
  return Array.from({ length: 40 }, (_, i): [number, number] => [i >> 3, i & 7]).filter(
    ([x, y]) => (Number.parseInt(COLUMNS.slice(first + 2 * x, first + 2 * x + 2), 16) >> y) & 1,
  );
}
