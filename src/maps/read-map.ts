/**
 * Any map file into grids: what kind it is, is found by its content.
 *
 * A file that is hostile takes no memory: sizes are checked before anything is unpacked, and nothing is read outside of
 * the map's project, unless `root` allows it.
 */

import { resolve } from 'node:path';
import { busy } from '../core/busy.js';
import { MapError } from '../core/errors.js';
import { anchorsOf, withMoves } from '../core/grid/clearance.js';
import { type StepCosts, stepCostsOf } from '../core/grid/entered.js';
import { type Grid, type MoveRule, setCosts } from '../core/grid/grid.js';
import type { Place, Places } from '../core/grid/places.js';
import { isHex } from '../core/grid/rules.js';
import { withWallCosts } from '../core/grid/wall-costs.js';
import { MAX_FILE_BYTES } from '../core/limits.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { eachCell } from './cells.js';
import { parseJson } from './fields.js';
import { MapFiles, type ReadFile, readWithin, tooLarge } from './files.js';
import { refuseForeign } from './foreign.js';
import { FORMAT_OPTIONS, FORMATS, type FormatOptions, formatOf, MAP_FORMATS, type MapFormat } from './formats.js';
import { cellsByEnd, endsOf, layLinks, type MapLink, type NamedLink } from './links.js';
import { nearlyClosed, sharedNames } from './map-warnings.js';
import { DEFAULT_TERRAIN } from './movingai.js';
import type { MapLevel } from './plane.js';
import type { Head } from './recognize.js';
import { fewOfAKind, quote, quoteAll, utf8 } from './text.js';
import { layWalls, type MapWalls, type WallReport } from './walls.js';

export { placesOf } from '../core/grid/places.js';
export type { MapFormat };

const EXPECTED = `expected ${Object.values(FORMATS)
  .map(({ title }) => title)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ', and ')}`;

const BLOB_MAGIC = [0x89, 0x50, 0x52, 0x45, 0x50];
/** Bytes of a text that decide its kind and whether it has levels. */
export const HEAD_BYTES = 4096;

/** Options of {@link readMap}. Options of other formats are ignored. */
export interface ReadMapOptions extends FormatOptions {
  /** The format of the file. Default: recognized by its content. */
  format?: MapFormat | undefined;
  /** Name of the level; needed where a file has several. */
  level?: string | undefined;
  /** Folder that all files of the map must lie in. Default: its project, the nearest folder above with package.json. */
  root?: string | undefined;
  /** Path of the bytes: for error messages, and to find files that the map names. */
  file?: string | undefined;
  /** Whether the map is meant to have no walls, so that no warning says that they are missing. */
  open?: boolean | undefined;
  /** Text and CSV: meaning of spaces, of what short lines lack, and of empty fields. Default: open. */
  blank?: 'open' | 'blocked' | undefined;
  /** MovingAI: letters that are open. */
  terrain?: string | undefined;
  /** MovingAI: cost of a cell by its letter. Any format: rows of costs, one for each cell, ignored where blocked. */
  costs?: Readonly<Record<string, number>> | readonly (readonly number[])[] | undefined;
  /** Extra costs of cells near walls, by distance: [4, 2] adds 4 next to a wall and 2 at distance 2. */
  wallCosts?: readonly number[] | undefined;
  /** `entered`: a step costs what the entered cell costs. Default: as the file states, or the average of both cells. */
  stepCosts?: StepCosts | undefined;
  /** Walls between cells in addition to the file's: [[2, 3, 'east']], or rows of `#` and `.`. */
  walls?: MapWalls | undefined;
  /** Links in addition to the file's. */
  links?: readonly MapLink[] | undefined;
  /** Whether links whose end is blocked are left out and listed in `shutLinks`. Default: they are an error. */
  leaveShut?: boolean | undefined;
  /** Tiled: whether layers and tilesets of the options that the map lacks are listed in `absent`. Default: an error. */
  leaveAbsent?: boolean | undefined;
  /** Name of the agent whose grid is wanted: links may be for some agents only. */
  agent?: string | undefined;
  /** Names of all agents, where they are known: links may name no other. */
  agents?: readonly string[] | undefined;
  /** Side of the unit's square, 1 to 16 cells; the grid has its anchors, the top left cells. */
  size?: number | undefined;
  /** Legal diagonals: past no blocked corner (`no-corners`, the default), at most one (`one-corner`), all or none. */
  diagonals?: MoveRule | undefined;
}

