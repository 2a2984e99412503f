import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { anyGrid, makeGrid, picture, random } from '../../test/grids.js';
import { memoryCache } from '../../test/memory-store.js';
import { makeTemporaryFolder } from '../../test/prep.js';
import { sample } from '../../test/samples.js';
import type { Codec } from '../core/blob/layout.js';
import { CacheError } from '../core/errors.js';
import { withMoves } from '../core/grid/clearance.js';
import { type Grid, setCosts } from '../core/grid/grid.js';
import type { HpaBuildOptions } from '../engines/hpa/abstraction.js';
import { checkHpaOptions } from '../engines/hpa/build.js';
import { openCache } from '../pipeline/cache/shared-cache.js';
import { bakeWorldBy } from './bake.js';
import { tileBox, withApron, worldLayout } from './layout.js';
import { fromGrid } from './source.js';
import { doTileTask, type TileTask } from './tasks.js';
import { lookAtTile, type TileMade } from './tile-file.js';
import { SharedTiles, type TileCache } from './tile-maker.js';

const root = makeTemporaryFolder();
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

/** Bakes a world into a new folder. @returns its files, pieces of work of each kind, and the report */
async function bake(grid: Grid, cache?: TileCache, options: object = {}) {
  const folder = join(root, `${++folders}`);
  mkdirSync(folder);
  const done: Record<TileTask['kind'], number> = { bake: 0, gates: 0, look: 0, check: 0 };
  const run = async (task: TileTask) => {
    done[task.kind]++;
    return doTileTask(task);
  };
  const all = { cluster: 4, tiles: 8, codec: 'none', ...options } as const;
  const report = await bakeWorldBy(run, fromGrid(grid, 'land'), folder, all, cache);
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]);
  return { files: Object.fromEntries(files), done, report };
}

function changed(grid: Grid, x: number, y: number): Grid {
  const other = grid.copy();
  const cell = other.cell(x, y);
  other.open[cell] ^= 1;
  if (other.costs) other.costs[cell] = other.open[cell];
  return other;
}

const grid = makeGrid('noise', 37, 29, 0.3, 4);
const TILES = 20;

type KeyChange = Partial<HpaBuildOptions> & { tiles?: number; codec?: Codec; zstdLevel?: number; name?: string };

