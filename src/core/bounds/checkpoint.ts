/** Checkpoints of goal bounds: behind the marks of the chunks the boxes of those that are done, in order. */
import { createHash } from 'node:crypto';
import { damaged, readCheckpoint, writeCheckpoint } from '../chunks/checkpoint.js';
import { resumeChunks } from '../chunks/chunks.js';
import type { ChunkBake } from '../chunks/run.js';
import { BOX_BYTES, CHUNK, type Plan, type Share } from './share.js';

const KIND = { magic: 0x01634247, what: 'goal bounds' };

/** @param map fingerprint of the grid */
export function boundsCheckpoints(
  map: Uint8Array,
  plan: Plan,
  share: Share,
): Pick<ChunkBake<unknown>, 'save' | 'load'> {
  const hash = createHash('sha256').update(map).update(`${share.at} ${share.exact} ${CHUNK}`).digest();
  const boxes = new Uint8Array(share.boxes.buffer);
  /** First byte of the boxes of each chunk, and the end of all. */
  const first = Array.from({ length: share.finished.length + 1 }, (_, chunk) => {
    return BOX_BYTES * plan.firstRow[Math.min(share.items, chunk * CHUNK)];
  });
  return {
    save() {
      // Copied first: what other threads finish meanwhile waits for the next checkpoint.
      const finished = Uint8Array.from(share.finished, (_, chunk) => Atomics.load(share.finished, chunk));
      const parts = [...finished].flatMap((done, c) => (done > 0 ? [boxes.subarray(first[c], first[c + 1])] : []));
      return writeCheckpoint(KIND, hash, finished, parts);
    },
    load(checkpoint) {
      const { flags, results } = readCheckpoint(checkpoint, KIND, hash, share.finished.length);
      let at = 0;
      for (const [c, flag] of flags.entries()) {
        if (flag === 0) continue;
        const length = first[c + 1] - first[c];
        boxes.set(results.subarray(at, at + length), first[c]);
        at += length;
      }
      if (results.length !== at) throw damaged();
      resumeChunks(share, flags);
    },
  };
}
