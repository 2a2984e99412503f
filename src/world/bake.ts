/**
 * A world's folder: tiles baked by threads, then the gates between them, then the index. What is there already and right is kept.
 *
 * The index is removed before the first tile is written, and written last: a bake that was interrupted is no world, and the next one goes on
 * where it ended.
 *
 * Measured and decided: docs/decisions.md, "Worlds: a folder of tiles and an index".
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { decompressor } from '../blob/decompress.js';
import { MOVE_RULES } from '../blob/layout.js';
import { WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../blob/write.js';
import { BlobError, HpaError, MapError } from '../errors.js';
import { removeLeftovers, writeFileAtomic } from '../files/atomic.js';
import { Grid } from '../grid/grid.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { checkHpaOptions } from '../hpa/build.js';
import { DEFAULT_MAX_MEMORY, MemoryBudget, parseMemory } from '../threads/memory.js';
import { Pool } from '../threads/pool.js';
import { plainGrid } from './apron.js';
import { chooseAll } from './choose-gates.js';
import type { GateCosts } from './costs.js';
import { cellsOf, type Gates, type GateTable, gatesOf, pairsOf } from './gates.js';
import { tileBox, type WorldLayout, worldLayout } from './layout.js';
import { isTileName, readIndex, tileName, WORLD_RULES, type WorldIndex, worldSections } from './section.js';
import { readTile, type WorldSource } from './source.js';
import type { BakeTask, GatesTask, TileTask } from './tasks.js';
import type { TileMade } from './tile-file.js';

/** Options of {@link bakeWorld}; the command line shows these same defaults. */
export interface WorldOptions
  extends Pick<HpaBuildOptions, 'cluster' | 'entranceWidth' | 'paths'>,
    Pick<WriteOptions, 'codec' | 'zstdLevel' | 'jobs'> {
  /** Side of a tile in cells, a multiple of `cluster`, up to 4096. */
  tiles: number;
  /** What the process may take, in bytes or as `2GB`: fewer tiles at once. */
  maxMemory: string | number;
  /** Bakes tiles that are right, too. */
  force?: boolean;
  /** Told of every tile that is done. */
  onProgress?: (progress: WorldProgress) => void;
}

/** Defaults of {@link WorldOptions}, which the command line shows. */
export const WORLD_DEFAULTS = { tiles: 1024, maxMemory: DEFAULT_MAX_MEMORY } as const;

/** How far a bake is. */
export interface WorldProgress {
  /** First all tiles are baked, then the costs between the gates of each are found. */
  step: 'tiles' | 'gates';
  done: number;
  all: number;
}

/** What a bake has made. */
export interface WorldReport {
  layout: WorldLayout;
  /** SHA-256 of layout and tiles, in hexadecimal. */
  fingerprint: string;
  openCells: number;
  /** Tiles with open cells; how many of them were right already; and those whose gates had to be searched from. */
  tiles: number;
  kept: number;
  searched: number;
  gates: number;
  /** Of all files, and of the index alone. */
  bytes: number;
  indexBytes: number;
}

/** Name of the index in a world's folder. */
export const INDEX_NAME = 'world.prep';

/** Bytes that the bake of a tile takes by cell (measured: 60 to 120), and those of a thread. */
const BYTES_PER_CELL = 120;
const THREAD_BYTES = 30e6;

/** Bytes that the bake of a tile takes, its thread included. */
export function memoryOfTile({ tile, width, height }: WorldLayout): number {
  return THREAD_BYTES + BYTES_PER_CELL * (Math.min(tile, width) + 2) * (Math.min(tile, height) + 2);
}

/**
 * Bakes a world into a folder.
 * @throws {HpaError} if an option is out of its range, the tiles do not hold whole clusters, or the move rule is not one of worlds
 * @throws {MapError} if a file of the map is wrong, or no cell is open
 * @throws {MapTooLargeError} if the memory is not enough for one tile
 */
export async function bakeWorld(source: WorldSource, folder: string, options: Partial<WorldOptions> = {}): Promise<WorldReport> {
  const pool = new Pool('world/tile', options.jobs ?? 0);
  try {
    return await bakeWorldBy((task) => pool.run(task), source, folder, options);
  } finally {
    await pool.close();
  }
}

