import { describe, expect, it } from 'vitest';
import { STRAIGHT } from '../grid/costs.js';
import type { Grid } from '../grid/grid.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { buildHpa } from '../hpa/build.js';
import type { HpaGraph } from '../hpa/graph.js';
import { hpaGraph } from '../hpa/levels.js';
import { hpaSearch } from '../hpa/query.js';
import { checkPath } from '../search/check-path.js';
import { PathBuffer } from '../search/path.js';
import { forAllHpa } from '../testing/hpa.js';
import { connectedPairs } from '../testing/pairs.js';
import { floyd } from './floyd.js';
import { tableGraph } from './graph.js';
import { tableSearch } from './query.js';
import { tableOf } from './rows.js';
import { restore } from './section.js';

const path = new PathBuffer();

function searchesOf(grid: Grid, options: HpaBuildOptions, level: number) {
  const abstraction = buildHpa(grid, options);
  const graph = hpaGraph(grid, abstraction);
  return { hpa: hpaSearch(grid, abstraction, graph), table: tableSearch(grid, abstraction, graph, tableFor(graph, level)) };
}

function tableFor(graph: HpaGraph, level: number) {
  const nodes = tableGraph(graph, level);
  const distances = new Float64Array(nodes.count ** 2);
  floyd(nodes, distances);
  const { lengths, hops, wide } = tableOf(nodes, distances);
  return restore(nodes, lengths, hops, wide);
}

const unit = (grid: Grid) => (grid.costs ? 2 * STRAIGHT : STRAIGHT);

/** Every level of random abstractions. */
function forAllTables(side: number, runs: number, visit: (grid: Grid, searches: ReturnType<typeof searchesOf>) => void): void {
  forAllHpa(side, runs, ({ grid, options }) => {
    for (let level = 1; level <= options.levels; level++) visit(grid, searchesOf(grid, options, level));
  });
}

describe('tableSearch', () => {
  it('has the abstract cost of HPA*, to the bit, and refines to a legal path of that cost', () => {
    forAllTables(36, 60, (grid, { hpa, table }) => {
      for (const [x, y, goalX, goalY] of connectedPairs(grid, 150)) {
        hpa.search(x, y, goalX, goalY, path);
        const expected = hpa.abstractCost;
        table.search(x, y, goalX, goalY, path, false);
        const cost = checkPath(grid, path.cells.subarray(0, 2 * path.length), [x, y], [goalX, goalY]) / unit(grid);
        const distance = table.distance(x, y, goalX, goalY);
        if (cost !== expected || path.cost !== expected || table.abstractCost !== expected || distance !== expected) {
          throw new Error(`${x}, ${y} to ${goalX}, ${goalY}: ${cost}, said ${path.cost}, distance ${distance}, HPA* ${expected}`);
        }
      }
    });
  });

  it('smooths to a legal path no dearer; so does a walk, step by step', () => {
    forAllTables(36, 40, (grid, { table }) => {
      for (const [x, y, goalX, goalY] of connectedPairs(grid, 60)) {
        table.search(x, y, goalX, goalY, path);
        const cost = checkPath(grid, path.cells.subarray(0, 2 * path.length), [x, y], [goalX, goalY]) / unit(grid);
        const walk = table.walk(x, y, goalX, goalY);
        // Between its steps other queries go on.
        const cells: number[] = [];
        for (const cell of walk) {
          cells.push(...cell);
          table.distance(goalX, goalY, x, y);
        }
        const walked = checkPath(grid, cells, [x, y], [goalX, goalY]) / unit(grid);
        if (cost !== path.cost || cost > table.abstractCost || walked > walk.cost || walk.cost !== table.abstractCost) {
          throw new Error(`${x}, ${y} to ${goalX}, ${goalY}: ${cost}, walked ${walked} of ${walk.cost}, abstract ${table.abstractCost}`);
        }
      }
    });
  });

  it('finds the nearest of many goals, the first of those that tie', () => {
    forAllTables(30, 30, (grid, { table }) => {
      const pairs = connectedPairs(grid, 30);
      if (pairs.length === 0) return;
      const [[x, y]] = pairs;
      const goals = pairs.flatMap(([, , goalX, goalY]) => [goalX, goalY]);
      const distances = pairs.map(([, , goalX, goalY], i) => (i % 4 === 1 ? Infinity : table.distance(x, y, goalX, goalY)));
      let asked = 0;
      const usable = () => asked++ % 4 !== 1;
      const least = Math.min(...distances);
      expect(table.nearest(x, y, goals, usable)).toBe(distances.indexOf(least));
      expect(table.nearest(x, y, goals, () => false)).toBe(-1);
    });
  });
});
