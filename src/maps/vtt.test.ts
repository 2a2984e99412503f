/** Scenes of virtual tabletops. */
import { expect, it } from 'vitest';
import { listWalls } from '../core/grid/walls.js';
import { cellRows } from './cells.js';
import { readMap } from './read-map.js';

const read = (scene: object, options: object = {}) =>
  readMap(Buffer.from(JSON.stringify(scene)), { file: 'a.json', ...options });
const line = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));
const RESOLUTION = { map_origin: { x: 0, y: 0 }, map_size: { x: 4, y: 3 }, pixels_per_grid: 70 };
const portal = (from: [number, number], to: [number, number], closed = true) => ({
  position: { x: 0, y: 0 },
  bounds: line(from, to),
  closed,
});
const SCENE = {
  format: 0.3,
  resolution: RESOLUTION,
  line_of_sight: [line([2, 0], [2, 1.1])],
  portals: [portal([2, 1], [2, 2])],
  image: '',
};
const WALLS = (...walls: object[]) => ({
  name: 'Inn',
  width: 400,
  height: 300,
  padding: 0.25,
  grid: { type: 1, size: 100 },
  tokens: [],
  walls,
});

it('lines on borders are walls between cells, portals doors, in cells and from the origin of the map', async () => {
  const map = await read(SCENE);
  expect([map.format, map.cellSize, map.origin]).toEqual(['vtt', [70, 70], undefined]);
  expect(listWalls(map.grid)).toEqual([[1, 0, 'east']]);
  expect(map.doors).toEqual([{ name: 'door 1', cells: [], walls: [[1, 1, 'east']] }]);
  expect(map.walls).toEqual({ used: ['lines on borders (1 walls between cells)'], notUsed: [], warnings: [] });
  const moved = await read({
    ...SCENE,
    resolution: { ...RESOLUTION, map_origin: { x: 7, y: -2 }, map_size: { x: 3.5, y: 3 } },
    line_of_sight: [line([9, -2], [9, -1])],
    portals: [portal([9, -1], [9, 0])],
  });
  expect([moved.grid.width, moved.origin, listWalls(moved.grid), moved.doors[0].walls]).toEqual([
    4,
    [7, -2],
    [[1, 0, 'east']],
    [[1, 1, 'east']],
  ]);
});

it('lines across cells block them, and doors in them are cells; a wall drawn through a door is none', async () => {
  const lines = [line([0, 0], [1, 1], [4, 1.5]), line([2, 1], [2, 3])];
  const map = await read({
    ...SCENE,
    line_of_sight: lines,
    portals: [portal([3, 1.4], [4, 1.5]), portal([2, 2], [2, 3])],
  });
  expect(cellRows(map.grid)).toEqual([
    [0, 1, 1, 1],
    [1, 0, 0, 1],
    [1, 1, 1, 1],
  ]);
  expect(listWalls(map.grid)).toEqual([[1, 1, 'east']]);
  expect(map.doors.map(({ cells, walls }) => [cells, walls])).toEqual([
    [[3, 1], undefined],
    [[], [[1, 2, 'east']]],
  ]);
  expect(map.walls?.used).toEqual(['lines on borders (1 walls between cells)', 'lines across cells (3 cells)']);
});

it('windows block and objects are open, unless options say otherwise', async () => {
  const scene = {
    ...SCENE,
    portals: [portal([2, 1], [2, 2], false)],
    objects_line_of_sight: [line([3.2, 2.2], [3.8, 2.8])],
  };
  const map = await read(scene);
  expect([listWalls(map.grid).length, map.doors.length, map.grid.open[map.grid.cell(3, 2)]]).toEqual([2, 0, 1]);
  expect(map.walls?.notUsed).toEqual(['objects (1; --vtt.objects blocked)']);
  expect(map.warnings).toEqual([
    'a.json: 1 portals do not stop light, so they are windows, which block; if they are doors, add --vtt.windows door',
  ]);
  const other = await read(scene, { vtt: { windows: 'door', objects: 'blocked' } });
  expect([listWalls(other.grid).length, other.doors.length, other.grid.open[other.grid.cell(3, 2)]]).toEqual([1, 1, 0]);
  expect(other.warnings).toEqual([]);
});

it('reads scenes of Foundry: pixels behind the padding, doors, walls that units pass', async () => {
  const scene = WALLS(
    { c: [300, 100, 300, 200], move: 20, door: 0 },
    { c: [300, 200, 300, 300], move: 20, door: 1, ds: 0 },
    { c: [300, 300, 300, 400], move: 0, door: 0 },
    { c: [200, 300, 300, 300], move: 1, dir: 1 },
  );
  const map = await read(scene);
  // The padding is a whole cell on each side.
  expect([map.grid.width, map.grid.height, map.cellSize, map.origin]).toEqual([4, 3, [100, 100], [1, 1]]);
  expect(listWalls(map.grid)).toEqual([
    [1, 0, 'east'],
    [1, 1, 'south'],
  ]);
  expect(map.doors).toEqual([{ name: 'door 1', cells: [], walls: [[1, 1, 'east']] }]);
  expect(map.walls?.notUsed).toEqual(['walls that units pass (1)']);
  expect(map.warnings).toEqual(['a.json: 1 walls stop units from one side in Foundry; here they block both ways']);
  const older = await read({ ...scene, padding: 0, grid: 100, gridType: 1, walls: [{ c: [100, 0, 100, 300] }] });
  expect(listWalls(older.grid).length).toBe(3);
  expect((await read(WALLS())).warnings).toEqual([
    'a.json: no line in it is a wall, so all its cells are open; if that is meant, add --open',
  ]);
  expect((await read(WALLS(), { open: true })).warnings).toEqual([]);
});

it.each<[string, object, string]>([
  [
    'scenes without a grid',
    { ...WALLS(), grid: { type: 0, size: 100 } },
    'a.json: the scene has no grid; set a square grid in Foundry, and export it again',
  ],
  ['hexagons', { ...WALLS(), grid: 50, gridType: 2 }, 'a.json: the scene has a grid of hexagons; set'],
  ['no size', { ...WALLS(), grid: { type: 1, size: 0 } }, 'a.json: grid size is 0, expected pixels'],
  [
    'huge sides',
    { ...WALLS(), width: 1e11 },
    'a.json: the scene is 1000000000 x 3 cells, allowed are sides up to 2048',
  ],
  ['lines without ends', WALLS({ c: [1, 2, 3] }), 'a.json: walls[0]: c is [1,2,3], expected four numbers'],
  ['lines as numbers', { ...SCENE, line_of_sight: [7] }, 'a.json: line_of_sight[0] is 7, expected a list of points'],
  [
    'points without x',
    { ...SCENE, line_of_sight: [[{ y: 1 }]] },
    'a.json: line_of_sight[0]: x is missing, expected a number',
  ],
  [
    'lines of any length',
    { ...SCENE, line_of_sight: [line([0, 1], [1e9, 1])] },
    'a.json: its walls take more work than any map of this size needs',
  ],
])('refuses %s', async (_, scene, message) => {
  await expect(read(scene)).rejects.toThrow(message);
});