/** A map, and everything else in its file. */
export interface GameMap extends Omit<Places, 'level'> {
  format: MapFormat;
  /** Name of the level; empty where the file is one. */
  level: string;
  grid: Grid;
  /** SHA-256 of every other file that was read, by its path from the map's folder. */
  beside: Record<string, string>;
  /** Warnings for the author, a sentence each: places outside of the map, doors that share a name. */
  warnings: string[];
  /** Where walls come from. */
  walls: WallReport;
  /** With `leaveShut`: links that were left out, with the blocked ones of their ends. */
  shutLinks?: readonly Place[];
  /** With `leaveAbsent`: which names of options the map lacks, a sentence each. */
  absent?: readonly string[];
}

/**
 * Reads a map of any format: MovingAI, Tiled, LDtk, RPG Maker, PNG, CSV or rows of JSON, detected by its content.
 *
 *     const { grid, doors } = await readMap('maps/cave.tmj');
 *     await bakeJps(grid, { map: 'cave' });
 *
 * @param input path of the file, or its bytes
 * @throws {MapError} naming file, layer, cell, what was found and what is allowed; or if the file has several levels
 * and none is named
 */
export async function readMap(input: string | Uint8Array, options: ReadMapOptions = {}): Promise<GameMap> {
  // Awaited: the stack of an error names this function.
  return await busy(() => read(input, options));
}

/** Options of {@link readMap} that hold for all formats. */
const OPTIONS = [
  ...(['format', 'level', 'root', 'file', 'open', 'blank', 'terrain', 'costs', 'wallCosts', 'stepCosts'] as const),
  ...(['walls', 'links', 'leaveShut', 'leaveAbsent', 'agent', 'agents', 'size', 'diagonals'] as const),
] satisfies Exclude<keyof ReadMapOptions, keyof FormatOptions>[];

async function read(input: string | Uint8Array, options: ReadMapOptions): Promise<GameMap> {
  const names = [...OPTIONS, ...FORMAT_OPTIONS.map(({ name }) => name)];
  refuseUnknown(options, ...(names as (keyof ReadMapOptions)[]));
  const { source, files } = await sourceOf(input, options);
  files.work.allow(source.bytes.length);
  const format = chosenFormat(source, options);
  const loaded = await readLevel(source, format, files, options);
  checkNumbers(loaded.places, source.file);
  const cellOf = cellsByEnd(loaded.places);
  const named = (loaded.farLinks ?? []).map(({ refused, to: name, id: _, ...link }): NamedLink => {
    const to = cellOf(name);
    if (!to) throw new MapError(refused);
    return { ...link, to };
  });
  const grid = gridOf(loaded.grid, options, source.file);
  const links = [...(loaded.links ?? []), ...named, ...endsOf(options.links ?? [], loaded.places, source.file)];
  const shutLinks: Place[] | undefined = options.leaveShut ? [] : undefined;
  const unlinked = links.length > 0 ? layLinks(grid, links, options, shutLinks) : [];
  const beside = Object.fromEntries([...files.beside].sort());
  const { walls, absent = [] } = loaded;
  walls.warnings = fewOfAKind(walls.warnings);
  const warnings = fewOfAKind([
    ...walls.warnings,
    ...(options.open ? [] : nearlyClosed(loaded.grid, source.file)),
    ...(loaded.warnings ?? []),
    ...absent.map((text) => `${source.file}: ${text}; other maps may have it`),
    ...unlinked,
    ...sharedNames(loaded.places.doors, source.file),
    ...unusedLetters(format, options, source.file),
  ]);
  const found = { walls, ...(shutLinks && { shutLinks }), ...(absent.length > 0 && { absent }) };
  return { format, level: loaded.name, grid, ...loaded.places, beside, warnings, ...found };
}

