import { describe, expect, it } from 'vitest';
import { drawn } from '../../test/grids.js';
import { anchorsOf } from '../core/grid/clearance.js';
import { type Grid, setCosts } from '../core/grid/grid.js';
import type { Place } from '../core/grid/places.js';
import { EAST, SOUTH } from '../core/grid/walls.js';
import type { LintMap, LintOptions } from './level.js';
import { difference, lint } from './lint.js';

const NOTHING = { doors: [], markers: [] };
const at = (name: string, ...cells: number[]): Place => ({ name, cells });

/** Id and text of each finding. */
const found = (map: LintMap, options: LintOptions = {}) => lint(map, options).map(({ id, text }) => `${id}: ${text}`);

/** A grid from a picture with costs as digits. */
function weighted(picture: string): Grid {
  const grid = drawn(picture);
  const rows = picture.split('\n').map((row) => row.trim());
  setCosts(grid, (x, y) => ({ o: 255 })[rows[y + 1][x]] ?? (Number(rows[y + 1][x]) || 1));
  return grid;
}

describe('lint of costs', () => {
  it('finds one cost for all, and the highest cost next to the lowest', () => {
    expect(found({ grid: weighted('\n333\n3#3\n'), ...NOTHING })).toEqual([
      'cost-same 0,0: all cells in reach cost 3, so costs change no path',
    ]);
    expect(found({ grid: weighted('\n1111\n1oo1\n1#11\n'), ...NOTHING })).toEqual([
      'cost-jump 1,1: 2 cells of cost 255 next to cost 1: units may still cross',
    ]);
    expect(found({ grid: weighted('\n2222\n2oo2\n2#22\n'), ...NOTHING })).toEqual([]);
  });

  it('finds cheap ground that no cheapest path between markers enters, unless links lead one way', () => {
    const rows = ['555555555', '551111155', '555555555', '55555555#', '333333333'];
    const grid = weighted(`\n${rows.join('\n')}\n`);
    const markers = [at('a', 0, 4), at('b', 8, 4)];
    const unused = 'cost-unused 2,1: no cheapest path between markers enters 5 cells of the lowest cost';
    expect(found({ grid, doors: [], markers }, { cells: 5 })).toEqual([unused]);
    expect(found({ grid, doors: [], markers }, { cells: 6 })).toEqual([]);
    expect(found({ grid, doors: [], markers: [...markers, at('c', 4, 0)] }, { cells: 5 })).toEqual([]);
    grid.links = [{ name: 'slide', from: [0, 0], to: [0, 4], cost: 1, oneWay: true }];
    expect(found({ grid, doors: [], markers }, { cells: 5 })).toEqual([]);
  });
});

/** A grid with walls on the east sides of cells of one column. */
function fenced(grid: Grid, column: number, rows: number[]): Grid {
  grid.walls = new Uint8Array(grid.open.length);
  for (const y of rows) grid.walls[grid.cell(column, y)] = EAST;
  return grid;
}

describe('lint of walls between cells', () => {
  it('follows cheapest paths around walls', () => {
    const rows = ['555555555', '511111115', '555555555'];
    const markers = [at('a', 0, 1), at('b', 8, 1)];
    const grid = () => weighted(`\n${rows.join('\n')}\n`);
    expect(found({ grid: grid(), doors: [], markers }, { cells: 7, open: true })).toEqual([]);
    const shut = grid();
    shut.walls = new Uint8Array(shut.open.length);
    for (let x = 1; x < 8; x++) for (const y of [0, 1]) shut.walls[shut.cell(x, y)] |= SOUTH;
    shut.walls[shut.cell(0, 1)] |= EAST;
    expect(found({ grid: shut, doors: [], markers }, { cells: 7, open: true })).toEqual([
      'choke 8,1: this passage, closed, cuts off 7 cells (25.9 %)',
      'cost-unused 1,1: no cheapest path between markers enters 7 cells of the lowest cost',
    ]);
  });

  it('measures the way around walls of another version', () => {
    const picture = '.....\n.....\n.....\n.....';
    const markers = [at('a', 1, 0), at('b', 2, 0)];
    const map = (rows: number[]) => ({ grid: fenced(drawn(picture), 1, rows), doors: [], markers });
    const texts = difference(map([]), map([0, 1, 2])).map(({ id, text }) => `${id}: ${text}`);
    expect(texts).toEqual(['longer "a" to "b": from "a" to "b" it is 7.0 steps, not 1.0']);
    expect(difference(map([]), map([0, 1, 2, 3])).map(({ id }) => id)).toEqual(['lost "a" to "b"']);
  });
});

