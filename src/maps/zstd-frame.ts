/** A zstd frame of any writer, of known length, by the runtime's decoder, which knows the frames of our own writer. */
import { unzstd } from '../blob/unzstd.js';

const MAGIC = 0xfd2fb528;
/** Bytes of the dictionary's number, and of the content's size, by their flags (RFC 8878, 3.1.1.1). */
const DICTIONARY = [0, 1, 2, 4];
const CONTENT = [0, 2, 4, 8];

/** Gives a frame the header of our writer. @param length of the content @throws {Error} if it is no such frame */
export function decodeZstd(frame: Uint8Array, length: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 9 || view.getUint32(0, true) !== MAGIC) throw new Error('no zstd frame');
  const flags = frame[4];
  const single = (flags & 0x20) > 0;
  if ((flags & 3) > 0) throw new Error('a zstd frame with a dictionary');
  const contentBytes = single && flags >> 6 === 0 ? 1 : CONTENT[flags >> 6];
  const blocks = 5 + (single ? 0 : 1) + DICTIONARY[flags & 3] + contentBytes;
  const end = frame.length - (flags & 4 ? 4 : 0);
  if (end <= blocks) throw new Error('a zstd frame that is cut off');
  const plain = new Uint8Array(9 + end - blocks);
  const head = new DataView(plain.buffer);
  head.setUint32(0, MAGIC, true);
  // One segment, its length in four bytes.
  plain[4] = 0xa0;
  head.setUint32(5, length, true);
  plain.set(frame.subarray(blocks, end), 9);
  return unzstd(plain, length);
}
