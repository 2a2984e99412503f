import { describe, expect, it } from 'vitest';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { MapError } from '../errors.js';
import { anchorsOf, withMoves } from './clearance.js';
import { createGrid } from './create.js';
import { refuseWalls } from './refuse.js';
import { faultOfWalled } from './walled.js';
import type { WallInput } from './walls.js';
import { listWalls, wallsOf } from './walls.js';

const open = () => true;

describe('walls between cells', () => {
  it('are those of east and south sides, whichever side names them; the edge of the map has none', () => {
    const walls: WallInput[] = [
      [1, 0, 'west'],
      [0, 1, 'north'],
      [1, 1, 'east'],
      [2, 2, 'east'],
      [0, 2, 'south'],
      [0, 0, 'north'],
      [0, 0, 'west'],
    ];
    const grid = createGrid(3, 3, open, { walls });
    expect(listWalls(grid)).toEqual([
      [0, 0, 'east'],
      [0, 0, 'south'],
      [1, 1, 'east'],
    ]);
    expect(grid.walls?.[grid.cell(0, 0)]).toBe(3);
    const copy = grid.copy();
    expect([copy, copy.walls === grid.walls]).toEqual([grid, false]);
    expect(withMoves(grid, 'never').walls).toBe(grid.walls);
  });

  it('may be rows, of one side or both', () => {
    const rows = { east: ['#..', '...'], south: ['.##', '...'] };
    expect(listWalls(createGrid(3, 2, open, { walls: rows }))).toEqual([
      [0, 0, 'east'],
      [1, 0, 'south'],
      [2, 0, 'south'],
    ]);
    expect(wallsOf({ south: ['...', '###'] }, 3, 2)).toBeUndefined();
    expect([createGrid(3, 2, open, { walls: [] }).walls, createGrid(3, 2, open).walls]).toEqual([undefined, undefined]);
  });

  it.each([
    [[[3, 0, 'east']], 'wall 0 is at 3, 0, which is not on the map of 3 x 2 cells'],
    [
      [
        [0, 0, 'east'],
        [0, 0.5, 'east'],
      ],
      'wall 1 is at 0, 0.5, which is not on the map of 3 x 2 cells',
    ],
    [[[0, 0, 'up']], 'wall 0 is [0,0,"up"], expected [x, y, "east" or "south" or "west" or "north"]'],
    [[null], 'wall 0 is null, expected [x, y, "east" or "south" or "west" or "north"]'],
    ...[[[0, 0, 'south', { oneWay: 'south' }]], [{ x: 0, y: 0, oneWay: 'south' }]].map((one): [unknown, string] => [
      one,
      `wall 0 is ${JSON.stringify(one[0])}, walls between cells block both ways; put a wall there, and a link with oneWay over it`,
    ]),
    [
      { oneWay: ['...'] },
      'walls is {"oneWay":["..."]}, walls between cells block both ways; put a wall there, and a link with oneWay over it',
    ],
    ['fence', 'walls is "fence", expected a list of [x, y, side], or { east, south }, rows of "#" and "."'],
    [{ north: [] }, 'walls is {"north":[]}, expected a list of [x, y, side], or { east, south }, rows of "#" and "."'],
    [{ east: ['...'] }, 'walls east: 1 rows, expected 2'],
    [{ south: ['...', '..'] }, 'walls south: row 1 is "..", expected 3 of "#" and "."'],
  ])('refuses %j', (walls, message) => {
    expect(() => createGrid(3, 2, open, { walls: walls as unknown as WallInput[] })).toThrow(message);
  });

  it('lead one way by no option', () => {
    expect(() => createGrid(3, 2, open, { oneWay: 'south' } as object)).toThrow(
      new TypeError(
        'option oneWay is unknown; walls between cells block both ways; put a wall there, and a link with oneWay over it',
      ),
    );
  });

  it('are refused for larger units', () => {
    const grid = createGrid(3, 3, open, { walls: [[0, 0, 'east']] });
    expect(() => anchorsOf(grid, 2, 'cave.tmj')).toThrow(
      'cave.tmj: size is 2, and walls between cells are for units of one cell; block cells in place of the walls',
    );
  });

  it.each<[object, (x: number) => number, string]>([
    [
      { diagonals: 'always' },
      () => 1,
      'diagonals is always, with walls between cells allowed are no-corners and never; or block cells instead',
    ],
    [
      { diagonals: 'never', wallCosts: [4] },
      () => 1,
      'wallCosts are for maps without walls between cells; leave one of them out',
    ],
    [{ diagonals: 'hex-odd-r' }, () => 1, 'walls between cells are for maps of squares, and this one is of hexagons'],
    [
      {},
      (x) => x + 1,
      'cells have costs, with walls between cells allowed only under diagonals never; set that, or leave the costs out',
    ],
    [{ diagonals: 'never' }, (x) => 127 + x, 'a cell costs 129, with walls between cells allowed are 1 to 128'],
  ])('are refused by bakes that have no answers for %o', async (options, cost, message) => {
    const grid = createGrid(3, 3, cost, { walls: [[0, 0, 'east']], ...options });
    expect(faultOfWalled(grid)).not.toBe('');
    for (const bake of [bakeJps, bakeHierarchy]) await expect(bake(grid)).rejects.toThrow(new MapError(message));
    if (!grid.costs) await expect(bakeBounds(grid)).rejects.toThrow(new MapError(message));
  });

  it('are refused by artifacts that have none, and on maps that are too large', async () => {
    const walls: WallInput[] = [[0, 0, 'east']];
    const grid = createGrid(3, 3, open, { walls });
    const text = (what: string) =>
      `${what} are for maps without walls between cells, and this map has them; bake it with prep ch`;
    expect(() => bakeHpa(grid)).toThrow(new MapError(text('abstractions of HPA*')));
    expect(() => refuseWalls(grid, 'worlds')).toThrow(new MapError(text('worlds')));
    await expect(bakeJps(createGrid(4097, 1, open, { walls }))).rejects.toThrow(
      new MapError('map is 4097 x 1 cells, with walls between cells 4096 a side are allowed; cut it up'),
    );
  });
});
