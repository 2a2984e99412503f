/** Makes the tiles of a world: valid files are kept, others come from the shared cache or are baked. */

import pLimit from 'p-limit';
import { z } from 'zod';
import { decompressor } from '../core/blob/decompress.js';
import { BlobError } from '../core/errors.js';
import { parsedJson } from '../core/files/json.js';
import { sha256 } from '../core/files/sha256.js';
import { Grid } from '../core/grid/grid.js';
import { MAX_TILE } from '../core/limits.js';
import type { WorldFolder } from './folder.js';
import { pairsOf } from './gates.js';
import { tileBox, type WorldLayout } from './layout.js';
import { checkOf, openTile, tileName } from './section.js';
import { readTile, type WorldSource } from './source.js';
import type { TileTask } from './tasks.js';
import type { TileLook, TileMade, TileOptions } from './tile-file.js';
import type { GateCosts } from './tile-search.js';

export type MadeTile = Omit<TileMade, 'blob'>;

export type RunTask = (task: TileTask) => Promise<unknown>;

export interface BakeGiven {
  source: WorldSource;
  folder: WorldFolder;
  layout: WorldLayout;
  options: TileOptions;
  force: boolean;
  /** Tiles are taken from it; baked ones are put there. */
  cache?: TileCache | undefined;
}

const LOOKS = 32;

export class TileMaker {
  /** How many tiles came from where, and how many had their gates searched from. */
  readonly counts = { kept: 0, fetched: 0, baked: 0, searched: 0 };
  private readonly shared: SharedTiles | undefined;
  private readonly looking = pLimit(LOOKS);

  constructor(
    private readonly given: BakeGiven,
    private readonly run: RunTask,
  ) {
    const { cache, layout } = given;
    this.shared = cache && new SharedTiles(cache, layout);
  }

  async make(x: number, y: number): Promise<MadeTile> {
    const { shared } = this;
    const { folder, force } = this.given;
    const file = force ? undefined : folder.tile(x, y);
    if (shared) {
      const [look, taken] = await this.looking(async () => {
        const look = (await this.run({ kind: 'look', ...(await this.at(x, y)), file })) as TileLook;
        return [look, look.made || force ? undefined : await shared.take(x, y, look)];
      });
      if (look.made) return this.keep(x, y, look.made, 'kept');
      if (taken) return this.keep(x, y, taken, 'fetched');
    }
    const made = (await this.run({ kind: 'bake', ...(await this.at(x, y)), file })) as TileMade;
    // First, for it may have another value for this: then neither is to be trusted.
    await shared?.give(x, y, made);
    return this.keep(x, y, made, made.blob ? 'baked' : 'kept');
  }

  /** The costs between a tile's gates. @param cells x | y << 16 of the gates' ends in the tile */
  async costs(x: number, y: number, { key }: MadeTile, cells: Int32Array): Promise<GateCosts> {
    const { folder, layout, force } = this.given;
    const taken = force ? undefined : await this.shared?.takeCosts(key, cells);
    if (taken) return taken;
    this.counts.searched++;
    const costs = (await this.run({ kind: 'gates', layout, x, y, file: folder.tile(x, y), cells })) as GateCosts;
    await this.shared?.giveCosts(x, y, key, cells, costs);
    return costs;
  }

  /** @returns without the bytes: all that is kept of thousands of tiles is small */
  private async keep(x: number, y: number, { blob, ...made }: TileMade, how: 'kept' | 'fetched' | 'baked') {
    if (made.bytes > 0) this.counts[how]++;
    if (blob) await this.given.folder.writeTile(x, y, blob);
    return made;
  }

  /** A tile for a thread: where it reads its cells, or, of a map in memory, those. */
  private async at(x: number, y: number) {
    const { source, layout, options } = this.given;
    const from = source.from instanceof Grid ? await readTile(source, tileBox(layout, x, y)) : source;
    return { layout, x, y, source: from, options };
  }
}

