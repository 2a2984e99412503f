import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids, makeGrid } from '../../../test/grids.js';
import { checkPairs } from '../../../test/pairs.js';
import { ALL_SAMPLES } from '../../../test/samples.js';
import {
  doublingBuckets,
  hashMap,
  queueFront,
  sortedBuckets,
  sortedFront,
  treeFront,
  unlimitedFront,
} from '../../../tools/documents/fronted-lists.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { random } from '../../core/grid/sample.js';
import { PathBuffer } from '../../core/search/path.js';
import { aStar } from './astar.js';
import type { Baseline } from './baseline.js';
import { fringe } from './fringe.js';
import { jumpPointSearch } from './jump-point-search.js';
import { bitJumper, tableJumper, walkingJumper } from './jumpers.js';
import { binaryHeap, bucketQueue, linkedLists, searchTree } from './open-lists.js';

type Maker = (grid: Grid) => Baseline;

const EXACT: Record<string, Maker> = {
  'A*, octile': (grid) => aStar(grid),
  'A*, Euclidean': (grid) => aStar(grid, { h: 'euclidean' }),
  'A*, zero heuristic': (grid) => aStar(grid, { h: 'zero' }),
  'A*, ties to the smaller g': (grid) => aStar(grid, { ties: 'small-g' }),
  'A*, any ties': (grid) => aStar(grid, { ties: 'any' }),
  'A*, hash map': (grid) => aStar(grid, { openList: hashMap }),
  'A*, sorted front of 1': (grid) => aStar(grid, { openList: sortedFront(1) }),
  'A*, sorted front of 5': (grid) => aStar(grid, { openList: sortedFront(5) }),
  'A*, buckets': (grid) => aStar(grid, { openList: bucketQueue }),
  'A*, linked list': (grid) => aStar(grid, { openList: linkedLists(false) }),
  'A*, linked list with a hash table': (grid) => aStar(grid, { openList: linkedLists(true) }),
  'A*, tree': (grid) => aStar(grid, { openList: searchTree }),
  'A*, best successor aside, tree': (grid) => aStar(grid, { aside: true, openList: searchTree }),
  'A*, queue of five before a hash map': (grid) => aStar(grid, { openList: queueFront(5) }),
  'A*, tree of five before a hash map': (grid) => aStar(grid, { openList: treeFront(5) }),
  'A*, front without a limit': (grid) => aStar(grid, { openList: unlimitedFront(5) }),
  'A*, front before buckets': (grid) => aStar(grid, { openList: sortedBuckets(5) }),
  'A*, front before doubling buckets': (grid) => aStar(grid, { openList: doublingBuckets(5) }),
  'A*, front before buckets, no estimate': (grid) => aStar(grid, { h: 'zero', openList: sortedBuckets(5) }),
  'A*, best successor aside, heap': (grid) => aStar(grid, { aside: true, openList: binaryHeap }),
  'A*, best successor aside, sorted front': (grid) => aStar(grid, { aside: true, openList: sortedFront(4) }),
  'A*, best successor aside, buckets': (grid) => aStar(grid, { aside: true, openList: bucketQueue }),
  'A*, best successor aside, hash map': (grid) => aStar(grid, { aside: true, openList: hashMap }),
  'Fringe Search': (grid) => fringe(grid),
  'Fringe Search, buckets': (grid) => fringe(grid, { buckets: true }),
  'Fringe Search, Euclidean': (grid) => fringe(grid, { h: 'euclidean' }),
  'iterative deepening': (grid) => fringe(grid, { restart: true }),
  JPS: (grid) => jumpPointSearch(grid, walkingJumper(grid)),
  'JPS, pruned': (grid) => jumpPointSearch(grid, walkingJumper(grid), { prune: true }),
  'JPS-Bit': (grid) => jumpPointSearch(grid, bitJumper(grid)),
  'JPS-BitPrune': (grid) => jumpPointSearch(grid, bitJumper(grid), { prune: true }),
  'JPS-BitPre, 16 bits': (grid) => jumpPointSearch(grid, tableJumper(grid, 16)),
  'JPS-BitPre, 8 bits': (grid) => jumpPointSearch(grid, tableJumper(grid, 8)),
  'JPS-BitPrunePre, 16 bits': (grid) => jumpPointSearch(grid, tableJumper(grid, 16), { prune: true }),
  'JPS-BitPrunePre, 8 bits': (grid) => jumpPointSearch(grid, tableJumper(grid, 8), { prune: true }),
};

