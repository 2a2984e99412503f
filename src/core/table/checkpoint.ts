/**
 * Checkpoints of a table. Behind a byte per chunk (1 where done, 3 where a distance of it is wide) follow number (4
 * bytes), lengths (2 each) and hops (2 each) of the runs of the chunks that are done, in order.
 */
import { createHash } from 'node:crypto';
import { damaged, readCheckpoint, writeCheckpoint } from '../chunks/checkpoint.js';
import { chunkItems } from '../chunks/chunks.js';
import { CHUNK, type Rows, type Share } from './share.js';

const KIND = { magic: 0x01635254, what: 'a table' };
const [DONE, WIDE] = [1, 2];

/** @param chunks those that are done, by number */
export function saveRows(share: Share, chunks: ReadonlyMap<number, Rows>): Uint8Array {
  const flags = share.finished.map((_, i) => (chunks.has(i) ? DONE + WIDE * Number(chunks.get(i)?.wide) : 0));
  const done = [...chunks].sort(([a], [b]) => a - b).map(([, chunk]) => chunk);
  const runs = Uint32Array.of(done.reduce((sum, { lengths }) => sum + lengths.length, 0));
  const parts = [runs, ...done.map(({ lengths }) => lengths), ...done.map(({ hops }) => hops)];
  return writeCheckpoint(KIND, hashOf(share), flags, parts);
}

/**
 * The chunks that a checkpoint holds.
 * @throws {CheckpointError} if it is damaged, or of another graph
 */
export function loadRows(bytes: Uint8Array, share: Share): Map<number, Rows> {
  const { flags, results } = readCheckpoint(bytes, KIND, hashOf(share), share.finished.length);
  const view = new DataView(results.buffer, results.byteOffset, results.length);
  const runs = results.length < 4 ? -1 : view.getUint32(0, true);
  if (results.length !== 4 + 4 * runs) throw damaged();
  const values = (from: number, to: number, at: number) =>
    Uint16Array.from({ length: to - from }, (_, i) => view.getUint16(at + 2 * (from + i), true));
  const chunks = new Map<number, Rows>();
  let run = 0;
  for (const [chunk, flag] of flags.entries()) {
    if (flag === 0) continue;
    const begin = run;
    const [first, end] = chunkItems(share, chunk);
    for (let i = first; i < end; i++)
      for (let at = share.components[i]; at < i; run++) at += run < runs ? view.getUint16(4 + 2 * run, true) || i : i;
    if (run > runs) throw damaged();
    const [lengths, hops] = [values(begin, run, 4), values(begin, run, 4 + 2 * runs)];
    chunks.set(chunk, { lengths, hops, wide: (flag & WIDE) > 0 });
  }
  if (run !== runs) throw damaged();
  return chunks;
}

function hashOf({ graph: { first, to, cost } }: Share): Uint8Array {
  const hash = createHash('sha256').update(`${CHUNK}`);
  for (const values of [first, to, cost]) hash.update(values);
  return hash.digest();
}
