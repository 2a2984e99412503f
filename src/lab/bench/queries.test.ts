import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids } from '../../../test/grids.js';
import { gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import type { Scenario } from '../../maps/scen.js';
import { drawPairs, scenarioQueries } from './queries.js';

describe('drawPairs', () => {
  it('draws different cells with a path between them', () => {
    forAllGrids(12, 60, (grid) => {
      for (const { from, to } of drawPairs(grid, { count: 5 })) {
        expect(from).not.toEqual(to);
        expect(dijkstra(grid, ...from)[grid.cell(...to)]).toBeLessThan(Infinity);
      }
    });
  });

  it('draws the same for the same seed, others for another', () => {
    const grid = gridFrom(50, 40, (x, y) => (x * y) % 7 !== 3);
    expect(drawPairs(grid, { count: 20, seed: 7 })).toEqual(drawPairs(grid, { count: 20, seed: 7 }));
    expect(drawPairs(grid, { count: 20, seed: 8 })).not.toEqual(drawPairs(grid, { count: 20, seed: 7 }));
  });

  it('keeps to pairs that are far enough apart', () => {
    const grid = gridFrom(60, 60, (x, y) => x !== 30 || y > 50);
    const pairs = drawPairs(grid, { count: 30, longer: 50 });
    expect(pairs).toHaveLength(30);
    for (const { from, to } of pairs) expect(dijkstra(grid, ...from)[grid.cell(...to)]).toBeGreaterThan(50 * STRAIGHT);
  });

  it('gives up where no two cells are connected', () => {
    expect(drawPairs(drawn('.#.'), { count: 3 })).toEqual([]);
  });
});

describe('scenarioQueries', () => {
  const scenario = (i: number): Scenario => {
    return {
      bucket: 0,
      map: 'm',
      width: 9,
      height: 9,
      startX: i,
      startY: 0,
      goalX: i === 3 ? 3 : 8,
      goalY: 0,
      optimal: i + 1,
    };
  };
  const all = Array.from({ length: 8 }, (_, i) => scenario(i));
  const starts = (count: number) => scenarioQueries(all, count, 1).map(({ from }) => from[0]);

  it('takes all that move, each once, in its own order', () => {
    expect(starts(0).sort()).toEqual([0, 1, 2, 4, 5, 6, 7]);
    expect(starts(100).sort()).toEqual([0, 1, 2, 4, 5, 6, 7]);
    expect(starts(0)).not.toEqual([0, 1, 2, 4, 5, 6, 7]);
    expect(starts(0)).toEqual(starts(0));
  });

  it('thins them out evenly', () => {
    expect(starts(3).sort()).toEqual([1, 4, 6]);
  });

  it('leaves out what is not long enough', () => {
    expect(
      scenarioQueries(all, 0, 1, 4)
        .map(({ stated }) => stated)
        .sort(),
    ).toEqual([5, 6, 7, 8]);
  });
});
