/** `prep ch`: contraction hierarchies. */

import type { Argv } from 'yargs';
import { bakeHierarchy } from '../../src/ch/bake.js';
import { estimateHierarchy, type HierarchyEstimate } from '../../src/ch/estimate.js';
import type { Grid } from '../../src/grid/grid.js';
import type { Values } from '../shared/command.js';
import { costsOf } from '../shared/costs.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeFlags, count, mapsArgument } from '../shared/options.js';
import { warn } from '../shared/output.js';
import { duration } from '../shared/progress.js';
import { checkpointOf, resumable, resumeAdvice, resumeOption } from '../shared/resume.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...resumeOption, ...bakeFlags })
    .example('$0 ch maps/*.map', 'write out/NAME.ch.prep for every map')
    .example('$0 ch swamp.map --costs costs.json', 'the same on terrain that costs');

/** Longer bakes are announced, in seconds. */
const LONG = 20;
/** After so many milliseconds of a bake it is estimated, which takes another second; most are done by then. */
const LOOK_AFTER_MS = 1000;

export async function handler(argv: Values<typeof builder>): Promise<void> {
  await bakeMaps(
    'ch',
    { ...argv, costs: await costsOf(argv) },
    (grid, { output, ...common }) => {
      const announce = announcer(grid, output);
      const onProgress = (done: number, total: number) => {
        announce();
        common.onProgress(done, total);
      };
      const bake = { ...common, onProgress };
      return argv.resume
        ? resumable((extra) => bakeHierarchy(grid, { ...bake, ...extra }), checkpointOf(output))
        : bakeHierarchy(grid, bake);
    },
    { advice: resumeAdvice(argv.resume) },
  );
}

/** Announces long bakes early; the last tenth of the subgoals takes most of the time, so early speed says little. */
function announcer(grid: Grid, output: string): () => void {
  const start = performance.now();
  let looked = false;
  return () => {
    if (looked || performance.now() - start < LOOK_AFTER_MS) return;
    looked = true;
    const announce = ({ seconds, subgoals }: HierarchyEstimate) => {
      if (seconds >= LONG)
        warn(`prep: ${output} will take about ${duration(seconds)}: it contracts ${count(subgoals, 'node')}`);
    };
    // A map too large fails the bake itself.
    estimateHierarchy(grid).then(announce, () => {});
  };
}
