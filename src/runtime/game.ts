/** What games do around a blob: `gridprep/runtime/game`. Fetching it, and the way between cells and the world they are drawn in. */
import type { BlobBytes } from '../blob/read.js';
import { BlobError } from '../errors.js';
import type { Place } from '../grid/places.js';

export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Place } from '../grid/places.js';

/** A map as `import nav from "./arena.tmj?nav"` gives it. */
export interface NavAsset {
  /** Where its blob is fetched from. */
  url: string;
  /** For `load(bytes, { expect })`: that of `agent`, or of the first one. */
  fingerprint: string;
  /** That of each agent, by name. */
  fingerprints: Record<string, string>;
  /** Of the grid, in cells. */
  width: number;
  height: number;
  /** Width and height of a cell in the unit of the map's file, pixels mostly; 1 and 1 where the file does not say it. */
  cell: [number, number];
  /** Column and row of cell 0, 0 in the file, which need not begin there. */
  origin: [number, number];
  doors: Place[];
  points: Place[];
  /** Names of all levels of the file; empty where it is one map. */
  levels: string[];
  /** Names of the agents that the blob has grids of. */
  agents: string[];
  /** The agent that the import asks for. */
  agent?: string;
}

/** Options of {@link loadUrl}. */
export interface LoadUrlOptions {
  /** Name of the agent whose map is loaded, of those that the blob has; without it the one that the import asks for. */
  agent?: string | undefined;
  /** Ends the download; the promise is rejected with its reason. */
  signal?: AbortSignal;
  /** Told as bytes arrive. @param total 0 where the server does not say it */
  onProgress?: (bytes: number, total: number) => void;
}

/**
 * Fetches a blob and loads it.
 *
 *     import { load } from "gridprep/runtime/bounds";
 *     import arena from "./arena.tmj?nav";
 *     const nav = await loadUrl(load, arena);
 *
 * @param load of the runtime entry with the engines that the game ships
 * @param from an address, or what an import of a map gives, whose fingerprint and agent are then asked for, too
 * @throws {BlobError} if the server has no such file (`missing`), or what came is no blob of this map
 * @throws {TypeError} if the server cannot be reached
 * @throws {RangeError} as the `load` that is given, if there is no such agent for example
 */
export async function loadUrl<N>(
  load: (bytes: BlobBytes, options?: { expect?: string; agent?: string }) => N,
  from: string | URL | (Pick<NavAsset, 'url' | 'fingerprint' | 'agent'> & Partial<Pick<NavAsset, 'fingerprints'>>),
  { agent, signal, onProgress }: LoadUrlOptions = {},
): Promise<N> {
  const asset = typeof from === 'string' || from instanceof URL ? undefined : from;
  const url = asset?.url ?? String(from);
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok)
    throw new BlobError(`no blob at ${url}: the server says ${response.status} ${response.statusText}`.trimEnd(), 'missing');
  const bytes = await bytesOf(response, onProgress);
  const whose = agent ?? asset?.agent;
  // Of an agent that is not known here, `load` says that there is none.
  const expect = agent === undefined ? asset?.fingerprint : asset?.fingerprints?.[agent];
  return load(bytes, { ...(expect !== undefined && { expect }), ...(whose !== undefined && { agent: whose }) });
}

async function bytesOf(response: Response, onProgress: LoadUrlOptions['onProgress']): Promise<Uint8Array> {
  if (!onProgress || !response.body) return new Uint8Array(await response.arrayBuffer());
  // Where the server compresses, the length that it tells is of other bytes than those that are counted.
  const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length'));
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    length += part.value.length;
    onProgress(length, total);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

type Pair = readonly [number, number];

/**
 * Centres of cells in the world.
 * @param cells x, y of cells, as `path.waypoints`, `path.cells` and the cells of doors and points are
 * @param cell width and height of a cell, as {@link NavAsset.cell}
 * @param origin column and row of cell 0, 0, as {@link NavAsset.origin}
 * @returns x, y of each centre
 */
export function toWorld(cells: ArrayLike<number>, [width, height]: Pair, [left, top]: Pair = [0, 0]): Float32Array {
  return Float32Array.from(cells, (value, i) => (i % 2 ? (value + top + 0.5) * height : (value + left + 0.5) * width));
}

/** The cell in which a place of the world lies, x and y; it may be outside of the map. The way back of {@link toWorld}. */
export function toCell(x: number, y: number, [width, height]: Pair, [left, top]: Pair = [0, 0]): [number, number] {
  return [Math.floor(x / width) - left, Math.floor(y / height) - top];
}
