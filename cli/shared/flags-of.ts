/** Options of finished bakes as flags. */

import { LAYOUT, WORLD, WRITE } from '../../src/core/options/bake.js';
import { kebab, type Option } from '../../src/core/options/option.js';
import type { Options } from '../../src/engines/artifact.js';
import { ARTIFACTS } from '../../src/engines/list.js';

const OF_WORLD = {
  options: WORLD,
  recorded: ({ tiles: tile, paths: storePaths, ...others }: Options) => ({ tile, storePaths, ...others }),
};

/** The flags that bake an artifact, or a world, with the options in its metadata: `--cluster 10 --levels 1`. */
export function flagsOf(artifact: string, recordedOptions: Options): string {
  const { options, recorded = (same: Options) => same } = ARTIFACTS[artifact] ?? OF_WORLD;
  const used = recorded(recordedOptions);
  const flags = Object.entries({ ...options, ...WRITE, ...LAYOUT }).flatMap(([name, option]) => {
    const { kind, default: initial }: Option = option;
    const value = used[name];
    if (value === undefined || (value === false && initial !== true)) return [];
    return kind === 'boolean' ? `--${value ? '' : 'no-'}${kebab(name)}` : `--${kebab(name)} ${value}`;
  });
  return flags.join(' ');
}
