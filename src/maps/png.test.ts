import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../test/decode-picture.js';
import { writePng } from '../../test/map-writers.js';
import { pricePicture } from '../../test/price-picture.js';
import { IS_LONG } from '../../test/samples.js';
import { encodePicture } from './picture.js';
import type { PngOptions } from './png.js';
import { readMap } from './read-map.js';

/** A picture in RGBA from rows of colors. */
function picture(rows: string[][]): Uint8Array {
  const colors = rows
    .flat()
    .map((hex) => [0, 2, 4, 6].map((at) => Number.parseInt(hex.padEnd(8, 'f').slice(at, at + 2), 16)));
  return writePng({ width: rows[0].length, height: rows.length, type: 6, depth: 8, sample: (i) => colors[i] });
}

/** The same file with other compressed pixels. */
function withIdat(bytes: Uint8Array, content: Buffer): Buffer {
  const data = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), content, Buffer.alloc(4)]);
  data.writeUInt32BE(content.length);
  data.writeUInt32BE(crc32(data.subarray(4, -4)), data.length - 4);
  return Buffer.concat([bytes.subarray(0, Buffer.from(bytes).indexOf('IDAT') - 4), data, bytes.subarray(-12)]);
}

const read = async (bytes: Uint8Array, png: Partial<PngOptions> = {}) => readMap(bytes, { file: 'a.png', png });
const rows = async (bytes: Uint8Array, png: Partial<PngOptions> = {}) => pricePicture((await read(bytes, png)).grid);
const fails = (bytes: Uint8Array, message: string, png: Partial<PngOptions> = {}) =>
  expect(read(bytes, png)).rejects.toThrow(message);

const [W, K, G, T] = ['ffffff', '000000', '7f7f7f', 'ffffff00'];

