/** Checkpoints of goal bounds: behind the marks of the chunks the boxes of those that are done, in order. */
import { createHash } from 'node:crypto';
import { fingerprint } from '../blob/fingerprint.js';
import { damaged, readCheckpoint, writeCheckpoint } from '../chunks/checkpoint.js';
import { chunkItems, resumeChunks } from '../chunks/chunks.js';
import type { Grid } from '../grid/grid.js';
import { BOX_BYTES, CHUNK, type Plan, type Share } from './share.js';

/** 'GBc' and the version of the form. */
const KIND = { magic: 0x01634247, what: 'goal bounds' };

export function saveCheckpoint(grid: Grid, plan: Plan, share: Share): Uint8Array {
  // Copied first: what is done now has its boxes; what other threads finish meanwhile waits for the next checkpoint.
  const finished = Uint8Array.from(share.finished, (_, chunk) => Atomics.load(share.finished, chunk));
  const boxes = new Uint8Array(share.boxes.buffer);
  return writeCheckpoint(KIND, hashOf(grid, share), finished, bytesOf(finished, plan, share), (results) => {
    forChunks(finished, plan, share, (from, end, at) => results.set(boxes.subarray(from, end), at));
  });
}

/**
 * Fills in what a checkpoint holds, beside what is there already.
 * @throws {CheckpointError} if it is damaged, or of another map or other options
 */
export function loadCheckpoint(checkpoint: Uint8Array, grid: Grid, plan: Plan, share: Share): void {
  const { flags, results } = readCheckpoint(checkpoint, KIND, hashOf(grid, share), share.finished.length);
  if (results.length !== bytesOf(flags, plan, share)) throw damaged();
  const boxes = new Uint8Array(share.boxes.buffer);
  forChunks(flags, plan, share, (from, end, at) => boxes.set(results.subarray(at, at + end - from), from));
  resumeChunks(share, flags);
}

/** SHA-256 of everything that the boxes depend on. */
function hashOf(grid: Grid, { at, exact }: Share): Uint8Array {
  return createHash('sha256').update(fingerprint(grid)).update(`${at} ${exact} ${CHUNK}`).digest();
}

function bytesOf(finished: Uint8Array, plan: Plan, share: Share): number {
  let bytes = 0;
  forChunks(finished, plan, share, (from, end) => {
    bytes += end - from;
  });
  return bytes;
}

/** Visits the boxes of each chunk that is done: their bytes, and their place behind those of the chunks before. */
function forChunks(
  finished: Uint8Array,
  { firstRow }: Plan,
  share: Share,
  visit: (from: number, end: number, at: number) => void,
): void {
  let at = 0;
  for (let chunk = 0; chunk < finished.length; chunk++) {
    if (finished[chunk] === 0) continue;
    const [from, end] = chunkItems(share, chunk).map((source) => BOX_BYTES * firstRow[source]);
    visit(from, end, at);
    at += end - from;
  }
}
