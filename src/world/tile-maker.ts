/** Makes the tiles of a world: valid files are kept, others come from the shared cache or are baked. */
import pLimit from 'p-limit';
import { MapError } from '../core/errors.js';
import { Grid } from '../core/grid/grid.js';
import type { GateCosts } from './costs.js';
import type { WorldFolder } from './folder.js';
import { tileBox, type WorldLayout } from './layout.js';
import type { PackedTile } from './packed.js';
import { SharedTiles, type TileCache } from './shared-tiles.js';
import { readTile, type WorldSource } from './source.js';
import type { Packed, TileTask } from './tasks.js';
import type { TileLook, TileMade, TileOptions } from './tile-file.js';

interface PieceOrder {
  layout: WorldLayout;
  x: number;
  y: number;
  key: string;
  /** Whether to bake it where the cache has it already, too. */
  force: boolean;
}

export interface TileOrder extends PieceOrder {
  kind: 'tile';
  options: TileOptions;
  packed: PackedTile;
}

/** A tile, in the cache, whose gates another machine is to search from. */
export interface GatesOrder extends PieceOrder {
  kind: 'gates';
  map: string;
  cells: Int32Array;
}

export type WorldOrder = TileOrder | GatesOrder;

export interface Machines {
  /** What they have baked is taken from it, what is baked here is put there. */
  cache?: TileCache;
  /**
   * Bakes pieces of a world in place of threads, and puts them into the cache under their keys.
   * @param order made when its turn comes: thousands of tiles may wait
   * @param signal takes it back, if nobody has begun it
   * @returns who did it
   */
  bakePiece?: (order: () => Promise<WorldOrder>, signal: AbortSignal) => Promise<{ worker: string }>;
}

export interface MadeTile extends Omit<TileMade, 'blob'> {
  inCache: boolean;
}

export type RunTask = (task: TileTask) => Promise<unknown>;

export interface BakeGiven {
  source: WorldSource;
  folder: WorldFolder;
  layout: WorldLayout;
  options: TileOptions;
  force: boolean;
  machines: Machines;
}

/** Tiles that are looked for at once: bakes, and machines that wait for work, should not wait for all of them. */
const LOOKS = 32;

export class TileMaker {
  /** How many tiles came from where, and how many had their gates searched from. */
  readonly counts = { kept: 0, fetched: 0, baked: 0, searched: 0 };
  private readonly shared: SharedTiles | undefined;
  private readonly looking = pLimit(LOOKS);

  constructor(
    private readonly given: BakeGiven,
    private readonly run: RunTask,
    private readonly signal: AbortSignal,
  ) {
    const { machines, layout } = given;
    this.shared = machines.cache && new SharedTiles(machines.cache, layout);
  }

  async make(x: number, y: number): Promise<MadeTile> {
    const { shared } = this;
    const { machines } = this.given;
    const [look, taken] = shared ? await this.looking(() => this.lookFor(x, y, shared)) : [];
    if (look?.made) return this.keep(x, y, look.made, 'kept');
    if (taken) return this.keep(x, y, taken, 'fetched');
    if (look && shared && machines.bakePiece) {
      const order = () => this.order(x, y, look);
      const made = await this.haveBaked(shared, `tile ${x}, ${y}`, machines.bakePiece, order, () =>
        shared.take(x, y, look),
      );
      return this.keep(x, y, made, 'baked');
    }
    const made = (await this.run({ kind: 'bake', ...(await this.at(x, y)), file: this.oldFile(x, y) })) as TileMade;
    // First, for it may have another value for this: then neither is to be trusted.
    await shared?.give(x, y, made);
    return this.keep(x, y, made, made.blob ? 'baked' : 'kept');
  }

  /** The costs between a tile's gates. @param cells x | y << 16 of the gates' ends in the tile */
  async costs(x: number, y: number, { key, inCache }: MadeTile, cells: Int32Array): Promise<GateCosts> {
    const { shared } = this;
    const { source, folder, machines, layout, force } = this.given;
    const taken = force ? undefined : await shared?.takeCosts(key, cells);
    if (taken) return taken;
    this.counts.searched++;
    if (shared && inCache && machines.bakePiece) {
      const order = async () => ({ kind: 'gates', layout, x, y, map: source.map, key, cells, force }) as const;
      return this.haveBaked(shared, `the gates of tile ${x}, ${y}`, machines.bakePiece, order, () =>
        shared.takeCosts(key, cells),
      );
    }
    const costs = (await this.run({ kind: 'gates', layout, x, y, file: folder.tile(x, y), cells })) as GateCosts;
    await shared?.giveCosts(x, y, key, cells, costs);
    return costs;
  }

  /** Has another machine bake something, and takes it from the cache. */
  private async haveBaked<T>(
    { cache }: SharedTiles,
    what: string,
    bakePiece: NonNullable<Machines['bakePiece']>,
    order: () => Promise<WorldOrder>,
    take: () => Promise<T | undefined>,
  ): Promise<T> {
    const { worker } = await bakePiece(order, this.signal);
    const made = await cache.retry(take);
    if (made === undefined) throw cache.missing(worker, what);
    return made;
  }

  private async order(x: number, y: number, look: TileLook): Promise<TileOrder> {
    const { layout, options, force, source } = this.given;
    const { packed, key } = (await this.run({ kind: 'pack', ...(await this.at(x, y)) })) as Packed;
    if (key !== look.key) throw new MapError(`${source.map} was changed while it was read; build again`);
    return { kind: 'tile', layout, x, y, options, packed, key, force };
  }

  /** Looks for a tile in the folder, and then in the cache. */
  private async lookFor(
    x: number,
    y: number,
    shared: SharedTiles,
  ): Promise<[look: TileLook, taken: TileMade | undefined]> {
    const look = (await this.run({ kind: 'look', ...(await this.at(x, y)), file: this.oldFile(x, y) })) as TileLook;
    return [look, look.made || this.given.force ? undefined : await shared.take(x, y, look)];
  }

  private oldFile(x: number, y: number): string | undefined {
    return this.given.force ? undefined : this.given.folder.tile(x, y);
  }

  /** @returns without the bytes: all that is kept of thousands of tiles is small */
  private async keep(
    x: number,
    y: number,
    { blob, ...made }: TileMade,
    how: 'kept' | 'fetched' | 'baked',
  ): Promise<MadeTile> {
    if (made.bytes > 0) this.counts[how]++;
    if (blob) await this.given.folder.writeTile(x, y, blob);
    return { ...made, inCache: this.shared !== undefined && how !== 'kept' };
  }

  /** A tile for a thread: where it reads its cells, or, of a map in memory, those. */
  private async at(x: number, y: number) {
    const { source, layout, options } = this.given;
    const from = source.from instanceof Grid ? await readTile(source, tileBox(layout, x, y)) : source;
    return { layout, x, y, source: from, options };
  }
}
