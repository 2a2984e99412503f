/** `--resume`: bakes that keep a checkpoint file beside their blob, and resume from it. */
import { readFileSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { CheckpointStore } from '../../src/core/chunks/checkpoint.js';
import { BakeError } from '../../src/core/errors.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { type BakeArguments, bakeMaps, type CommonOptions } from './maps.js';
import { untilInterrupted } from './signals.js';

export const resumeOption = {
  resume: { type: 'boolean', default: false, describe: 'Keep a checkpoint beside the blob and continue from it' },
} as const;

export const checkpointOf = (output: string) => `${output}.checkpoint`;

export const resumeAdvice =
  (resume: boolean) =>
  (output: string): string =>
    resume ? `the same command goes on from ${checkpointOf(output)}` : 'progress lost; use --resume to keep it';

export async function bakeResumably(
  artifact: string,
  argv: BakeArguments & { resume: boolean },
  bake: (
    grid: Grid,
    options: Omit<CommonOptions, 'output'> & { checkpoint?: CheckpointStore; signal?: AbortSignal },
  ) => Promise<Uint8Array>,
  atOnce = 2,
): Promise<void> {
  await bakeMaps(
    artifact,
    argv,
    (grid, { output, ...common }) =>
      argv.resume
        ? resumable((extra) => bake(grid, { ...common, ...extra }), checkpointOf(output))
        : bake(grid, common),
    { atOnce, advice: resumeAdvice(argv.resume) },
  );
}

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
