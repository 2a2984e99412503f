import { describe, expect, it } from 'vitest';
import { drawn, type Kind, makeGrid, picture, random } from '../../../test/grids.js';
import { interrogate } from '../../../test/hostile.js';
import { connectedPairs } from '../../../test/queries.js';
import { sample, sampleOf } from '../../../test/samples.js';
import { haveSharedMaps, sharedMap, sharedScenarios } from '../../../test/shared-maps.js';
import { decompressor } from '../../core/blob/decompress.js';
import { readBlob } from '../../core/blob/read.js';
import { BlobError } from '../../core/errors.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import type { GoalBounds } from '../../engines/bounds/query.js';
import { loadBounds } from '../../engines/bounds/section.js';
import { inspectBlob } from '../../engines/inspect.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { nearestOpen } from '../../runtime/places.js';
import { loadForTools } from './all.js';

if (!haveSharedMaps) console.warn('skipped: no maps in ../shared/maps; goal bounds were tested on made-up maps only');

const FORMS = [
  { at: 'jump-points', exact: true },
  { at: 'jump-points', exact: false },
  { at: 'cells', exact: true },
  { at: 'cells', exact: false },
] as const;

/** The bounds of a blob. */
function open(blob: Uint8Array, grid: Grid): GoalBounds {
  return loadBounds(readBlob(blob, decompressor), grid);
}

/** Every pair of connected cells: the path is legal, and its integer cost is Dijkstra's. */
async function checkAllPairs(grid: Grid): Promise<void> {
  const path = new PathBuffer();
  const cells = Array.from({ length: grid.width * grid.height }, (_, i): [number, number] => [
    i % grid.width,
    Math.floor(i / grid.width),
  ]);
  const optima = cells.map((from) => dijkstra(grid, ...from));
  for (const form of FORMS) {
    const blobs = [
      await bakeJps(grid, { codec: 'none' }),
      await bakeBounds(grid, { ...form, threads: 1, codec: 'none' }),
    ];
    for (const engine of ['jps+bounds', 'astar+bounds']) {
      const nav = loadForTools(blobs, { engine });
      cells.forEach((from, i) => {
        for (const to of cells) {
          const optimal = optima[i][grid.cell(...to)];
          if (optimal === Infinity) continue;
          nav.findPathInto(...from, ...to, path);
          const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, to);
          if (cost === optimal && path.cost === cost / STRAIGHT) continue;
          throw new Error(
            `${engine}, ${JSON.stringify(form)}: ${from} to ${to} costs ${cost}, optimal is ${optimal}\n${picture(grid)}`,
          );
        }
      });
    }
  }
}

describe('queries with goal bounds', () => {
  it.each<Kind>(['noise', 'maze', 'comb', 'rooms'])(
    'answer every pair optimally, with every form of bounds: %s',
    async (kind) => {
      for (let seed = 1; seed <= sample(25); seed++) {
        await checkAllPairs(makeGrid(kind, 1 + ((7 * seed) % 13), 1 + ((5 * seed) % 11), (seed % 10) / 10, seed));
      }
    },
  );

  it('answer where every goal is seen from the start, and where there is nothing to bound', async () => {
    await checkAllPairs(gridFrom(7, 5, () => true));
    await checkAllPairs(drawn('.'));
  });

  it('expand little more than the path turns', async () => {
    const grid = makeGrid('rooms', 90, 90, 0.4, 5);
    const blobs = [await bakeJps(grid), await bakeBounds(grid)];
    const [plain, bounded] = [load(blobs[0]), load(blobs)];
    let [all, few, turns] = [0, 0, 0];
    for (let i = 0; i < 80; i += 5) {
      const from = nearestOpen(bounded, i, 0) as [number, number];
      const to = nearestOpen(bounded, 88 - i, 88, from) as [number, number];
      const path = bounded.findPath(...from, ...to);
      expect(path?.cost).toBe(plain.findPath(...from, ...to)?.cost);
      all += plain.search.expanded;
      few += bounded.search.expanded;
      turns += (path?.waypoints.length ?? 0) / 2;
    }
    expect(few).toBeLessThan(all / 4);
    expect(few).toBeLessThan(1.5 * turns);
  });

  it.skipIf(!haveSharedMaps).each(sampleOf(['arena', 'arena2', 'lak304d']))(
    'at cells solve the scenarios of dao/%s',
    async (name) => {
      const grid = sharedMap(`dao/${name}`);
      const blobs = [await bakeJps(grid), await bakeBounds(grid, { at: 'cells', zstdLevel: 1 })];
      const [jps, ...bounded] = ['jps', 'jps+bounds', 'astar+bounds'].map((engine) => loadForTools(blobs, { engine }));
      for (const { startX, startY, goalX, goalY } of sharedScenarios(`dao/${name}`).filter((_, i) => i % 7 === 0)) {
        const optimal = jps.findPath(startX, startY, goalX, goalY)?.cost;
        for (const nav of bounded) expect(nav.findPath(startX, startY, goalX, goalY)?.cost).toBe(optimal);
      }
    },
  );
});

