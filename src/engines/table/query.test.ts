import { describe, expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { forAllHpa, type HpaCase } from '../../../test/hpa.js';
import { loadTable as load } from '../../../test/loaders.js';
import { connectedPairs, NOWHERE } from '../../../test/queries.js';
import { IS_LONG } from '../../../test/samples.js';
import type { Grid } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { PathBuffer } from '../../core/search/path.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { bakeHpa } from '../hpa/bake.js';
import { buildHpa, HPA_BUILD_DEFAULTS } from '../hpa/build.js';
import { type HpaGraph, hpaGraph } from '../hpa/graph.js';
import { hpaSearch } from '../hpa/query.js';
import { bakeTable } from './bake.js';
import { floyd } from './build.js';
import { tableGraph } from './graph.js';
import { tableSearch } from './query.js';
import { tableOf } from './rows.js';

const path = new PathBuffer();
const SIDE = IS_LONG ? 36 : 24;

function searchesOf(grid: Grid, options: HpaBuildOptions, level: number) {
  const abstraction = buildHpa(grid, options);
  const graph = hpaGraph(grid, abstraction);
  return {
    hpa: hpaSearch(grid, abstraction, graph),
    table: tableSearch(grid, abstraction, graph, tableFor(graph, level)),
  };
}

function tableFor(graph: HpaGraph, level: number) {
  const nodes = tableGraph(graph, level);
  const distances = new Float64Array(nodes.count ** 2);
  floyd(nodes, distances);
  return tableOf(nodes, distances);
}

const unit = (grid: Grid) => (grid.costs ? 2 * STRAIGHT : STRAIGHT);

/** Every level of random abstractions. */
function forAllTables(
  side: number,
  runs: number,
  visit: (grid: Grid, searches: ReturnType<typeof searchesOf>) => void,
): void {
  forAllHpa(side, runs, ({ grid, options }) => {
    for (let level = 1; level <= options.levels; level++) visit(grid, searchesOf(grid, options, level));
  });
}

describe('tableSearch', () => {
  it('has the abstract cost of HPA*, to the bit, and refines to a legal path of that cost', () => {
    forAllTables(SIDE, 60, (grid, { hpa, table }) => {
      for (const [x, y, goalX, goalY] of connectedPairs(grid, 150)) {
        hpa.search(x, y, goalX, goalY, path);
        const expected = hpa.abstractCost;
        table.search(x, y, goalX, goalY, path, false);
        const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [goalX, goalY]) / unit(grid);
        const distance = table.distance(x, y, goalX, goalY);
        if (cost !== expected || path.cost !== expected || table.abstractCost !== expected || distance !== expected) {
          throw new Error(
            `${x}, ${y} to ${goalX}, ${goalY}: ${cost}, said ${path.cost}, distance ${distance}, HPA* ${expected}`,
          );
        }
      }
    });
  });

  it('reports that there is no path, and keeps the buffer: not connected, an end blocked or not on the map', () => {
    const options = { ...HPA_BUILD_DEFAULTS, cluster: 2 };
    const { table } = searchesOf(drawn('..#..\n..#..'), options, 1);
    expect(table.search(0, 0, 1, 1, path)).toBe(true);
    const before = path.toPath();
    for (const query of NOWHERE) {
      expect(table.search(...query, path)).toBe(false);
      expect(table.distance(...query)).toBe(Infinity);
      expect(table.walk(...query)).toBeNull();
    }
    expect(path.toPath()).toEqual(before);
  });

  it('smooths to a legal path that costs no more; so does a walk, step by step', () => {
    forAllTables(SIDE, 40, (grid, { table }) => {
      for (const [x, y, goalX, goalY] of connectedPairs(grid, 60)) {
        table.search(x, y, goalX, goalY, path);
        const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [goalX, goalY]) / unit(grid);
        const walk = table.walk(x, y, goalX, goalY);
        // Other queries run between its steps.
        const cells: number[] = [];
        if (!walk) throw new Error('no path');
        for (const cell of walk) {
          cells.push(...cell);
          table.distance(goalX, goalY, x, y);
        }
        const walked = checkPath(grid, cells, [x, y], [goalX, goalY]) / unit(grid);
        if (cost !== path.cost || cost > table.abstractCost || walked > walk.cost || walk.cost !== table.abstractCost) {
          throw new Error(
            `${x}, ${y} to ${goalX}, ${goalY}: ${cost}, walked ${walked} of ${walk.cost}, abstract ${table.abstractCost}`,
          );
        }
      }
    });
  });

  it('finds the nearest of many goals, the first of those that tie, passing over what cannot be reached', async () => {
    const cases: HpaCase[] = [];
    forAllHpa(30, 25, (c) => void cases.push(c));
    // In two parts, whatever the others are.
    cases.push({ grid: drawn('..#..\n..#..'), options: { ...HPA_BUILD_DEFAULTS, cluster: 2 } });
    let unreachable = 0;
    for (const { grid, options } of cases) {
      const hpa = await bakeHpa(grid, { ...options, codec: 'none' });
      const nav = load([hpa, await bakeTable(hpa, { level: options.levels, codec: 'none' })]);
      expect(nav.engine).toBe('table');
      const { width, height } = grid;
      const goals = Array.from({ length: 40 }, (_, i) => [(i * 7) % width, (i * 11) % height]);
      for (const [x, y] of goals.slice(0, 8)) {
        const distances = goals.map(([goalX, goalY]) => nav.distance?.(x, y, goalX, goalY) ?? NaN);
        unreachable += distances.filter((d) => d === Infinity).length;
        const least = Math.min(...distances);
        expect(nav.nearest?.(x, y, goals.flat())).toBe(least < Infinity ? distances.indexOf(least) : -1);
      }
    }
    expect(unreachable).toBeGreaterThan(0);
    const nav = load(await blobs(drawn('...\n...')));
    expect(() => nav.distance?.(0, 0, 3, 0)).toThrow('cell 3, 0 is not on the map of 3 x 2 cells');
    expect(() => nav.nearest?.(0, 0, [0, 1, 0, 2])).toThrow('cell 0, 2 is not on the map of 3 x 2 cells');
    expect(nav.nearest?.(0, 0, [])).toBe(-1);
  });
});

async function blobs(grid: Grid): Promise<Uint8Array[]> {
  const hpa = await bakeHpa(grid, { codec: 'none' });
  return [hpa, await bakeTable(hpa, { codec: 'none' })];
}
