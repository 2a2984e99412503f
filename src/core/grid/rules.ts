/**
 * The move rules, each an entry of {@link RULES}: all other code reads what a rule requires, not its name. The
 * oracle has its own definition in `../oracle/rules.ts`.
 */
import { DIAGONAL, hexDistance, octile, rectilinear, STRAIGHT } from './step-costs.js';

/**
 * Rules by name: how many of the two cells next to a diagonal must be open; 3 if no diagonal is legal. Above that
 * cells are hexagons: 4 in axial coordinates, from 5 in the offset layouts of `hexes.ts`. New ones come last: blobs
 * hold their places.
 */
export const RULES = {
  'no-corners': 2,
  never: 3,
  'one-corner': 1,
  always: 0,
  hex: 4,
  'hex-odd-r': 5,
  'hex-even-r': 6,
  'hex-odd-q': 7,
  'hex-even-q': 8,
};

/** Name of a move rule. */
export type MoveRule = keyof typeof RULES;
/** All of them; a rule's number in blobs is its place. */
export const ALL_RULES = /* @__PURE__ */ Object.keys(RULES) as readonly MoveRule[];
export type SquareRule = Exclude<MoveRule, `hex${string}`>;
/** Rules of squares, which all artifacts support. */
export const MOVE_RULES = /* @__PURE__ */ ALL_RULES.filter((rule) => RULES[rule] < 4) as readonly SquareRule[];

/** @throws {RangeError} unless it is a move rule */
export function checkRule(diagonals: MoveRule): void {
  if (!ALL_RULES.includes(diagonals))
    throw new RangeError(`diagonals is ${diagonals}, allowed are ${ALL_RULES.join(', ')}`);
}

/** Diagonals that each rule of squares allows, for help and schema. */
export const RULE_TEXTS: Readonly<Record<SquareRule, string>> = {
  'no-corners': 'past no blocked corner',
  never: 'none',
  'one-corner': 'past at most one blocked corner',
  always: 'past any corner',
};

/** Layouts of hexagons as maps say them: what follows `hex-`, `axial` for coordinates that need no layout. */
export const HEX_LAYOUTS = ['odd-r', 'even-r', 'odd-q', 'even-q', 'axial'] as const;
export type HexLayoutName = (typeof HEX_LAYOUTS)[number];

export const ruleOfLayout = (layout: HexLayoutName): MoveRule => (layout === 'axial' ? 'hex' : `hex-${layout}`);

type Ruled = { readonly moveRule: MoveRule };

/** How many of the two cells next to a diagonal must be open; more than two if no diagonal is legal. */
export const besideOf = ({ moveRule }: Ruled): number => RULES[moveRule];

/** Whether no diagonal is legal, so that paths turn anywhere. */
export const isStraight = ({ moveRule }: Ruled): boolean => RULES[moveRule] === 3;

export const isHex = ({ moveRule }: Ruled): boolean => RULES[moveRule] > 3;

/** Whether cells that touch at a corner are connected, whatever is next to it. */
export const cutsCorners = ({ moveRule }: Ruled): boolean => !RULES[moveRule];

/** How many of the two cells next to a diagonal must be open: none between hexagons. */
export const leastBeside = (grid: Ruled): number => (isHex(grid) ? 0 : besideOf(grid));

/** Direction mask of the moves of a rule as far as it tells without walls; of hexagons in axial coordinates. */
export const movesMask = (grid: Ruled): number => (isHex(grid) ? 0x77 : 255);

/** The cheapest path between two cells on an empty grid; of hexagons in axial coordinates. */
export const distanceOf = (grid: Ruled): typeof octile =>
  isHex(grid) ? hexDistance : isStraight(grid) ? rectilinear : octile;

/** Which moves of canonical paths come first, and which follow them; of hexagons in axial coordinates. */
export interface RunOrder {
  /** Direction mask of the moves that come as early as they can: diagonals, or along rows where there are none. */
  long: number;
  /** The other moves. */
  short: number;
  /** By direction: the next moves around a cell, counterclockwise and clockwise. Moves next to a long one are short. */
  before: readonly number[];
  after: readonly number[];
  /** Costs of a move between cells of cost 1, by direction. */
  costs: readonly number[];
}

const around = (long: number, ring: readonly number[], diagonal: number): RunOrder => {
  const place = (d: number, step: number) => ring.at((ring.indexOf(d) + step) % ring.length) as number;
  const all = [0, 1, 2, 3, 4, 5, 6, 7];
  return {
    long,
    short: ring.reduce((mask, d) => mask | (1 << d), 0) & ~long,
    before: all.map((d) => place(d, -1)),
    after: all.map((d) => place(d, 1)),
    costs: all.map((d) => (d & 1 ? diagonal : STRAIGHT)),
  };
};
const SQUARES = /* @__PURE__ */ around(0xaa, [0, 1, 2, 3, 4, 5, 6, 7], DIAGONAL);
const ROWS = /* @__PURE__ */ around(0x44, [0, 2, 4, 6], DIAGONAL);
const HEXES = /* @__PURE__ */ around(0x52, [0, 1, 2, 4, 5, 6], STRAIGHT);

export const runOrder = (grid: Ruled): RunOrder => (isHex(grid) ? HEXES : isStraight(grid) ? ROWS : SQUARES);
