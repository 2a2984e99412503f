/** `prep ch`: contraction hierarchies. */
import type { Argv } from 'yargs';
import { bakeHierarchy } from '../../src/engines/ch/bake.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeFlags, mapsArgument, type Values } from '../shared/options.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options(bakeFlags)
    .example('$0 ch maps/*.map', 'write out/NAME.ch.prep for every map')
    .example('$0 ch swamp.map --costs costs.json', 'the same on weighted terrain');

export const handler = (argv: Values<typeof builder>): Promise<void> => bakeMaps('ch', argv, bakeHierarchy);
