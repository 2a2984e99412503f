/** Maps from a seed, equal on every machine: whole numbers and comparisons only. */

import { type Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { random } from '../../core/grid/sample.js';
import { MAX_COST } from '../../core/limits.js';
import { type Land, landOf } from './land.js';

/**
 * Kinds of generated maps:
 * - `noise`: cells blocked at random
 * - `rooms`: a lattice of walls with doors
 * - `maze`: corridors of equal width, with a few loops
 * - `comb`: corridors that wind from end to end, the longest paths there are
 * - `caves`: noise that a cellular automaton has smoothed
 * - `weights`: `noise` whose ground has patches of different costs
 * - `wall`: open ground with long walls across it, each with few gaps
 * - `meadow`: open ground with small obstacles
 * - `land`: open ground with seas and ridges of every size, and ruins; of any size, in parts that fit together
 */
export const MAP_KINDS = ['noise', 'rooms', 'maze', 'comb', 'caves', 'weights', 'wall', 'meadow', 'land'] as const;
export type MapKind = (typeof MAP_KINDS)[number];

/** Options of {@link generateMap}. */
export interface GenerateOptions {
  width: number;
  height: number;
  /** 1 to 2^31 - 1. */
  seed: number;
  /** Share of blocked cells for `noise`, `caves`, `weights` and `land`; of extra doors or gaps for the others. */
  density: number;
  /** Cells of a room on each side. */
  room: number;
  /** Cells across a corridor of `maze`. */
  corridor: number;
  /** Highest cost of `weights`. */
  highest: number;
  /** Cells of a patch of one cost, on each side. */
  patch: number;
}

export const DENSITIES: Readonly<Record<MapKind, number>> = {
  noise: 0.3,
  rooms: 0.1,
  maze: 0,
  comb: 0,
  caves: 0.45,
  weights: 0.1,
  wall: 0.01,
  meadow: 0.05,
  land: 0.3,
};
export const GENERATE_DEFAULTS = {
  width: 512,
  height: 512,
  seed: 1,
  room: 4,
  corridor: 1,
  highest: 9,
  patch: 4,
} as const;

/** @throws {RangeError} if there is no such kind, or a side is out of its range */
export function generateMap(kind: MapKind, options: Partial<GenerateOptions> = {}): Grid {
  if (!Object.hasOwn(DENSITIES, kind))
    throw new RangeError(`kind is ${String(kind)}; expected one of ${Object.keys(DENSITIES).join(', ')}`);
  const { width, height, seed, density, room, corridor, highest, patch } = {
    ...GENERATE_DEFAULTS,
    density: DENSITIES[kind],
    ...options,
  };
  const next = random(seed);
  if (kind === 'caves') return caves(width, height, density, next);
  if (kind === 'land') return wholeLand(width, height, landOf(seed, density));
  const pitch = room + 1;
  const gaps =
    kind === 'wall' ? Array.from({ length: Math.ceil(width / WALL_PITCH) }, () => Math.floor(next() * height)) : [];
  const grid = gridFrom(width, height, (x, y) => {
    if (kind === 'comb') return x % 3 !== 1 || y === (x % 6 === 1 ? 0 : height - 1) || next() < density / 4;
    if (kind === 'rooms') return (x % pitch !== room && y % pitch !== room) || next() < density / 2;
    if (kind === 'wall')
      return (
        x % WALL_PITCH !== WALL_PITCH - 1 || Math.abs(y - gaps[Math.floor(x / WALL_PITCH)]) < 2 || next() < density
      );
    if (kind === 'maze') return x % (corridor + 1) < corridor && y % (corridor + 1) < corridor;
    return next() >= density;
  });
  if (kind === 'maze') carve(grid, corridor, next);
  if (kind === 'weights') price(grid, next, Math.min(MAX_COST, highest), patch);
  return grid;
}

/** Columns from one wall of `wall` to the next, each with a gap of three cells and, by `density`, single ones. */
const WALL_PITCH = 50;

function wholeLand(width: number, height: number, land: Land): Grid {
  const grid = gridFrom(width, height, () => false);
  for (let y = 0; y < height; y++) land.row(0, y, grid.open.subarray(grid.cell(0, y), grid.cell(0, y) + width));
  return grid;
}

/** Opens one wall of every square of a maze (binary-tree maze), and of some a second one, so that there are loops. */
function carve(grid: Grid, corridor: number, next: () => number): void {
  const pitch = corridor + 1;
  const openWest = (x: number, y: number) => {
    for (let row = y; row < Math.min(y + corridor, grid.height); row++) grid.open[grid.cell(x - 1, row)] = 1;
  };
  for (let y = 0; y < grid.height; y += pitch) {
    for (let x = 0; x < grid.width; x += pitch) {
      const west = x > 0 && (y === 0 || next() < 0.5);
      if (west) openWest(x, y);
      else if (y > 0)
        for (let column = x; column < Math.min(x + corridor, grid.width); column++)
          grid.open[grid.cell(column, y - 1)] = 1;
      if (x > 0 && next() < 0.1) openWest(x, y);
    }
  }
}

/** A cave cell is rock where most of its 3 x 3 cells are, as is all outside the map (Johnson et al. 2010). */
function caves(width: number, height: number, density: number, next: () => number): Grid {
  let grid = gridFrom(width, height, () => next() >= density);
  for (let step = 0; step < 4; step++) {
    const { open, stride } = grid;
    grid = gridFrom(width, height, (x, y) => {
      const c = (y + 1) * stride + x + 1;
      let n = 0;
      for (let row = c - stride; row <= c + stride; row += stride) n += open[row - 1] + open[row] + open[row + 1];
      return n >= 5;
    });
  }
  return grid;
}

/** Patches of equal cost, as terrain has, rather than noise. */
function price(grid: Grid, next: () => number, highest: number, patch: number): void {
  const columns = Math.ceil(grid.width / patch);
  const costs = Array.from(
    { length: columns * Math.ceil(grid.height / patch) },
    () => 1 + Math.floor(next() * highest),
  );
  setCosts(grid, (x, y) => costs[Math.floor(y / patch) * columns + Math.floor(x / patch)]);
}
