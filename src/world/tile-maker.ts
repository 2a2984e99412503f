/** Makes the tiles of a world: valid files are kept, others come from the shared cache or are baked. */
import pLimit from 'p-limit';
import { Grid } from '../core/grid/grid.js';
import type { GateCosts } from './costs.js';
import type { WorldFolder } from './folder.js';
import { tileBox, type WorldLayout } from './layout.js';
import { SharedTiles, type TileCache } from './shared-tiles.js';
import { readTile, type WorldSource } from './source.js';
import type { TileTask } from './tasks.js';
import type { TileLook, TileMade, TileOptions } from './tile-file.js';

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

/** Most tiles that are looked up at a time. */
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
