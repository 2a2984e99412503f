import { expect, it } from 'vitest';
import { type Kind, makeGrid, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { labelComponents } from '../../core/grid/components.js';
import { type Grid, gridFrom, type MoveRule } from '../../core/grid/grid.js';
import { isHex, MOVE_RULES } from '../../core/grid/rules.js';
import { hexagons } from '../../core/search/hexagons.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { type LiveComponents, liveComponents, liveParts } from './components.js';
import { editable } from './edit.js';

/** @throws {Error} unless two cells have one label exactly where a new labelling gives them one */
function check(grid: Grid, live: LiveComponents, edit: number): void {
  const [there, back] = [new Map<number, number>(), new Map<number, number>()];
  labelComponents(grid).forEach((label, cell) => {
    const own = live.label(cell);
    if ((there.get(label) ?? own) !== own || (back.get(own) ?? label) !== label || (label === 0) !== (own === 0))
      throw new Error(`cell ${cell} has label ${own} after edit ${edit}, a new labelling says ${label}`);
    there.set(label, own);
    back.set(own, label);
  });
}

it.each<[Kind, number, number, number, MoveRule]>([
  ['rooms', 24, 20, 0.1, 'no-corners'],
  ['maze', 40, 30, 0, 'no-corners'],
  ['noise', 40, 40, 0.38, 'no-corners'],
  ['noise', 130, 130, 0.4, 'no-corners'],
  ['comb', 90, 90, 0.3, 'no-corners'],
  ['noise', 40, 40, 0.55, 'always'],
  ['noise', 130, 130, 0.6, 'always'],
  ['maze', 40, 30, 0, 'always'],
  ['noise', 41, 40, 0.45, 'hex'],
  ['noise', 40, 41, 0.45, 'hex-odd-r'],
  ['noise', 41, 41, 0.5, 'hex-even-r'],
  ['noise', 130, 130, 0.5, 'hex-odd-q'],
  ['rooms', 41, 40, 0.1, 'hex-even-q'],
])(
  'components are those of a new labelling after each of thousands of edits: %s %i x %i, %d, moves %s',
  (kind, width, height, density, rule) => {
    const grid = withMoves(makeGrid(kind, width, height, density, 3), rule);
    const live = liveComponents(grid, liveParts, isHex(grid) ? hexagons : undefined);
    const next = random(5);
    let last: number[] = [];
    for (let e = 0; e < sample(width > 50 ? 400 : 4000); e++) {
      // A door that goes back to its old state, or some cells in a row, so that a batch opens and closes.
      const cell = grid.cell(Math.floor(next() * (width - 3)), Math.floor(next() * height));
      const cells = next() < 0.4 ? last : [cell, cell + 1, cell + 2].slice(0, 1 + Math.floor(next() * 3));
      for (const one of cells) grid.open[one] ^= 1;
      live.repair(cells);
      last = cells;
      check(grid, live, e);
    }
  },
);

it.each<MoveRule>([...MOVE_RULES, 'hex', 'hex-odd-r', 'hex-even-q'])(
  'an edit in the open, or in a rock, does not label all cells again: moves %s',
  (rule) => {
    const grid = withMoves(makeGrid('noise', 400, 400, 0.2, 3), rule);
    for (let y = 0; y < 100; y++) grid.open.fill(0, grid.cell(0, y), grid.cell(100, y));
    const live = liveComponents(grid, liveParts, isHex(grid) ? hexagons : undefined);
    grid.runs = () => {
      throw new Error('labels all');
    };
    const next = random(7);
    for (let e = 0; e < 600; e++) {
      const cell = grid.cell(Math.floor(next() * 400), Math.floor(next() * 400));
      grid.open[cell] ^= 1;
      live.repair([cell]);
      live.label(cell);
    }
  },
);

it('a door that opens and closes again and again never runs out of labels', () => {
  const grid = makeGrid('noise', 40, 9, 0, 1);
  for (let y = 1; y < 9; y++) grid.open[grid.cell(5, y)] = 0;
  const live = liveComponents(grid, liveParts, isHex(grid) ? hexagons : undefined);
  const door = grid.cell(5, 0);
  for (let e = 0; e < 1200; e++) {
    grid.open[door] ^= 1;
    live.repair([door]);
    expect(live.label(grid.cell(0, 0)) === live.label(grid.cell(39, 8))).toBe(e % 2 === 1);
  }
  check(grid, live, 1200);
});

it('of three arms that a closed cell parts, two that meet elsewhere stay one', () => {
  for (let turn = 0; turn < 4; turn++) {
    const plan = ['#######', '#.....#', '#.###.#', '#..X..#', '###.###', '###.###'];
    // A ring through the cell, and an arm that ends; turned round.
    const at = (x: number, y: number): string => {
      for (let i = 0; i < turn; i++) [x, y] = [y, 6 - x];
      return plan[y]?.[x] ?? '#';
    };
    const grid = gridFrom(7, 7, (x, y) => at(x, y) !== '#');
    const live = liveComponents(grid, liveParts, isHex(grid) ? hexagons : undefined);
    const cells = Array.from({ length: 49 }, (_, i) => [i % 7, Math.floor(i / 7)] as const);
    const [x, y] = cells.find((cell) => at(...cell) === 'X') as readonly [number, number];
    grid.open[grid.cell(x, y)] = 0;
    live.repair([grid.cell(x, y)]);
    check(grid, live, turn);
  }
});

it('tells a piece that is cut off from the rest, however far it reaches beyond where floods of it have met', () => {
  // A loop around 20, 12 with a long arm, in a block of rock; 20, 11 is its door.
  const open = new Set(['20,10', '20,11', '19,11', '19,12', '19,13', '20,13', '21,13', '21,12', '21,11']);
  for (let x = 22; x < 39; x++) open.add(`${x},13`);
  const isRock = (x: number, y: number) => x >= 10 && x <= 40 && y >= 10 && y <= 20;
  const nav = editable(loadGrid(320, 320, (x, y) => !isRock(x, y) || open.has(`${x},${y}`)));
  expect(nav.isReachable(38, 13, 0, 0)).toBe(true);
  nav.setOpen(20, 11, false);
  const reached = [...open].map((cell) =>
    nav.isReachable(...(cell.split(',').map(Number) as [number, number]), 38, 13),
  );
  expect(reached).toEqual([false, false, ...Array(24).fill(true)]);
  expect([nav.isReachable(38, 13, 0, 0), nav.isReachable(20, 10, 0, 0)]).toEqual([false, true]);
});
