/** Schemas of pieces of a world: a tile with its cells in the cache, or a finished tile whose gates are searched. */
import { z } from 'zod';
import { MAX_SIZE } from '../grid/grid.js';
import { WRITE } from '../options/bake.js';
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

/** A tile of a world of so many cells. */
const where = {
  gridprep: z.literal(1),
  tool: z.string().max(64),
  map: fileName,
  width: side,
  height: side,
  tile: z.int().min(2).max(MAX_TILE),
  x: place,
  y: place,
  force: z.boolean(),
  /** Under which the tile is, or comes, into the cache. */
  key: sha256,
};

const tileSchema = z.strictObject({
  kind: z.literal('tile'),
  ...where,
  /** Letters that are open; none where the map has no letters. */
  terrain: terrain.or(z.literal('')),
  diagonals: z.enum(WORLD_RULES),
  size: z.int().min(1).max(MAX_SIZE),
  /** Ranges are looked at where it is baked, as those of every bake. */
  hpa: z.strictObject({ cluster: z.int(), entranceWidth: z.int(), paths: z.boolean() }),
  codec: z.enum(['zstd', 'none']),
  zstdLevel: z.int().min(1).max(WRITE.zstdLevel.most),
  /** The tile's cells with their apron, as `packTile` makes them. */
  cells: z.strictObject({ sha256, bytes: z.int().min(1).max(MOST_CELLS), priced: z.boolean() }),
});
/** A tile to be baked. */
export type TileTask = z.output<typeof tileSchema>;

const gatesSchema = z.strictObject({
  kind: z.literal('gates'),
  ...where,
  cluster: z.int(),
  /** x | y << 16 of the gates' ends in the tile. */
  gates: z
    .array(
      z
        .int()
        .min(0)
        .max(MAX_TILE | (MAX_TILE << 16)),
    )
    .min(2)
    .max(4 * MAX_TILE),
});
/** A tile whose gates are to be searched from. */
export type GatesTask = z.output<typeof gatesSchema>;

const worldSchema = z.discriminatedUnion('kind', [tileSchema, gatesSchema]);
/** A piece of a world. */
export type WorldTask = z.output<typeof worldSchema>;

/** @returns undefined where it is a task of another kind @throws {RangeError} naming what is wrong */
export function parseWorldTask(bytes: Uint8Array): WorldTask | undefined {
  const value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  return value?.kind === undefined || value.kind === 'batch'
    ? undefined
    : (parsed('task', worldSchema, value) as WorldTask);
}
