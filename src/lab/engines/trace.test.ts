import { expect, it } from 'vitest';
import { forAllGrids, makeGrid } from '../../../test/grids.js';
import { connectedPairs } from '../../../test/queries.js';
import type { Grid } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import type { Engine } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { jumpPointSearch } from '../baselines/jump-point-search.js';
import { tableJumper } from '../baselines/jumpers.js';
import { loadForTools, TOOL_ENGINES } from './all.js';

type Visit = [point: number, parent: number, cost: number, fromGoal: boolean];

/** The trace of a search, and its cost. */
function record(search: Engine, query: readonly [number, number, number, number]): { visits: Visit[]; cost: number } {
  const visits: Visit[] = [];
  const path = new PathBuffer();
  search.trace = (point, parent, cost, fromGoal = false) => visits.push([point, parent, cost, fromGoal]);
  const found = search.search(...query, path);
  search.trace = undefined;
  return { visits, cost: found ? path.cost : Infinity };
}

/** Every node comes after its parent, no cheaper than by Dijkstra. @param ends points in addition to the expansions */
function check(grid: Grid, search: Engine, query: readonly [number, number, number, number]): void {
  const [x0, y0, x1, y1] = query;
  const path = new PathBuffer();
  const found = search.search(...query, path);
  const counters = [search.expanded, search.generated];
  const { visits, cost } = record(search, query);
  expect(cost).toBe(found ? path.cost : Infinity);
  expect([search.expanded, search.generated]).toEqual(counters);
  expect(visits.length).toBeGreaterThanOrEqual(search.expanded);
  const optima = [dijkstra(grid, x0, y0), dijkstra(grid, x1, y1)];
  const known = [new Map<number, number>(), new Map<number, number>()];
  for (const [point, parent, price, fromGoal] of visits) {
    const side = Number(fromGoal);
    const least = optima[side][grid.cell(point & 0xffff, point >> 16)] / STRAIGHT;
    expect(price).toBeGreaterThanOrEqual(least - 1e-9);
    if (parent < 0) expect([point, price]).toEqual([fromGoal ? x1 | (y1 << 16) : x0 | (y0 << 16), 0]);
    else expect(price).toBeGreaterThanOrEqual(known[side].get(parent) ?? Infinity);
    // The least: a node may be expanded twice, and cells hold several nodes.
    known[side].set(point, Math.min(price, known[side].get(point) ?? Infinity));
  }
}

it('tells the expansions of the baselines in order, with parent and cost', () => {
  forAllGrids(20, 60, (grid) => {
    const engines = [
      jumpPointSearch(grid, tableJumper(grid)),
      jumpPointSearch(grid, tableJumper(grid), { prune: true }),
    ];
    for (const query of connectedPairs(grid, 4)) {
      for (const engine of engines) {
        check(grid, engine, query);
        if (query[0] !== query[2] || query[1] !== query[3])
          expect(record(engine, query).visits).toHaveLength(engine.expanded);
      }
    }
  });
});

it.each([
  ['rooms', 3],
  ['noise', 4],
] as const)('tells the expansions of every engine that blobs give: %s', async (kind, seed) => {
  const grid = makeGrid(kind, 30, 26, 0.35, seed);
  const hpa = await bakeHpa(grid, { cluster: 8, levels: 2 });
  const blobs = [await bakeJps(grid), await bakeBounds(grid), hpa, await bakeTable(hpa), await bakeHierarchy(grid)];
  for (const engine of Object.keys(TOOL_ENGINES).filter((name) => !name.startsWith('weighted'))) {
    const { search } = loadForTools(blobs, { engine });
    for (const query of connectedPairs(grid, 12)) check(grid, search, query);
  }
});

it('also gets searches that otherwise run in WebAssembly, and lets them run there again', async () => {
  const grid = makeGrid('noise', 40, 40, 0.3, 8);
  const { search, wasm } = loadForTools([await bakeJps(grid)]);
  expect(wasm).toBe(true);
  const query = connectedPairs(grid, 20).sort((a, b) => Math.abs(b[0] - b[2]) - Math.abs(a[0] - a[2]))[0];
  const { visits, cost } = record(search, query);
  expect(visits).toHaveLength(search.expanded);
  const path = new PathBuffer();
  search.search(...query, path);
  expect(path.cost).toBe(cost);
});
