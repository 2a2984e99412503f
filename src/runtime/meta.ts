/**
 * What a blob says of its map beside the grid: `gridprep/runtime/meta`. An entry of its own, for the games that ask: it brings
 * an unpacker of MessagePack, which nothing else of the runtime needs.
 */
import { META_KIND } from '../blob/layout.js';
import { placesOf, unpackMetadata } from '../blob/meta.js';
import { type BlobBytes, type Decompress, readBlob } from '../blob/read.js';
import { unzstd } from '../blob/unzstd.js';
import type { Place } from '../grid/places.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Place } from '../grid/places.js';

/** What {@link readMeta} finds. */
export interface Meta {
  /** Name of the map's file; empty if it had none. */
  map: string;
  /** Name of the level, where the file has several; else empty. */
  level: string;
  /** Of the grid, in cells. */
  width: number;
  height: number;
  /** Hash of the map, as `nav.fingerprint`. */
  fingerprint: string;
  /** Names of what was baked: `jps`, `bounds`, ... */
  artifacts: string[];
  /** Names of the agents that the blob has grids of; empty where it knows none. */
  agents: string[];
  /** Width and height of a cell in the unit of the map's file, pixels mostly; undefined where the file does not say it. */
  cellSize: [number, number] | undefined;
  /** Column and row of cell 0, 0 in the file, which need not begin there. */
  origin: [number, number];
  doors: Place[];
  points: Place[];
  /** Version of gridprep that wrote doors, points and sizes; undefined where the map has none of them. */
  tool: string | undefined;
}

/**
 * Doors, points and more that an artist marked on the map.
 *
 *     const { doors, cellSize } = readMeta(bytes);
 *     const [x, y] = doors.find(({ name }) => name === 'gate').cells;
 *
 * @param bytes of one blob, a pack too
 * @throws {BlobError} if the blob is damaged or of another version
 * @throws {TypeError} if it is no bytes at all
 */
export function readMeta(bytes: BlobBytes, { decompress = unzstd }: { decompress?: Decompress } = {}): Meta {
  const blob = readBlob(bytes, decompress);
  const parts: Record<string, unknown>[] = [];
  const indexOfMeta = () => blob.entries.findIndex(({ kind }) => kind === META_KIND);
  // A pack has metadata of each artifact; a section is found by its kind, the first of it.
  for (let at = indexOfMeta(); at >= 0; at = indexOfMeta()) {
    parts.push(unpackMetadata(blob));
    blob.entries.splice(at, 1);
  }
  const places = parts.map((part) => placesOf(part, blob)).find((found) => found !== undefined);
  const { width, height, fingerprint } = blob;
  return {
    map: textOf(parts[0]?.map),
    level: places?.level ?? '',
    width,
    height,
    fingerprint,
    artifacts: [...new Set(parts.map(({ artifact }) => textOf(artifact)))],
    agents: blob.agents,
    cellSize: places?.cellSize,
    origin: places?.origin ?? [0, 0],
    doors: places?.doors ?? [],
    points: places?.points ?? [],
    tool: places?.tool,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