describe.each(Object.entries(EXACT))('%s', (_, make) => {
  it('answers every pair of small random grids as Dijkstra does', () => {
    forAllGrids(ALL_SAMPLES ? 8 : 6, 120, (grid) => checkPairs(grid, make(grid)));
  });

  it('answers sampled pairs of larger ones as Dijkstra does', () => {
    forAllGrids(36, 12, (grid) => checkPairs(grid, make(grid), 1 + Math.floor((grid.width * grid.height) / 2)));
  });

  it('refuses blocked cells and cells outside the map', () => {
    const search = make(
      drawn(`
        ..#
        ...`),
    );
    const path = new PathBuffer();
    expect(search.search(0, 0, 2, 1, path)).toBe(true);
    for (const [x, y] of [
      [2, 0],
      [3, 0],
      [-1, 1],
      [0, 2],
      [0.5, 0],
    ]) {
      expect(search.search(0, 0, x, y, path)).toBe(false);
      expect(search.search(x, y, 0, 0, path)).toBe(false);
    }
  });
});

it.each(['one-corner', 'always'] as const)('JPS under %s answers every pair as Dijkstra does', (rule) => {
  forAllGrids(8, 200, (plain) => {
    const grid = withMoves(plain, rule);
    checkPairs(grid, jumpPointSearch(grid, walkingJumper(grid)));
  });
});

describe('heuristics that overestimate', () => {
  it.each([1.2, 1.75, 3])('a weight of %d makes paths at most that much longer', (w) => {
    forAllGrids(12, 60, (grid) => checkPairs(grid, aStar(grid, { w }), 5, w));
    forAllGrids(12, 60, (grid) => checkPairs(grid, aStar(grid, { w, openList: bucketQueue, aside: true }), 5, w));
  });

  it('Manhattan, at most the square root of 2 above the true distance, makes them at most that much longer', () => {
    forAllGrids(12, 120, (grid) => checkPairs(grid, aStar(grid, { h: 'manhattan' }), 5, Math.SQRT2));
  });
});

describe('lists in two parts', () => {
  it.each([
    ['array', sortedFront],
    ['tree', treeFront],
    ['queue', queueFront],
    ['array without a limit', unlimitedFront],
    ['array and buckets', () => sortedBuckets(10)],
    ['array and doubling buckets', () => doublingBuckets(10)],
  ] as [string, typeof sortedFront][])(
    '%s: gives the smallest key each time, after removals and lower keys',
    (_, of) => {
      const next = random(3);
      const list = of(7)(501);
      for (let query = 0; query < 3; query++) {
        const keys = new Map<number, number>();
        list.clear(400);
        for (let step = 0; step < 3000; step++) {
          const cell = 1 + Math.floor(next() * 500);
          const key = 1 + Math.floor(next() * 1000);
          const old = keys.get(cell);
          if (old === undefined) list.push(cell, key);
          else if (key < old) list.lower(cell, key);
          else if (step % 2 === 0) list.remove(cell);
          if (old === undefined || key < old) keys.set(cell, key);
          else if (step % 2 === 0) keys.delete(cell);
          // Not `expect`, which takes longer than all of the list.
          if (list.size() !== keys.size) throw new Error(`it has ${list.size()} entries, expected ${keys.size}`);
          if (step % 3 > 0 || keys.size === 0) continue;
          const least = Math.min(...keys.values());
          const lowest = list.lowest();
          const best = list.pop();
          if (lowest !== least || keys.get(best) !== least)
            throw new Error(`it has ${lowest} and ${best}, not ${least}`);
          keys.delete(best);
        }
      }
    },
  );
});

