/** Flags of every command that takes maps: what kind they are, and what in them is open. */
import { MapError } from '../../src/errors.js';
import type { ReadMapOptions } from '../../src/maps/read-map.js';
import { CSV, FILES, FORMATS, LDTK, PNG, TILED, WALKER } from '../../src/options/maps.js';
import { type Meaning, names, text, unfilled } from '../../src/options/option.js';
import { UsageError } from './errors.js';
import { type FlagValues, flags, listOf, optionsOf } from './flags.js';
import { MAP_GROUP } from './help.js';
import { readText } from './input.js';

const group = MAP_GROUP;

/** Flags of walkers; `costs` is a file. */
const { terrain, ...walker } = unfilled(WALKER);
export const terrainFlag = flags({ terrain }, { group });
export const walkerFlags = {
  ...terrainFlag,
  ...flags({ ...walker, agent: text('Agent of the config: its size, terrain and costs') }),
};

export const mapFlags = {
  ...flags({ ...FILES, mapLevels: names('Levels of files that have several; all of them without it') }, { group }),
  ...flags(unfilled(TILED), { prefix: 'tiled.', group }),
  ...flags(unfilled(LDTK), { prefix: 'ldtk.', group }),
  ...flags(unfilled(CSV), { prefix: 'csv.', group }),
  ...flags(unfilled(PNG), { prefix: 'png.', group }),
};

/** Values of {@link mapFlags} and {@link walkerFlags}; `costs` and `agent` are read elsewhere. */
export type MapArguments = Partial<FlagValues<typeof mapFlags> & Omit<FlagValues<typeof walkerFlags>, 'costs'>>;

/** The reading options that were given; none of a format without any. */
export async function readingOf(argv: MapArguments): Promise<ReadMapOptions> {
  const { costs: _, ...others } = WALKER;
  const reading: Record<string, unknown> = { ...optionsOf(FILES, argv), ...optionsOf(others, argv) };
  for (const [format, options] of Object.entries(FORMATS)) {
    const given: Record<string, unknown> = optionsOf(options, argv, `${format}.`);
    if (typeof given.legend === 'string') given.legend = await readLegend(given.legend);
    if (Object.keys(given).length > 0) reading[format] = given;
  }
  return reading;
}

/** Names of levels that were given; undefined stands for all. */
export function levelsGiven(argv: MapArguments): string[] | undefined {
  const given = argv['map-levels'];
  return given === undefined ? undefined : listOf(given);
}

/** The one level that was given. @throws {UsageError} if several are */
export function levelGiven(argv: MapArguments): string | undefined {
  const levels = levelsGiven(argv) ?? [];
  if (levels.length > 1) throw new UsageError(`--map-levels names ${levels.length} levels, expected one`);
  return levels[0];
}

/** Options laid over others, those of each format too. */
export function laidOver(below: ReadMapOptions, above: ReadMapOptions): ReadMapOptions {
  const all = { ...below, ...above };
  for (const format of ['tiled', 'ldtk', 'png', 'csv'] as const)
    if (below[format] || above[format]) all[format] = { ...below[format], ...above[format] };
  return all;
}

/** @throws {MapError} naming the file, unless it is a JSON object */
async function readLegend(file: string): Promise<Record<string, Meaning>> {
  let value: unknown;
  const content = await readText(file);
  try {
    value = JSON.parse(content);
  } catch {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, Meaning>;
  throw new MapError(`${file}: expected a JSON object, for example {"#000000":"blocked","#ffffff":"open"}`);
}