/** @throws {MapError} if a number is beyond those of JavaScript: a blob with it could not be read */
function checkNumbers({ cellSize, axes, origin }: Places, file: string): void {
  for (const [name, numbers] of Object.entries({ cellSize, axes, origin }))
    if (numbers?.every(Number.isFinite) === false)
      throw new MapError(`${file}: ${name} of the map is ${numbers.join(', ')}, expected numbers below 1e308`);
}

/** The grid with costs, walls, unit and move rule of the options. Costs and walls are laid over the loaded one. */
function gridOf(loaded: Grid, options: ReadMapOptions, file: string): Grid {
  if (Array.isArray(options.costs)) layCosts(loaded, options.costs, file);
  if (options.walls !== undefined) layWalls(loaded, options.walls, file);
  const { moveRule, walls } = loaded;
  const { size = 1, diagonals = moveRule, wallCosts } = options;
  if (isHex(loaded) && diagonals !== moveRule)
    throw new MapError(`${file}: cells are hexagons (${moveRule}), and diagonals is ${diagonals}; leave it out`);
  const unsupported = size > 1 ? `size ${size}` : wallCosts ? 'wall costs' : walls && 'walls between cells';
  if (isHex({ moveRule: diagonals }) && unsupported)
    throw new MapError(`${file}: cells are hexagons (${diagonals}), which have no ${unsupported}`);
  const cells = wallCosts ? withWallCosts(loaded, wallCosts, file) : loaded;
  const grid = withMoves(anchorsOf(cells, size, file), diagonals);
  if (options.stepCosts !== undefined) grid.stepCosts = stepCostsOf(options.stepCosts);
  return grid;
}

/** A sentence where costs or an agent's terrain are given by letter, and the map has no letters. */
function unusedLetters(format: MapFormat, { costs, terrain, agent }: ReadMapOptions, file: string): string[] {
  if (format === 'movingai' || format === 'floors') return [];
  const owner = agent === undefined ? '' : ` of agent ${agent}`;
  const why = 'by letter, which only .map files have, and change nothing here;';
  if (agent !== undefined && (terrain ?? DEFAULT_TERRAIN) !== DEFAULT_TERRAIN)
    return [`${file}: open cells${owner} are ${why} give the agent its own config`];
  const isByLetter = costs && !Array.isArray(costs) && Object.keys(costs).length > 0;
  return isByLetter ? [`${file}: costs${owner} are ${why} mark costs in the map`] : [];
}

/** Names of a file's levels, for {@link readMap}; none if it is one level. @throws {MapError} */
export async function mapLevels(
  input: string | Uint8Array,
  options: Pick<ReadMapOptions, 'format' | 'file'> = {},
): Promise<string[]> {
  const { source } = await sourceOf(input, options);
  const names = (await busy(async () => formatOf(chosenFormat(source, options)).levels?.(source))) ?? [];
  return names.length > 1 ? names : [];
}

/** Whether a file may have several levels: from its first {@link HEAD_BYTES} bytes. */
export function mayHaveLevels(head: Uint8Array): boolean {
  return MAP_FORMATS.map(formatOf).some(({ levels, test }) => levels && test?.(headOf(head, '')));
}

async function sourceOf(
  input: string | Uint8Array,
  { file, root }: ReadMapOptions,
): Promise<{ source: ReadFile; files: MapFiles }> {
  if (typeof input !== 'string') {
    if (input.length > MAX_FILE_BYTES) throw new MapError(`${file ?? 'map'}: ${tooLarge(input.length)}`);
    return { source: { file: file ?? 'map', bytes: input }, files: new MapFiles(file, root) };
  }
  const bytes = await readWithin(resolve(input)).catch((error) => {
    throw error instanceof MapError
      ? new MapError(`${input}: ${error.message}`)
      : Object.assign(error, { path: input });
  });
  return { source: { file: file ?? input, bytes }, files: new MapFiles(input, root) };
}

