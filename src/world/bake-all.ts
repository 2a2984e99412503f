/** The bake of a world, step by step: tiles, gates, the costs between them, the index. */
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { MOVE_RULES } from '../blob/layout.js';
import { writeBlob } from '../blob/write.js';
import { MapError } from '../errors.js';
import { Grid } from '../grid/grid.js';
import type { MemoryBudget } from '../threads/memory.js';
import { chooseAll } from './choose-gates.js';
import type { GateCosts } from './costs.js';
import type { WorldFolder } from './folder.js';
import { cellsOf, type Gates, type GateTable, gatesOf } from './gates.js';
import type { WorldLayout } from './layout.js';
import { memoryOfTile, type WorldOptions, type WorldProgress, type WorldReport } from './options.js';
import { type WorldIndex, worldSections } from './section.js';
import type { WorldSource } from './source.js';
import type { TileOptions } from './tile-file.js';
import { type Machines, type MadeTile, type RunTask, TileMaker } from './tile-maker.js';

/** Tiles that are under way at once, most of them waiting for memory, for the cache or for other machines. */
const AT_ONCE = 4096;

export class WorldBake {
  private readonly maker: TileMaker;
  private readonly failures: unknown[] = [];
  private readonly failed = new AbortController();

  constructor(
    private readonly source: WorldSource,
    private readonly folder: WorldFolder,
    private readonly layout: WorldLayout,
    private readonly options: TileOptions,
    private readonly manner: { force: boolean; threads: number; onProgress: WorldOptions['onProgress'] },
    private readonly thread: RunTask,
    private readonly budget: MemoryBudget,
    machines: Machines,
  ) {
    // One for each tile that is under way.
    setMaxListeners(0, this.failed.signal);
    this.maker = new TileMaker(source, folder, layout, options, manner.force, this.run, machines, this.failed.signal);
  }

  async bake(): Promise<WorldReport> {
    const { layout, maker, manner } = this;
    const old = manner.force ? undefined : await this.folder.readIndex(layout);
    const made = await this.eachTile('tiles', (x, y) => maker.make(x, y));
    const openCells = made.reduce((sum, tile) => sum + tile.openCells, 0);
    if (openCells === 0) throw nothingOpen(this.source);
    const table = chooseAll(
      layout,
      made.map(({ sides }) => sides),
    );
    const gates = await this.findCosts(made, table, old?.index);
    const fingerprint = this.fingerprint(made);
    const bytes = await this.index(made, gates, fingerprint);
    await this.folder.end(bytes, { layout, has: (x, y) => made[y * layout.columns + x].bytes > 0 }, old?.bytes);
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
    this.budget.within(memoryOfTile(this.layout), async () => {
      this.failed.signal.throwIfAborted();
      return this.thread(task);
    });

  /** Does something for each tile. What was begun is waited for, after a failure, too. */
  private async eachTile<T>(step: WorldProgress['step'], work: (x: number, y: number) => Promise<T>): Promise<T[]> {
    const { columns, rows } = this.layout;
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
          this.failed.abort();
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(all, AT_ONCE) }, some));
    if (this.failures.length > 0) throw this.failures[0];
    return results;
  }

  /** Costs of all pairs: those of tiles that are as they were, with gates as they were, are taken over. */
  private async findCosts(made: MadeTile[], table: GateTable, old: WorldIndex | undefined): Promise<Gates> {
    const { layout } = this;
    const plan = gatesOf(layout, table);
    const pairs = plan.pairFirst[made.length];
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

  private fingerprint(made: MadeTile[]): Buffer {
    const { width, height, tile } = this.layout;
    const { moveRule, size } = this.source;
    const hash = createHash('sha256').update(Uint32Array.of(width, height, tile, MOVE_RULES.indexOf(moveRule), size));
    for (const { fingerprint } of made) hash.update(fingerprint);
    return hash.digest();
  }

  private index(made: MadeTile[], gates: Gates, fingerprint: Buffer): Promise<Uint8Array> {
    const { layout, source } = this;
    const { hpa, codec, zstdLevel } = this.options;
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
    return writeBlob(map, worldSections(layout, fingerprint, checks, gates), metadata, {
      codec,
      zstdLevel,
      threads: this.manner.threads,
    });
  }
}

function nothingOpen({ map, size, terrain }: WorldSource): MapError {
  const what = size === 1 ? 'no cell is open' : `a square of ${size} x ${size} cells fits nowhere`;
  return new MapError(`${map}: ${what}; letters read as open are "${terrain}", see --terrain`);
}

/** The costs between a tile's gates in an index, if tile and gates are the same there. */
function costsIn(
  old: WorldIndex | undefined,
  t: number,
  check: number,
  cells: Int32Array<ArrayBuffer>,
): GateCosts | undefined {
  if (
    old?.checks[t] !== check ||
    Buffer.compare(Buffer.from(cells.buffer), Buffer.from(cellsOf(old.gates, t).buffer)) !== 0
  )
    return undefined;
  const { low, high, pairFirst } = old.gates;
  const [from, end] = [pairFirst[t], pairFirst[t + 1]];
  return { low: low.subarray(from, end), high: high?.subarray(from, end) ?? new Uint16Array(end - from) };
}
