/** Reads blobs from files: the first bytes say how long one is, so that a large file of another length is not read. */

import { BlobError } from '../errors.js';
import { withRegular } from '../files/regular.js';
import { aligned, ENTRY_BYTES, FRAME_BYTES, HEADER_BYTES, MAGIC, NO_CODEC } from './layout.js';

/** Smaller files are read without a look at their first bytes, where the directory of any blob ends. */
const HEAD = 1 << 20;

/**
 * @returns its bytes; only the first of a large file that is no blob
 * @throws {BlobError} if a large one is longer or shorter than it says @throws as `openRegular`
 */
export const readBlobFile = (path: string): Promise<Buffer> =>
  withRegular(path, async (handle, size) => {
    if (size <= HEAD) return handle.readFile();
    const { buffer: head } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    if (head.toString('hex', 0, 8) !== MAGIC) return head;
    const length = lengthOf(head);
    if (size === length) return handle.readFile();
    throw new BlobError(
      `${path}: unusable blob: length is ${size}, expected ${length}; bake it again with this gridprep`,
    );
  });

/** Bytes of a blob by its directory; Infinity where that is too long. */
function lengthOf(head: Buffer): number {
  const directoryEnd = HEADER_BYTES + head[25] * ENTRY_BYTES;
  let frame = directoryEnd;
  const stored: number[] = [];
  for (let at = HEADER_BYTES; at < directoryEnd; at += ENTRY_BYTES) {
    const rawLength = head.readUInt32LE(at + 4);
    if (head[at + 3] === NO_CODEC) {
      stored.push(rawLength);
      continue;
    }
    const end = frame + 4 * Math.ceil(rawLength / FRAME_BYTES);
    if (end > head.length) return Number.POSITIVE_INFINITY;
    let sum = 0;
    for (; frame < end; frame += 4) sum += head.readUInt32LE(frame);
    stored.push(sum);
  }
  return stored.reduce((offset, bytes) => aligned(offset) + bytes, frame);
}
