import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyGrid } from '../../../test/grids.js';
import { directionSteps } from '../grid/directions.js';
import { setCosts } from '../grid/grid.js';
import { dijkstra } from '../oracle/dijkstra.js';
import { bucketFlood, expandMoves } from './bucket-flood.js';
import { cellsBetween } from './late-cells.js';

describe('a flood in buckets', () => {
  it('finds the least costs over edges of any length, from one source after another', () => {
    const edge = fc.record({ from: fc.nat(29), to: fc.nat(29), cost: fc.integer({ min: 3, max: 90 }) });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 150 }), (edges) => {
        const [costs, run] = bucketFlood(30, 90, 3);
        for (const source of [0, 17]) {
          run(source, (node, cost, reach) => {
            expect(cost).toBe(costs[node]);
            for (const { from, to, cost: more } of edges) if (from === node) reach(to, cost + more);
          });
          // Bellman and Ford.
          const expected = new Float64Array(30).fill(Infinity);
          expected[source] = 0;
          for (let i = 0; i < 30; i++)
            for (const { from, to, cost } of edges) expected[to] = Math.min(expected[to], expected[from] + cost);
          expect(costs).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('holds more at the same time than its first memory', () => {
    const [costs, run] = bucketFlood(5000, 100, 10);
    run(0, (node, cost, reach) => {
      if (node === 0) for (let i = 1; i < 5000; i++) reach(i, cost + 10 + (i % 90));
    });
    expect([costs[1], costs[89], costs[4999]]).toEqual([11, 99, 10 + (4999 % 90)]);
  });

  it('offers the moves of the map, as Dijkstra has them', () => {
    fc.assert(
      fc.property(anyGrid(14), fc.nat(8), (grid, most) => {
        setCosts(grid, (x, y) => 1 + ((3 * x + 5 * y) % (most + 1)));
        const weights = Uint8Array.from(grid.costs ?? grid.open);
        const start = grid.open.indexOf(1);
        if (start < 0) return;
        const [costs, run] = bucketFlood(weights.length, 1000 * 255);
        run(start, expandMoves(weights, directionSteps(grid.stride)));
        const [x, y] = [(start % grid.stride) - 1, Math.floor(start / grid.stride) - 1];
        const scale = grid.costs ? 1 : 2;
        const expected = dijkstra(grid, x, y);
        for (let cell = 0; cell < weights.length; cell++)
          if (weights[cell]) expect(costs[cell]).toBe(scale * expected[cell]);
      }),
      { numRuns: 40 },
    );
  });
});

it('the cells of turns are those from the first to the last', () => {
  expect(cellsBetween(Uint16Array.of(0, 2, 2, 4, 4, 4, 4, 1))).toEqual(
    Uint16Array.of(0, 2, 1, 3, 2, 4, 3, 4, 4, 4, 4, 3, 4, 2, 4, 1),
  );
  expect(cellsBetween(Uint16Array.of(3, 3))).toEqual(Uint16Array.of(3, 3));
});
