import { expect, it } from 'vitest';
import { forAllGrids, makeGrid } from '../../test/grids.js';
import { connectedPairs } from '../../test/queries.js';
import { anchorsOf } from '../core/grid/clearance.js';
import { gridFrom } from '../core/grid/grid.js';
import { STRAIGHT } from '../core/grid/step-costs.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { buildHpa } from '../engines/hpa/build.js';
import { bakeJps } from '../engines/jps/bake.js';
import { toggleCells } from './edits.js';
import { engineNames, makeEngine } from './engines.js';
import { recordSearch } from './record.js';
import { sceneOf, sceneOfMap } from './scene.js';

it('answers on the map as it is after the edits, and leaves the one before as it was', () => {
  forAllGrids(16, 40, (grid) => {
    const scene = sceneOfMap(grid);
    const before = grid.open.slice();
    const cells = [0, 0, grid.width - 1, grid.height >> 1, grid.width >> 1, 0].slice(
      0,
      grid.width > 2 && grid.height > 1 ? 6 : 2,
    );
    const edited = toggleCells(scene, cells);
    expect(grid.open).toEqual(before);
    expect(edited.grid.open.reduce((sum, open, c) => sum + Math.abs(open - before[c]), 0)).toBe(cells.length / 2);
    expect(edited.clusters().abstraction).toEqual(buildHpa(edited.grid));
    expect(toggleCells(edited, cells).grid.open).toEqual(before);
    for (const query of connectedPairs(edited.grid, 3)) {
      const least = dijkstra(edited.grid, query[0], query[1])[edited.grid.cell(query[2], query[3])] / STRAIGHT;
      for (const name of engineNames(edited)) {
        const cost = recordSearch(makeEngine(edited, name), ...query).path?.cost ?? Infinity;
        if (name === 'hpa') expect(cost).toBeGreaterThanOrEqual(least - 1e-9);
        else expect(cost).toBeCloseTo(least, 9);
      }
    }
  });
});

it('keeps the clusters of a blob as it was baked', async () => {
  const grid = makeGrid('rooms', 30, 24, 0.4, 5);
  const scene = toggleCells(sceneOf([await bakeHpa(grid, { cluster: 6, levels: 2 })]), [3, 3]);
  expect(scene.clusters().abstraction.options).toMatchObject({ cluster: 6, levels: 2 });
  expect(engineNames(scene)).toEqual(['hpa, edited', 'jps', 'hpa', 'astar']);
});

it('answers by the blobs as a game does that edits its map: paths are as short as they can be', async () => {
  const grid = makeGrid('rooms', 30, 24, 0.4, 5);
  let scene = sceneOf([await bakeJps(grid), await bakeBounds(grid)]);
  for (const cells of [
    [3, 3, 4, 3],
    [10, 12, 15, 8, 20, 20],
    [3, 3],
  ]) {
    scene = toggleCells(scene, cells);
    expect(engineNames(scene)).toEqual(['jps+bounds, edited', 'jps', 'hpa', 'astar']);
    expect(scene.clusters().abstraction).toEqual(buildHpa(scene.grid));
    const engine = makeEngine(scene, 'jps+bounds, edited');
    for (const query of connectedPairs(scene.grid, 30)) {
      const least = dijkstra(scene.grid, query[0], query[1])[scene.grid.cell(query[2], query[3])] / STRAIGHT;
      expect(recordSearch(engine, ...query).path?.cost).toBeCloseTo(least, 9);
    }
  }
});

it('lints the map as it is after the edits', () => {
  const grid = gridFrom(18, 5, () => true);
  for (let y = 0; y < 4; y++) grid.open[grid.cell(8, y)] = 0;
  const scene = sceneOfMap(grid, { markers: [{ name: 'loot', cells: [0, 0] }] });
  expect(scene.findings()).toEqual([]);
  const ids = toggleCells(scene, [8, 4])
    .findings()
    .map(({ id }) => id);
  expect(ids).toEqual(['unreachable marker "loot"', 'area 0,0']);
});

it('opens no doors for larger units, whose grid does not have the cells of doors', () => {
  const single = gridFrom(12, 6, (x) => x !== 6);
  const doors = [{ name: 'gate', cells: [5, 2, 6, 2] }];
  const ids = sceneOfMap(anchorsOf(single, 2), { doors })
    .findings()
    .map(({ id }) => id);
  expect(ids).toEqual(['area 7,0']);
});