const AT_ONCE = 16;
/** Bytes of a pair's cost: four below, two above. */
const LOW = 4;
const HIGH = 2;
const SIDES = 4;

const place = z.int().min(0).lt(MAX_TILE);
const sideSchema = z
  .object({
    places: z
      .array(place)
      .max(MAX_TILE)
      .transform((values) => Uint16Array.from(values)),
    labels: z
      .array(z.int32())
      .max(MAX_TILE)
      .transform((values) => Int32Array.from(values)),
    weights: z
      .array(z.int().min(1).max(255))
      .max(MAX_TILE)
      .transform((values) => Uint8Array.from(values)),
  })
  .refine(({ places, labels, weights }) => labels.length === places.length && weights.length === places.length);
const sidesSchema = z.array(sideSchema).length(SIDES);

/** A shared cache as the bake of a world uses it; `SharedCache` of the pipeline is one. */
export interface TileCache {
  get(key: string): Promise<{ files: Uint8Array[] } | undefined>;
  put(key: string, files: Uint8Array[], about: unknown, what: string): Promise<boolean>;
}

/** Tiles and gate costs in a shared cache, each under a key of all that it is made from (docs/decisions/worlds.md). */
export class SharedTiles {
  private readonly limit = pLimit(AT_ONCE);

  constructor(
    private readonly cache: TileCache,
    private readonly layout: WorldLayout,
  ) {}

  /** Takes a tile. @returns undefined where it is not there, or is no such tile */
  async take(x: number, y: number, { key, openCells, fingerprint }: TileLook): Promise<TileMade | undefined> {
    const kept = await this.limit(() => this.cache.get(key));
    if (kept?.files.length !== 2) return undefined;
    const [blob, text] = kept.files;
    const sides = sidesSchema.safeParse(parsedJson(text)).data;
    if (!sides || printOf(blob, this.layout, x, y) !== Buffer.from(fingerprint).toString('hex')) return undefined;
    return { blob, openCells, bytes: blob.length, check: checkOf(blob), fingerprint, sides, key };
  }

  /** Gives a tile that was baked. @throws {CacheError} if the cache has another value for it */
  async give(x: number, y: number, { key, blob, sides }: TileMade): Promise<void> {
    if (!blob) return;
    const stored = JSON.stringify(sides, (_, value) => (ArrayBuffer.isView(value) ? Object.values(value) : value));
    await this.limit(() => this.cache.put(key, [blob, Buffer.from(stored)], {}, tileName(x, y)));
  }

  /** Takes the costs between a tile's gates. @param key of the tile @param cells of its gates */
  async takeCosts(key: string, cells: Int32Array): Promise<GateCosts | undefined> {
    const kept = await this.limit(() => this.cache.get(costsKey(key, cells)));
    const bytes = kept?.files[0];
    const pairs = pairsOf(cells.length);
    if (bytes?.length !== pairs * (LOW + HIGH)) return undefined;
    const plain = Uint8Array.from(bytes);
    return { low: new Uint32Array(plain.buffer, 0, pairs), high: new Uint16Array(plain.buffer, LOW * pairs, pairs) };
  }

  /** Gives the costs between a tile's gates. @throws {CacheError} if the cache has others */
  async giveCosts(x: number, y: number, key: string, cells: Int32Array, { low, high }: GateCosts): Promise<void> {
    const bytes = Buffer.concat(
      [low, high].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    );
    await this.limit(() => this.cache.put(costsKey(key, cells), [bytes], {}, `the gates of ${tileName(x, y)}`));
  }
}

const costsKey = (key: string, cells: Int32Array): string => sha256(`gates ${key} ${cells.join(' ')}`);

/** Fingerprint of a tile's file. @returns undefined if the bytes are not this tile */
function printOf(bytes: Uint8Array, layout: WorldLayout, x: number, y: number): string | undefined {
  try {
    return openTile(bytes, decompressor, layout, x, y).fingerprint;
  } catch (error) {
    if (error instanceof BlobError) return undefined;
    throw error;
  }
}
