import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawn, makeGrid } from '../../../test/grids.js';
import { IS_LONG, STRIDE } from '../../../test/samples.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { inspectBlob } from '../../engines/inspect.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { nearestOpen } from '../../runtime/places.js';
import { BlobError, type BlobErrorCode } from '../errors.js';
import { anchorsOf, withMoves } from '../grid/clearance.js';
import { gridFrom, gridFromBits, setCosts } from '../grid/grid.js';
import { crc32 } from './crc32.js';
import { decompressor } from './decompress.js';
import * as KIND from './kinds.js';
import { FRAME_BYTES } from './layout.js';
import { gridOfBlob, isBlob, packBlobs } from './pack.js';
import { openCount, readBlob } from './read.js';
import { wordSum } from './views.js';
import { writeBlob } from './write.js';

const grid = drawn(`
  ....#...
  .##.#.#.
  .#....#.
  ...##...`);

/** How every message ends: what to do next. */
const AGAIN = '; bake it again with this gridprep';

/** A section of incompressible bytes that needs three frames, on a map large enough to allow it. */
const large = gridFrom(1200, 1000, () => true);
const noise = Uint8Array.from({ length: 1_200_000 }, (_, i) => (i % 97 < 48 ? 7 : Math.imul(i, 0x9e3779b1) >>> 24));

const TEST = { artifact: 'test', map: 'a' };
const boxes = (values: Uint8Array, map = grid) =>
  writeBlob(map, [{ kind: KIND.boundsBoxes, values }], TEST, { zstdLevel: 1 });
const unusable = (text: string, code?: BlobErrorCode) => new BlobError(`unusable blob: ${text}${AGAIN}`, code);