describe('long links', () => {
  it('find a legal path wherever there is one', () => {
    forAllGrids(30, 40, (grid) =>
      checkPairs(grid, aStar(grid, { links: true }), 1 + Math.floor((grid.width * grid.height) / 2), Infinity),
    );
  });

  it('are used in the open, and cost little there', () => {
    const grid = gridFrom(200, 200, () => true);
    const linked = aStar(grid, { links: true });
    const plain = aStar(grid);
    const path = new PathBuffer();
    plain.search(20, 20, 180, 150, path);
    const { cost } = path;
    linked.search(20, 20, 180, 150, path);
    expect(linked.expanded).toBeLessThan(plain.expanded / 4);
    expect(path.cost / cost).toBeGreaterThanOrEqual(1);
    expect(path.cost / cost).toBeLessThan(1.1);
  });
});

describe('limits', () => {
  const grid = gridFrom(400, 400, (x, y) => x !== 200 || y === 399);

  it('of nodes end a search, and say so', () => {
    const search = aStar(grid, { nodes: 800 });
    const path = new PathBuffer();
    expect(search.search(0, 0, 399, 0, path)).toBe(false);
    expect(search).toMatchObject({ expanded: 800, limited: true });
    expect(search.search(0, 0, 20, 10, path)).toBe(true);
    expect(search.limited).toBe(false);
  });

  it('of time end a search, and say so', () => {
    const search = aStar(grid, { ms: 0, h: 'zero' });
    expect(search.search(0, 0, 399, 0, new PathBuffer())).toBe(false);
    expect(search).toMatchObject({ expanded: 255, limited: true });
  });
});

describe('iterative deepening', () => {
  it('does not expand cells over and over at ever smaller costs', () => {
    // Without a table of costs this one took two million expansions.
    const grid = makeGrid('noise', 20, 20, 0.29, 38);
    const search = fringe(grid, { restart: true });
    for (let x = 0; x < 6; x++) {
      search.search(x, 0, 19 - x, 19, new PathBuffer());
      expect(search.expanded).toBeLessThan(20_000);
    }
  });
});

describe('statistics', () => {
  const corridor = drawn('.....');

  it('count nodes and list operations, afresh for each query', () => {
    const search = aStar(corridor);
    const path = new PathBuffer();
    search.search(1, 0, 4, 0, path);
    // West of the start is generated too; the goal is generated, but never in the list.
    expect(search).toMatchObject({ expanded: 3, generated: 5, heapOperations: 5, largestOpen: 2, limited: false });
    search.search(3, 0, 4, 0, path);
    expect(search).toMatchObject({ expanded: 1, generated: 3, heapOperations: 1, largestOpen: 1, limited: false });
  });

  it('show what keeping the best successor aside saves', () => {
    const grid = gridFrom(50, 50, () => true);
    const path = new PathBuffer();
    const operations = [false, true].map((aside) => {
      const search = aStar(grid, { aside });
      search.search(2, 2, 45, 45, path);
      return search.heapOperations;
    });
    expect(operations[1]).toBeLessThan(operations[0] - 2 * 40);
  });

  it('show what pruning of turning points saves', () => {
    const grid = drawn(`
      ......
      ......
      ....#.
      ......`);
    const path = new PathBuffer();
    const [all, pruned] = [false, true].map((prune) => {
      const search = jumpPointSearch(grid, bitJumper(grid), { prune });
      search.search(0, 0, 5, 3, path);
      return search;
    });
    expect(pruned.generated).toBeLessThan(all.generated);
  });
});

describe('jumpers', () => {
  it('give the same steps, by cells, bits and tables', () => {
    forAllGrids(80, 40, (grid) => {
      const jumpers = [walkingJumper(grid), bitJumper(grid), tableJumper(grid, 16), tableJumper(grid, 8)];
      for (let y = 1; y <= grid.height; y++) {
        for (let x = 1; x <= grid.width; x++) {
          const cell = y * grid.stride + x;
          if (grid.open[cell] === 0) continue;
          for (let d = 0; d < 8; d++) {
            const steps = jumpers.map((j) => (d % 2 === 0 ? j.straight(cell, x, y, d) : j.diagonal(cell, x, y, d)) + 0);
            if (steps.some((s) => s !== steps[0]))
              throw new Error(`from ${x - 1}, ${y - 1} in direction ${d}: ${steps}`);
          }
        }
      }
    });
  });
});
