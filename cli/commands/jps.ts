/** `prep jps`: JPS+ jump distances. */
import type { Argv } from 'yargs';
import { bakeJps, JPS_DEFAULTS } from '../../src/jps/bake.js';
import { MOST_LANDMARKS } from '../../src/priced/landmarks.js';
import type { Values } from '../shared/command.js';
import { costsOf, costsOption } from '../shared/costs.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeOptions, mapsArgument, wholeNumber } from '../shared/options.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({
      'store-jumps': {
        type: 'boolean',
        default: false,
        describe: 'Store jump points, or landmarks: larger file, faster load',
      },
      ...costsOption,
      landmarks: {
        type: 'number',
        default: JPS_DEFAULTS.landmarks,
        requiresArg: true,
        describe: `Landmarks where cells have costs, 0 to ${MOST_LANDMARKS}`,
      },
      ...bakeOptions,
    })
    .example('$0 jps maps/*.map', 'write out/NAME.jps.prep for every map')
    .example('$0 jps swamp.map --costs costs.json', 'optimal paths on terrain that costs');

export async function handler({
  'store-jumps': storeJumps,
  landmarks,
  ...argv
}: Values<typeof builder>): Promise<void> {
  wholeNumber('landmarks', landmarks, 0, MOST_LANDMARKS);
  const work = { ...argv, costs: await costsOf(argv) };
  await bakeMaps('jps', work, (grid, { output, ...common }) =>
    bakeJps(grid, { store: storeJumps ? 'planes' : 'grid', landmarks, ...common }),
  );
}
