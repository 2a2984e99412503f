/**
 * The rows of a table that are done, so that a long bake can be interrupted, or shared by machines.
 *
 * Little endian: magic (4 bytes), CRC-32 of all that follows (4), SHA-256 of the graph (32), a byte per chunk (1 where done, 3 where a distance of it is
 * wide), then number (4), lengths (2 each) and hops (2 each) of the runs of the chunks that are done, in order.
 */
import { createHash } from 'node:crypto';
import { crc32 } from '../blob/crc32.js';
import { CheckpointError } from '../errors.js';
import { CHUNK, type Chunk, type Share } from './share.js';

/** 'TRc' and the version of this form; count up when it or the rows of any graph change. */
const MAGIC = 0x01635254;
const HASH_AT = 8;
const HEADER_BYTES = HASH_AT + 32;
const [DONE, WIDE] = [1, 2];

/** @param chunks those that are done, by number */
export function saveRows(share: Share, chunks: ReadonlyMap<number, Chunk>): Uint8Array {
  const flags = share.finished.map((_, i) => (chunks.has(i) ? DONE + WIDE * Number(chunks.get(i)?.wide) : 0));
  const done = [...chunks].sort(([a], [b]) => a - b).map(([, chunk]) => chunk);
  const runs = done.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const bytes = new Uint8Array(HEADER_BYTES + flags.length + 4 + 4 * runs);
  bytes.set(hashOf(share), HASH_AT);
  bytes.set(flags, HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  let at = HEADER_BYTES + flags.length;
  view.setUint32(at, runs, true);
  at += 4;
  for (const part of ['lengths', 'hops'] as const)
    for (const chunk of done)
      for (const value of chunk[part]) {
        view.setUint16(at, value, true);
        at += 2;
      }
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, crc32(bytes.subarray(HASH_AT)), true);
  return bytes;
}

/**
 * The chunks that a checkpoint holds.
 * @throws {CheckpointError} if it is damaged, or of another graph
 */
export function loadRows(bytes: Uint8Array, share: Share): Map<number, Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const flagsEnd = HEADER_BYTES + share.finished.length;
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new CheckpointError('this is no checkpoint of a table made by this gridprep; delete it to start afresh');
  if (Buffer.compare(hashOf(share), bytes.subarray(HASH_AT, HEADER_BYTES)) !== 0)
    throw new CheckpointError(
      'the checkpoint is of another map or other options; bake those again, or delete it to start afresh',
    );
  const runs = bytes.length < flagsEnd + 4 ? -1 : view.getUint32(flagsEnd, true);
  if (bytes.length !== flagsEnd + 4 + 4 * runs || crc32(bytes.subarray(HASH_AT)) !== view.getUint32(4, true))
    throw damaged();
  const first = flagsEnd + 4;
  const values = (from: number, to: number, at: number) =>
    Uint16Array.from({ length: to - from }, (_, i) => view.getUint16(at + 2 * (from + i), true));
  const chunks = new Map<number, Chunk>();
  let run = 0;
  for (let chunk = 0; chunk < share.finished.length; chunk++) {
    const flag = bytes[HEADER_BYTES + chunk];
    if (flag === 0) continue;
    const begin = run;
    for (let i = chunk * CHUNK; i < Math.min(share.graph.count, (chunk + 1) * CHUNK); i++)
      for (let at = share.components[i]; at < i; run++)
        at += run < runs ? view.getUint16(first + 2 * run, true) || i : i;
    if (run > runs) throw damaged();
    chunks.set(chunk, {
      lengths: values(begin, run, first),
      hops: values(begin, run, first + 2 * runs),
      wide: (flag & WIDE) > 0,
    });
  }
  if (run !== runs) throw damaged();
  return chunks;
}

function damaged(): CheckpointError {
  return new CheckpointError('the checkpoint is damaged; delete it to start afresh');
}

/** SHA-256 of all that decides what the rows are. */
function hashOf({ graph: { first, to, cost } }: Share): Uint8Array {
  const hash = createHash('sha256').update(`${CHUNK}`);
  for (const values of [first, to, cost])
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return hash.digest();
}
