import { describe, expect, it } from 'vitest';
import { drawn, makeGrid } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { connectedPairs, NOWHERE } from '../../../test/queries.js';
import { IS_LONG } from '../../../test/samples.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import type { Engine, Walk } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import type { HpaBuildOptions } from './abstraction.js';
import { buildHpa } from './build.js';
import { hpaGraph } from './graph.js';
import { type HpaSearch, hpaSearch } from './query.js';

const path = new PathBuffer();

function searchOf(grid: Grid, options: Partial<HpaBuildOptions> = {}): HpaSearch {
  const abstraction = buildHpa(grid, options);
  return hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
}

/** Steps for the oracles' integers: those of weighted maps are on the doubled scale. */
const unit = (grid: Grid) => (grid.costs ? 2 * STRAIGHT : STRAIGHT);

it('goes a long way through the clusters at both ends, where few cheap nodes lie between', () => {
  const cost = (x: number) => (x === 5 || x === 6 ? 1 : 200);
  const grid = gridFrom(12, 6, (x, y) => cost(x) > 1 || y === 0, cost);
  const search = searchOf(grid, { cluster: 6 });
  for (let i = 0; i < 3; i++) expect(search.search(0, 5, 11, 5, path)).toBe(true);
  expect(path.cost).toBeCloseTo(dijkstra(grid, 0, 5)[grid.cell(11, 5)] / unit(grid), 6);
});

/** Goals of some starts, every one in the long suite, with the optimal cost in steps; only connected pairs. */
function eachQuery(
  grid: Grid,
  visit: (x: number, y: number, goalX: number, goalY: number, optimal: number) => void,
): void {
  const { width, height } = grid;
  for (let s = 0; s < width * height; s += 1 + Math.floor(width * height * 0.3)) {
    const [x, y] = [s % width, Math.floor(s / width)];
    if (!grid.isOpen(x, y)) continue;
    const optimal = dijkstra(grid, x, y);
    for (let t = 0; t < width * height; t += IS_LONG ? 1 : 7) {
      const cost = optimal[grid.cell(t % width, Math.floor(t / width))];
      if (cost < Infinity) visit(x, y, t % width, Math.floor(t / width), cost / unit(grid));
    }
  }
}

describe('hpaSearch', () => {
  it('says that there is no path, and keeps the buffer: not connected, an end blocked or not on the map', () => {
    const hpa = searchOf(drawn('..#..\n..#..'), { cluster: 2 });
    expect(hpa.search(0, 0, 1, 1, path)).toBe(true);
    const before = path.toPath();
    for (const query of NOWHERE) {
      expect(hpa.search(...query, path)).toBe(false);
      expect(hpa.abstractCost).toBe(Infinity);
      expect(hpa.walk(...query)).toBeNull();
    }
    expect(path.toPath()).toEqual(before);
  });

  it('finds a path wherever Dijkstra does: legal, its cost as reported, not below the optimum, not above the abstract cost', () => {
    forAllHpa(40, 80, ({ grid, options }) => {
      const hpa = searchOf(grid, options);
      eachQuery(grid, (x, y, goalX, goalY, optimal) => {
        hpa.search(x, y, goalX, goalY, path);
        const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [goalX, goalY]) / unit(grid);
        if (cost !== path.cost || cost < optimal || cost > hpa.abstractCost) {
          throw new Error(
            `${x}, ${y} to ${goalX}, ${goalY}: ${cost}, said ${path.cost}, abstract ${hpa.abstractCost}, optimal ${optimal}`,
          );
        }
      });
    });
  });

  it('refines an abstract path to one that costs what the abstract path said', () => {
    forAllHpa(40, 60, ({ grid, options }) => {
      const hpa = searchOf(grid, options);
      eachQuery(grid, (x, y, goalX, goalY) => {
        hpa.search(x, y, goalX, goalY, path, false);
        const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [goalX, goalY]) / unit(grid);
        if (cost !== hpa.abstractCost || cost !== path.cost) {
          throw new Error(`${x}, ${y} to ${goalX}, ${goalY}: ${cost}, said ${path.cost}, abstract ${hpa.abstractCost}`);
        }
      });
    });
  });

  it('has the same abstract cost with any number of levels, with or without paths', () => {
    forAllHpa(40, 40, ({ grid, options }) => {
      const one = searchOf(grid, { ...options, levels: 1, paths: true });
      const many = searchOf(grid, { ...options, levels: 4, paths: false });
      eachQuery(grid, (x, y, goalX, goalY) => {
        one.search(x, y, goalX, goalY, path);
        many.search(x, y, goalX, goalY, path);
        if (one.abstractCost !== many.abstractCost) {
          throw new Error(
            `${x}, ${y} to ${goalX}, ${goalY}: ${one.abstractCost} with one level, ${many.abstractCost} with four`,
          );
        }
      });
    });
  });

  it('is the best way over the nodes: abstract cost equals a Dijkstra over level 1 with start and goal connected', () => {
    forAllHpa(24, 40, ({ grid, options }) => {
      const abstraction = buildHpa(grid, { ...options, levels: 1 });
      const graph = hpaGraph(grid, abstraction);
      const hpa = hpaSearch(grid, abstraction, graph);
      const { levels, inter, points, count } = graph;
      eachQuery(grid, (x, y, goalX, goalY, optimal) => {
        if ((goalX + goalY) % 3 > 0) return;
        hpa.search(x, y, goalX, goalY, path);
        if (hpa.abstractCost === optimal) return;
        const start = dijkstra(only(grid, x, y, options.cluster), x, y);
        const goal = dijkstra(only(grid, goalX, goalY, options.cluster), goalX, goalY);
        const scale = (2 * STRAIGHT) / unit(grid);
        const costs = Float64Array.from(
          { length: count },
          (_, n) => scale * start[grid.cell(points[2 * n], points[2 * n + 1])],
        );
        for (let changed = true; changed; ) {
          changed = false;
          for (let n = 0; n < count; n++) {
            for (const { first, end, to, cost } of [levels[0], inter]) {
              for (let e = first[n]; e < end[n]; e++) {
                if (costs[n] + cost[e] >= costs[to[e]]) continue;
                costs[to[e]] = costs[n] + cost[e];
                changed = true;
              }
            }
          }
        }
        let best = scale * start[grid.cell(goalX, goalY)];
        for (let n = 0; n < count; n++)
          best = Math.min(best, costs[n] + scale * goal[grid.cell(points[2 * n], points[2 * n + 1])]);
        if (hpa.abstractCost !== best / (2 * STRAIGHT))
          throw new Error(`${x}, ${y} to ${goalX}, ${goalY}: ${hpa.abstractCost}, not ${best / 2 / STRAIGHT}`);
      });
    });
  });

  it('answers on a serpentine longer than 32-bit costs reach, with the most expensive cells', () => {
    const grid = gridFrom(
      300,
      201,
      (x, y) => y % 2 === 0 || x === (y % 4 === 1 ? 299 : 0),
      () => 255,
    );
    const hpa = searchOf(grid, { levels: 3 });
    hpa.search(0, 0, 0, 200, path);
    expect(path.cost * 2 * STRAIGHT).toBe(
      checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [0, 0], [0, 200]),
    );
    expect(path.cost).toBe(255 * (100 * 299 + 200));
    expect(path.cost * 2 * STRAIGHT).toBeGreaterThan(2 ** 37);
  });
});

