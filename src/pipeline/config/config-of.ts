/** A `prep.config.json` that bakes what was recommended for maps. */
import { isAbsolute, relative, sep } from 'node:path';
import { escapePath } from 'tinyglobby';
import type { Options } from '../../core/artifacts/artifact.js';
import type { ReadMapOptions } from '../../core/maps/read-map.js';

/** A map, how it is read, and what is to be baked from it. */
export interface Recommended {
  /** Path of the file. */
  file: string;
  reading: ReadMapOptions;
  artifacts: Readonly<Record<string, Options>>;
}

/** Name of the only agent, where it is of several cells. */
const AGENT = 'unit';

/**
 * The config that bakes each map as it is wished; maps that are alike in all else share an input.
 * @param folder where the config will be
 * @returns a plain object, to be written as JSON
 */
export function configOf(chosen: readonly Recommended[], folder = '.'): { inputs: object[]; outDir: string } {
  const inputs = new Map<string, { maps: string[]; rest: object }>();
  for (const { file, reading, artifacts } of chosen) {
    const { level, size = 1, file: _, ...read } = reading;
    const rest = {
      ...(level !== undefined && { levels: [level] }),
      ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)),
      ...(size > 1 && { agents: { [AGENT]: { size } } }),
      artifacts,
      pack: true,
    };
    const key = JSON.stringify(rest);
    const input = inputs.get(key) ?? { maps: [], rest };
    input.maps.push(globOf(file, folder));
    inputs.set(key, input);
  }
  return {
    inputs: [...inputs.values()].map(({ maps, rest }) => ({ maps: maps.length === 1 ? maps[0] : maps, ...rest })),
    outDir: 'out',
  };
}

/** A pattern that this file alone matches. */
function globOf(file: string, folder: string): string {
  const path = isAbsolute(file) ? relative(folder, file) || file : file;
  return escapePath(path.split(sep).join('/'));
}
