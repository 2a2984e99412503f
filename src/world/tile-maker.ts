/**
 * Has the tiles of a world made, one by one: those whose file is right are kept, those that another machine has baked come from the shared cache, the
 * others are baked, by threads here or by other machines.
 */
import { patiently } from '../cache/patiently.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { FleetError, MapError } from '../errors.js';
import { Grid } from '../grid/grid.js';
import { type PlainGrid, plainGrid } from './apron.js';
import type { WorldFolder } from './folder.js';
import { tileBox, type WorldLayout } from './layout.js';
import type { PackedTile } from './packed.js';
import { SharedTiles } from './shared-tiles.js';
import { readTile, type WorldSource } from './source.js';
import type { Packed, TileTask } from './tasks.js';
import type { TileLook, TileMade, TileOptions } from './tile-file.js';

/** A tile for another machine. */
export interface TileOrder {
  layout: WorldLayout;
  x: number;
  y: number;
  options: TileOptions;
  packed: PackedTile;
  key: string;
  /** Whether to bake it where the cache has it already, too. */
  force: boolean;
}

/** Machines beside this one. */
export interface Machines {
  /** What they have baked is taken from it, what is baked here is put there. */
  cache?: SharedCache;
  /**
   * Bakes tiles in place of threads, and puts them into the cache under their keys.
   * @param order read when its turn comes: thousands of tiles may wait
   * @param signal takes it back, if nobody has begun it
   * @returns who did it
   */
  bakeTile?: (order: () => Promise<TileOrder>, signal: AbortSignal) => Promise<{ worker: string }>;
}

/** Does a piece of work. */
export type RunTask = (task: TileTask) => Promise<unknown>;

export class TileMaker {
  /** How many tiles came from where. */
  readonly counts = { kept: 0, fetched: 0, baked: 0 };
  readonly shared: SharedTiles | undefined;

  constructor(
    private readonly source: WorldSource,
    private readonly folder: WorldFolder,
    private readonly layout: WorldLayout,
    private readonly options: TileOptions,
    private readonly force: boolean,
    private readonly run: RunTask,
    private readonly machines: Machines,
    /** Ends the bake. */
    private readonly signal: AbortSignal,
  ) {
    this.shared = machines.cache && new SharedTiles(machines.cache, layout);
  }

  /**
   * Has a tile made, and its file written.
   * @returns its bytes no longer with it: all that is kept of thousands of tiles is small
   */
  async make(x: number, y: number): Promise<TileMade> {
    const { shared, machines } = this;
    const look = shared && (await this.look(x, y));
    if (look?.made) return this.keep(x, y, look.made, 'kept');
    const taken = look && !this.force ? await shared?.take(x, y, look) : undefined;
    if (taken) return this.keep(x, y, taken, 'fetched');
    if (look && shared && machines.bakeTile) return this.haveBaked(x, y, look, shared, machines.bakeTile);
    const made = (await this.run({ kind: 'bake', ...(await this.at(x, y)), file: this.oldFile(x, y) })) as TileMade;
    // First, for it may have another value for this: then neither is to be trusted.
    await shared?.give(x, y, made);
    return this.keep(x, y, made, made.blob ? 'baked' : 'kept');
  }

  private async haveBaked(
    x: number,
    y: number,
    look: TileLook,
    shared: SharedTiles,
    bakeTile: NonNullable<Machines['bakeTile']>,
  ): Promise<TileMade> {
    const { cache } = shared;
    const { worker } = await bakeTile(() => this.order(x, y, look), this.signal);
    let made: TileMade | undefined;
    const found = await patiently(cache, async () => {
      made = await shared.take(x, y, look);
      return made !== undefined;
    });
    if (!found || !made)
      throw new FleetError(
        `worker ${worker} has baked tile ${x}, ${y}, and it is not in the cache ${cache.address}; is that of the worker the same?`,
      );
    return this.keep(x, y, made, 'baked');
  }

  private async order(x: number, y: number, look: TileLook): Promise<TileOrder> {
    const { layout, options, force } = this;
    const { packed, key } = (await this.run({ kind: 'pack', ...(await this.at(x, y)) })) as Packed;
    if (key !== look.key) throw new MapError(`${this.source.map} was changed while it was read; build again`);
    return { layout, x, y, options, packed, key, force };
  }

  private async look(x: number, y: number): Promise<TileLook> {
    return (await this.run({ kind: 'look', ...(await this.at(x, y)), file: this.oldFile(x, y) })) as TileLook;
  }

  private oldFile(x: number, y: number): string | undefined {
    return this.force ? undefined : this.folder.tile(x, y);
  }

  private async keep(x: number, y: number, made: TileMade, how: keyof TileMaker['counts']): Promise<TileMade> {
    if (made.bytes > 0) this.counts[how]++;
    if (made.blob) await this.folder.writeTile(x, y, made.blob);
    return { ...made, blob: undefined };
  }

  /** A tile for a thread: where it reads its cells, or, of a map in memory, those. */
  private async at(x: number, y: number) {
    const { source, layout, options } = this;
    const inMemory = source.from instanceof Grid;
    const from: WorldSource | PlainGrid = inMemory ? plainGrid(await readTile(source, tileBox(layout, x, y))) : source;
    return { layout, x, y, source: from, options };
  }
}