/** A copy of a grid with everything outside one cluster blocked. */
function only(grid: Grid, x: number, y: number, cluster: number): Grid {
  const copy = gridFrom(grid.width, grid.height, (a, b) => {
    return (
      grid.isOpen(a, b) &&
      Math.floor(a / cluster) === Math.floor(x / cluster) &&
      Math.floor(b / cluster) === Math.floor(y / cluster)
    );
  });
  copy.costs = grid.costs;
  return copy;
}

function walked(search: Engine, ...query: [number, number, number, number]): Walk {
  const walk = search.walk?.(...query);
  if (!walk) throw new Error(`no path from ${query}`);
  return walk;
}

describe('walk', () => {
  it('yields every cell of a legal path, no costlier than the abstract path, and reports that cost immediately', () => {
    forAllHpa(40, 40, ({ grid, options }) => {
      const hpa = searchOf(grid, options);
      eachQuery(grid, (x, y, goalX, goalY, optimal) => {
        if ((goalX + goalY) % 4 > 0) return;
        const walk = walked(hpa, x, y, goalX, goalY);
        const cost = checkPath(grid, [...walk].flat(), [x, y], [goalX, goalY]) / unit(grid);
        if (cost > walk.cost || walk.cost !== hpa.abstractCost || cost < optimal) {
          throw new Error(`${x}, ${y} to ${goalX}, ${goalY}: ${cost}, abstract ${walk.cost}, optimal ${optimal}`);
        }
      });
    });
  });

  it('is not disturbed by other queries and walks, nor by being left', () => {
    const grid = makeGrid('rooms', 90, 80, 1, 7);
    const hpa = searchOf(grid, { cluster: 8, levels: 2 });
    const queries: [number, number, number, number][] = [
      [0, 0, 88, 78],
      [88, 0, 0, 78],
      [2, 40, 80, 41],
    ];
    const alone = queries.map((q) => [...walked(hpa, ...q)]);
    const left = walked(hpa, 0, 0, 50, 50);
    left.next();
    const walks = queries.map((q) => walked(hpa, ...q));
    const together: [number, number][][] = walks.map(() => []);
    for (let more = true; more; ) {
      more = false;
      walks.forEach((walk, i) => {
        const { value, done } = walk.next();
        if (done) return;
        together[i].push(value);
        more = true;
        hpa.search(5, 5, 40 + i, 40, path);
      });
    }
    expect(together).toEqual(alone);
  });
});

describe('portals', () => {
  it('are the clusters ahead, fewer as the walk continues, the last that of the goal', () => {
    forAllHpa(40, 60, ({ grid, options }) => {
      const hpa = searchOf(grid, options);
      const size = hpa.abstraction.options.cluster;
      const home = (x: number, y: number) => `${x - (x % size)}, ${y - (y % size)}`;
      for (const [x0, y0, x1, y1] of connectedPairs(grid, 5)) {
        const walk = hpa.walk(x0, y0, x1, y1);
        const portals = walk?.portals?.() ?? [];
        for (const { x, y, cluster } of portals) {
          expect(grid.isOpen(x, y)).toBe(true);
          expect([home(x, y), cluster.size]).toEqual([`${cluster.x}, ${cluster.y}`, size]);
        }
        const last = portals[portals.length - 1];
        if (last) expect(home(last.x, last.y)).toBe(home(x1, y1));
        let left = portals.length;
        for (const _ of walk ?? []) {
          const ahead = walk?.portals?.().length ?? 0;
          expect(ahead).toBeLessThanOrEqual(left);
          left = ahead;
        }
        expect(left).toBe(0);
      }
    });
  });
});
