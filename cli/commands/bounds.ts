/** `prep bounds`: goal bounds. */
import type { Argv } from 'yargs';
import { BOUNDS } from '../../src/core/options/bake.js';
import { bakeBounds } from '../../src/engines/bounds/bake.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeFlags, flags, mapsArgument, type Values } from '../shared/options.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...flags(BOUNDS), ...bakeFlags })
    .example('$0 bounds maps/*.map', 'write out/NAME.bounds.prep for every map')
    .example('$0 bounds arena.map --boxes cells', 'boxes in every cell');

export async function handler(argv: Values<typeof builder>): Promise<void> {
  const { boxes: at, exact, threads } = argv;
  // One map at a time: the threads share the work on it.
  await bakeMaps('bounds', argv, (grid, common) => bakeBounds(grid, { ...common, at, exact, threads }), { atOnce: 1 });
}