describe('readPng', () => {
  it('is recognized by its whole signature', async () => {
    for (let i = 0; i < 8; i++) {
      const bytes = picture([[W]]);
      bytes[i] ^= 1;
      await expect(decodePicture(bytes)).rejects.toThrow('this is no PNG file');
    }
  });

  it('takes bright pixels for open ones, or by the options', async () => {
    const bytes = picture([[W, K, G, T]]);
    expect(await rows(bytes, { threshold: 128 })).toEqual(['.###']);
    expect(await rows(bytes, { threshold: 127 })).toEqual(['.#.#']);
    expect(await rows(bytes, { invert: true })).toEqual(['#...']);
    expect(await rows(bytes, { by: 'alpha' })).toEqual(['###.']);
    expect(await rows(picture([[W, K]]), { threshold: 255 })).toEqual(['.#']);
    expect(await rows(picture([[W, K]]), { threshold: 0 })).toEqual(['..']);
  });

  it('takes two tones, or grays, for a mask; of other pictures an option says what blocks', async () => {
    const [RED, BLUE, CLEAR] = ['ff0000', '0000ff', '12345600'];
    const walls = async (all: string[], png: Partial<PngOptions> = {}) => (await read(picture([all]), png)).walls?.used;
    expect(await walls([W, K, G, 'f5f2e8'])).toEqual(['luminance below 128 (2 cells)']);
    expect(await walls(['e0ff00', RED, RED])).toEqual(['luminance below 128 (2 cells)']);
    for (const all of [
      [W, K, RED],
      [RED, BLUE, K],
      [W, CLEAR],
      [W, T],
      [W, 'ffffff80', K],
    ])
      await fails(picture([all]), `a.png: nothing says which colors of this picture block (#${all[0]}, #`);
    await fails(
      picture([[W, K, RED]]),
      'for example {"#ffffff":"blocked","#000000":"open"}, or add --png.threshold 128 if',
    );
    expect(await walls([W, K, RED], { threshold: 128 })).toEqual(['luminance below 128 (2 cells)']);
    expect(await walls([W, K, RED], { invert: true })).toEqual(['luminance 128 and more (1 cell)']);
    expect(await walls([W, K, CLEAR], { by: 'alpha' })).toEqual(['alpha 128 and more (2 cells)']);
    await fails(picture([[W, K, RED]]), 'a.png: nothing says which colors', { cellSize: 1 });
    const legend = { '#ffffff': 'open', '#000000': 'blocked', '#ff0000': 'blocked' } as const;
    expect(await walls([W, K, RED, RED], { legend })).toEqual(['#ff0000 (2 cells)', '#000000 (1 cell)']);
  });

  it('warns if nothing in a picture blocks', async () => {
    const { warnings } = await read(picture([[W, W]]));
    expect(warnings).toEqual([expect.stringContaining('a.png: no color in it blocks, so all its cells are open;')]);
    expect((await readMap(picture([[W, W]]), { open: true })).warnings).toEqual([]);
  });

  it('takes exact colors by a palette, alpha where it is said', async () => {
    const palette = { '#ffffff': 'open', '#000000': 'blocked', '#7F7F7F': 9, '#ffffff00': 2 } as const;
    expect(await rows(picture([[W, K, G, T]]), { legend: palette })).toEqual(['.#92']);
    await fails(
      picture([[W, 'fefefe']]),
      'a.png: pixel 1, 0 is #fefefe, which is not in the palette; the nearest there is #ffffff, "open"',
      { legend: palette },
    );
    await fails(picture([[W]]), 'png.legend (--png.legend) has the color "white", expected "#rrggbb" or "#rrggbbaa"', {
      legend: { white: 1 },
    });
    await fails(picture([[W]]), 'png.legend.#ffffff is 256, allowed are "blocked"', { legend: { '#ffffff': 256 } });
  });

  it('joins pixels to cells: the mean, or the majority, ties to the higher cost', async () => {
    const bytes = picture([
      [W, W, K, K],
      [W, G, W, W],
    ]);
    expect(await rows(bytes, { cellSize: 2 })).toEqual(['.#']);
    expect(await rows(bytes, { cellSize: 2, legend: { '#ffffff': 1, '#000000': 5, '#7f7f7f': 'blocked' } })).toEqual([
      '.5',
    ]);
    expect((await read(bytes, { cellSize: 2 })).cellSize).toEqual([2, 2]);
    await fails(bytes, 'a.png: the picture has 4 x 2 pixels, which cells of 3 pixels (--png.cell-size) do not fill', {
      cellSize: 3,
    });
    await fails(bytes, 'png.cellSize (--png.cell-size) is 0, allowed is a whole number from 1 to 1024', {
      cellSize: 0,
    });
    await fails(bytes, 'png.threshold (--png.threshold) is 300, allowed is a number from 0 to 255', { threshold: 300 });
    expect((await read(picture([[K]]))).warnings).toEqual([
      'a.png: no cell is open, so there are no paths; see --png.threshold, --png.by alpha and --png.legend',
    ]);
  });

  it('knows transparent colors of all kinds', async () => {
    const gray = { width: 2, height: 1, depth: 8 };
    const clear = (values: number[]) => Buffer.from(values);
    const pixels = async (bytes: Uint8Array) =>
      Array.from((await decodePicture(bytes)).pixels, (pixel) => pixel.toString(16).padStart(8, '0'));
    const dim = { ...gray, type: 0, transparency: clear([0, 7]), sample: (i: number) => [i * 7] };
    expect(await pixels(writePng(dim))).toEqual(['000000ff', '07070700']);
    const sample = (i: number) => (i ? [1, 2, 4] : [1, 2, 3]);
    const rgb = { ...gray, type: 2, transparency: clear([0, 1, 0, 2, 0, 3]), sample };
    expect(await pixels(writePng(rgb))).toEqual(['01020300', '010204ff']);
    const palette = Buffer.from([1, 2, 3, 4, 5, 6]);
    const indexed = { ...gray, type: 3, palette, transparency: clear([9]), sample: (i: number) => [i] };
    expect(await pixels(writePng(indexed))).toEqual(['01020309', '040506ff']);
    await expect(decodePicture(writePng({ ...gray, type: 3, palette, sample: () => [2] }))).rejects.toThrow(
      "a.png: pixel 0, 0 has a color that is not in the picture's palette",
    );
  });

  it('undoes all filters as the library does', async () => {
    const source = fc.record({
      width: fc.integer({ min: 1, max: 9 }),
      height: fc.integer({ min: 1, max: 5 }),
      kind: fc.constantFrom([0, 8, 1], [2, 8, 3], [4, 8, 2], [6, 8, 4], [0, 16, 2], [2, 16, 6], [4, 16, 4], [6, 16, 8]),
      seed: fc.uint8Array({ minLength: 400, maxLength: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(source, async ({ width, height, kind: [type, depth, bytes], seed }) => {
        const written = writePng({ width, height, type, depth, sample: () => Array(8).fill(0) });
        const row = 1 + width * bytes;
        // Any bytes are a filtered row.
        const raw = Buffer.alloc(row * height).map((_, i) => (i % row === 0 ? seed[i] % 5 : seed[i % 400]));
        const png = withIdat(written, deflateSync(raw));
        const { pixels } = await decodePicture(png);
        const { data, channels } = decode(png);
        const scale = depth === 16 ? 257 : 1;
        const expected = Array.from(pixels, (_, i) => {
          const values = Array.from(data.subarray(i * channels, (i + 1) * channels), (v) => Math.round(v / scale));
          const [r, g = r, b = r, a = 255] = channels === 2 ? [values[0], values[0], values[0], values[1]] : values;
          return ((r << 24) | (g << 16) | (b << 8) | a) >>> 0;
        });
        expect([...pixels]).toEqual(expected);
      }),
      { endOnFailure: true },
    );
  });

  it('refuses interlaced pictures', async () => {
    const bytes = picture([[W]]);
    bytes[28] = 1;
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(29, crc32(bytes.subarray(12, 29)));
    await fails(bytes, 'a.png: the PNG file is interlaced, which is not read; save the picture again without');
  });

  // Of smaller pictures the buffers that wait for collection would hide the rest; this one takes 5 s of processor time.
  it.runIf(IS_LONG)('takes pixels as they are unpacked, not all of them', async () => {
    const side = 4096;
    const written = writePng({ width: 1, height: 1, type: 6, depth: 16, sample: () => [0, 0, 0, 0] });
    const view = new DataView(written.buffer, written.byteOffset);
    for (const at of [16, 20]) view.setUint32(at, side);
    view.setUint32(29, crc32(written.subarray(12, 29)));
    const white = Buffer.alloc((1 + 8 * side) * side, 255);
    for (let y = 0; y < side; y++) white[y * (1 + 8 * side)] = 0;
    const bytes = withIdat(written, deflateSync(white, { level: 1 }));
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    }, 5);
    await read(bytes);
    clearInterval(timer);
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    // The pixels are 134 MB; the map is 17 million cells, held once or twice. Buffers that wait for collection count.
    expect(peak - before).toBeLessThan(5 * side * side);
  });

  it('reads what it writes', async () => {
    const pixels = Uint32Array.from([0x010203ff, 0xff, 0xffffffff, 0x80ff, 0xff0000ff, 0x7fff]);
    const drawn = { width: 3, height: 2, pixels };
    expect(await decodePicture(encodePicture(drawn))).toEqual(drawn);
  });

  it('refuses what is too large or unpacks to more than it says, before memory is taken', async () => {
    const bytes = Buffer.from(picture([[W]]));
    const sized = (width: number, height: number, depth = 8, type = 6) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt32BE(width, 16);
      changed.writeUInt32BE(height, 20);
      changed.set([depth, type], 24);
      changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
      return changed;
    };
    await fails(sized(60_000, 60_000), 'a.png: the picture has 60000 x 60000 pixels, allowed are 67108864 together');
    const unknown =
      'a.png: the PNG file is of color type 6 and depth 3, which there is not; save the picture again as PNG';
    await fails(sized(1, 1, 3), unknown);
    for (const length of [-5, 8])
      await fails(bytes.subarray(0, length), 'a.png: the PNG file is cut off; save the picture again as PNG');
    const withData = (content: Buffer) => withIdat(bytes, content);
    const pixel = deflateSync(Buffer.alloc(5, 255).fill(0, 0, 1));
    expect(await rows(withData(pixel))).toEqual(['.']);
    for (const [damaged, message] of [
      [sized(8192, 8192, 16), '5 bytes, expected 536879104'],
      [sized(3, 3), '5 bytes, expected 39'],
      [withData(deflateSync(Buffer.alloc(64 << 20))), 'they unpack to more than 5 bytes'],
      [withData(deflateSync(Buffer.of(9, 0, 0, 0, 0))), 'row 0 has the filter 9, known are 0 to 4'],
      [withData(pixel.subarray(0, -1)), 'unexpected end of file'],
      [withData(pixel.subarray(1)), 'incorrect header check'],
      [withData(Buffer.concat([pixel, Buffer.from('more')])), '4 other bytes follow them'],
    ] as const)
      await fails(damaged, `a.png: the picture's data are damaged: ${message}`);
  });

  it.each([
    ['IHDR', 20],
    ['IDAT', 44],
  ])('refuses a file whose %s is not what its checksum says', async (type, at) => {
    const bytes = Buffer.from(picture([[W, W]]));
    expect(await rows(bytes)).toEqual(['..']);
    bytes[at] ^= 3;
    await fails(bytes, `a.png: the checksum of its ${type} is wrong; save the picture again as PNG`);
  });
});
