/**
 * The chunks that are done, so that a bake of hours can be interrupted and taken up again with the same result.
 *
 * Little endian: magic (4 bytes), CRC-32 of all that follows (4), SHA-256 of what was baked (32), a byte per chunk (1 where
 * done), and the boxes of the chunks that are done, in order.
 */
import { createHash } from 'node:crypto';
import { crc32 } from '../blob/crc32.js';
import { fingerprint } from '../blob/fingerprint.js';
import { CheckpointError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { BOX_BYTES, CHUNK, type Plan, type Share } from './share.js';

/** 'GBc' and the version of this form; count up when it or the boxes of any map change. */
const MAGIC = 0x01634247;
const HASH_AT = 8;
const HEADER_BYTES = HASH_AT + 32;

/** Where a bake keeps its checkpoints. */
export interface CheckpointStore {
  /** The last one saved, if any; or several, each of other chunks. */
  load(): Uint8Array | Uint8Array[] | undefined;
  save(bytes: Uint8Array): Promise<void>;
  /** Whether to start afresh, instead of failing, from a checkpoint that is damaged or of another bake. */
  lenient?: boolean;
  /** Milliseconds between two; {@link CHECKPOINT_EVERY_MS} without it. */
  everyMs?: number;
}
export const CHECKPOINT_EVERY_MS = 30_000;

export function saveCheckpoint(grid: Grid, plan: Plan, share: Share): Uint8Array {
  // Copied first: what is done now has its boxes; what other threads finish meanwhile waits for the next checkpoint.
  const finished = Uint8Array.from(share.finished, (_, chunk) => Atomics.load(share.finished, chunk));
  const boxes = new Uint8Array(share.boxes.buffer);
  const bytes = new Uint8Array(HEADER_BYTES + finished.length + bytesOf(finished, plan));
  bytes.set(hashOf(grid, share), HASH_AT);
  bytes.set(finished, HEADER_BYTES);
  let at = HEADER_BYTES + finished.length;
  forChunks(finished, plan, (from, to) => {
    bytes.set(boxes.subarray(from, to), at);
    at += to - from;
  });
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, crc32(bytes.subarray(HASH_AT)), true);
  return bytes;
}

/**
 * Fills in what a checkpoint holds, beside what is there already.
 * @throws {CheckpointError} if it is damaged, or of another map or other options
 */
export function loadCheckpoint(checkpoint: Uint8Array, grid: Grid, plan: Plan, share: Share): void {
  const view = new DataView(checkpoint.buffer, checkpoint.byteOffset, checkpoint.length);
  const magic = checkpoint.length < HEADER_BYTES ? 0 : view.getUint32(0, true);
  if (magic !== MAGIC)
    throw new CheckpointError('this is no checkpoint of goal bounds made by this gridprep; delete it to start afresh');
  if (Buffer.compare(hashOf(grid, share), checkpoint.subarray(HASH_AT, HEADER_BYTES)) !== 0) {
    throw new CheckpointError(
      'the checkpoint is of another map or other options; bake those again, or delete it to start afresh',
    );
  }
  const finished = checkpoint.subarray(HEADER_BYTES, HEADER_BYTES + share.finished.length);
  const expected = HEADER_BYTES + share.finished.length + bytesOf(finished, plan);
  if (checkpoint.length !== expected || crc32(checkpoint.subarray(HASH_AT)) !== view.getUint32(4, true)) {
    throw new CheckpointError('the checkpoint is damaged; delete it to start afresh');
  }
  const boxes = new Uint8Array(share.boxes.buffer);
  let at = HEADER_BYTES + finished.length;
  forChunks(finished, plan, (from, to) => {
    boxes.set(checkpoint.subarray(at, at + to - from), from);
    at += to - from;
  });
  for (let chunk = 0; chunk < finished.length; chunk++) share.finished[chunk] |= finished[chunk];
}

/** SHA-256 of all that decides what the boxes are. */
function hashOf(grid: Grid, { at, exact }: Share): Uint8Array {
  return createHash('sha256').update(fingerprint(grid)).update(`${at} ${exact} ${CHUNK}`).digest();
}

function bytesOf(finished: Uint8Array, plan: Plan): number {
  let bytes = 0;
  forChunks(finished, plan, (from, to) => {
    bytes += to - from;
  });
  return bytes;
}

/** Calls back with the first byte and the end of the boxes of each chunk that is done. */
function forChunks(finished: Uint8Array, { sources, firstRow }: Plan, visit: (from: number, to: number) => void): void {
  for (let chunk = 0; chunk < finished.length; chunk++) {
    if (finished[chunk] === 0) continue;
    visit(BOX_BYTES * firstRow[chunk * CHUNK], BOX_BYTES * firstRow[Math.min((chunk + 1) * CHUNK, sources.length)]);
  }
}
