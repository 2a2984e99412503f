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
      width: {
        choices: [8, 16] as const,
        default: JPS_DEFAULTS.width,
        requiresArg: true,
        describe: 'Bits per jump distance in the bake; the runtime keeps none',
      },
      store: {
        choices: ['grid', 'planes'] as const,
        default: JPS_DEFAULTS.store,
        requiresArg: true,
        describe: 'Store the grid alone and find the jump points at load, or store them too; where cells have costs, the landmarks',
      },
      ...costsOption,
      landmarks: {
        type: 'number',
        default: JPS_DEFAULTS.landmarks,
        requiresArg: true,
        describe: `Where cells have costs: landmarks, 0 to ${MOST_LANDMARKS}; more of them, fewer cells looked at`,
      },
      ...bakeOptions,
    })
    .example('$0 jps maps/*.map', 'write out/NAME.jps.prep for every map')
    .example('$0 jps swamp.map --costs costs.json', 'optimal paths on terrain that costs');

export async function handler({ width, store, landmarks, ...argv }: Values<typeof builder>): Promise<void> {
  wholeNumber('landmarks', landmarks, 0, MOST_LANDMARKS);
  const work = { ...argv, costs: await costsOf(argv) };
  await bakeMaps('jps', work, (grid, { output, ...common }) => bakeJps(grid, { width, store, landmarks, ...common }));
}
