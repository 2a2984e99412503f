import { describe, expect, it } from 'vitest';
import { graphNumbers } from '../../../test/graph-numbers.js';
import { makeGrid, random } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { sample } from '../../../test/samples.js';
import { type Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { buildHpa } from '../../core/hpa/build.js';
import { hpaGraph } from '../../core/hpa/graph.js';
import { hopsOf } from '../../core/hpa/hops.js';
import { LANDMARKS } from '../../core/hpa/landmarks.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { PathBuffer } from '../../core/search/path.js';
import { type LiveHpa, liveHpa } from './hpa.js';
import { type LiveGraph, liveGraph } from './live-graph.js';

/** No edge is shorter than what a landmark says of its ends. */
function checkMarks({ graph: { levels, inter, clusterFirst, clusterEnd }, marks }: LiveGraph): void {
  for (const { first, end, to, cost } of [levels[0], inter]) {
    for (let c = 0; c < clusterEnd.length; c++) {
      for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) {
        for (let e = first[n]; e < end[n]; e++) {
          for (let l = 0; l < LANDMARKS; l++) {
            const [a, b] = [marks[LANDMARKS * n + l], marks[LANDMARKS * to[e] + l]];
            if (a !== b && !(Math.abs(a - b) <= cost[e]))
              throw new Error(`landmark ${l} is ${a} from node ${n}, ${b} from ${to[e]}, an edge of ${cost[e]}`);
          }
        }
      }
    }
  }
}

/** @throws {Error} unless a graph says what that of a new bake does */
function checkGraph(grid: Grid, live: Pick<LiveHpa, 'graph' | 'hops'>, options: Parameters<typeof buildHpa>[1]): void {
  const fresh = hpaGraph(grid, buildHpa(grid, options));
  const hops = hopsOf(fresh);
  const [numbers, expected] = [graphNumbers(live.graph, live.hops), graphNumbers(fresh, hops)];
  const at = expected.findIndex((number, i) => number !== numbers[i]);
  if (at >= 0 || numbers.length !== expected.length)
    throw new Error(
      `of ${expected.length} numbers of the graph there are ${numbers.length}, the ${at}th is ${numbers[at]}, expected ${expected[at]}`,
    );
  expect(live.hops.longest).toBeGreaterThanOrEqual(hops.longest);
}

/** Paths as they are before they are smoothed cost what the graph says. */
function checkPaths(grid: Grid, { search }: LiveHpa, next: () => number): void {
  const path = new PathBuffer();
  for (let i = 0; i < 20; i++) {
    const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    const [gx, gy] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    if (!grid.isOpen(x, y) || !grid.isOpen(gx, gy) || !search.search(x, y, gx, gy, path, false)) continue;
    const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [gx, gy]);
    expect(cost * (grid.costs ? 1 : 2)).toBe(Math.round(search.abstractCost * 2 * STRAIGHT));
  }
}

/** Turns over or prices some cells. @returns which */
function change(grid: Grid, next: () => number, most = 5): number[] {
  const cells = new Set<number>();
  for (let i = 1 + Math.floor(next() * most); i > 0; i--) {
    const c = grid.cell(Math.floor(next() * grid.width), Math.floor(next() * grid.height));
    if (cells.has(c)) continue;
    if (!grid.costs || next() < 0.5) grid.open[c] ^= 1;
    if (grid.costs) grid.costs[c] = grid.open[c] * (1 + Math.floor(next() * 9));
    cells.add(c);
  }
  return [...cells];
}

