/** Worlds for tests: baked into a new folder, without threads. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Grid } from '../src/core/grid/grid.js';
import { bakeWorldBy } from '../src/world/bake.js';
import type { WorldOptions, WorldReport } from '../src/world/options.js';
import { fromGrid } from '../src/world/source.js';
import { doTileTask } from '../src/world/tasks.js';
import { type LoadWorldOptions, loadWorld, type World } from '../src/world/world.js';

export interface BakedWorld {
  folder: string;
  report: WorldReport;
  tile(x: number, y: number): Uint8Array;
  index: Uint8Array;
}

/** Bakes a grid, has something done with it, and removes it. */
export async function withWorld<T>(
  grid: Grid,
  options: Partial<WorldOptions>,
  use: (world: BakedWorld) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-world-'));
  try {
    const report = await bakeWorldBy(async (task) => doTileTask(task), fromGrid(grid, 'test'), folder, {
      codec: 'none',
      ...options,
    });
    const read = (name: string) => Uint8Array.from(readFileSync(join(folder, name)));
    return await use({ folder, report, index: read('world.prep'), tile: (x, y) => read(`${x}_${y}.prep`) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function open(world: BakedWorld, options: Partial<LoadWorldOptions> = {}): World {
  return loadWorld(world.index, { loadTile: async (x, y) => world.tile(x, y), ...options });
}