describe('tiles in a shared cache', () => {
  it('are baked by one machine, and taken by the next: no tile is baked, and no gate searched from', async () => {
    const address = join(root, `cache${++folders}`);
    const first = await bake(grid, await openCache(address));
    expect(first.report).toMatchObject({ tiles: TILES, kept: 0, fetched: 0 });
    const second = await bake(grid, await openCache(address, { readOnly: true }));
    expect(second.report).toMatchObject({ tiles: TILES, kept: 0, fetched: TILES, searched: 0 });
    expect(second.done).toMatchObject({ bake: 0, gates: 0 });
    expect(second.files).toEqual(first.files);
  });

  it('are baked where a cell in them or next to them has changed, and nowhere else', async () => {
    const { cache } = memoryCache();
    await bake(grid, cache);
    // In the middle of a tile, at a side, and at the corner of four.
    for (const [x, y, baked] of [
      [12, 12, 1],
      [12, 8, 2],
      [15, 15, 4],
    ]) {
      const other = changed(grid, x, y);
      const again = await bake(other, cache);
      expect(again.report.tiles - again.report.fetched).toBe(baked);
      expect(again.files).toEqual((await bake(other)).files);
    }
  });

  it('are under another key after every change that may change bytes', () => {
    const keysOf = (
      map: Grid,
      { tiles = 8, codec = 'none' as Codec, zstdLevel = 19, name = 'land', ...given }: KeyChange = {},
    ) => {
      const hpa = checkHpaOptions({ cluster: 4, ...given });
      const layout = worldLayout(map.width, map.height, tiles, hpa.cluster);
      const options = { hpa, map: name, codec, zstdLevel };
      return Array.from({ length: layout.columns * layout.rows }, (_, t) => {
        const [x, y] = [t % layout.columns, Math.floor(t / layout.columns)];
        return lookAtTile({ tile: withApron(map, tileBox(layout, x, y)), layout, x, y, options }).key;
      });
    };
    const weighted = grid.copy();
    setCosts(weighted, () => 2);
    const maps = [grid, withMoves(grid, 'never'), Object.assign(grid.copy(), { terrain: '.' }), weighted];
    const options: KeyChange[] = [
      ...[{ cluster: 2 }, { entranceWidth: 3 }, { paths: false }, { tiles: 16 }, { name: 'sea' }],
      ...[{ codec: 'zstd' } as const, { zstdLevel: 3 }],
    ];
    const all = [
      ...[...maps, makeGrid('noise', 38, 29, 0.3, 4)].flatMap((map) => keysOf(map)),
      ...options.flatMap((changed) => keysOf(grid, changed)),
    ];
    expect(new Set(all).size).toBe(all.length);
    for (const key of all) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  it('that are cut off, wrong or of another place are baked, reported once, and put there again', async () => {
    const messages: string[] = [];
    const { cache, store } = memoryCache((text) => messages.push(text));
    const { files } = await bake(grid, cache);
    const all = [...store.kept.keys()];
    for (const [i, name] of all.entries()) {
      const bytes = store.kept.get(name) as Uint8Array;
      if (i % 3 > 0) store.kept.set(name, i % 3 === 1 ? bytes.subarray(1) : bytes.map((byte) => byte ^ 1));
    }
    const again = await bake(grid, cache);
    expect(again.files).toEqual(files);
    expect(again.done.bake).toBeGreaterThan(0);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(
      /^cache memory: (ac|cas)\/.*; it counts as missing, and so does every other wrong answer$/,
    );
    expect((await bake(grid, cache)).report).toMatchObject({ fetched: TILES, searched: 0 });
    // Sound, and of another tile.
    const swapped = memoryCache();
    const order = await orderOf(grid);
    const look = (await doTileTask({ kind: 'look', ...order, file: undefined })) as TileMade;
    const { key, fingerprint, openCells } = look;
    await swapped.cache.put(key, [Buffer.from(files['1_0.prep'], 'latin1'), Buffer.from('[]')]);
    const wanted = { key, fingerprint, openCells, made: undefined };
    expect(await new SharedTiles(swapped.cache, order.layout).take(0, 0, wanted)).toBeUndefined();
  });

  it('fail the world where the cache has another value, and none of its files is touched', async () => {
    const { cache, store } = memoryCache();
    const { files } = await bake(grid, cache);
    const other = Buffer.from('other bytes');
    const forged = memoryCache();
    for (const name of store.kept.keys()) if (name.startsWith('ac/')) await forged.cache.put(name.slice(3), [other]);
    await expect(bake(grid, forged.cache, { force: true })).rejects.toThrow(CacheError);
    expect(readdirSync(join(root, `${folders}`))).toEqual([]);
    expect((await bake(grid, cache, { force: true })).files).toEqual(files);
  });

  it('make the same world whoever bakes them: this machine, or one before it, of part of them', async () => {
    const cases = fc.record({
      grid: anyGrid(26),
      cluster: fc.integer({ min: 2, max: 5 }),
      tile: fc.integer({ min: 1, max: 3 }),
      highest: fc.constantFrom(1, 1, 9),
      rule: fc.constantFrom('no-corners', 'never', 'one-corner'),
      paths: fc.boolean(),
      seed: fc.integer({ min: 1, max: 1000 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ grid: plain, cluster, tile, highest, rule, paths, seed }) => {
        const next = random(seed);
        if (!plain.open.includes(1)) return;
        setCosts(plain, () => 1 + Math.floor(next() * highest));
        const map = withMoves(plain, rule);
        const options = { cluster, tiles: cluster * tile, paths };
        const expected = (await bake(map, undefined, options)).files;
        const { cache } = memoryCache();
        const say = `${JSON.stringify(options)} ${rule}\n${picture(map)}`;
        // If another cell of the map differs, some tiles are there already.
        const x = Math.floor(next() * map.width);
        const y = Math.floor(next() * map.height);
        const before = changed(map, x, y);
        if (before.open.includes(1)) await bake(before, cache, options);
        const here = await bake(map, cache, options);
        expect(here.files, say).toEqual(expected);
        expect(here.done.bake).toBeLessThanOrEqual(4);
      }),
      { numRuns: sample(40) },
    );
  });
});

async function orderOf(map: Grid) {
  let found: Parameters<typeof doTileTask>[0] | undefined;
  const run = async (task: TileTask) => {
    found ??= task;
    return doTileTask(task);
  };
  const folder = join(root, `${++folders}`);
  await bakeWorldBy(run, fromGrid(map, 'land'), folder, { cluster: 4, tiles: 8, codec: 'none' });
  if (found?.kind !== 'bake') throw new Error('nothing was baked');
  const { layout, x, y, source, options } = found;
  return { layout, x, y, source, options };
}
