import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withSection } from '../../test/forge.js';
import { anyGrid, makeGrid, picture } from '../../test/grids.js';
import { connectedPairs } from '../../test/queries.js';
import { sample } from '../../test/samples.js';
import { open, withWorld } from '../../test/worlds.js';
import { decompressor } from '../core/blob/decompress.js';
import * as KIND from '../core/blob/kinds.js';
import type { ElementArray } from '../core/blob/layout.js';
import { readBlob } from '../core/blob/read.js';
import { BlobError } from '../core/errors.js';
import { withMoves } from '../core/grid/clearance.js';
import { labelComponents } from '../core/grid/components.js';
import { gridFrom, setCosts } from '../core/grid/grid.js';
import { random } from '../core/grid/sample.js';
import { octile, STRAIGHT } from '../core/grid/step-costs.js';
import { checkPath } from '../core/oracle/check-path.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { generateMap } from '../maps/generate/generate.js';
import { checkOf } from './section.js';
import { loadWorld } from './world.js';

/** Wider than any box that is searched cell by cell. */
const wide = fc
  .record({ width: fc.integer({ min: 260, max: 420 }), height: fc.integer({ min: 1, max: 24 }), seed: fc.nat(1e6) })
  .map(({ width, height, seed }) => makeGrid('noise', width, height, 0.15, seed + 1));

const worlds = fc.record({
  grid: fc.oneof({ weight: 4, arbitrary: anyGrid(60) }, { weight: 1, arbitrary: wide }),
  cluster: fc.integer({ min: 2, max: 8 }),
  // Over cells in small tiles, over clusters in large ones.
  tile: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(70)),
  highest: fc.constantFrom(1, 1, 9),
  rule: fc.constantFrom('no-corners', 'no-corners', 'never', 'one-corner'),
  paths: fc.boolean(),
});

/** Start, the cells where a path turns, goal. */
function turnsOf(cells: number[]): number[] {
  const steps = cells.map((value, i) => cells[i + 2] - value);
  return cells.filter((_, i) => {
    const k = i - (i % 2);
    return k === 0 || k + 2 === cells.length || steps[k] !== steps[k - 2] || steps[k + 1] !== steps[k - 1];
  });
}