/** As {@link bakeWorld}, with threads that are there already, or none. @param run does a piece of work */
export async function bakeWorldBy(
  run: (task: TileTask) => Promise<unknown>,
  source: WorldSource,
  folder: string,
  options: Partial<WorldOptions> = {},
): Promise<WorldReport> {
  const { tiles, maxMemory } = { ...WORLD_DEFAULTS, ...options };
  if (!WORLD_RULES.includes(source.moveRule))
    throw new HpaError(
      `worlds know the move rules ${WORLD_RULES.join(', ')}, not ${source.moveRule}, under which tiles meet at their corners`,
    );
  const { cluster, entranceWidth, paths } = options;
  const hpa = checkHpaOptions({
    ...(cluster !== undefined && { cluster }),
    ...(entranceWidth !== undefined && { entranceWidth }),
    ...(paths !== undefined && { paths }),
  });
  const layout = worldLayout(source.width, source.height, tiles, hpa.cluster);
  await removeLeftovers([folder]);
  const budget = new MemoryBudget(typeof maxMemory === 'number' ? maxMemory : parseMemory(maxMemory));
  return new Work(source, folder, layout, hpa, { ...WRITE_DEFAULTS, ...options }, run, budget).bake();
}

class Work {
  private readonly bytesAtOnce: number;
  private readonly old: Promise<{ index: WorldIndex; bytes: Uint8Array } | undefined>;
  /** Whether the index is still there. */
  private indexed = true;

  constructor(
    private readonly source: WorldSource,
    private readonly folder: string,
    private readonly layout: WorldLayout,
    private readonly hpa: HpaBuildOptions,
    private readonly options: WriteOptions & Partial<WorldOptions>,
    private readonly run: (task: TileTask) => Promise<unknown>,
    private readonly budget: MemoryBudget,
  ) {
    this.bytesAtOnce = memoryOfTile(layout);
    this.old = this.readOld();
  }

  async bake(): Promise<WorldReport> {
    const { layout } = this;
    const old = await this.old;
    const made = await this.eachTile('tiles', (x, y) => this.bakeTile(x, y));
    const openCells = made.reduce((sum, tile) => sum + tile.openCells, 0);
    if (openCells === 0)
      throw new MapError(`${this.source.map}: no cell is open; letters read as open are "${this.source.terrain}", see --terrain`);
    const table = chooseAll(
      layout,
      made.map(({ sides }) => sides),
    );
    const { gates, searched } = await this.findCosts(made, table, old?.index);
    const fingerprint = this.fingerprint(made);
    const bytes = await this.writeIndex(made, gates, fingerprint, old?.bytes);
    await this.removeOthers(made);
    const there = made.filter((tile) => tile.bytes > 0);
    return {
      layout,
      fingerprint: fingerprint.toString('hex'),
      openCells,
      tiles: there.length,
      kept: there.filter((tile) => tile.blob === undefined).length,
      searched,
      gates: gates.count,
      bytes: bytes + made.reduce((sum, tile) => sum + tile.bytes, 0),
      indexBytes: bytes,
    };
  }

  /** The index that is there, if it can be read and is of this layout. */
  private async readOld() {
    const bytes = await readFile(join(this.folder, INDEX_NAME)).catch(() => undefined);
    if (!bytes || this.options.force) return undefined;
    try {
      const index = readIndex(bytes, decompressor);
      return JSON.stringify(index.layout) === JSON.stringify(this.layout) ? { index, bytes } : undefined;
    } catch (error) {
      if (error instanceof BlobError) return undefined;
      throw error;
    }
  }

  /** Does something for each tile, as many at once as there is memory for. After a failure nothing is begun, and what was begun is waited for. */
  private async eachTile<T>(step: WorldProgress['step'], work: (x: number, y: number) => Promise<T>): Promise<T[]> {
    const { columns, rows } = this.layout;
    const results: T[] = [];
    const failures: unknown[] = [];
    let done = 0;
    const one = async (i: number) => {
      try {
        await this.budget.within(this.bytesAtOnce, async () => {
          if (failures.length > 0) return;
          results[i] = await work(i % columns, Math.floor(i / columns));
          this.options.onProgress?.({ step, done: ++done, all: columns * rows });
        });
      } catch (error) {
        failures.push(error);
      }
    };
    await Promise.all(Array.from({ length: columns * rows }, (_, i) => one(i)));
    if (failures.length > 0) throw failures[0];
    return results;
  }

