/** `prep bounds`: goal bounds, with a checkpoint where asked for. */

import type { Argv } from 'yargs';
import { bakeBounds } from '../../src/core/bounds/bake.js';
import { estimateBounds } from '../../src/core/bounds/estimate.js';
import { BOUNDS } from '../../src/core/options/bake.js';
import { bakeFlags, flags, mapsArgument, size, type Values } from '../shared/options.js';
import { bakeResumably, resumeOption } from '../shared/resume.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...flags(BOUNDS), ...resumeOption, ...bakeFlags })
    .example('$0 bounds maps/*.map', 'write out/NAME.bounds.prep for every map')
    .example('$0 bounds arena.map --boxes cells', 'boxes in every cell');

export async function handler(argv: Values<typeof builder>): Promise<void> {
  const { boxes: at, exact, threads, resume } = argv;
  const options = { at, exact, threads };
  await bakeResumably('bounds', argv, (grid, common) => bakeBounds(grid, { ...common, ...options }), {
    // One at a time: the threads share the work on a map.
    atOnce: 1,
    long: 120,
    // Sampling takes up to 3 s.
    doubt: 4,
    async estimate(grid) {
      const { seconds, bytes } = await estimateBounds(grid, options);
      const advice = resume
        ? 'interrupted, it goes on from its checkpoint'
        : 'with --resume it could be interrupted and go on later';
      return { seconds, text: ` and ${size(bytes)} of memory for boxes; ${advice}` };
    },
  });
}
