import * as zlib from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { STRIDE } from '../../../test/samples.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { BlobError } from '../errors.js';
import { Compressor } from './compress.js';
import { decompressor } from './decompress.js';
import * as KIND from './kinds.js';
import { FRAME_BYTES } from './layout.js';
import { readBlob } from './read.js';
import { unzstd } from './unzstd.js';

const compressor = new Compressor(1);
afterAll(() => compressor.close());

/** Noise whose structure changes with the seed. */
function bytes(length: number, seed: number): Uint8Array {
  const next = random(seed);
  return Uint8Array.from({ length }, () => (next() < 0.8 ? seed : Math.floor(next() * 256)));
}

describe('the decompressor of tools', () => {
  it("is Node's zstd if there is one, otherwise the runtime's", () => {
    const [major, minor] = process.versions.node.split('.').map(Number);
    const native = major > 23 || (major === 23 && minor >= 8) || (major === 22 && minor >= 15);
    expect('zstdDecompressSync' in zlib).toBe(native);
    expect(decompressor === unzstd).toBe(!native);
  });

  it("gives the bytes that the runtime's gives", async () => {
    for (const [seed, length] of [1, 2, 255, 3000, 70_000, FRAME_BYTES].entries()) {
      const [frame] = await compressor.frames(bytes(length, seed), length > 3000 ? 1 : 19);
      expect(Buffer.compare(decompressor(frame, length), unzstd(frame, length))).toBe(0);
    }
  });

  // Node 22 gives no bytes and no error for a frame that is cut off, Node 24 and 26 an error.
  it('is not believed where a frame is cut off or damaged: a blob of such a frame is refused by either', async () => {
    const blob = await bakeJps(makeGrid('noise', 90, 90, 0.3, 1));
    const [entry] = readBlob(blob, unzstd).entries.filter(({ kind }) => kind === KIND.grid);
    expect(entry.codec).toBeGreaterThan(0);
    const [{ length }] = entry.parts;
    const from = entry.parts[0].byteOffset - blob.byteOffset;
    expect([...blob.subarray(from, from + 4)]).toEqual([0x28, 0xb5, 0x2f, 0xfd]);
    for (const decompress of [decompressor, unzstd]) {
      for (let at = 5; at < length; at += STRIDE) {
        const damaged = blob.slice();
        damaged[from + at] ^= 0x55;
        const read = () => readBlob(damaged, decompress).section(KIND.grid, Uint8Array, entry.rawLength);
        expect(read).toThrow(BlobError);
        const cut = (frame: Uint8Array, rawLength: number) => decompress(frame.subarray(0, at), rawLength);
        expect(() => readBlob(blob, cut).section(KIND.grid, Uint8Array, entry.rawLength)).toThrow(BlobError);
      }
    }
  });
});
