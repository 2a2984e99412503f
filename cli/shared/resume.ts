/** `--resume`: bakes that keep a checkpoint file beside their blob, and resume from it. */
import { readFileSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { CheckpointStore } from '../../src/chunks/checkpoint.js';
import { BakeError } from '../../src/errors.js';
import { writeFileAtomic } from '../../src/files/atomic.js';
import { untilInterrupted } from './signals.js';

export const resumeOption = {
  resume: {
    type: 'boolean',
    default: false,
    describe: 'Keep a checkpoint beside the blob and continue from it',
  },
} as const;

export const checkpointOf = (output: string) => `${output}.checkpoint`;

/** Advice of an interrupted bake. */
export const resumeAdvice =
  (resume: boolean) =>
  (output: string): string =>
    resume ? `the same command goes on from ${checkpointOf(output)}` : 'with --resume it would go on';

/** Bakes with a checkpoint file, and removes it at the end. */
export async function resumable(
  bake: (options: { checkpoint: CheckpointStore; signal: AbortSignal }) => Promise<Uint8Array>,
  file: string,
): Promise<Uint8Array> {
  const checkpoint: CheckpointStore = {
    load: () => (statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined),
    save: (bytes) => writeFileAtomic(file, bytes),
  };
  try {
    const blob = await untilInterrupted((signal) => bake({ checkpoint, signal }));
    await unlink(file).catch(() => {});
    return blob;
  } catch (error) {
    throw error instanceof BakeError ? new BakeError(`${file}: ${error.message}`) : error;
  }
}