describe('a world', () => {
  it('has a legal path exactly where a flood of the whole map leads, no cheaper than the cheapest and no costlier than reported', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ grid: plain, cluster, tile, highest, rule, paths }) => {
        const next = random(cluster);
        if (highest > 1) setCosts(plain, () => 1 + Math.floor(next() * highest));
        const grid = rule === 'no-corners' ? plain : withMoves(plain, rule);
        if (!grid.open.includes(1)) return;
        await withWorld(grid, { cluster, tiles: cluster * tile, paths }, async (baked) => {
          const world = open(baked, { maxBytes: 1 });
          const labels = labelComponents(grid);
          const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
          for (let i = 0; i < 8; i++) {
            const { width, height } = grid;
            const [x0, y0, x1, y1] = [width, height, width, height].map((side) => Math.floor(next() * side));
            const label = labels[grid.cell(x0, y0)];
            const connected = label > 0 && label === labels[grid.cell(x1, y1)];
            expect(await world.isReachable(x0, y0, x1, y1)).toBe(connected);
            expect(await world.isOpen(x0, y0)).toBe(label > 0);
            const path = await world.findPath(x0, y0, x1, y1);
            expect(path !== null, `${[x0, y0, x1, y1]} in\n${picture(grid)}`).toBe(connected);
            if (!path) continue;
            const cost = checkPath(grid, path.cells, [x0, y0], [x1, y1]) / unit;
            expect(path.cost).toBeCloseTo(cost, 9);
            expect([...path.waypoints]).toEqual(turnsOf([...path.cells]));
            const least = dijkstra(grid, x0, y0)[grid.cell(x1, y1)] / unit;
            expect(cost).toBeGreaterThanOrEqual(least - 1e-9);
            const walk = await world.walk(x0, y0, x1, y1);
            expect(cost).toBeLessThanOrEqual((walk?.cost ?? 0) + 1e-9);
            expect(walk?.tiles[0]).toEqual([Math.floor(x0 / (cluster * tile)), Math.floor(y0 / (cluster * tile))]);
            const cells: number[] = [];
            for await (const piece of walk ?? []) cells.push(...piece);
            expect(cells).toEqual([...path.cells]);
          }
        });
      }),
      { numRuns: sample(50, 25) },
    );
  });

  const grid = makeGrid('noise', 50, 44, 0.25, 9);
  const small = { cluster: 4, tiles: 12 };

  it('has paths that are near-optimal, in small tiles too: 3 % above the optimum on caves in tiles of 96, the worst 15 %', async () => {
    const caves = generateMap('caves', { width: 200, height: 180, seed: 2 });
    await withWorld(caves, { tiles: 96 }, async (baked) => {
      const world = open(baked);
      const over: number[] = [];
      for (const [x0, y0, x1, y1] of connectedPairs(caves, 30)) {
        const least = dijkstra(caves, x0, y0)[caves.cell(x1, y1)] / STRAIGHT;
        const path = await world.findPath(x0, y0, x1, y1);
        over.push(((path?.cost ?? Infinity) - least) / Math.max(16, least));
      }
      expect(over.reduce((sum, one) => sum + one, 0) / over.length).toBeLessThan(0.03);
      expect(Math.max(...over)).toBeLessThan(0.15);
    });
  });

  it('goes no way round over gates between cells that lie near each other in two tiles', async () => {
    await withWorld(
      gridFrom(36, 36, () => true),
      small,
      async (baked) => {
        const world = open(baked);
        for (const query of ['10 1 13 1', '13 2 10 1', '3 25 4 22', '4 22 4 25', '1 9 5 13']) {
          const [x0, y0, x1, y1] = query.split(' ').map(Number);
          const most = octile(x1 - x0, y1 - y0) / STRAIGHT + small.cluster;
          expect((await world.walk(x0, y0, x1, y1))?.cost).toBeLessThan(most);
        }
      },
    );
  });

  it('is answered the same whatever is forgotten, in less memory than it was given', async () => {
    await withWorld(grid, small, async (baked) => {
      const roomy = open(baked);
      const loads = new Map<string, number>();
      const tight = open(baked, {
        maxBytes: 1.2e6,
        loadTile: (x, y) => {
          loads.set(`${x} ${y}`, (loads.get(`${x} ${y}`) ?? 0) + 1);
          return baked.tile(x, y);
        },
      });
      for (const pair of connectedPairs(grid, 25)) {
        expect(await tight.findPath(...pair)).toEqual(await roomy.findPath(...pair));
        expect(tight.bytes).toBeLessThanOrEqual(1.2e6);
      }
      expect(roomy.loaded).toBeGreaterThan(10);
      expect(tight.loaded).toBeLessThan(4);
      expect(Math.max(...loads.values())).toBeGreaterThan(1);
    });
  });

  it('loads a tile once for all that wait for it, and what is used again is forgotten last', async () => {
    await withWorld(grid, small, async (baked) => {
      const loads: string[] = [];
      const loadTile = async (x: number, y: number) => {
        loads.push(`${x} ${y}`);
        await new Promise((later) => setTimeout(later, 1));
        return baked.tile(x, y).buffer;
      };
      const world = open(baked, { loadTile });
      const pairs = connectedPairs(grid, 8);
      const alone: unknown[] = [];
      for (const pair of pairs) alone.push(await world.findPath(...pair));
      loads.length = 0;
      const shared = open(baked, { loadTile });
      expect(await Promise.all(pairs.map((pair) => shared.findPath(...pair)))).toEqual(alone);
      expect(new Set(loads).size).toBe(loads.length);

      loads.length = 0;
      const two = open(baked, { loadTile, maxBytes: 1e6 });
      for (const x of [0, 1, 0, 2, 0, 1]) await two.prefetch(x, 0);
      expect([two.loaded, loads]).toEqual([2, ['0 0', '1 0', '2 0', '1 0']]);
    });
  });

  it('reports which tile could not be loaded, and continues from there', async () => {
    await withWorld(grid, small, async (baked) => {
      let online = false;
      let bytes = (x: number, y: number): Uint8Array => baked.tile(x, y);
      const world = open(baked, {
        loadTile: (x, y) => {
          if (online) return bytes(x, y);
          throw new TypeError('fetch failed');
        },
      });
      const [pair] = connectedPairs(grid, 20).sort((a, b) => Math.abs(b[0] - b[2]) - Math.abs(a[0] - a[2]));
      const [x, y] = [Math.floor(pair[0] / 12), Math.floor(pair[1] / 12)];
      const failed = await world.findPath(...pair).catch((error) => error);
      expect(failed).toBeInstanceOf(BlobError);
      expect([failed.name, failed.code, failed.x, failed.y]).toEqual(['TileError', 'tile', x, y]);
      expect([failed.message, failed.cause]).toEqual([`tile ${x}, ${y}: fetch failed`, new TypeError('fetch failed')]);
      online = true;
      const expected = await open(baked).findPath(...pair);
      expect(await world.findPath(...pair)).toEqual(expected);

      // In the middle of a walk: the call that failed may be made again.
      const orGone = (x: number, y: number) => (online ? bytes(x, y) : Promise.reject(new Error('gone')));
      const fresh = open(baked, { maxBytes: 1, loadTile: orGone });
      const walk = await fresh.walk(...pair);
      const cells: number[] = [];
      for (let left = 20; left > 0; left--) {
        online = false;
        const miss = await walk?.next().catch((error) => error);
        if (miss?.name === 'TileError') expect(miss.message).toMatch(/^tile \d, \d: gone$/);
        else if (miss?.value) cells.push(...miss.value);
        online = true;
        const step = await walk?.next();
        if (step?.done) break;
        cells.push(...(step?.value ?? []));
      }
      expect(cells).toEqual([...(expected?.cells ?? [])]);

      const says = async (replace: typeof bytes, message: RegExp) => {
        bytes = replace;
        await expect(open(baked, { loadTile: bytes }).prefetch(1, 1)).rejects.toThrow(message);
      };
      const own = baked.tile(1, 1);
      const flipped = own.map((byte, i) => (i === own.length >> 1 ? byte ^ 1 : byte));
      for (const [tile, message] of [
        [
          baked.tile(2, 1),
          /^tile 1, 1: unusable blob: tile is 2, 1, expected 1, 1; use the file of that tile, COLUMN_ROW.prep$/,
        ],
        [own.subarray(0, 300), /^tile 1, 1: unusable blob: length is 300, expected \d+/],
        [new TextEncoder().encode('<!doctype html>'), /^tile 1, 1: unusable blob: magic is 3c21646f63747970/],
        [baked.index, /^tile 1, 1: unusable blob: artifact is missing, expected a tile of a world/],
        [undefined, /^tile 1, 1: tile is \[object Undefined\], expected a Uint8Array or ArrayBuffer$/],
        [flipped, /^tile 1, 1: unusable blob: checksum of section/],
      ] as const)
        await says(() => tile as Uint8Array, message);
      const sides =
        /world is 50 x 44 cells in tiles of 16, expected 50 x 44 cells in tiles of 12; give the tiles of this world$/;
      const other = { cluster: 4, tiles: 16 };
      await withWorld(grid, other, async ({ tile }) => says(() => tile(1, 1), sides));
      const changed = grid.copy();
      changed.open[changed.cell(14, 14)] ^= 1;
      const bake =
        /^tile 1, 1: unusable blob: bake is \d+, expected \d+; give the tiles that were baked with this index$/;
      await withWorld(changed, small, async ({ tile }) => says(() => tile(1, 1), bake));
    });
  });

  it('refuses what is no index of a world, and cells that are not on the map', async () => {
    await withWorld(grid, small, async (baked) => {
      const loadTile = baked.tile;
      expect(() => loadWorld(baked.tile(0, 0), { loadTile })).toThrow(
        'blob is a tile, expected the index of a world; load world.prep, and tiles by loadTile',
      );
      expect(() => loadWorld(baked.index, { loadTile, fingerprint: 'ab' })).toThrow(
        `fingerprint is ${baked.report.fingerprint}, expected ab`,
      );
      for (let length = 0; length < baked.index.length; length += 7) {
        expect(() => loadWorld(baked.index.subarray(0, length), { loadTile })).toThrow(BlobError);
      }
      const world = open(baked, { fingerprint: baked.report.fingerprint.toUpperCase() });
      for (const [x, y] of ['50 0', '-1 0', '0 -1', '0 44', '0 1.5'].map((cell) => cell.split(' ').map(Number))) {
        const error = new RangeError(`cell ${x}, ${y} is not on the map of 50 x 44 cells`);
        await expect(world.findPath(0, 0, x, y)).rejects.toThrow(error);
        await expect(world.findPath(x, y, 0, 0)).rejects.toThrow(error);
      }
      await expect(world.isOpen(0.5, 0)).rejects.toThrow(RangeError);
    });
  });

  it('refuses an index whose numbers are none of a world by name, and gates before the pairs that they imply', async () => {
    await withWorld(grid, small, async (baked) => {
      const loadTile = baked.tile;
      const forged = (kind: number, change: (values: ElementArray) => ElementArray) => () =>
        loadWorld(withSection(baked.index, kind, change), { loadTile });
      const put = (at: number, value: number) => (values: ElementArray) => values.fill(value, at, at + 1);
      for (const [kind, at, value, message] of [
        [KIND.worldInfo, 2, 8192, /^unusable blob: tile is 8192, expected a multiple of \d+ up to 4096; /],
        [KIND.worldInfo, 2, 15, /^unusable blob: tile is 15, expected a multiple of /],
        ...[0, 1, 65, 2 ** 32 - 1].map(
          (cluster) =>
            [KIND.worldInfo, 3, cluster, `unusable blob: cluster is ${cluster}, expected 2 to 64; `] as const,
        ),
        [KIND.worldGateCounts, 0, 16, /^unusable blob: gates of a border is 16, expected at most \d; /],
        [KIND.worldGates, 0, 999, /^unusable blob: gate is misplaced, expected ascending places; /],
      ] as const)
        expect(forged(kind, put(at, value))).toThrow(message);
    });
  });

  it('refuses larger worlds than it may be of, and numbers of gates that no directory has the costs of', async () => {
    await withWorld(grid, small, async (baked) => {
      const cells = grid.width * grid.height;
      const loadTile = baked.tile;
      expect(loadWorld(baked.index, { loadTile, maxCells: cells }).width).toBe(grid.width);
      expect(() => loadWorld(baked.index, { loadTile, maxCells: cells - 1 })).toThrow(
        `unusable blob: number of cells is ${cells}, expected ${cells - 1}; raise maxCells`,
      );
      const { entries } = readBlob(baked.index, decompressor);
      const pairs = (entries.find(({ kind }) => kind === KIND.worldCosts)?.rawLength ?? 0) / 4;
      const more = withSection(baked.index, KIND.worldCosts, () => new Uint32Array(pairs + 1));
      const forged = withSection(more, KIND.worldGates, (places) => places.fill(999));
      expect(() => loadWorld(forged, { loadTile })).toThrow(
        `unusable blob: section 118 is ${4 * pairs + 4}, expected ${4 * pairs} bytes of Uint32Array; `,
      );
    });
  });

  it('refuses to walk on where the cells cost more than an index says that was forged', async () => {
    const grid = makeGrid('noise', 400, 30, 0.3, 9);
    for (const tiles of [40, 132])
      await withWorld(grid, { cluster: 4, tiles }, async (baked) => {
        const forged = withSection(baked.index, KIND.worldCosts, (costs) => costs.map((cost) => Math.min(cost, 1)));
        const world = loadWorld(forged, { loadTile: baked.tile });
        let refused = 0;
        for (let i = 0; i < 60; i++) {
          const at = (n: number) => [(n * 7) % grid.width, (n * 11) % grid.height] as const;
          const walk = await world.walk(...at(i), ...at(97 * i + 31));
          const path = await world.findPath(...at(i), ...at(97 * i + 31)).catch((error: Error) => {
            expect(error.message).toMatch(/^unusable blob: cost of a path is [\d.]+, expected at most [\d.]+; /);
            refused++;
          });
          if (walk && path) expect(path.cost).toBeLessThanOrEqual(walk.cost + 1e-9);
        }
        expect(refused).toBeGreaterThan(0);
      });
  });

  it('refuses weights of gates that no two cells have, and costs of others than its pairs', async () => {
    const costAt = (x: number, y: number) => 1 + ((x + y) % 5);
    const weighted = gridFrom(30, 20, () => true, costAt);
    await withWorld(weighted, small, async (baked) => {
      const forged = (kind: number, change: (values: ElementArray) => ElementArray) => () =>
        loadWorld(withSection(baked.index, kind, change), { loadTile: baked.tile });
      for (const weight of [0, 1, 511])
        expect(forged(KIND.worldWeights, (values) => values.fill(weight, 3, 4))).toThrow(
          'unusable blob: weight is others, expected 2 to 510; bake it again with this gridprep',
        );
      for (const kind of [KIND.worldWeights, KIND.worldCosts, KIND.worldChecks, KIND.worldGates, KIND.worldGateCounts])
        expect(forged(kind, (values) => values.subarray(1) as ElementArray)).toThrow(
          new RegExp(`^unusable blob: section ${kind} is \\d+, expected \\d+ bytes of `),
        );
    });
  });

  it('refuses a tile whose clusters are others than those of the index', async () => {
    await withWorld(grid, small, async (baked) => {
      await withWorld(grid, { ...small, cluster: small.cluster / 2 }, async (other) => {
        const tile = other.tile(0, 0);
        const index = withSection(baked.index, KIND.worldChecks, (checks) => checks.fill(checkOf(tile), 0, 1));
        const world = loadWorld(index, { loadTile: () => tile });
        await expect(world.prefetch(0, 0)).rejects.toThrow(
          `tile 0, 0: unusable blob: cluster is ${small.cluster / 2}, expected ${small.cluster}; bake it again with this gridprep`,
        );
      });
    });
  });

  it('has no file for a tile of walls, and none is asked for', async () => {
    const walls = gridFrom(40, 8, (x, y) => x < 8 || x >= 24 || (y === 0 && x < 16));
    await withWorld(walls, { cluster: 4, tiles: 8 }, async (baked) => {
      const world = open(baked);
      expect([0, 1, 2, 3].map((x) => world.hasTile(x, 0))).toEqual([true, true, false, true]);
      expect([world.hasTile(9, 9), await world.isOpen(18, 2)]).toEqual([false, false]);
      for (const x of [18, 30]) expect(await world.findPath(2, 2, x, 2)).toBeNull();
      expect(await world.isReachable(2, 2, 15, 0)).toBe(true);
    });
  });
});
