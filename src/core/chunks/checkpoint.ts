/**
 * Finished chunks of a bake as bytes, so that it can be interrupted and resumed.
 *
 * Little endian: magic (4 bytes), CRC-32 of all that follows (4), SHA-256 of everything the result depends on (32), a
 * byte per chunk (not 0 where done), then the results of these chunks, in order.
 */
import { crc32 } from '../blob/crc32.js';
import { CheckpointError } from '../errors.js';

const HASH_AT = 8;
const FLAGS_AT = HASH_AT + 32;

/** Where a bake keeps its checkpoints. */
export interface CheckpointStore {
  /** The last one saved, if any. */
  load(): Uint8Array | undefined;
  save(bytes: Uint8Array): Promise<void>;
  /** Whether to start afresh, instead of failing, from a checkpoint that is damaged or of another bake. */
  lenient?: boolean;
  /** Milliseconds between two; {@link CHECKPOINT_EVERY_MS} without it. */
  everyMs?: number;
}
export const CHECKPOINT_EVERY_MS = 30_000;

/** One kind of checkpoint. */
export interface CheckpointKind {
  /** Three letters and the version of its form; count up when it or the results of any map change. */
  magic: number;
  /** Name of the bake in errors: 'goal bounds'. */
  what: string;
}

/** @param results of the chunks that are done, in order; their bytes as they lie in memory, little endian */
export function writeCheckpoint(
  { magic }: CheckpointKind,
  hash: Uint8Array,
  flags: Uint8Array,
  results: readonly ArrayBufferView[],
): Uint8Array {
  const bytes = new Uint8Array(results.reduce((sum, { byteLength }) => sum + byteLength, FLAGS_AT + flags.length));
  bytes.set(hash, HASH_AT);
  let at = FLAGS_AT;
  for (const { buffer, byteOffset, byteLength } of [flags, ...results]) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, crc32(bytes.subarray(HASH_AT)), true);
  return bytes;
}

/** @throws {CheckpointError} if it is of another kind, map or options, or damaged */
export function readCheckpoint(
  bytes: Uint8Array,
  { magic, what }: CheckpointKind,
  hash: Uint8Array,
  chunks: number,
): { flags: Uint8Array; results: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < FLAGS_AT || view.getUint32(0, true) !== magic)
    throw new CheckpointError(`this is no checkpoint of ${what} made by this gridprep; delete it to start afresh`);
  if (hash.some((value, i) => value !== bytes[HASH_AT + i]))
    throw new CheckpointError(
      'the checkpoint is of another map or other options; bake those again, or delete it to start afresh',
    );
  if (bytes.length < FLAGS_AT + chunks || crc32(bytes.subarray(HASH_AT)) !== view.getUint32(4, true)) throw damaged();
  return { flags: bytes.subarray(FLAGS_AT, FLAGS_AT + chunks), results: bytes.subarray(FLAGS_AT + chunks) };
}

export function damaged(): CheckpointError {
  return new CheckpointError('the checkpoint is damaged; delete it to start afresh');
}

/** Reads what is saved. @throws {CheckpointError} as `read`, unless lenient */
export function resume(store: CheckpointStore | undefined, read: (bytes: Uint8Array) => void): void {
  try {
    const bytes = store?.load();
    if (bytes) read(bytes);
  } catch (error) {
    if (!store?.lenient || !(error instanceof CheckpointError)) throw error;
  }
}
