/** Pictures that are drawn here, as PNG. `png-file.ts` reads PNG files. */
import { encode } from 'fast-png';

/** A picture, one number a pixel: red in the highest byte, then green, blue and alpha. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint32Array;
}

/** A picture as PNG, without its alpha. */
export function encodePicture({ width, height, pixels }: Picture): Uint8Array {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    data[3 * i] = pixels[i] >>> 24;
    data[3 * i + 1] = pixels[i] >>> 16;
    data[3 * i + 2] = pixels[i] >>> 8;
  }
  return encode({ width, height, data, depth: 8, channels: 3 });
}
