/** `prep hpa`: HPA*, near-optimal paths on weighted, large and changing maps. */
import type { Argv } from 'yargs';
import { HPA } from '../../src/core/options/bake.js';
import { bakeHpa } from '../../src/engines/hpa/bake.js';
import { bakeMaps } from '../shared/maps.js';
import { bakeFlags, flags, mapsArgument, optionsOf, type Values } from '../shared/options.js';

/** Cells of a weighted map from which HPA* pays off. A hierarchy of a smaller map is optimal and answers faster. */
const LARGE = 1024 * 1024;
const ADVICE =
  '\n  hpa is near-optimal, some paths cost a fifth more where high costs are dense; ' +
  'below 1024 x 1024 cells prep ch --costs is optimal and answers faster';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...flags(HPA), ...bakeFlags })
    .example('$0 hpa maps/*.map', 'write out/NAME.hpa.prep for every map')
    .example('$0 hpa --cluster 10', 'the same for the maps of prep.config.json, or of the folder maps')
    .example('$0 hpa swamp.map --costs costs.json', 'prefer the cheaper terrain');

export async function handler(argv: Values<typeof builder>): Promise<void> {
  const { storePaths: paths, ...options } = optionsOf(HPA, argv);
  await bakeMaps('hpa', argv, async (grid, common) => {
    const blob = await bakeHpa(grid, { ...options, paths, ...common });
    if (!grid.costs || grid.width * grid.height >= LARGE) return blob;
    return { blob, facts: { values: { better: 'ch' }, text: ADVICE } };
  });
}
