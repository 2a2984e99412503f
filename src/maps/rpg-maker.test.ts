import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/prep.js';
import { pricePicture } from '../../test/price-picture.js';
import {
  mayStep,
  type RpgMakerMap,
  randomProject,
  rpgMakerEvent,
  rpgMakerMap,
  writeProject,
} from '../../test/rpg-maker.js';
import { IS_LONG, sample } from '../../test/samples.js';
import type { Grid } from '../core/grid/grid.js';
import { random } from '../core/grid/sample.js';
import { listWalls } from '../core/grid/walls.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeHierarchy as bakeCh } from '../engines/ch/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { load } from '../runtime/load-all.js';
import { readMap } from './read-map.js';
import { wallsLine } from './walls.js';

const STAR = 0x10;
/** Tile 1 is open, 2 closed, 3 a star, 4 closed to the east, 5 open only from north and south, 6 a damage floor. */
const FLAGS = [STAR, 0, 0x0f, STAR, 0x04, 0x06, 0x100];
const write = (map: object, flags: readonly unknown[] = FLAGS) => writeProject(temporaryFolder(), map, flags);
const read = (map: object, rpgmaker = {}) => readMap(write(map), { rpgmaker });

/** Layers of tiles, from the ground up, then shadows and regions; those that are left out are empty. */
function layers(width: number, height: number, ...all: number[][]) {
  const empty = new Array<number>(width * height).fill(0);
  return rpgMakerMap(width, height, {
    data: Array.from({ length: 6 }, (_, z) => (all[z]?.length ? all[z] : empty)).flat(),
  });
}

function canStep(grid: Grid, x: number, y: number, dx: number, dy: number): boolean {
  const [cell, next] = [grid.cell(x, y), grid.cell(x + dx, y + dy)];
  const wall = (grid.walls?.[Math.min(cell, next)] ?? 0) & (dx ? 1 : 2);
  return grid.open[cell] > 0 && grid.open[next] > 0 && !wall;
}

const ENGINES = [[bakeCh], [bakeJps], [bakeJps, bakeBounds]];

/** Steps to each cell that a character reaches. */
function stepsFrom(map: RpgMakerMap, flags: readonly (number | null)[], from: number): Map<number, number> {
  const steps = new Map([[from, 0]]);
  for (const [cell, count] of steps) {
    const [x, y] = [cell % map.width, Math.floor(cell / map.width)];
    for (const [to, next] of [
      [2, cell + map.width],
      [4, cell - 1],
      [6, cell + 1],
      [8, cell - map.width],
    ] as const)
      if (!steps.has(next) && mayStep(map, flags, x, y, to)) steps.set(next, count + 1);
  }
  return steps;
}

