import { describe, expect, it } from 'vitest';
import { oracleBoxes } from '../../../test/bounds-oracle.js';
import { drawn } from '../../../test/grids.js';
import { loadPriced as load } from '../../../test/loaders.js';
import { checkPairs } from '../../../test/pairs.js';
import { pricedGrid } from '../../../test/priced.js';
import { connectedPairs } from '../../../test/queries.js';
import { sample, sampleOf } from '../../../test/samples.js';
import { loadForTools } from '../../lab/engines/all.js';
import { verifyBlobs } from '../../pipeline/prove/verify.js';
import { writeBlob } from '../blob/write.js';
import { generateMap } from '../generate/generate.js';
import { withMoves } from '../grid/clearance.js';
import { type Grid, setCosts } from '../grid/grid.js';
import { bakeJps } from '../jps/bake.js';
import { COST_PATTERNS, drawCosts } from '../maps/cost-patterns.js';
import { bakeBounds } from './bake.js';
import { buildBounds } from './build.js';
import { boundsSections } from './section.js';
import { floodsOf, makeShare, planBounds, takePart } from './share.js';

const CODEC = { codec: 'none', threads: 1 } as const;
const PLACES = ['jump-points', 'cells'] as const;

/** Small ones with all kinds of costs. */
function* grids(count: number): Iterable<Grid> {
  for (let seed = 1; count > 0; seed++) {
    const grid = pricedGrid(seed, 11);
    if (!grid.costs || grid.width * grid.height > 150) continue;
    count--;
    yield grid;
  }
}

describe('goal bounds where cells have costs', () => {
  it('are those of the oracle, at jump points and in every cell; where no optimal path starts, the cell alone', async () => {
    for (const grid of grids(sample(40))) {
      for (const at of PLACES) {
        const { stored, boxes } = await buildBounds(grid, { at, threads: 1 });
        let row = 0;
        stored.forEach((mask, cell) => {
          if (mask === 0) return;
          const expected = oracleBoxes(grid, cell);
          const [x, y] = [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1];
          for (let d = 0; d < 8; d++) {
            if (((mask >> d) & 1) === 0) continue;
            const box = expected[d].length > 0 ? expected[d] : [x, y, x, y];
            expect([cell, d, ...boxes.subarray(4 * row, 4 * row + 4)]).toEqual([cell, d, ...box]);
            row++;
          }
        });
        expect(boxes.length).toBe(4 * row);
      }
    }
  });

  it('keep every answer optimal, in the game and for A*', async () => {
    for (const grid of grids(sample(40))) {
      const jps = await bakeJps(grid, { ...CODEC, landmarks: grid.width % 3 });
      for (const at of PLACES) {
        const blobs = [jps, await bakeBounds(grid, { ...CODEC, at })];
        for (const engine of ['priced+bounds', 'astar+bounds'])
          checkPairs(grid, loadForTools(blobs, { engine }).search, 7);
      }
    }
  });

  it('keep ways that are as cheap', async () => {
    const grid = drawn(`
      .........
      .##...##.
      .........
      ....#....
      .........`);
    for (const cost of [(x: number, y: number) => ((x + y) % 2 ? 2 : 4), (x: number) => (x % 4 === 2 ? 255 : 1)]) {
      setCosts(grid, cost);
      checkPairs(grid, load([await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)]).search);
    }
  });

  it('leave little to look at', async () => {
    const grid = drawCosts(generateMap('caves', { width: 90, height: 70, seed: 5 }), 'patches', 3);
    const jps = await bakeJps(grid, CODEC);
    const [plain, bounded] = [load(jps), load([jps, await bakeBounds(grid, CODEC)])];
    expect([plain.engine, bounded.engine]).toEqual(['priced', 'priced+bounds']);
    let [all, few] = [0, 0];
    for (const query of connectedPairs(grid, 60)) {
      expect(bounded.findPath(...query)?.cost).toBe(plain.findPath(...query)?.cost);
      all += plain.search.expanded;
      few += bounded.search.expanded;
    }
    expect(few).toBeLessThan(all / 2);
  });

  it('are the same from a thread that has nothing but what is shared', async () => {
    for (const grid of grids(4)) {
      const { boxes } = await buildBounds(grid, { threads: 1 });
      const share = makeShare(grid, { at: 'jump-points', exact: true }, planBounds(floodsOf(grid), 'jump-points'));
      takePart(share);
      expect(share.boxes).toEqual(boxes);
    }
  });

  it.each(sampleOf([...COST_PATTERNS]))('are proven by verify: %s', async (pattern) => {
    const grid = drawCosts(generateMap('caves', { width: 30, height: 24, seed: 11 }), pattern);
    const blobs = [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)].map((bytes, i) => ({
      file: `part ${i}`,
      bytes,
    }));
    const { faults, engines, checks } = await verifyBlobs(blobs, { random: 20 });
    expect(faults).toEqual([]);
    expect(engines.map(({ engine, max }) => [engine, max])).toEqual([
      ['priced+bounds', 0],
      ['priced', 0],
      ['astar+bounds', 0],
    ]);
    expect(checks.join()).toMatch(/bounds: \d+ boxes/);
  });

  it('that are too small are found by verify, and refused in a game where they hide the goal', async () => {
    const grid = drawCosts(generateMap('caves', { width: 40, height: 30, seed: 11 }), 'patches');
    const bounds = await buildBounds(grid, { threads: 1 });
    const boxes = bounds.boxes.slice();
    for (let i = 0; i < boxes.length; i += 4) if (i % 20 > 0) boxes.set([boxes[i], boxes[i + 1]], i + 2);
    const small = await writeBlob(grid, boundsSections(grid, { ...bounds, boxes }), { artifact: 'bounds', map: '' });
    const jps = await bakeJps(grid);
    const { faults } = await verifyBlobs([jps, small].map((bytes, i) => ({ file: `part ${i}`, bytes })));
    expect(faults.join()).toMatch(/box of \d+,\d+ in direction \d is /);
    const nav = load([jps, small]);
    expect(() => {
      for (const query of connectedPairs(grid, 2000)) nav.findPath(...query);
    }).toThrow(/^unusable blob: path is missing, expected one between connected cells; /);
    const other = drawCosts(grid, 'roads');
    const foreign = boundsSections(other, await buildBounds(other, { threads: 1 }));
    const wrong = await writeBlob(grid, foreign, { artifact: 'bounds', map: '' });
    expect(() => load([jps, wrong])).toThrow(/^unusable blob: section 33 is \d+, expected \d+ bytes of Uint8Array; /);
  });

  it('are refused under other move rules', async () => {
    const grid = withMoves(drawCosts(generateMap('caves', { width: 20, height: 20, seed: 1 }), 'patches'), 'never');
    await expect(bakeBounds(grid)).rejects.toThrow(
      'goal bounds on terrain that costs know diagonals no-corners alone, this map is for never; bake it with prep hpa',
    );
  });
});
