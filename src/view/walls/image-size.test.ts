import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { imageFault, imageSize, Pictures } from './image-size.js';

const png = (width: number, height: number) => {
  const bytes = new Uint8Array(40);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
};

it('reads sizes from the first bytes of each kind of picture', () => {
  expect(imageSize(readFileSync('examples/topdown/map/tiles.png'))).toEqual([64, 40]);
  expect(imageSize(readFileSync('docs/pictures/town.jpg'))).toEqual([expect.any(Number), expect.any(Number)]);
  const of = (base64: string) => imageSize(Buffer.from(base64.padEnd(60, 'A'), 'base64'));
  expect(of('R0lGODlhAgADAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAMAAAIC')).toEqual([2, 3]);
  expect(of('UklGRiQAAABXRUJQVlA4TBgAAAAvAUAAAAcQEf0PRET/AwA')).toEqual([2, 2]);
});

it('refuses what is too large to decode, and SVG, which could run scripts', () => {
  expect(imageFault(png(8192, 8192))).toBeUndefined();
  expect(imageFault(png(30_000, 30_000))).toBe('30000 x 30000 pixels');
  expect(imageFault(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))).toMatch(/^not a PNG/);
  expect(imageFault(new Uint8Array(3))).toMatch(/^not a PNG/);
});

it('refuses pictures that are too many pixels together, and BMP of a side below 0', () => {
  const pictures = new Pictures();
  const faults = Array.from({ length: 3 }, () => pictures.faultOf(png(8192, 8192)));
  expect(faults).toEqual([undefined, undefined, 'the pictures have more than 134217728 pixels together']);
  const bmp = Buffer.alloc(40);
  bmp.write('BM');
  bmp.writeInt32LE(-5, 18);
  bmp.writeInt32LE(5, 22);
  expect(imageFault(bmp)).toBe('-5 x 5 pixels');
});