  private async bakeTile(x: number, y: number): Promise<TileMade> {
    const { source, layout, hpa } = this;
    const { codec, zstdLevel } = this.options;
    const file = join(this.folder, tileName(x, y));
    const inMemory = source.from instanceof Grid;
    const task: BakeTask = {
      kind: 'bake',
      layout,
      x,
      y,
      source: inMemory ? plainGrid(await readTile(source, tileBox(layout, x, y))) : source,
      options: { hpa, map: source.map, codec, zstdLevel },
      file: this.options.force ? undefined : file,
    };
    const made = (await this.run(task)) as TileMade;
    if (made.blob) {
      await this.removeIndex();
      await writeFileAtomic(file, made.blob);
      // Its bytes are on the disk: all that is kept of thousands of tiles is small.
      made.blob = new Uint8Array(0);
    }
    return made;
  }

  private async removeIndex(): Promise<void> {
    if (this.indexed) await unlink(join(this.folder, INDEX_NAME)).catch(() => {});
    this.indexed = false;
  }

  /** Costs of all pairs: those of tiles that are as they were, with gates as they were, are taken over. */
  private async findCosts(made: TileMade[], table: GateTable, old: WorldIndex | undefined): Promise<{ gates: Gates; searched: number }> {
    const { layout } = this;
    const plan = gatesOf(layout, table);
    const pairs = plan.pairFirst[made.length];
    const gates = gatesOf(layout, { ...table, low: new Uint32Array(pairs), high: new Uint16Array(pairs) });
    let searched = 0;
    await this.eachTile('gates', async (x, y) => {
      const t = y * layout.columns + x;
      const cells = cellsOf(gates, t);
      if (cells.length < 2) return;
      let costs: GateCosts;
      const from = old?.gates.pairFirst[t] ?? 0;
      if (
        old &&
        old.checks[t] === made[t].check &&
        Buffer.compare(Buffer.from(cells.buffer), Buffer.from(cellsOf(old.gates, t).buffer)) === 0
      ) {
        const end = from + pairsOf(cells.length);
        costs = { low: old.gates.low.subarray(from, end), high: old.gates.high.subarray(from, end) };
      } else {
        searched++;
        const task: GatesTask = { kind: 'gates', layout, x, y, file: join(this.folder, tileName(x, y)), cells };
        costs = (await this.run(task)) as GateCosts;
      }
      gates.low.set(costs.low, gates.pairFirst[t]);
      gates.high.set(costs.high, gates.pairFirst[t]);
    });
    return { gates, searched };
  }

  private fingerprint(made: TileMade[]): Buffer {
    const { width, height, tile } = this.layout;
    const { moveRule, size } = this.source;
    const hash = createHash('sha256').update(Uint32Array.of(width, height, tile, MOVE_RULES.indexOf(moveRule), size));
    for (const { fingerprint } of made) hash.update(fingerprint);
    return hash.digest();
  }

  /** @returns its bytes */
  private async writeIndex(made: TileMade[], gates: Gates, fingerprint: Buffer, old: Uint8Array | undefined): Promise<number> {
    const { layout, source, hpa } = this;
    const { codec, zstdLevel, jobs } = this.options;
    const { columns, rows } = layout;
    const map = new Grid(columns, rows, source.terrain, source.moveRule, source.size);
    made.forEach(({ bytes }, t) => {
      map.open[map.cell(t % columns, Math.floor(t / columns))] = bytes > 0 ? 1 : 0;
    });
    const checks = Uint32Array.from(made, ({ check }) => check);
    const metadata = {
      artifact: 'world',
      map: source.map,
      options: { ...hpa, tiles: layout.tile, codec, zstdLevel },
      statistics: { openCells: made.reduce((sum, { openCells }) => sum + openCells, 0), gates: gates.count },
    };
    const blob = await writeBlob(map, worldSections(layout, fingerprint, checks, gates), metadata, { codec, zstdLevel, jobs });
    const same = this.indexed && old && Buffer.compare(old, blob) === 0;
    if (!same) await writeFileAtomic(join(this.folder, INDEX_NAME), blob);
    return blob.length;
  }

  /** Removes files of tiles that there are no longer. */
  private async removeOthers(made: TileMade[]): Promise<void> {
    const { columns } = this.layout;
    const wanted = new Set(made.flatMap(({ bytes }, t) => (bytes > 0 ? [tileName(t % columns, Math.floor(t / columns))] : [])));
    for (const name of await readdir(this.folder)) {
      if (isTileName(name) && !wanted.has(name)) await unlink(join(this.folder, name));
    }
  }
}
