import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { anyGrid, makeGrid, picture, random } from '../../../test/grids.js';
import { memoryCache } from '../../../test/memory-store.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { checkHpaOptions } from '../../core/hpa/build.js';
import { MemoryBudget } from '../../core/threads/memory.js';
import { Pool } from '../../core/threads/pool.js';
import { withApron } from '../../world/apron.js';
import { bakeWorldBy } from '../../world/bake.js';
import { tileBox, worldLayout } from '../../world/layout.js';
import { fromGrid } from '../../world/source.js';
import { doTileTask, type Packed } from '../../world/tasks.js';
import type { Machines, WorldOrder } from '../../world/tile-maker.js';
import { digestOf } from '../cache/action-result.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { JobError } from './failure.js';
import { parseTask, type WorldTask } from './task.js';
import { uploadPiece } from './upload.js';
import type { WorkerContext } from './work.js';
import type { WorkerEvent } from './worker-options.js';
import { worldJob } from './world-job.js';

const root = mkdtempSync(join(tmpdir(), 'gridprep-tile-job-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

async function bake(grid: Grid, machines: Machines, options: object = {}): Promise<Record<string, string>> {
  const folder = join(root, `${++folders}`);
  const all = { cluster: 4, tiles: 8, codec: 'none', ...options } as const;
  await bakeWorldBy(async (task) => doTileTask(task), fromGrid(grid, 'land'), folder, all, machines);
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

/** A worker, without Redis between. @param threads with which it bakes; this one's without */
function workerOf(cache: SharedCache, events: WorkerEvent[] = [], threads?: Pool): WorkerContext {
  const options = {
    cache,
    jobs: 1,
    maxMemory: 1e9,
    shardMs: 1000,
    onEvent: (event: WorkerEvent) => void events.push(event),
  };
  const here = { run: async (task: Parameters<typeof doTileTask>[0]) => doTileTask(task) };
  return { name: 'w', options, memory: new MemoryBudget(1e9), threads: threads ?? here } as unknown as WorkerContext;
}

/** A worker that takes each tile from the cache, as its task and its cells. */
function fleetWith(cache: SharedCache, worker = workerOf(cache)): Machines {
  return {
    cache,
    async bakePiece(order) {
      const { task, bytes } = await uploadPiece(cache, await order());
      const tile = parseTask((await cache.getFile({ sha256: task, bytes })) ?? new Uint8Array());
      await worldJob(worker, tile as WorldTask);
      return { worker: 'w' };
    },
  };
}

/** The order of the first tile of a world. */
async function orderOf(map: Grid): Promise<WorldOrder> {
  const layout = worldLayout(map.width, map.height, 8, 4);
  const options = { hpa: checkHpaOptions({ cluster: 4 }), map: 'land', codec: 'none', zstdLevel: 19 } as const;
  const at = { layout, x: 0, y: 0, options };
  const packed = (await doTileTask({ kind: 'pack', ...at, source: withApron(map, tileBox(layout, 0, 0)) })) as Packed;
  return { kind: 'tile', ...at, ...packed, force: false };
}

const grid = makeGrid('noise', 30, 20, 0.3, 4);

describe('a tile on its way through the queue', () => {
  it('is baked by a worker to the bytes of a local bake: by threads, with costs, sizes of tiles, move rules, squares', async () => {
    const cases = fc.record({
      grid: anyGrid(26),
      cluster: fc.integer({ min: 2, max: 5 }),
      tile: fc.integer({ min: 1, max: 3 }),
      highest: fc.constantFrom(1, 1, 9),
      rule: fc.constantFrom('no-corners', 'never', 'one-corner'),
      size: fc.constantFrom(1, 2),
      terrain: fc.constantFrom('', '.', '.GS'),
      paths: fc.boolean(),
      entranceWidth: fc.integer({ min: 1, max: 8 }),
      seed: fc.integer({ min: 1, max: 1000 }),
    });
    const pool = new Pool('pipeline/fleet/bake', 1);
    await fc.assert(
      fc.asyncProperty(
        cases,
        async ({ grid: plain, cluster, tile, highest, rule, size, terrain, paths, entranceWidth, seed }) => {
          if (!plain.open.includes(1)) return;
          const next = random(seed);
          setCosts(plain, () => 1 + Math.floor(next() * highest));
          const map = Object.assign(withMoves(plain.copy(), rule), { size, terrain });
          const options = { cluster, tiles: cluster * tile, paths, entranceWidth };
          const { cache } = memoryCache();
          const made = await bake(
            map,
            fleetWith(cache, workerOf(cache, [], seed % 2 === 0 ? pool : undefined)),
            options,
          );
          expect(made, `${JSON.stringify(options)} ${rule}\n${picture(map)}`).toEqual(await bake(map, {}, options));
        },
      ),
      { numRuns: sample(30) },
    );
    await pool.close();
  });

  it('is baked once, however many ask for it; where that is asked for, again', async () => {
    const { cache } = memoryCache();
    const events: WorkerEvent[] = [];
    const fleet = fleetWith(cache, workerOf(cache, events));
    await bake(grid, fleet);
    const count = () => events.filter((event) => event.event === 'baked' && event.gates === undefined).length;
    const first = count();
    expect(first).toBe(12);
    expect(events).toContainEqual({ event: 'begun', map: 'land', tile: { x: 0, y: 0 } });
    const order = await orderOf(grid);
    await fleet.bakePiece?.(async () => order, new AbortController().signal);
    expect(count()).toBe(first);
    await fleet.bakePiece?.(async () => ({ ...order, force: true }), new AbortController().signal);
    expect(count()).toBe(first + 1);
  });

  it('is nothing but its cells: a task says no more than that, and what it says is looked at', async () => {
    const { cache, store } = memoryCache();
    const order = await orderOf(grid);
    const { task, bytes } = await uploadPiece(cache, order);
    expect([...store.kept.keys()]).toHaveLength(2);
    const said = await cache.getFile({ sha256: task, bytes });
    const good = JSON.parse(Buffer.from(said as Uint8Array).toString());
    const parse = (change: object) => parseTask(Buffer.from(JSON.stringify({ ...good, ...change })));
    expect(parse({})).toEqual(good);
    const bad = [
      { kind: undefined },
      { map: '../land' },
      { width: 65537 },
      { tile: 8192 },
      { x: -1 },
      { diagonals: 'always' },
      { terrain: 'abc' },
      { size: 17 },
      { hpa: { ...good.hpa, levels: 2 } },
      { key: 'x' },
      { cells: { ...good.cells, bytes: 2 ** 40 } },
      { cells: { ...good.cells, path: '/etc/passwd' } },
      { run: 'rm -rf /' },
    ];
    for (const change of bad) expect(() => parse(change)).toThrow(/^the task is none of this gridprep: /);
    const run = (change: object) => worldJob(workerOf(cache), { ...good, ...change });
    await expect(run({ x: 4 })).rejects.toThrow(new JobError('land has no tile 4, 0'));
    await expect(run({ hpa: { ...good.hpa, cluster: 1 } })).rejects.toThrow(
      'cluster is 1, allowed is a whole number from 2 to 64',
    );
    await expect(run({ key: '0'.repeat(64) })).rejects.toThrow(
      new JobError('tile 0, 0 of land is not what its task says'),
    );
    // More cells than there are, which are not unpacked; and too few.
    for (const change of [{ width: 7 }, { cells: { ...good.cells, priced: true } }])
      await expect(run(change)).rejects.toThrow(/^the cells of the tile are not \d x 8 with an apron$/);
    store.put = async () => {};
    await expect(run({ force: true })).rejects.toThrow('the cache memory does not keep what it is given');
    const lacking = { ...good.cells, ...digestOf(Buffer.from('cells')) };
    await expect(run({ cells: lacking })).rejects.toThrow(
      'the cache memory does not have the cells of tile 0, 0; is the --cache of this worker that of the build?',
    );
  });
});