describe('the container', () => {
  it('has the same bytes in every version, with who walks and how in its header', async () => {
    const large = withMoves(anchorsOf(gridFromBits(9, 3, '.G', Uint8Array.of(255, 251, 255, 1, 1, 1)), 2), 'never');
    setCosts(large, (x, y) => 1 + x + y);
    const section = { kind: KIND.jpsInfo, values: Uint32Array.of(16, 2, 3) };
    const blob = await writeBlob(large, [section], TEST, { codec: 'none' });
    expect(gridOfBlob(blob)).toEqual(large);
    expect(createHash('sha256').update(blob).digest('hex').slice(0, 16)).toBe('b48535e15b067b6c');
    expect([isBlob(blob), isBlob(blob.subarray(0, 8)), isBlob(blob.subarray(0, 7)), isBlob(blob.subarray(1))]).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('gives the sections back, frame by frame', async () => {
    const blob = await boxes(noise, large);
    const frames: number[] = [];
    const reader = readBlob(blob, (frame, rawLength) => {
      frames.push(rawLength);
      return decompressor(frame, rawLength);
    });
    expect(Buffer.compare(reader.section(KIND.boundsBoxes, Uint8Array, noise.length), noise)).toBe(0);
    expect(frames).toEqual([FRAME_BYTES, FRAME_BYTES, noise.length - 2 * FRAME_BYTES]);
  });

  it('writes the same bytes again, whatever the number of threads', async () => {
    const sections = [{ kind: KIND.boundsBoxes, values: noise }];
    const [one, two, three] = [1, 2, 3].map((threads) => writeBlob(large, sections, TEST, { zstdLevel: 1, threads }));
    expect(Buffer.compare(await two, await one)).toBe(0);
    expect(Buffer.compare(await three, await one)).toBe(0);
  });

  it('decompresses nothing before it is asked for', async () => {
    const reader = readBlob(await boxes(noise, large), () => {
      throw new Error('asked');
    });
    expect(reader.has(KIND.boundsBoxes)).toBe(true);
    const read = () => reader.section(KIND.boundsBoxes, Uint8Array, noise.length);
    expect(read).toThrow(unusable('frame content is Error: asked, expected 524288'));
  });

  it('refuses a decompressor that gives less than the frame holds', async () => {
    const blob = await boxes(noise, large);
    const reader = readBlob(blob, (frame, rawLength) => decompressor(frame, rawLength).subarray(1));
    const read = () => reader.section(KIND.boundsBoxes, Uint8Array, noise.length);
    expect(read).toThrow(unusable('frame content is 524287, expected 524288'));
  });

  it('views an uncompressed section in place', async () => {
    const blob = await bakeJps(grid, { codec: 'none' });
    const info = readBlob(blob, decompressor).section(KIND.jpsInfo, Uint32Array, 3);
    expect(info.buffer).toBe(blob.buffer);
    expect(info[0]).toBe(16);
  });

  it.each([0, 1, 2, 3, 4, 8, 13])('reads a blob that lies %i bytes into a longer buffer', async (offset) => {
    for (const codec of ['none', 'zstd'] as const) {
      const blob = await bakeJps(grid, { codec });
      const longer = new Uint8Array(blob.length + offset + 9).fill(0xaa);
      longer.set(blob, offset);
      const view = longer.subarray(offset, offset + blob.length);
      expect(load(view).findPath(0, 0, 7, 0)).toEqual(load(blob).findPath(0, 0, 7, 0));
      expect(load(Buffer.from(longer.buffer, offset, blob.length)).findPath(0, 0, 7, 0)).not.toBeNull();
    }
  });

  it('reads an empty section', async () => {
    const blob = await boxes(new Uint8Array(0));
    expect(readBlob(blob, decompressor).section(KIND.boundsBoxes, Uint8Array, 0)).toHaveLength(0);
  });

  it('refuses a section longer than its kind allows before decompressing it', async () => {
    const info = { kind: KIND.boundsInfo, values: noise };
    const blob = await writeBlob(grid, [info, { kind: KIND.boundsBoxes, values: new Uint8Array(8) }], TEST, {
      zstdLevel: 1,
    });
    let calls = 0;
    const decompress = (frame: Uint8Array, rawLength: number) => {
      if (rawLength > 1000) calls++;
      return decompressor(frame, rawLength);
    };
    const long = unusable('section 32 is 1200000, expected 2 bytes of Uint8Array');
    expect(() => readBlob(blob, decompress).section(KIND.boundsInfo, Uint8Array, 2)).toThrow(long);
    expect(() => inspectBlob(blob)).toThrow(long);
    expect(calls).toBe(0);
  });

  it('says what it found and expected when a section is not what its kind implies', async () => {
    const [short, whole] = [await boxes(new Uint8Array(31)), await boxes(new Uint8Array(32))];
    for (const [blob, kind, type, most, message] of [
      [short, KIND.boundsBoxes, Uint8Array, 32, 'section 33 is 31, expected 32 bytes of Uint8Array'],
      [whole, KIND.boundsBoxes, Uint16Array, 16, 'section 33 is 32, expected 32 bytes of Uint16Array'],
      [short, KIND.jpsInfo, Uint32Array, 3, 'section 16 is undefined, expected 12 bytes of Uint32Array'],
    ] as const)
      expect(() => readBlob(blob, decompressor).section(kind, type, most)).toThrow(unusable(message));
  });
});

describe('header errors', () => {
  const sections = 3;

  /** A blob with some header bytes changed and its checksum made right again. */
  async function forged(change: (view: DataView, bytes: Uint8Array) => void): Promise<Uint8Array> {
    const blob = await bakeJps(grid, { codec: 'none' });
    const view = new DataView(blob.buffer);
    change(view, blob);
    view.setUint32(12, crc32(blob.subarray(16, 80 + 12 * sections), crc32(blob.subarray(0, 12))), true);
    return blob;
  }

  it.each<[string, (view: DataView, bytes: Uint8Array) => void, string, BlobErrorCode?]>([
    ['format version', (v) => v.setUint16(8, 9, true), 'format version is 9, expected 1', 'unsupported'],
    ['algorithm revision', (v) => v.setUint16(10, 7, true), 'algorithm revision is 7, expected 1', 'unsupported'],
    ['width', (v) => v.setUint16(16, 0, true), 'side is 0, expected 1 to 8192'],
    ['height', (v) => v.setUint16(18, 9000, true), 'side is 9000, expected 1 to 8192'],
    ['move rule', (_, b) => b.fill(9, 24, 25), 'move rule is 9, expected 0 to 8', 'unsupported'],
    ['element type', (_, b) => b.fill(9, 80 + 2, 80 + 3), 'section 1 is 4, expected 4 bytes of Uint8Array'],
    ['section length', (v) => v.setUint32(80 + 4, 3, true), 'section 1 is 3, expected 4 bytes of Uint8Array'],
    ['section checksum', (v) => v.setUint32(80 + 8, 3, true), 'checksum of section 1 is 385109939, expected 3'],
  ])('name a wrong %s', async (_, change, message, code) => {
    const blob = await forged(change);
    expect(() => load(blob)).toThrow(unusable(message, code));
  });

  it('name what is not a blob at all', async () => {
    const blob = await bakeJps(grid);
    for (const length of [0, 7, 8, 79]) {
      const cut = blob.slice(0, length);
      expect(() => load(cut)).toThrow(unusable(`length is ${length}, expected 80 or more`));
    }
    for (let i = 1; i < 5; i++) {
      const changed = blob.slice();
      changed[i] = 0;
      const magic = Buffer.from(changed.subarray(0, 8)).toString('hex');
      for (const length of [i + 1, 79, blob.length]) {
        expect(() => load(changed.subarray(0, length))).toThrow(
          new BlobError(
            `unusable blob: magic is ${magic.slice(0, 2 * length)}, expected 89505245500d0a1a; check its path or address`,
            'not-a-blob',
          ),
        );
      }
    }
  });

  it('name a blob that was changed as text', async () => {
    const blob = Buffer.from(await bakeJps(grid));
    const asText = new TextEncoder().encode(new TextDecoder().decode(blob));
    const withCarriageReturns = Buffer.from(blob.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    const withoutThem = Buffer.from(blob.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    for (const changed of [asText, withCarriageReturns, withoutThem]) {
      const magic = Buffer.from(changed.subarray(0, 8)).toString('hex');
      const message = `magic is ${magic}, expected 89505245500d0a1a; it was changed as text`;
      expect(() => load(changed)).toThrow(new BlobError(`unusable blob: ${message}`, 'damaged'));
    }
  });

  it('name frame counts that no file could hold', async () => {
    const blob = await forged((v, b) => {
      v.setUint32(80 + 4, 0xffffffff, true);
      b[80 + 3] = 1;
    });
    expect(() => load(blob)).toThrow(unusable(`length is ${blob.length}, expected 32884 or more`));
  });

  it('name more sections than the file has room for', async () => {
    const blob = await forged((_, b) => b.fill(255, 25, 26));
    expect(() => load(blob)).toThrow(unusable(`length is ${blob.length}, expected 3140 or more`));
  });

  it('name jump distances of an impossible width', async () => {
    const blob = await writeBlob(grid, [{ kind: KIND.jpsInfo, values: Uint32Array.of(12, 0, 0) }], TEST);
    expect(() => inspectBlob(blob)).toThrow(unusable('jump width is 12, expected 16'));
  });

  it.each([
    ['one byte', 200, 1],
    ['two bytes', 40_000, 2],
    ['four bytes', 80_000, 4],
  ])(
    'refuses a frame of another size than its section has, up to 4 GiB, before memory is taken: %s',
    async (_, size, digits) => {
      for (let digit = 0; digit < digits; digit++) {
        const blob = await boxes(noise.slice(0, size), large);
        const reader = readBlob(blob, () => expect.fail('a decompressor was called'));
        const [frame] = reader.entries[1].parts;
        frame[5 + digit] ^= 1;
        const says = size + (frame[5 + digit] & 1 ? 1 : -1) * 256 ** digit;
        const read = () => reader.section(KIND.boundsBoxes, Uint8Array, size);
        expect(read).toThrow(unusable(`frame content is ${says}, expected ${size}`));
      }
    },
  );

  it('tells how many cells are open, of millions', async () => {
    const blob = await writeBlob(large, [], TEST, { codec: 'none' });
    expect(openCount(readBlob(blob, decompressor))).toBe(1_200_000);
    blob[23] = 2;
    expect(new DataView(blob.buffer).getUint32(20, true)).toBe(1_200_000 + 2 * 2 ** 24);
    const sum = crc32(blob.subarray(16, 80 + 12 * blob[25]), crc32(blob.subarray(0, 12)));
    new DataView(blob.buffer).setUint32(12, sum, true);
    expect(openCount(readBlob(blob, decompressor))).toBe(1_200_000 + 2 * 2 ** 24);
  });

  it('refuses a frame that promises more than its section holds, before the decompressor sees it', async () => {
    const blob = await boxes(noise, large);
    // A view into the blob: changes its frame content size.
    readBlob(blob, decompressor).entries[1].parts[0][5] ^= 0xff;
    let calls = 0;
    const reader = readBlob(blob, (frame, length) => {
      calls++;
      return decompressor(frame, length);
    });
    expect(() => reader.section(KIND.boundsBoxes, Uint8Array, noise.length)).toThrow(BlobError);
    expect(calls).toBe(0);
  });
});

describe('damage', () => {
  it.each(['zstd', 'none'] as const)(
    'single-byte changes of a %s pack: each is an error with a name, or changes no answer',
    async (codec) => {
      // Large enough that the grid section is really compressed.
      const map = makeGrid('rooms', 64, 40, 0.4, 7);
      const options = { codec, map: 'damage' };
      const blob = packBlobs([await bakeJps(map, { ...options }), await bakeBounds(map, options)]);
      const answers = (bytes: Uint8Array) => {
        const nav = load(bytes);
        const paths = [nav.findPath(0, 0, 61, 37), nav.findPath(3, 38, 60, 1)];
        return JSON.stringify([nav.fingerprint, ...paths, nearestOpen(nav, 4, 4)]);
      };
      const expected = answers(blob);
      const flips = [1, 0x80, 0xff];
      let [tried, refused] = [0, 0];
      // A blob that is not compressed is several times as long.
      for (let i = 0; i < blob.length; i += codec === 'none' && !IS_LONG ? 4 * STRIDE : STRIDE) {
        for (const flip of IS_LONG ? flips : [flips[i % 3]]) {
          tried++;
          const changed = blob.slice();
          changed[i] ^= flip;
          try {
            if (answers(changed) !== expected) throw new Error(`byte ${i} ^ ${flip} changes an answer silently`);
          } catch (error) {
            if (!(error instanceof BlobError)) throw error;
            refused++;
          }
        }
      }
      expect(refused).toBeGreaterThan((2 / 3) * tried);
    },
  );

  it('truncations and longer files are refused', async () => {
    const map = makeGrid('rooms', 64, 40, 0.4, 7);
    const blob = packBlobs([await bakeJps(map), await bakeBounds(map)]);
    for (let length = 0; length < blob.length; length += STRIDE)
      expect(() => load(blob.slice(0, length))).toThrow(BlobError);
    const longer = new Uint8Array(blob.length + 1);
    longer.set(blob);
    expect(() => load(longer)).toThrow(unusable(`length is ${longer.length}, expected ${blob.length}`));
  });
});

it('the sum of words is another where one of them is', () => {
  const words = Uint32Array.from({ length: 40 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  const sumOf = (values: Uint32Array) => wordSum(new Uint8Array(values.buffer));
  for (let at = 0; at < words.length; at++)
    for (let bit = 0; bit < 32; bit++) expect(sumOf(words.with(at, words[at] ^ (1 << bit)))).not.toBe(sumOf(words));
});

describe('crc32', () => {
  it('gives the check value of the standard, however the bytes are aligned', () => {
    const bytes = new TextEncoder().encode('....123456789');
    expect(crc32(bytes.subarray(4))).toBe(0xcbf43926);
    for (let i = 0; i < 4; i++) {
      const moved = new Uint8Array(16);
      moved.set(bytes.subarray(4), i);
      expect(crc32(moved.subarray(i, i + 9))).toBe(0xcbf43926);
      expect(crc32(moved.subarray(i + 4, i + 9), crc32(moved.subarray(i, i + 4)))).toBe(0xcbf43926);
    }
  });
});
