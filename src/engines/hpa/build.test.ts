import { describe, expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { STRIDE } from '../../../test/samples.js';
import { HpaError } from '../../core/errors.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { buildHpa, checkSteps, completeHpa } from './build.js';
import { hpaGraph } from './graph.js';
import { hopsOf } from './hops.js';
import { LANDMARKS, landmarkCosts } from './landmarks.js';

/** A copy of a grid with all blocked that is not in the same cluster as x, y. */
function only(grid: Grid, x: number, y: number, span: number): Grid {
  const inside = (a: number, b: number) =>
    Math.floor(a / span) === Math.floor(x / span) && Math.floor(b / span) === Math.floor(y / span);
  const copy = gridFrom(grid.width, grid.height, (a, b) => inside(a, b) && grid.isOpen(a, b));
  copy.costs = grid.costs;
  return copy;
}

describe('buildHpa', () => {
  it('has intra-edges between exactly the nodes that are connected inside their cluster, at the cost of a Dijkstra in there', () => {
    forAllHpa(30, 80, ({ grid, options }) => {
      const { count, points, levels, nodeLevels } = hpaGraph(grid, buildHpa(grid, { ...options, levels: 1 }));
      const { first, end, to, cost } = levels[0];
      const cluster = (n: number) =>
        points
          .subarray(2 * n, 2 * n + 2)
          .map((v) => Math.floor(v / options.cluster))
          .join();
      for (let n = 0; n < count; n += STRIDE) {
        expect(nodeLevels[n]).toBe(1);
        const inside = dijkstra(
          only(grid, points[2 * n], points[2 * n + 1], options.cluster),
          points[2 * n],
          points[2 * n + 1],
        );
        const expected = new Map<number, number>();
        for (let t = 0; t < count; t++) {
          const price = inside[grid.cell(points[2 * t], points[2 * t + 1])] * (grid.costs ? 1 : 2);
          if (t !== n && cluster(t) === cluster(n) && price < Infinity) expected.set(t, price);
        }
        const found = new Map(Array.from(to.subarray(first[n], end[n]), (t, i) => [t, cost[first[n] + i]]));
        expect(found).toEqual(expected);
      }
    });
  });

  it('has inter-edges for every legal move between nodes of different clusters, and both ends of every transition', () => {
    const grid = drawn(`
      ........
      ........
      ..##....
      ........`);
    const { points, inter, count } = hpaGraph(grid, buildHpa(grid, { cluster: 4, entranceWidth: 3 }));
    const moves = Array.from({ length: count }, (_, n) =>
      Array.from(inter.to.subarray(inter.first[n], inter.end[n]), (t) =>
        [...points.subarray(2 * n, 2 * n + 2), ...points.subarray(2 * t, 2 * t + 2)].join(),
      ),
    ).flat();
    // Rows 0 and 1 are an entrance of two, in whose middle is row 1; row 3 is another entrance.
    expect(moves.sort()).toEqual(['3,1,4,1', '3,3,4,3', '4,1,3,1', '4,3,3,3']);
  });

  it('puts one transition into a short entrance and two into a wide one', () => {
    const grid = gridFrom(20, 10, () => true);
    const ends = hpaGraph(grid, buildHpa(grid, { cluster: 10, entranceWidth: 10 }));
    expect([...ends.points]).toEqual([9, 0, 9, 9, 10, 0, 10, 9]);
    expect([...hpaGraph(grid, buildHpa(grid, { cluster: 10, entranceWidth: 11 })).points]).toEqual([9, 5, 10, 5]);
  });

  it('has edges of an upper level wherever the level below leads inside the cluster, and none costlier than any of its ways', () => {
    forAllHpa(30, 40, ({ grid, options }) => {
      const { levels, inter, points, count } = hpaGraph(grid, buildHpa(grid, { ...options, levels: 3 }));
      let span = options.cluster;
      for (let l = 1; l < levels.length; l++) {
        span *= options.merge;
        const home = (n: number) => `${Math.floor(points[2 * n] / span)},${Math.floor(points[2 * n + 1] / span)}`;
        for (let n = 0; n < count; n++) {
          const costs = new Float64Array(count).fill(Infinity);
          costs[n] = 0;
          for (let changed = true; changed; ) {
            changed = false;
            for (let a = 0; a < count; a++) {
              for (const { first, end, to, cost } of [levels[l - 1], inter]) {
                for (let e = first[a]; e < end[a]; e++) {
                  if (home(to[e]) !== home(n) || costs[a] + cost[e] >= costs[to[e]]) continue;
                  costs[to[e]] = costs[a] + cost[e];
                  changed = true;
                }
              }
            }
          }
          const { first, end, to, cost } = levels[l];
          for (let e = first[n]; e < end[n]; e++) expect(cost[e]).toBe(costs[to[e]]);
        }
      }
    });
  });

  it.each([
    [{ cluster: 1 }, 'cluster is 1, allowed is a whole number from 2 to 64'],
    [{ cluster: 65 }, 'cluster is 65, allowed is a whole number from 2 to 64'],
    [{ levels: 1.5 }, 'levels is 1.5, allowed is a whole number from 1 to 8'],
    [{ merge: Number.NaN }, 'merge is NaN, allowed is a whole number from 2 to 8'],
    [{ entranceWidth: 0 }, 'entranceWidth is 0, allowed is a whole number from 1 to 8192'],
  ])('refuses %j', (options, message) => {
    expect(() => buildHpa(drawn('..'), options)).toThrow(new HpaError(message));
  });

  it('refuses more nodes than a blob of the map holds', () => {
    expect(() =>
      buildHpa(
        gridFrom(1200, 1200, () => true),
        { cluster: 2 },
      ),
    ).toThrow(
      new HpaError(
        'clusters of 2 cells have more than 1048576 nodes, the most of a map of this size; take larger clusters',
      ),
    );
  });

  it('refuses more runs than a blob of the map holds, 64 for each cell', () => {
    const grid = gridFrom(9, 4, () => true);
    const built = buildHpa(grid, { cluster: 4 });
    const withRuns = (length: number) => () => completeHpa(grid, { ...built, runs: new Uint8Array(length) });
    expect(withRuns(36 * 64)).not.toThrow();
    expect(withRuns(36 * 64 + 1)).toThrow(
      new HpaError(
        'paths in clusters of 4 cells have 2305 runs, a blob of this map holds 2304; take smaller clusters or --no-paths',
      ),
    );
  });

  it('refuses more steps on upper levels than a blob of the map holds: four for each merged cluster and pair, and for each cell', () => {
    const grid = gridFrom(16, 8, () => true);
    const built = buildHpa(grid, { cluster: 4, levels: 2 });
    const [{ pairs, steps }] = built.upper;
    const most = 4 * (2 * pairs.length + 128);
    const withSteps = (count: number) => () =>
      checkSteps(grid, built.options, [{ ...built.upper[0], steps: new Uint16Array(count) }]);
    expect(steps.length).toBeLessThan(most);
    expect(withSteps(most)).not.toThrow();
    expect(withSteps(most + 1)).toThrow(
      new HpaError(
        `paths of levels up to 2 have ${most + 1} steps, a blob of this map holds ${most}; take fewer levels`,
      ),
    );
  });

  it('has landmarks where most nodes lie, although the first are on an island', () => {
    const grid = gridFrom(64, 40, (x, y) => x !== 9 && (x > 9 || y < 12));
    const graph = hpaGraph(grid, buildHpa(grid, { cluster: 4 }));
    const marks = landmarkCosts(graph, hopsOf(graph));
    let reached = 0;
    for (let n = 0; n < graph.count; n++) if (marks.subarray(8 * n, 8 * n + 8).every(Number.isFinite)) reached++;
    expect([graph.count, reached]).toEqual([536, 512]);
  });

  it('has landmarks whose costs are those of shortest ways: no edge is shorter, and one leads to each node', () => {
    forAllHpa(30, 150, ({ grid, options }) => {
      const graph = hpaGraph(grid, buildHpa(grid, options));
      const marks = landmarkCosts(graph, hopsOf(graph));
      for (let l = 0; l < LANDMARKS; l++) {
        const costs = Float64Array.from({ length: graph.count }, (_, n) => marks[LANDMARKS * n + l]);
        const least = new Float64Array(graph.count).fill(Infinity);
        for (const { first, end, to, cost } of [graph.levels[0], graph.inter])
          for (let n = 0; n < graph.count; n++)
            for (let e = first[n]; e < end[n]; e++) least[to[e]] = Math.min(least[to[e]], costs[n] + cost[e]);
        const source = costs.indexOf(0);
        if (graph.count > 0) least[source] = 0;
        expect(least).toEqual(costs);
      }
    });
  });

  it('costs nothing to speak of on the largest clusters and most expensive cells, and says so where a cost cannot be stored', () => {
    const grid = gridFrom(
      128,
      64,
      (x, y) => x > 63 || y % 2 === 0 || x === (y % 4 === 1 ? 62 : 0),
      () => 255,
    );
    const { levels } = hpaGraph(grid, buildHpa(grid, { cluster: 64, entranceWidth: 1 }));
    expect(Math.max(...levels[0].cost)).toBeGreaterThan(255 * 2 * STRAIGHT * 62 * 30);
    expect(() => buildHpa(grid, { cluster: 64, entranceWidth: 1, paths: false })).toThrow(
      /^an edge costs \d+ more than a straight line; choose/,
    );
  });
});
