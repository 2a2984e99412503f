/** Options of HPA*, which `prep hpa` and `prep table` share. */

import type { InferredOptionTypes } from 'yargs';
import type { HpaBuildOptions } from '../../src/hpa/abstraction.js';
import { HPA_DEFAULTS } from '../../src/hpa/bake.js';
import { HPA_RANGES } from '../../src/hpa/build.js';
import { type Costs, costsOf, costsOption } from './costs.js';
import { wholeNumber } from './options.js';

export const hpaOptions = {
  cluster: {
    type: 'number',
    default: HPA_DEFAULTS.cluster,
    requiresArg: true,
    describe: 'Side of a cluster, 2 to 64 cells',
  },
  levels: {
    type: 'number',
    default: HPA_DEFAULTS.levels,
    requiresArg: true,
    describe: 'Levels of abstraction, 1 to 8',
  },
  merge: {
    type: 'number',
    default: HPA_DEFAULTS.merge,
    requiresArg: true,
    describe: 'N x N clusters form one of the next level, 2 to 8',
  },
  'entrance-width': {
    type: 'number',
    default: HPA_DEFAULTS.entranceWidth,
    requiresArg: true,
    describe: 'Entrances this wide have two transitions, others one',
  },
  ...costsOption,
  'store-paths': {
    type: 'boolean',
    default: HPA_DEFAULTS.paths,
    describe: 'Store the path of each edge: larger file, faster queries',
  },
  shortcuts: {
    type: 'boolean',
    default: HPA_DEFAULTS.shortcuts,
    describe: 'Edges along clear lines between neighbouring clusters',
  },
} as const;

/** Values of {@link hpaOptions}, and of the options that say what the letters of costs are. */
interface HpaArguments extends InferredOptionTypes<typeof hpaOptions> {
  maps: string[];
  terrain: string | undefined;
}

/** @throws {UsageError | MapError} if a number is out of its range, or the file of costs unusable */
export async function readHpaOptions(
  argv: HpaArguments,
): Promise<{ options: HpaBuildOptions; costs: Costs | undefined }> {
  const { cluster, levels, merge, 'entrance-width': entranceWidth, 'store-paths': paths, shortcuts } = argv;
  const options = { cluster, levels, merge, entranceWidth, paths, shortcuts };
  for (const [name, least, most] of HPA_RANGES) {
    wholeNumber(name === 'entranceWidth' ? 'entrance-width' : name, options[name], least, most);
  }
  return { options, costs: await costsOf(argv) };
}
