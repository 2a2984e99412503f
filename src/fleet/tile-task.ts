/** A tile of a world as a task: all that decides about its bytes, and where in the shared cache its cells are. No part of the map but these travels. */
import { z } from 'zod';
import { MAX_ZSTD_LEVEL } from '../blob/compress.js';
import { MAX_SIZE } from '../grid/grid.js';
import { MAX_TILE, MAX_WORLD_SIDE } from '../world/layout.js';
import { WORLD_RULES } from '../world/section.js';
import { fileName, parsed, sha256, terrain } from './task.js';

/** Bytes of the largest tile's cells, an apron round them; compressed a little more at worst. */
const MOST_CELLS = 2 * (MAX_TILE + 2) ** 2;

const side = z.int().min(1).max(MAX_WORLD_SIDE);
const place = z
  .int()
  .min(0)
  .max(MAX_WORLD_SIDE - 1);

const tileSchema = z.strictObject({
  gridprep: z.literal(1),
  kind: z.literal('tile'),
  tool: z.string().max(64),
  map: fileName,
  /** Of the world, in cells, and of a tile. */
  width: side,
  height: side,
  tile: z.int().min(2).max(MAX_TILE),
  x: place,
  y: place,
  /** Letters that are open; none where the map has no letters. */
  terrain: terrain.or(z.literal('')),
  moves: z.enum(WORLD_RULES),
  size: z.int().min(1).max(MAX_SIZE),
  /** Ranges are looked at where it is baked, as those of every bake. */
  hpa: z.strictObject({ cluster: z.int(), entranceWidth: z.int(), paths: z.boolean() }),
  codec: z.enum(['zstd', 'none']),
  zstdLevel: z.int().min(1).max(MAX_ZSTD_LEVEL),
  force: z.boolean(),
  /** Under which it comes into the cache; whoever bakes it reckons it again. */
  key: sha256,
  /** The tile's cells with their apron, as `packTile` makes them. */
  cells: z.strictObject({ sha256, bytes: z.int().min(1).max(MOST_CELLS), priced: z.boolean() }),
});
/** A tile to be baked. */
export type TileTask = z.output<typeof tileSchema>;

/** @returns undefined where it is a task of another kind @throws {RangeError} naming what is wrong */
export function parseTile(bytes: Uint8Array): TileTask | undefined {
  const value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  return value?.kind === 'tile' ? (parsed('task', tileSchema, value) as TileTask) : undefined;
}
