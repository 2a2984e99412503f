/** Options of every command that takes maps: what kind they are, and what in them is open. */
import type { InferredOptionTypes } from 'yargs';
import { MapError } from '../../src/errors.js';
import { MAX_SIZE, type MoveRule } from '../../src/grid/grid.js';
import { MAP_FORMATS, type ReadMapOptions } from '../../src/maps/read-map.js';
import { UsageError } from './errors.js';
import { readText } from './input.js';

const GROUP = 'Maps (the config says the same under tiled, ldtk, png and csv):';
const option = <T extends object>(values: T) => ({ ...values, requiresArg: true, group: GROUP }) as const;
const names = (describe: string) => option({ type: 'string' as const, describe: `${describe}, between commas` });

export const mapOptions = {
  format: option({ choices: MAP_FORMATS, describe: 'Kind of the maps, where their content does not tell' }),
  'map-level': option({ type: 'string' as const, describe: 'LDtk: the level; all of them without it' }),
  root: option({ type: 'string' as const, describe: "Folder that tilesets and levels must lie in [default: the map's]" }),
  layers: names('Tiled: tile layers that are read, by name or class; LDtk: the IntGrid layer'),
  objects: names('Tiled: object layers that are read, by name or class'),
  'blocked-layers': names('Tiled: layers whose every tile blocks its cell'),
  solid: option({ type: 'string' as const, describe: 'Tiled: boolean property, true blocks the cell [default: "solid"]' }),
  'cost-property': option({ type: 'string' as const, describe: 'Tiled: number property, the cell\'s cost [default: "cost"]' }),
  empty: option({ choices: ['blocked', 'open'] as const, describe: 'Tiled: cells without a tile [default: "blocked"]' }),
  legend: option({
    type: 'string' as const,
    describe: 'CSV, ASCII, LDtk: JSON file, what a character or value is: {"~":5,"walls":"blocked"}',
  }),
  palette: option({
    type: 'string' as const,
    describe: 'PNG: JSON file, what a colour is: {"#000000":"blocked","#ffffff":"open","#00ff00":3}',
  }),
  threshold: option({ type: 'number' as const, describe: 'PNG: luminance of open cells, 0 to 255 [default: 128]' }),
  by: option({ choices: ['luminance', 'alpha'] as const, describe: 'PNG: what the threshold is of; cells of this alpha are blocked' }),
  invert: { type: 'boolean', group: GROUP, describe: 'PNG: the threshold the other way round' },
  cell: option({ type: 'number' as const, describe: 'PNG: pixels of a cell, on each side [default: 1]' }),
} as const;

/** Values of {@link mapOptions}, and the letters that are open. */
export type MapArguments = Partial<InferredOptionTypes<typeof mapOptions>> & {
  terrain?: string | undefined;
  size?: number | undefined;
  diagonals?: MoveRule | undefined;
};

/** What was given of {@link mapOptions}; nothing of a format that nothing is said of. */
export async function readingOf(argv: MapArguments): Promise<ReadMapOptions> {
  const { terrain, size, diagonals, format, root, layers, empty, solid, threshold, by, invert, cell } = argv;
  if (size !== undefined) checkSize(size);
  const legend = argv.legend === undefined ? undefined : await readLegend(argv.legend);
  const palette = argv.palette === undefined ? undefined : await readLegend(argv.palette);
  const tiled = said({
    layers: list(layers),
    objects: list(argv.objects),
    blocked: list(argv['blocked-layers']),
    solid,
    cost: argv['cost-property'],
    empty,
  });
  const all = {
    terrain,
    format,
    root,
    size,
    diagonals,
    tiled,
    ldtk: said({ layer: list(layers)?.[0], values: legend }),
    png: said({ palette, threshold, by, invert, cell }),
    csv: said({ legend }),
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
  return entries.length > 0 ? (Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }) : undefined;
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
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, 'blocked' | 'open' | number>;
  throw new MapError(`${file}: expected a JSON object, for example {"#000000":"blocked","#ffffff":"open"}`);
}