describe('RPG Maker', () => {
  it('lets the topmost tile without a star decide, in each direction', async () => {
    const { format, grid, walls, warnings, level } = await read(
      layers(6, 2, [1, 2, 1, 4, 5, 3, 1, 1, 1, 1, 1, 0], [0, 1, 2, 0, 3, 3, 0, 0, 3, 0, 0, 0]),
    );
    expect([format, level, warnings, grid.moveRule]).toEqual(['rpgmaker', '', [], 'never']);
    expect(pricePicture(grid)).toEqual(['..#..#', '.....#']);
    expect(listWalls(grid)).toEqual([
      [3, 0, 'east'],
      [4, 0, 'east'],
    ]);
    expect(walls && wallsLine(walls)).toBe('passage of tileset "Town" (3 cells, 2 walls between cells)');
  });

  it('agrees with the passage rule on each pair of neighbors of random maps', async () => {
    const next = random(64);
    let [pairs, passed] = [0, 0];
    const maps = sample(240);
    for (let i = 0; i < maps; i++) {
      const { map, flags } = randomProject(next);
      const { grid } = await readMap(write(map, flags));
      for (let y = 0; y < map.height; y++) {
        for (let x = 0; x < map.width; x++) {
          for (const [to, dx, dy] of [
            [2, 0, 1],
            [4, -1, 0],
            [6, 1, 0],
            [8, 0, -1],
          ] as const) {
            const may = mayStep(map, flags, x, y, to);
            if (canStep(grid, x, y, dx, dy) !== may) expect([i, x, y, to, may]).toEqual('the same');
            pairs++;
            passed += Number(may);
          }
        }
      }
    }
    expect(pairs).toBeGreaterThan(600 * maps);
    expect(passed / pairs).toBeGreaterThan(0.3);
    expect(passed / pairs).toBeLessThan(0.7);
  });

  it('gives shortest ways by the passage rule', async () => {
    const next = random(6);
    const [SOURCES, TARGETS] = [25, 100];
    let [queries, found] = [0, 0];
    for (let i = 0; i < (IS_LONG ? 40 : 4); ) {
      const { map, flags } = randomProject(next);
      const read = await readMap(write(map, flags)).catch(() => undefined);
      const cells = [...Array(map.width * map.height).keys()].filter((c) =>
        read?.grid.isOpen(c % map.width, Math.floor(c / map.width)),
      );
      if (!read || cells.length < 40) continue;
      i++;
      const nav = load(await Promise.all(ENGINES[i % 3].map((bake) => bake(read.grid))));
      for (let k = 0; k < SOURCES; k++) {
        const from = cells[Math.floor(next() * cells.length)];
        const steps = stepsFrom(map, flags, from);
        for (let j = 0; j < TARGETS; j++, queries++) {
          const to = cells[Math.floor(next() * cells.length)];
          const [[x, y], [toX, toY]] = [from, to].map((c) => [c % map.width, Math.floor(c / map.width)]);
          const path = nav.findPath(x, y, toX, toY);
          found += Number(path !== null);
          if ((path?.cost ?? -1) !== (steps.get(to) ?? -1)) expect([i, from, to, path?.cost]).toEqual(steps.get(to));
          for (let c = 2; path && c < path.cells.length; c += 2) {
            const [cx, cy, nx, ny] = path.cells.slice(c - 2, c + 2);
            const direction = nx > cx ? 6 : nx < cx ? 4 : ny > cy ? 2 : 8;
            if (!mayStep(map, flags, cx, cy, direction)) expect([i, cx, cy, direction]).toEqual('a step');
          }
        }
      }
    }
    expect(found / queries).toBeGreaterThan(0.3);
    expect(queries).toBe((IS_LONG ? 40 : 4) * SOURCES * TARGETS);
  });

  it('takes null for 0, tiles without flags for open, and ignores numbers after the six layers', async () => {
    const map = rpgMakerMap(3, 1, { data: [1, 900, null, ...new Array(15).fill(null), 2, 2, 2, 2, -7, 2 ** 40] });
    expect(pricePicture((await readMap(write(map, [STAR, null]))).grid)).toEqual(['..#']);
  });

  it('gives damage floors and regions costs, and makes doors of regions', async () => {
    const map = layers(4, 2, [1, 6, 6, 2, 1, 1, 1, 1], [], [], [], [], [0, 0, 7, 7, 7, 9, 8, 8]);
    expect(pricePicture((await read(map)).grid)).toEqual(['...#', '....']);
    const { grid, doors } = await read(map, { damageCost: 9, legend: { 7: 5, 9: 'blocked' }, doors: ['8', '3'] });
    expect(pricePicture(grid)).toEqual(['.95#', '5#..']);
    expect(doors).toEqual([{ name: 'region 8', cells: [2, 1, 3, 1] }]);
  });

  it('makes markers of events, and blocks those that stop units by option', async () => {
    const solid = { name: 'Guard', priorityType: 1 };
    const events = [
      null,
      rpgMakerEvent({ x: 0, y: 0, ...solid }),
      rpgMakerEvent({ x: 1, y: 0, ...solid, through: true }),
      rpgMakerEvent({ x: 2, y: 0, ...solid, conditions: { switch1Valid: true } }),
      rpgMakerEvent({ x: 3, y: 0, ...solid, name: '', conditions: { variableValid: true, variableValue: 1 } }),
      rpgMakerEvent({ x: 4, y: 0, ...solid, conditions: { variableValid: true } }),
      // The last page whose conditions hold counts.
      {
        ...rpgMakerEvent({ x: 5, y: 0, ...solid }),
        pages: [solid, { priorityType: 1, through: true }, { ...solid, conditions: { itemValid: true } }],
      },
      // A bridge that lies below characters, and one above them.
      rpgMakerEvent({ x: 5, y: 1, tileId: 1 }),
      rpgMakerEvent({ x: 4, y: 1, tileId: 1, priorityType: 2 }),
      rpgMakerEvent({ x: 9, y: -1, name: 'Lost' }),
    ];
    const map = { ...layers(6, 2, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]), events };
    const found = await read(map);
    expect(pricePicture(found.grid)).toEqual(['......', '....#.']);
    const names = ['Guard', 'Guard', 'Guard', 'event 4', 'Guard'];
    expect(found.markers.slice(0, 5)).toEqual(names.map((name, x) => ({ name, cells: [x, 0] })));
    expect(found.warnings.map((text) => text.slice(text.indexOf(': ') + 2))).toEqual([
      'events[9]: event "Lost" lies outside the map, at 9, -1, and is left out',
    ]);
    expect(found.walls?.notUsed).toEqual(['solid events (2; --rpgmaker.events blocked)']);
    const blocked = await read(map, { events: 'blocked' });
    expect(pricePicture(blocked.grid)).toEqual(['#...#.', '....#.']);
    expect(blocked.walls?.used[1]).toBe('solid events (2)');
  });

  it.each([
    [1, 'from top to bottom'],
    [2, 'from side to side'],
    [3, 'in both directions'],
  ])('warns of a map that loops: %d', async (scrollType, how) => {
    const { warnings } = await read(rpgMakerMap(2, 2, { scrollType }));
    expect(warnings).toEqual([
      expect.stringMatching(`Map001.json: the map loops ${how}, which is not read; paths end at its borders$`),
    ]);
  });

  it('lets options change the diagonals, and needs a file for its tilesets', async () => {
    const file = write(rpgMakerMap(2, 2));
    expect((await readMap(file, { diagonals: 'no-corners' })).grid.moveRule).toBe('no-corners');
    await expect(readMap(Buffer.from('{"autoplayBgm":false,"tilesetId":1}'))).rejects.toThrow(/^map: width is missing/);
  });

  it('knows regions by number', async () => {
    const error = 'rpgmaker.legend and rpgmaker.doors have "sea", expected a region, 1 to 255';
    await expect(read(rpgMakerMap(2, 2), { legend: { sea: 5 } })).rejects.toThrow(error);
    await expect(read(rpgMakerMap(2, 2), { doors: ['sea'] })).rejects.toThrow(error);
  });
});
