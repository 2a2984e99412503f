/** `prep bounds`: goal bounds, with a checkpoint where asked for. */

import type { Argv } from 'yargs';
import { type BakeBoundsOptions, bakeBounds } from '../../src/bounds/bake.js';
import { type BoundsEstimate, estimateBounds } from '../../src/bounds/estimate.js';
import type { Grid } from '../../src/grid/grid.js';
import { BOUNDS } from '../../src/options/bake.js';
import type { Values } from '../shared/command.js';
import { costsOf } from '../shared/costs.js';
import { flags } from '../shared/flags.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeFlags, mapsArgument, size } from '../shared/options.js';
import { warn } from '../shared/output.js';
import { duration } from '../shared/progress.js';
import { checkpointOf, resumable, resumeAdvice, resumeOption } from '../shared/resume.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...flags(BOUNDS), ...resumeOption, ...bakeFlags })
    .example('$0 bounds maps/*.map', 'write out/NAME.bounds.prep for every map')
    .example('$0 bounds swamp.map --costs costs.json', 'the same on terrain that costs, with prep jps --costs')
    .example('$0 bounds arena.map --boxes cells', 'boxes in every cell');

type Arguments = Values<typeof builder>;

/** Longer bakes are announced, in seconds. */
const LONG = 120;
/** A bake's own speed is looked at after so many milliseconds. */
const LOOK_AFTER_MS = 1000;
/** Factor by which later rows may be slower than the first; below LONG / DOUBT no map is sampled. */
const DOUBT = 4;

export async function handler(argv: Arguments): Promise<void> {
  const { boxes: at, exact, resume, threads } = argv;
  await bakeMaps(
    'bounds',
    { ...argv, costs: await costsOf(argv) },
    async (grid, { output, ...common }) => {
      const options: Partial<BakeBoundsOptions> = { ...common, at, exact, threads };
      const announce = announcer(grid, options, output, resume);
      const onProgress = (done: number, total: number) => {
        announce(done, total);
        common.onProgress(done, total);
      };
      const bake = { ...options, onProgress };
      return resume
        ? resumable((extra) => bakeBounds(grid, { ...bake, ...extra }), checkpointOf(output))
        : bakeBounds(grid, bake);
    },
    {
      // One at a time: the threads share the work on a map.
      atOnce: 1,
      advice: resumeAdvice(resume),
    },
  );
}

/**
 * Announces long bakes early. Samples the map, up to 3 s, only if the speed of the first second suggests a long bake.
 */
function announcer(
  grid: Grid,
  options: Partial<BakeBoundsOptions>,
  output: string,
  resume: boolean,
): (done: number, total: number) => void {
  const start = performance.now();
  let first: number | undefined;
  let looked = false;
  return (done, total) => {
    // Items of a checkpoint took no time.
    first ??= done;
    const spent = performance.now() - start;
    if (looked || spent < LOOK_AFTER_MS) return;
    looked = true;
    if ((spent / 1000) * ((total - first) / Math.max(1, done - first)) < LONG / DOUBT) return;
    const announce = ({ seconds, bytes }: BoundsEstimate) => {
      if (seconds < LONG) return;
      const advice = resume
        ? 'interrupted, it goes on from its checkpoint'
        : 'with --resume it could be interrupted and go on later';
      warn(`prep: ${output} will take about ${duration(seconds)} and ${size(bytes)} of memory for boxes; ${advice}`);
    };
    // A map too large fails the bake itself.
    estimateBounds(grid, options).then(announce, () => {});
  };
}
