/** `--resume`: bakes that keep a checkpoint file beside their blob, and resume from it; long ones are announced. */
import { readFileSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { CheckpointStore } from '../../src/core/chunks/checkpoint.js';
import { BakeError } from '../../src/core/errors.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { type BakeArguments, bakeMaps, type CommonOptions } from './maps.js';
import { duration, warn } from './output.js';
import { untilInterrupted } from './signals.js';

export const resumeOption = {
  resume: { type: 'boolean', default: false, describe: 'Keep a checkpoint beside the blob and continue from it' },
} as const;

/** A bake of this many milliseconds is estimated; most are done by then. */
const LOOK_AFTER_MS = 1000;

interface Announced {
  atOnce?: number;
  /** Seconds of a bake that is announced. */
  long: number;
  /** Factor by which later progress may be slower than the first: bakes below long / doubt are not estimated. */
  doubt?: number;
  estimate(grid: Grid): Promise<{ seconds: number; text: string }>;
}

export const checkpointOf = (output: string) => `${output}.checkpoint`;

export const resumeAdvice =
  (resume: boolean) =>
  (output: string): string =>
    resume ? `the same command goes on from ${checkpointOf(output)}` : 'progress lost; use --resume to keep it';

/** `bakeMaps` with `--resume`. */
export async function bakeResumably(
  artifact: string,
  argv: BakeArguments & { resume: boolean },
  bake: (
    grid: Grid,
    options: Omit<CommonOptions, 'output'> & { checkpoint?: CheckpointStore; signal?: AbortSignal },
  ) => Promise<Uint8Array>,
  { atOnce = 2, ...announced }: Announced,
): Promise<void> {
  await bakeMaps(
    artifact,
    argv,
    (grid, { output, ...common }) => {
      const announce = announcer(grid, output, announced);
      const onProgress = (done: number, total: number) => {
        announce(done, total);
        common.onProgress(done, total);
      };
      const options = { ...common, onProgress };
      return argv.resume
        ? resumable((extra) => bake(grid, { ...options, ...extra }), checkpointOf(output))
        : bake(grid, options);
    },
    { atOnce, advice: resumeAdvice(argv.resume) },
  );
}

function announcer(grid: Grid, output: string, { long, doubt = Infinity, estimate }: Announced) {
  const start = performance.now();
  let first: number | undefined;
  let looked = false;
  return (done: number, total: number): void => {
    // Items of a checkpoint took no time.
    first ??= done;
    const spent = performance.now() - start;
    if (looked || spent < LOOK_AFTER_MS) return;
    looked = true;
    if ((spent / 1000) * ((total - first) / Math.max(1, done - first)) < long / doubt) return;
    estimate(grid).then(
      ({ seconds, text }) => {
        if (seconds >= long) warn(`prep: ${output} will take about ${duration(seconds)}${text}`);
      },
      // A map too large fails the bake itself.
      () => {},
    );
  };
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
