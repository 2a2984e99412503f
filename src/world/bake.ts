/**
 * A world's folder: tiles baked by threads, then gates, then the index; valid files are kept
 * (docs/decisions/worlds.md).
 */
import { WRITE_DEFAULTS, writeBlob } from '../core/blob/write.js';
import { HpaError, MapError } from '../core/errors.js';
import { Grid } from '../core/grid/grid.js';
import { MOST_PAIRS } from '../core/limits.js';
import { defined } from '../core/options/option.js';
import { MemoryBudget, parseMemory } from '../core/threads/memory.js';
import { Pool } from '../core/threads/pool.js';
import { checkHpaOptions } from '../engines/hpa/build.js';
import { WorldFolder } from './folder.js';
import { cellsOf, chooseAll, costsOf, type Gates, type GateTable, gatesOf } from './gates.js';
import { worldLayout } from './layout.js';
import { memoryOfTile, WORLD_DEFAULTS, type WorldOptions, type WorldProgress, type WorldReport } from './options.js';
import { reasonAgainst, WORLD_RULES, type WorldIndex, worldSections } from './section.js';
import type { WorldSource } from './source.js';
import { worldFingerprint } from './tile-file.js';
import { type BakeGiven, type MadeTile, type RunTask, type TileCache, TileMaker } from './tile-maker.js';
import type { GateCosts } from './tile-search.js';

/** Most tiles in work, many of them waiting for memory or for the cache. */
const AT_ONCE = 4096;

/** `bakeWorld` of `gridprep`. */
export async function bakeWorld(
  source: WorldSource,
  folder: string,
  options: Partial<WorldOptions> = {},
): Promise<WorldReport> {
  const pool = new Pool('world/tile', options.threads ?? 0);
  try {
    return await bakeWorldBy((task) => pool.run(task), source, folder, options);
  } finally {
    await pool.close();
  }
}

/** {@link bakeWorld} with the caller's threads. @throws {CacheError} if the cache has another value for a tile */
export async function bakeWorldBy(
  run: RunTask,
  source: WorldSource,
  folder: string,
  options: Partial<WorldOptions> = {},
  cache?: TileCache,
): Promise<WorldReport> {
  const { tiles, maxMemory } = { ...WORLD_DEFAULTS, ...options };
  if (!WORLD_RULES.includes(source.moveRule))
    throw new HpaError(
      `worlds know the move rules ${WORLD_RULES.join(', ')}, not ${source.moveRule}, ${reasonAgainst(source.moveRule)}`,
    );
  const { cluster, entranceWidth, paths, force = false, onProgress } = options;
  const hpa = checkHpaOptions(defined({ cluster, entranceWidth, paths }));
  const layout = worldLayout(source.width, source.height, tiles, hpa.cluster);
  const { codec, zstdLevel, threads } = { ...WRITE_DEFAULTS, ...options };
  const budget = new MemoryBudget(typeof maxMemory === 'number' ? maxMemory : parseMemory(maxMemory));
  const tileOptions = { hpa, map: source.map, codec, zstdLevel };
  const given = { source, folder: await WorldFolder.open(folder), layout, options: tileOptions, force, cache };
  return new WorldBake(given, defined({ threads, onProgress }), run, budget).bake();
}

class WorldBake {
  private readonly maker: TileMaker;
  private readonly failures: unknown[] = [];

  constructor(
    private readonly given: BakeGiven,
    private readonly manner: Pick<WorldOptions, 'threads' | 'onProgress'>,
    private readonly thread: RunTask,
    private readonly budget: MemoryBudget,
  ) {
    this.maker = new TileMaker(given, this.run);
  }

