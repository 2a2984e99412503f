/** A whole PNG file as pixels, for tests; readers of maps take it row by row. */
import type { Picture } from '../src/maps/picture.js';
import { readPngFile, readRows } from '../src/maps/png-file.js';

export async function decodePicture(bytes: Uint8Array, file = 'a.png'): Promise<Picture> {
  const png = readPngFile(bytes, file);
  const { width, height } = png.header;
  const pixels = new Uint32Array(width * height);
  await readRows(png, file, (row, y) => pixels.set(row, y * width));
  return { width, height, pixels };
}