describe('lint of walls', () => {
  it('finds maps without any, unless that is meant', () => {
    const grid = drawn('...\n...');
    expect(found({ grid, ...NOTHING })).toEqual(['no-walls 0,0: no cell of the map is blocked']);
    expect(found({ grid, ...NOTHING }, { open: true })).toEqual([]);
    expect(found({ grid, doors: [at('gate', 1, 1)], markers: [] })).toEqual([]);
  });

  it('finds cells that look like a slip only among the details, and takes a doorway for none', () => {
    const grid = drawn('.........\n.....#...\n.........\n....#####\n##.####.#\n....#####\n.........\n.........');
    expect(found({ grid, ...NOTHING }, { details: true, cells: 30 })).toEqual([
      'pocket 7,4: one cell cannot be reached from 1,1',
      'slip 5,1: a single blocked cell in the open',
      'slip 7,4: a single open cell in a wall',
    ]);
    expect(found({ grid, ...NOTHING }, { cells: 30 })).toHaveLength(1);
  });
});

describe('lint of places', () => {
  const hall = drawn('....#....\n....#....\n.........\n....#....\n....#....');

  it('names floors, and links without a name by their ends', () => {
    const grid = drawn('...\n...\n###\n...\n..#');
    grid.links = [{ name: '', from: [0, 0], to: [0, 3], cost: 1, oneWay: true }];
    const floors = [
      { name: 'cellar', x: 0, y: 0, width: 3, height: 2 },
      { name: 'hall', x: 0, y: 3, width: 3, height: 2 },
    ];
    const markers = [at('spawn', 2, 1), at('chest', 2, 4)];
    expect(found({ grid, doors: [], markers, floors }, { from: 'spawn', cells: 5, details: true })).toEqual([
      'blocked marker "chest": marker "chest" is in a wall',
      'no-return hall 0,0: from 5 cells no way leads back to marker "spawn"',
      'choke cellar 0,0: this passage, closed, cuts off 5 cells (45.5 %)',
      'only-way link "0,0 to 0,3": link "0,0 to 0,3", closed, cuts off 5 cells (45.5 %)',
    ]);
  });

  it('counts the smaller side as cut off if the start is a guess, and what the start loses if it is named', () => {
    const markers = [at('spawn', 0, 0), at('loot', 8, 0)];
    const text = (cells: number, share: number, more: string) =>
      `choke 4,2: this passage, closed, cuts off ${cells} cells (${share} %), with ${more}`;
    expect(found({ grid: hall, doors: [], markers }, { cells: 5, from: 'spawn' })).toEqual([text(21, 51.2, '"loot"')]);
    expect(found({ grid: hall, doors: [], markers }, { cells: 5, from: 'loot' })).toEqual([text(21, 51.2, '"spawn"')]);
    expect(found({ grid: hall, doors: [], markers }, { cells: 5 })).toEqual([text(19, 46.3, '"spawn"')]);
  });

  it('takes a door for the only way, not for a choke point, open or closed in the file', () => {
    const doors = [at('gate', 4, 2)];
    const closed = hall.copy();
    closed.open[closed.cell(4, 2)] = 0;
    for (const grid of [hall, closed]) {
      const map = { grid, doors, markers: [at('spawn', 0, 0), at('loot', 8, 0)] };
      expect(found(map, { from: 'spawn' })).toEqual([]);
      expect(found(map, { from: 'spawn', details: true })).toEqual([
        'behind-doors marker "loot": marker "loot" can be reached only through doors',
        'only-way door "gate": door "gate", closed, cuts off 20 cells (48.8 %), with "loot"',
      ]);
    }
  });

  it('lets a marker of larger units be any cell that they cover', () => {
    const single = drawn('.....\n.....\n..#..');
    const grid = anchorsOf(single, 2);
    const markers = [at('corner', 4, 1), at('wall', 2, 2), at('nook', 1, 2)];
    expect(found({ grid, single, doors: [], markers })).toEqual([
      'blocked marker "wall": marker "wall" is in a wall for units of 2 x 2 cells',
    ]);
  });

  it('refuses a map without an open cell', () => {
    expect(() => lint({ grid: drawn('##\n##'), ...NOTHING })).toThrow('no cell of the map is open');
  });

  it('starts at the largest open square if no marker has the name of the start, and reports that', () => {
    const markers = [at('loot', 0, 0), at('vault', 4, 0)];
    expect(found({ grid: hall, doors: [], markers }, { from: 'spawn' })).toEqual([
      'no-start "spawn": no marker is called "spawn"',
      'blocked marker "vault": marker "vault" is in a wall',
    ]);
  });

  it('takes a door of walls for closed where the map has no other walls', () => {
    const doors = Array.from({ length: 5 }, (_, y): Place => ({ name: 'gate', cells: [], walls: [[3, y, 'east']] }));
    const grid = drawn('........\n........\n........\n........\n........');
    const map = { grid, doors, markers: [at('spawn', 0, 0), at('loot', 7, 0)] };
    expect(found(map, { from: 'spawn', details: true })).toEqual([
      'behind-doors marker "loot": marker "loot" can be reached only through doors',
      'only-way door "gate": door "gate", closed, cuts off 20 cells (50.0 %), with "loot"',
    ]);
  });
});
