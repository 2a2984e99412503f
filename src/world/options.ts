/** Options, progress and report of the bake of a world, and its memory. */
import type { WriteOptions } from '../core/blob/write.js';
import { WORLD } from '../core/options/bake.js';
import { DEFAULT_MAX_MEMORY } from '../core/threads/memory.js';
import type { HpaBuildOptions } from '../engines/hpa/abstraction.js';
import type { WorldLayout } from './layout.js';

export interface WorldOptions
  extends Pick<HpaBuildOptions, 'cluster' | 'entranceWidth' | 'paths'>,
    Pick<WriteOptions, 'codec' | 'zstdLevel' | 'threads'> {
  tiles: number;
  /** Memory of the process, in bytes or as `2GB`: limits the number of tiles in work. */
  maxMemory: string | number;
  force?: boolean;
  onProgress?: (progress: WorldProgress) => void;
}

export const WORLD_DEFAULTS = { tiles: WORLD.tile.default, maxMemory: DEFAULT_MAX_MEMORY } as const;

export interface WorldProgress {
  /** First all tiles are baked, then the costs between the gates of each are found. */
  step: 'tiles' | 'gates';
  done: number;
  all: number;
}

/** Result of a bake. */
export interface WorldReport {
  layout: WorldLayout;
  /** SHA-256 of layout and tiles, in hexadecimal. */
  fingerprint: string;
  openCells: number;
  /** Tiles with open cells. */
  tiles: number;
  /** How many were valid already, came from the shared cache, and had their gates searched from. */
  kept: number;
  fetched: number;
  searched: number;
  gates: number;
  /** Bytes of all files, and of the index. */
  bytes: number;
  indexBytes: number;
}

/** Bytes that the bake of a tile takes by cell (measured: 60 to 120), and those of a thread. */
const BYTES_PER_CELL = 120;
const THREAD_BYTES = 30e6;

export function memoryOfTile({ tile, width, height }: WorldLayout): number {
  return THREAD_BYTES + BYTES_PER_CELL * (Math.min(tile, width) + 2) * (Math.min(tile, height) + 2);
}