  async bake(): Promise<WorldReport> {
    const { maker } = this;
    const { source, folder, layout, force } = this.given;
    const old = force ? undefined : await folder.readIndex(layout);
    const made = await this.eachTile('tiles', (x, y) => maker.make(x, y));
    const openCells = made.reduce((sum, tile) => sum + tile.openCells, 0);
    if (openCells === 0) throw nothingOpen(source);
    const sides = made.map((tile) => tile.sides);
    const table = chooseAll(layout, sides);
    const gates = await this.findCosts(made, table, old?.index);
    const fingerprint = worldFingerprint({ ...source, layout }, made);
    const bytes = await this.index(made, gates, fingerprint);
    await folder.end(bytes, { layout, has: (x, y) => made[y * layout.columns + x].bytes > 0 }, old?.bytes);
    const { kept, fetched, searched } = maker.counts;
    return {
      layout,
      fingerprint: fingerprint.toString('hex'),
      openCells,
      tiles: made.filter((tile) => tile.bytes > 0).length,
      kept,
      fetched,
      searched,
      gates: gates.count,
      bytes: bytes.length + made.reduce((sum, tile) => sum + tile.bytes, 0),
      indexBytes: bytes.length,
    };
  }

  private readonly run: RunTask = (task) =>
    this.budget.within(memoryOfTile(this.given.layout), async () => {
      if (this.failures.length > 0) throw this.failures[0];
      return this.thread(task);
    });

  /** Does something for each tile. After a failure, it waits for the tiles in work. */
  private async eachTile<T>(step: WorldProgress['step'], work: (x: number, y: number) => Promise<T>): Promise<T[]> {
    const { columns, rows } = this.given.layout;
    const results: T[] = [];
    const all = columns * rows;
    let [next, done] = [0, 0];
    const some = async () => {
      while (next < all && this.failures.length === 0) {
        const i = next++;
        try {
          results[i] = await work(i % columns, Math.floor(i / columns));
          this.manner.onProgress?.({ step, done: ++done, all });
        } catch (error) {
          this.failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(all, AT_ONCE) }, some));
    if (this.failures.length > 0) throw this.failures[0];
    return results;
  }

  /** Costs of all pairs: those of tiles that are as they were, with gates as they were, are taken over. */
  private async findCosts(made: MadeTile[], table: GateTable, old: WorldIndex | undefined): Promise<Gates> {
    const { layout } = this.given;
    const pairs = gatesOf(layout, table).pairFirst[made.length];
    if (pairs > MOST_PAIRS)
      throw new HpaError(
        `the gates between the tiles make ${pairs} pairs, allowed are ${MOST_PAIRS}; ` +
          'bake larger tiles or split the map',
      );
    const high = new Uint16Array(pairs);
    const gates = gatesOf(layout, { ...table, low: new Uint32Array(pairs), high });
    await this.eachTile('gates', async (x, y) => {
      const t = y * layout.columns + x;
      const cells = cellsOf(gates, t);
      if (cells.length < 2) return;
      const costs = costsIn(old, t, made[t].check, cells) ?? (await this.maker.costs(x, y, made[t], cells));
      gates.low.set(costs.low, gates.pairFirst[t]);
      high.set(costs.high, gates.pairFirst[t]);
    });
    return gates;
  }

  private index(made: MadeTile[], gates: Gates, fingerprint: Buffer): Promise<Uint8Array> {
    const { layout, source } = this.given;
    const { hpa, codec, zstdLevel } = this.given.options;
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
    const { threads } = this.manner;
    return writeBlob(map, worldSections(layout, fingerprint, checks, gates), metadata, { codec, zstdLevel, threads });
  }
}

function nothingOpen({ map, size, terrain }: WorldSource): MapError {
  const what = size === 1 ? 'no cell is open' : `a square of ${size} x ${size} cells fits nowhere`;
  return new MapError(`${map}: ${what}; letters read as open are "${terrain}", see --terrain`);
}

/** The costs between a tile's gates in an index, if tile and gates are the same there. */
function costsIn(old: WorldIndex | undefined, t: number, check: number, cells: Int32Array): GateCosts | undefined {
  if (old?.checks[t] !== check) return undefined;
  const costs = costsOf(old.gates, t);
  return String(costs.cells) === String(cells) ? costs : undefined;
}