describe('bounds in a blob', () => {
  const grid = makeGrid('rooms', 60, 40, 0.2, 3);

  it('take one byte a coordinate on maps of at most 256 x 256 cells, otherwise two', async () => {
    for (const [width, bytes] of [
      [256, 1],
      [257, 2],
    ]) {
      const wide = makeGrid('rooms', width, 20, 0.2, 3);
      for (const at of ['jump-points', 'cells'] as const) {
        const { bits } = open(await bakeBounds(wide, { at }), wide);
        expect(bits).toBe(8 * bytes);
      }
    }
  });

  it('work without the bounds', async () => {
    const blobs = [await bakeJps(grid), await bakeBounds(grid)];
    expect(load(blobs).engine).toBe('jps+bounds');
    expect(load(blobs, { engine: 'jps' }).engine).toBe('jps');
    expect(load(blobs[0]).engine).toBe('jps');
    expect(load(blobs).findPath(0, 0, 59, 38)?.cost).toBe(load(blobs[0]).findPath(0, 0, 59, 38)?.cost);
  });

  it('do not work without jump points, nor for another map', async () => {
    const blob = await bakeBounds(grid);
    expect(() => load(blob)).toThrow(
      new BlobError(
        'unusable blob: sections is 1,32,33,2, expected those of engine jps+bounds or ch or jps or weighted or table or hpa; load its blobs, or give loader the engine of these',
        'missing',
      ),
    );
    const other = await bakeJps(makeGrid('rooms', 60, 40, 0.2, 4));
    expect(() => load([other, blob])).toThrow(
      /^unusable blob: fingerprint is \w{64}, expected \w{64} as in the first blob; /,
    );
  });

  it('that are too small are refused where they hide the goal, and never lead through a wall', async () => {
    const { boundsSections } = await import('../../engines/bounds/section.js');
    const { buildBounds } = await import('../../engines/bounds/build.js');
    const { writeBlob } = await import('../../core/blob/write.js');
    const next = random(9);
    const jps = await bakeJps(grid);
    for (const form of FORMS) {
      const bounds = await buildBounds(grid, form);
      const boxes = bounds.boxes.slice();
      for (let i = 0; i < boxes.length; i += 4) if (next() < 0.8) boxes.set([boxes[i], boxes[i + 1]], i + 2);
      const blob = await writeBlob(grid, boundsSections(grid, { ...bounds, boxes }), { artifact: 'bounds', map: '' });
      for (const engine of ['jps+bounds', 'astar+bounds']) {
        const nav = loadForTools([jps, blob], { engine });
        expect(interrogate(nav, 300, next)).toBeGreaterThan(5);
        expect(() => {
          for (const query of connectedPairs(grid, 3000)) nav.findPath(...query);
        }).toThrow(/^unusable blob: path is missing, expected one between connected cells; /);
      }
    }
  });

  it('are refused with boxes that are empty or outside', async () => {
    const { boundsSections } = await import('../../engines/bounds/section.js');
    const { buildBounds } = await import('../../engines/bounds/build.js');
    const { writeBlob } = await import('../../core/blob/write.js');
    const jps = await bakeJps(grid);
    for (const at of ['cells', 'jump-points'] as const) {
      const bounds = await buildBounds(grid, { at });
      for (const [field, value] of [
        [2, 60],
        [3, 40],
        [0, bounds.boxes[2] + 1],
        [1, bounds.boxes[3] + 1],
      ]) {
        const boxes = bounds.boxes.slice();
        boxes[field] = value;
        const blob = await writeBlob(grid, boundsSections(grid, { ...bounds, boxes }), { artifact: 'bounds', map: '' });
        const refused = /^unusable blob: box is empty or outside, expected inside the map; /;
        expect(() => inspectBlob(blob)).toThrow(refused);
        for (const wasm of [true, false]) expect(() => load([jps, blob], { wasm })).toThrow(refused);
      }
    }
    const bounds = await buildBounds(grid);
    const blob = await writeBlob(grid, boundsSections(grid, { ...bounds, boxes: bounds.boxes.slice(4) }), {
      artifact: 'bounds',
      map: '',
    });
    expect(() => open(blob, grid)).toThrow(/^unusable blob: section 33 is \d+, expected \d+ bytes of Uint8Array; /);
  });
});
