import fc from 'fast-check';
import { decompress as fzstd } from 'fzstd';
import { afterAll, describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { Compressor } from './compress.js';
import { FRAME_BYTES } from './layout.js';
import { unzstd } from './unzstd.js';

const compressor = new Compressor(2);
afterAll(() => compressor.close());

/** Bytes of very different structure: noise, few symbols, skewed, near repeats, far repeats, one long run. */
function bytes(kind: number, length: number, symbols: number, seed: number): Uint8Array {
  const next = random(seed);
  const out = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const fresh = Math.floor(next() * symbols);
    const back = kind === 3 ? 1 + Math.floor(next() * 20) : 1 + ((seed * 7) % 4000);
    if (kind === 0) out[i] = fresh;
    else if (kind === 1) out[i] = Math.floor(next() * next() * next() * symbols);
    else if (kind === 2) out[i] = i % 1000 === 0 ? fresh : 5;
    else out[i] = i > back && next() < 0.95 ? out[i - back] : fresh;
  }
  return out;
}

describe('unzstd', () => {
  it('gives back what zstd-codec compressed, at every level and kind of data', async () => {
    const last = sample(150);
    for (let seed = 1; seed <= last; seed++) {
      const length = seed % 30 === 0 ? FRAME_BYTES : Math.floor(1 + ((3 * seed) / last) ** 8);
      const raw = bytes(seed % 5, length, 1 + ((seed * 37) % 256), seed);
      const [frame] = await compressor.frames(raw, 1 + (seed % 22));
      expect(Buffer.compare(unzstd(frame, raw.length), raw)).toBe(0);
    }
  });

  it('reads blocks of more sequences than two bytes count', async () => {
    const next = random(8);
    const words = Array.from({ length: 32 }, () => Array.from({ length: 3 }, () => Math.floor(next() * 256)));
    const raw = Uint8Array.from(Array.from({ length: 43_000 }, () => words[Math.floor(next() * 32)]).flat());
    const [frame] = await compressor.frames(raw, 22);
    expect(Buffer.compare(unzstd(frame, raw.length), raw)).toBe(0);
  });

  it('refuses a stream of bits that ends with none', async () => {
    const [frame] = await compressor.frames(bytes(1, 3000, 200, 2), 19);
    frame[frame.length - 1] = 0;
    expect(() => unzstd(frame, 3000)).toThrow();
  });

  it('agrees with fzstd on text', async () => {
    const raw = new TextEncoder().encode(`${unzstd}`.repeat(7));
    for (const level of [1, 5, 19, 22]) {
      const [frame] = await compressor.frames(raw, level);
      expect(Buffer.compare(unzstd(frame, raw.length), fzstd(frame))).toBe(0);
    }
  });

  it('never hangs and never allocates on damaged frames: an error, or as many bytes as asked for', async () => {
    const frames = await Promise.all(
      [0, 1, 2, 3, 4].map((kind) => compressor.frames(bytes(kind, 3000, 200, kind + 1), 19)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...frames.map(([frame]) => frame)),
        fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (frame, changes, keep) => {
          const damaged = frame.slice(0, 5 + Math.ceil(keep * (frame.length - 5)));
          for (const [place, value] of changes) damaged[5 + Math.floor(place * (damaged.length - 5))] = value;
          let raw: Uint8Array | undefined;
          try {
            raw = unzstd(damaged, 3000);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
          if (raw) expect(raw).toHaveLength(3000);
        },
      ),
      { numRuns: sample(20_000) },
    );
  });
});

it('refuses more literals than a block can have', () => {
  /** A frame of one block, which repeats one byte. */
  const repeated = (count: number) => {
    const [head, length] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]), Buffer.alloc(4)];
    head.writeUInt32LE(count, 5);
    length.writeUInt32LE(count * 16 + 13);
    return Buffer.concat([head, Buffer.from([5 * 8 + 5, 0, 0]), length.subarray(0, 3), Buffer.from([7, 0])]);
  };
  expect(unzstd(repeated(1 << 18), 1 << 18).every((byte) => byte === 7)).toBe(true);
  expect(() => unzstd(repeated((1 << 18) + 1), (1 << 18) + 1)).toThrow();
});
