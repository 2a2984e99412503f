import { describe, expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { checkPairs } from '../../../test/pairs.js';
import { sample } from '../../../test/samples.js';
import { weightedGrid } from '../../../test/weighted.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { random, sampleOpen } from '../../core/grid/sample.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { oracle } from '../../core/oracle/flood.js';
import { PathBuffer } from '../../core/search/path.js';
import { COST_PATTERNS, drawCosts } from '../../maps/cost-patterns.js';
import { generateMap } from '../../maps/generate/generate.js';
import { buildHierarchy } from './build.js';
import { decoder } from './coder.js';
import { type HubLabels, hubLabels, labelQuery } from './labels.js';
import { hierarchySearch } from './query.js';
import { replay } from './replay.js';
import { weightedRule } from './weighted.js';

function parts(grid: Grid, witness: number) {
  const bake = buildHierarchy(grid, { witness });
  const rule = weightedRule(grid);
  const map = rule.find(grid);
  const bit = decoder(bake.bits);
  return { rule, map, hierarchy: replay(grid, map, bake, { isLevel: bit, isShortcut: bit }, rule) };
}

function engine(grid: Grid, witness = 60, labels = false) {
  const { rule, map, hierarchy } = parts(grid, witness);
  return hierarchySearch(
    grid,
    map,
    hierarchy,
    rule,
    labels ? labelQuery(hubLabels(hierarchy) as HubLabels, hierarchy) : undefined,
  );
}

describe('a contraction hierarchy on weighted grids', () => {
  it.each([false, true])(
    'finds paths as cheap as those of Dijkstra, on any terrain, with any witness limit, labels: %s',
    (labels) => {
      for (let seed = 1; seed <= sample(150); seed++) {
        const grid = withMoves(weightedGrid(seed, 11), MOVE_RULES[seed % 4]);
        if (grid.costs && grid.width * grid.height <= 400)
          checkPairs(grid, engine(grid, [1, 3, 60][(seed >> 1) % 3], labels), 7);
      }
    },
  );

  it('has labels of true costs, each ends with its own node, and no hub is reached for less over another', () => {
    let pruned = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const grid = drawCosts(generateMap('noise', { width: 20, height: 16, seed }), 'patches', seed);
      const { hierarchy } = parts(grid, 60);
      const { first, hubs, costs, edges } = hubLabels(hierarchy) as HubLabels;
      const n = hierarchy.points.length;
      const labels = Array.from({ length: n }, (_, r) => {
        const at = Array.from({ length: first[r + 1] - first[r] }, (_, i) => first[r] + i);
        expect([hubs[first[r]], costs[first[r]], edges[first[r]]]).toEqual([r, 0, -1]);
        return new Map(at.map((i) => [hubs[i], costs[i]]));
      });
      // Costs upward, without pruning.
      for (let r = n - 1; r >= 0; r--) {
        const up = new Map([[r, 0]]);
        const queue = [r];
        for (const rank of queue)
          for (let e = hierarchy.first[rank]; e < hierarchy.first[rank + 1]; e++) {
            const cost = (up.get(rank) as number) + hierarchy.costs[e];
            if (cost >= (up.get(hierarchy.targets[e]) ?? Infinity)) continue;
            up.set(hierarchy.targets[e], cost);
            queue.push(hierarchy.targets[e]);
          }
        for (const [hub, cost] of up) {
          // A hub is kept, with its cost upward, unless two labels meet at a lower cost.
          const met = [...labels[hub]].some(([over, rest]) => (labels[r].get(over) ?? Infinity) + rest < cost);
          expect(labels[r].get(hub), `${seed}: ${r} to ${hub}`).toBe(met ? undefined : cost);
          if (met) pruned++;
        }
      }
    }
    expect(pruned).toBeGreaterThan(20);
  });

  it('has no labels where they would be many', () => {
    const none = {
      ranks: new Int32Array(),
      targets: new Int32Array(),
      costs: new Float64Array(),
      via: new Int32Array(),
    };
    const of = (n: number) => hubLabels({ ...none, points: new Int32Array(n), first: new Int32Array(n + 1) });
    expect(of(10_000)?.hubs.length).toBe(10_000);
    expect(of(10_001)).toBeUndefined();
  });

  it.each(COST_PATTERNS)('finds them on caves with %s', (pattern) => {
    const grid = drawCosts(generateMap('caves', { width: 90, height: 70, seed: 5 }), pattern, 3);
    const search = engine(grid, 60, pattern === 'patches');
    const { costs } = oracle(grid);
    const next = random(9);
    const path = new PathBuffer();
    for (const from of sampleOpen(grid, 4, next)) {
      const goals = sampleOpen(grid, 25, next);
      costs(from, goals).forEach((optimal, i) => {
        expect(search.search(...from, ...goals[i], path)).toBe(optimal < Infinity);
        if (optimal < Infinity)
          expect(checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, goals[i])).toBe(optimal);
      });
    }
  });

  it('takes the line between two cells where it is cheapest, and leaves it where a way round is cheaper', () => {
    const grid = gridFrom(9, 9, () => true);
    // A column of expensive cells with a gap at one end.
    setCosts(grid, (x, y) => (x === 4 && y > 0 ? 20 : 1));
    const search = engine(grid);
    const path = new PathBuffer();
    expect(search.search(0, 8, 3, 2, path)).toBe(true);
    expect(path.cost).toBeCloseTo(3 + 3 * Math.SQRT2, 6);
    expect(search.search(2, 4, 6, 4, path)).toBe(true);
    expect(path.cells.subarray(0, 2 * path.cellCount).includes(0)).toBe(true);
    checkPairs(grid, search);
  });

  it('keeps costs exact beyond 32 bits, finds the start itself, and nothing where there is nothing', () => {
    const long = gridFrom(
      640,
      3,
      (x, y) => y === 1 || x % 50 > 0,
      (x, y) => (y === 1 && x > 3 ? 255 : 254),
    );
    const path = new PathBuffer();
    const search = engine(long);
    expect(search.search(0, 1, 639, 1, path)).toBe(true);
    const optimal = oracle(long).costs([0, 1], [[639, 1]])[0];
    expect(optimal).toBeGreaterThan(2 ** 32);
    expect(checkPath(long, path.cells.subarray(0, 2 * path.cellCount), [0, 1], [639, 1])).toBe(optimal);
    expect(search.search(9, 1, 9, 1, path)).toBe(true);
    expect([path.cost, path.cellCount]).toEqual([0, 1]);
    const parted = drawn('..#..\n..#..');
    setCosts(parted, () => 3);
    expect(engine(parted).search(0, 0, 4, 1, path)).toBe(false);
  });
});