describe('HPA* on a map that changes', () => {
  it('is after each change what a new bake gives, level by level', () => {
    let seed = 1;
    forAllHpa(30, 150, ({ grid, options }) => {
      const next = random(seed++);
      const live = liveHpa(
        () => grid,
        buildHpa(grid, options),
        () => grid.open.keys(),
      );
      for (let e = 0; e < 5; e++) {
        live.repair(change(grid, next));
        checkGraph(grid, live, options);
      }
    });
  });

  it('has landmarks that are lower bounds', () => {
    let seed = 1;
    forAllHpa(30, 60, ({ grid, options }) => {
      const next = random(seed++);
      let live = liveGraph(grid, buildHpa(grid, options));
      const columns = Math.ceil(grid.width / options.cluster);
      for (let e = 0; e < 5; e++) {
        const cells = change(grid, next);
        // More than are next to the change, so that the test does not ask the code that it tests.
        const dirty = Array.from({ length: columns * Math.ceil(grid.height / options.cluster) }, (_, c) => c);
        expect(cells.length).toBeGreaterThan(0);
        // All of a large map may be more than there is room for: then it is made again, as a live one is.
        if (!live.repair(new Set(dirty), dirty)) live = liveGraph(grid, buildHpa(grid, options));
        checkMarks(live);
      }
    });
  });

  it.each([
    ['one level', { cluster: 8 }, false],
    ['one level over costs', { cluster: 8 }, true],
    ['three levels', { cluster: 6, levels: 3 }, false],
    ['two levels over costs, without paths', { cluster: 5, levels: 2, merge: 3, paths: false }, true],
  ])(
    'stays that after thousands of edits of one map, while it fills up and is cleared again: %s',
    (_, options, priced) => {
      const grid = makeGrid('rooms', 70, 50, 0.1, 7);
      if (priced) setCosts(grid, (x, y) => 1 + (((x >> 3) + y) % 4));
      const live = liveHpa(
        () => grid,
        buildHpa(grid, options),
        () => grid.open.keys(),
      );
      const next = random(3);
      const edits = sample(2000);
      for (let e = 0; e < edits; e++) {
        const before = grid.open.slice();
        // First as it comes, then all open, then walls with gaps, so that there are many more nodes, then as it comes again.
        const phase = Math.floor((4 * e) / edits);
        const cells = change(grid, next, phase === 1 || phase === 2 ? 12 : 4);
        if (phase === 1 || phase === 2) {
          for (const c of cells) {
            const open =
              phase === 1 || ((c % grid.stride) % 2 === 0 && Math.floor(c / grid.stride) % 2 === 0)
                ? 1
                : before[c] & Number(next() < 0.9);
            grid.open[c] = open;
            if (grid.costs) grid.costs[c] = open * (1 + (c % 5));
          }
        }
        live.repair(cells);
        if (e % 23 !== 0 && e + 1 < edits) continue;
        checkGraph(grid, live, options);
        checkPaths(grid, live, next);
      }
    },
  );

  it('is also that where a map gets its first costs', () => {
    for (const levels of [1, 2]) {
      const grid = makeGrid('noise', 50, 40, 0.1, levels);
      const options = { cluster: 10, levels };
      const live = liveHpa(
        () => grid,
        buildHpa(grid, options),
        () => grid.open.keys(),
      );
      const next = random(levels);
      grid.costs = grid.open.slice();
      for (let e = 0; e < 20; e++) {
        const cells = change(grid, next, 30);
        for (const c of cells) (grid.costs as Uint8Array)[c] = grid.open[c] * 255;
        live.repair(cells);
        checkGraph(grid, live, options);
      }
    }
  });

  it('is made again with more room where there is none left', () => {
    const grid = makeGrid('noise', 96, 96, 0, 1);
    const options = { cluster: 8 };
    const live = liveHpa(
      () => grid,
      buildHpa(grid, options),
      () => grid.open.keys(),
    );
    const { graph } = live;
    const other = liveGraph(grid, buildHpa(grid, options));
    let full = false;
    for (let top = 0; top < 96; top += 8) {
      // Every second cell of the borders: as many entrances as there can be.
      const cells = Array.from({ length: 8 * 96 }, (_, i) => i % 96).flatMap((x, i) => {
        const y = top + Math.floor(i / 96);
        const isBorder = x % 8 === 0 || y % 8 === 0;
        return isBorder && (grid.cell(x, y) + y) % 2 === 0 ? [grid.cell(x, y)] : [];
      });
      for (const c of cells) grid.open[c] = 0;
      live.repair(cells);
      const all = Array.from({ length: 144 }, (_, c) => c);
      full ||= !other.repair(new Set(all), all);
    }
    expect(full).toBe(true);
    expect(live.graph).not.toBe(graph);
    checkGraph(grid, live, options);
  });
});

it('the numbers of a graph say all of it: nodes, edges, paths in either direction', () => {
  const grid = gridFrom(12, 3, (x, y) => (y === 0 && x < 7) || x === 6 || (y === 2 && x > 6));
  const graph = hpaGraph(grid, buildHpa(grid, { cluster: 4 }));
  expect(graphNumbers(graph, hopsOf(graph)).join(' ')).toMatchInlineSnapshot(
    `"3 0 1 1 1 27720 1 0 1 1 27720 4 0 1 1 0 27720 1 1 2 138600 0 3 10 12 2 2 0 27720 3 166320 7 2 1 1 3 27720 1 1 1 138600 1 3 10 12 2 2 3 27720 0 166320 8 2 1 1 2 27720 1 0 1 2 27720"`,
  );
});
