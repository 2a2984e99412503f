/** Options of every command that takes maps: what kind they are, and what in them is open. */
import type { InferredOptionTypes } from 'yargs';
import { MapError } from '../../src/errors.js';
import { MAX_SIZE, type MoveRule } from '../../src/grid/grid.js';
import { MAP_FORMATS, type ReadMapOptions } from '../../src/maps/read-map.js';
import { UsageError } from './errors.js';
import { MAP_GROUP } from './help.js';
import { readText } from './input.js';

const option = <T extends object>(values: T) => ({ ...values, requiresArg: true, group: MAP_GROUP }) as const;
const names = (describe: string) => option({ type: 'string' as const, describe: `${describe}, between commas` });

export const mapOptions = {
  format: option({ choices: MAP_FORMATS, describe: 'Kind of the maps, where their content does not tell' }),
  'map-levels': option({
    type: 'string' as const,
    describe: 'Level of a file that has several; all of them without it',
  }),
  root: option({
    type: 'string' as const,
    describe: "Folder that tilesets and levels must lie in [default: the map's]",
  }),
  'tiled.layers': names('Tile layers that are read, by name or class; all visible ones without it'),
  'tiled.object-layers': names('Object layers that are read, by name or class; all visible ones without it'),
  'tiled.blocked-layers': names('Layers whose every tile blocks its cell'),
  'tiled.solid-property': option({
    type: 'string' as const,
    describe: 'Boolean property, true blocks the cell [default: "solid"]',
  }),
  'tiled.cost-property': option({
    type: 'string' as const,
    describe: 'Number property, the cost of a cell [default: "cost"]',
  }),
  'tiled.empty': option({
    choices: ['blocked', 'open'] as const,
    describe: 'Cells without a tile [default: "blocked"]',
  }),
  'ldtk.layer': option({ type: 'string' as const, describe: 'IntGrid layer that is read' }),
  'ldtk.legend': option({
    type: 'string' as const,
    describe: 'JSON file, what a value is: {"walls":"blocked","mud":5}',
  }),
  'csv.legend': option({
    type: 'string' as const,
    describe: 'JSON file, what a character or word is: {"~":5,"x":"blocked"}',
  }),
  'png.legend': option({
    type: 'string' as const,
    describe: 'JSON file, what a color is: {"#000000":"blocked","#00ff00":3}',
  }),
  'png.threshold': option({ type: 'number' as const, describe: 'Luminance of open cells, 0 to 255 [default: 128]' }),
  'png.by': option({
    choices: ['luminance', 'alpha'] as const,
    describe: 'What the threshold is of; cells of this alpha are blocked',
  }),
  'png.invert': { type: 'boolean', group: MAP_GROUP, describe: 'The threshold the other way round' },
  'png.cell-size': option({ type: 'number' as const, describe: 'Side of a cell in pixels [default: 1]' }),
} as const;

/** Values of {@link mapOptions}, and the letters that are open. */
export type MapArguments = Partial<InferredOptionTypes<typeof mapOptions>> & {
  terrain?: string | undefined;
  size?: number | undefined;
  diagonals?: MoveRule | undefined;
};

/** What was given of {@link mapOptions}; nothing of a format that nothing is said of. */
export async function readingOf(argv: MapArguments): Promise<ReadMapOptions> {
  const { terrain, size, diagonals, format, root } = argv;
  if (size !== undefined) checkSize(size);
  const legend = async (file: string | undefined) => (file === undefined ? undefined : readLegend(file));
  const tiled = said({
    layers: list(argv['tiled.layers']),
    objectLayers: list(argv['tiled.object-layers']),
    blockedLayers: list(argv['tiled.blocked-layers']),
    solidProperty: argv['tiled.solid-property'],
    costProperty: argv['tiled.cost-property'],
    empty: argv['tiled.empty'],
  });
  const all = {
    terrain,
    format,
    root,
    size,
    diagonals,
    tiled,
    ldtk: said({ layer: argv['ldtk.layer'], legend: await legend(argv['ldtk.legend']) }),
    png: said({
      legend: await legend(argv['png.legend']),
      threshold: argv['png.threshold'],
      by: argv['png.by'],
      invert: argv['png.invert'],
      cellSize: argv['png.cell-size'],
    }),
    csv: said({ legend: await legend(argv['csv.legend']) }),
  };
  return said(all) ?? {};
}

/** @throws {UsageError} */
function checkSize(size: number): void {
  if (!Number.isInteger(size) || size < 1 || size > MAX_SIZE) {
    throw new UsageError(
      `--size is ${Number.isNaN(size) ? 'not a number' : size}, allowed is a whole number of cells from 1 to ${MAX_SIZE}`,
    );
  }
}

/** Options laid over others, those of each format too. */
export function laidOver(below: ReadMapOptions, above: ReadMapOptions): ReadMapOptions {
  const all = { ...below, ...above };
  for (const format of ['tiled', 'ldtk', 'png', 'csv'] as const)
    if (below[format] || above[format]) all[format] = { ...below[format], ...above[format] };
  return all;
}

/** Without what is undefined; undefined if all is. */
function said<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return entries.length > 0
    ? (Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> })
    : undefined;
}

function list(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** @throws {MapError} naming the file, unless it is a JSON object */
async function readLegend(file: string): Promise<Record<string, 'blocked' | 'open' | number>> {
  let value: unknown;
  const text = await readText(file);
  try {
    value = JSON.parse(text);
  } catch {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, 'blocked' | 'open' | number>;
  throw new MapError(`${file}: expected a JSON object, for example {"#000000":"blocked","#ffffff":"open"}`);
}