function chosenFormat({ bytes, file }: ReadFile, { format }: ReadMapOptions): MapFormat {
  if (format === undefined) return detectFormat(bytes, file);
  if (!MAP_FORMATS.includes(format))
    throw new MapError(`format is ${quote(format)}, known are ${quoteAll(MAP_FORMATS)}`);
  return format;
}

/** Kind of a map file by content, by ending only where that is ambiguous. @throws {MapError} if it is none */
export function detectFormat(bytes: Uint8Array, file: string): MapFormat {
  if (BLOB_MAGIC.every((byte, i) => bytes[i] === byte))
    throw new MapError(`${file}: this is a blob of prep, not a map`);
  utf8(bytes.subarray(0, 2), file);
  const head = headOf(bytes, file);
  refuseForeign(head);
  const format = MAP_FORMATS.findLast((name) => formatOf(name).test?.(head));
  if (format) return format;
  if (head.json !== '') {
    parseJson(bytes, file);
    throw new MapError(
      `${file}: found JSON that begins with ${quote(head.text.replace(/\s+/g, ' '))}, which is not a supported map ` +
        `format; ${EXPECTED}`,
    );
  }
  // MovingAI's reader reports the fault.
  if (/\.map$/i.test(file)) return 'movingai';
  if (!isText(bytes))
    throw new MapError(
      `${file}: ${bytes.length === 0 ? 'the file is empty' : 'this is not a text file, nor a PNG'}; ${EXPECTED}`,
    );
  const ending = /\.(png|tmj|tmx|ldtkl?)$/i.exec(file)?.[0];
  if (ending)
    throw new MapError(
      `${file}: the name ends in ${ending}, but the content is other text, which begins with ` +
        `${quote(head.text.slice(0, 40).replace(/\s+/g, ' '))}; save the map again, or add --format csv`,
    );
  return 'csv';
}

const isText = (bytes: Uint8Array) => bytes.length > 0 && !bytes.subarray(0, HEAD_BYTES).includes(0);

/** Ends of a file, by which its format is recognized. */
export function headOf(bytes: Uint8Array, file: string): Head {
  const decoded = (part: Uint8Array) => new TextDecoder().decode(part);
  const text = isText(bytes) ? decoded(bytes.subarray(0, HEAD_BYTES)).trimStart() : '';
  const end = () => decoded(bytes.subarray(Math.max(HEAD_BYTES, bytes.length - HEAD_BYTES)));
  return { file, bytes, text, json: text.startsWith('{') ? text + end() : '' };
}

/** @throws {MapError} if a level is named of a file that is one */
function readLevel(source: ReadFile, format: MapFormat, files: MapFiles, options: ReadMapOptions): Promise<MapLevel> {
  const { levels, read } = formatOf(format);
  if (options.level !== undefined && !levels)
    throw new MapError(`${source.file}: level ${quote(options.level)} is named, but the file is one level`);
  const other = (one: ReadFile, level?: string): Promise<MapLevel> => {
    const kind = detectFormat(one.bytes, one.file);
    if (kind === 'floors')
      throw new MapError(`${source.file}: floor ${quote(one.file)} is of floors itself; name its maps`);
    return readLevel(one, kind, files, { ...options, level });
  };
  return read(source, { ...options, files, other });
}

/** Prices cells one by one; a map of ones is uniform. */
function layCosts(grid: Grid, rows: readonly (readonly number[])[], file: string): void {
  const costs = new Uint8Array(grid.open.length);
  eachCell(rows, grid.width, grid.height, `${file}: costs`, 0, (x, y, value) => {
    const c = grid.cell(x, y);
    if (grid.open[c] > 0 && value === 0)
      throw new MapError(`${file}: costs: cell ${x}, ${y} is open, but its cost is 0`);
    costs[c] = value;
  });
  setCosts(grid, (x, y) => costs[grid.cell(x, y)]);
}
