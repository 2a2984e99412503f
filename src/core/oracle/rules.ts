/** Legal moves by move rule, defined apart from `../grid/rules.ts`, so that an error there is not repeated here. */
import type { MoveRule, ReadonlyGrid } from '../grid/grid.js';

/** Whether a diagonal is legal, by how many of the two cells next to it are open. */
const DIAGONALS: Readonly<Partial<Record<MoveRule, readonly [none: boolean, one: boolean, both: boolean]>>> = {
  'no-corners': [false, false, true],
  'one-corner': [false, true, true],
  always: [true, true, true],
  never: [false, false, false],
};

/** @param sides how many of the two cells next to the diagonal are open */
export function isDiagonalLegal(rule: MoveRule, sides: number): boolean {
  return DIAGONALS[rule]?.[sides] ?? false;
}

type Steps = [dx: number, dy: number][];
/** Steps of a rule in even and odd columns of even rows, then of odd rows. */
const HEXES: Partial<Record<MoveRule, (Steps | undefined)[]>> = {};

/** Neighbors of the hexagon in a column and row, as the layouts are drawn; undefined for rules of squares. */
export function hexSteps(rule: MoveRule, x: number, y: number): Steps | undefined {
  HEXES[rule] ??= [0, 1, 2, 3].map((odd) => stepsOf(rule, odd & 1, odd >> 1));
  return HEXES[rule][(x & 1) + 2 * (y & 1)];
}

function stepsOf(rule: MoveRule, x: number, y: number): Steps | undefined {
  const [kind, parity, along] = rule.split('-');
  if (kind !== 'hex') return undefined;
  const pushed = ((along === 'q' ? x : y) === 1) === (parity === 'odd');
  const slanted = pushed ? [0, 1] : [-1, 0];
  if (along === 'r')
    return [
      [1, 0],
      [-1, 0],
      ...slanted.flatMap((d): [number, number][] => [
        [d, 1],
        [d, -1],
      ]),
    ];
  if (along === 'q')
    return [
      [0, 1],
      [0, -1],
      ...slanted.flatMap((d): [number, number][] => [
        [1, d],
        [-1, d],
      ]),
    ];
  return [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [1, -1],
    [-1, 1],
  ];
}

/** Whether no wall between cells is in the way of a step: a diagonal needs both ways around it free of walls. */
export function isUnwalled(grid: Pick<ReadonlyGrid, 'walls' | 'stride'>, from: number, to: number): boolean {
  const { walls, stride } = grid;
  if (!walls) return true;
  const [upper, lower] = [Math.min(from, to), Math.max(from, to)];
  if (lower === upper + 1) return (walls[upper] & 1) === 0;
  if (lower === upper + stride) return (walls[upper] & 2) === 0;
  const besides = [lower - stride, upper + stride];
  return besides.every((beside) => isUnwalled(grid, upper, beside) && isUnwalled(grid, beside, lower));
}
