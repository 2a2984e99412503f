/**
 * Gates: transitions across tile borders on the top level of a world, and the costs between the gates of a tile. A gate
 * has a cell on either side of its border. They are stored tile by tile: gates to the east, then gates to the south.
 *
 *     +-------+-------+      Gates of the middle tile, in the order of its pairs: to the north (stored with the tile
 *     |       n       |      above), to the west (with the tile on its left), to the east, to the south
 *     |---w---+---e---|
 *     |       s       |
 *     +-------+-------+
 */
import { octile, STRAIGHT } from '../core/grid/step-costs.js';
import type { WorldLayout } from './layout.js';

export interface GateTable {
  /** Uint16Array(2 * tiles): gates on a tile's border to the east, to the south. */
  counts: Uint16Array;
  /** Uint16Array(gates): row in the tile for a border to the east, column for one to the south. */
  places: Uint16Array;
  /** Uint16Array(gates): sum of the weights of a gate's two cells; undefined where every cell weighs 1. */
  weights: Uint16Array | undefined;
  /** Uint32Array(pairs), pairs i < j of a tile's gates: 1 + excess over octile, 0 if not connected inside. */
  low: Uint32Array;
  /** Uint16Array(pairs): the bits above 32; undefined if they are all 0. */
  high: Uint16Array | undefined;
}

/** Gates as searched arrays. An end is 2 * gate for the cell west or north of the border, plus 1 for the other. */
export type Gates = ReturnType<typeof gatesOf>;

export function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** Place of the pair i < j among the pairs of n gates. */
export function pairAt(i: number, j: number, n: number): number {
  return (i * (2 * n - i - 1)) / 2 + j - i - 1;
}

/** Lays out gates for searching. Costs may be missing while they are being made. */
export function gatesOf(layout: WorldLayout, table: GateTable) {
  const { columns, rows, tile: side } = layout;
  const { counts, places, weights } = table;
  const first = new Int32Array(counts.length + 1);
  for (let b = 0; b < counts.length; b++) first[b + 1] = first[b] + counts[b];
  const count = places.length;
  /** Tile, column and row of each end, in the world. */
  const tiles = new Int32Array(2 * count);
  const xs = new Uint16Array(2 * count);
  const ys = new Uint16Array(2 * count);
  for (let b = 0; b < counts.length; b++) {
    const tile = b >> 1;
    const [left, top] = [(tile % columns) * side, Math.floor(tile / columns) * side];
    for (let g = first[b]; g < first[b + 1]; g++) {
      for (let beyond = 0; beyond < 2; beyond++) {
        tiles[2 * g + beyond] = tile + beyond * (b & 1 ? columns : 1);
        xs[2 * g + beyond] = b & 1 ? left + places[g] : left + side - 1 + beyond;
        ys[2 * g + beyond] = b & 1 ? top + side - 1 + beyond : top + places[g];
      }
    }
  }
  /** Ends in a tile of its gates, in the order of its pairs. */
  const endsOf = (tile: number): number[] => {
    const ends: number[] = [];
    const add = (border: number, beyond: number) => {
      for (let g = first[border]; g < first[border + 1]; g++) ends.push(2 * g + beyond);
    };
    if (tile >= columns) add(2 * (tile - columns) + 1, 1);
    if (tile % columns > 0) add(2 * (tile - 1), 1);
    add(2 * tile, 0);
    add(2 * tile + 1, 0);
    return ends;
  };
  /** First pair of each tile, and the number of all at the end. */
  const pairFirst = new Float64Array(columns * rows + 1);
  for (let t = 0; t < columns * rows; t++) pairFirst[t + 1] = pairFirst[t] + pairsOf(endsOf(t).length);
  return {
    ...table,
    layout,
    count,
    pairFirst,
    tiles,
    xs,
    ys,
    endsOf,
    /** Cost of the move across a gate, on the doubled scale. */
    crossing: (g: number) => (weights ? weights[g] : 2) * STRAIGHT,
  };
}

/** Visits the ends in the same tile that an end is connected with, at their costs. */
export function eachWay(
  { tiles, endsOf, pairFirst, low, high, xs, ys }: Gates,
  end: number,
  visit: (to: number, cost: number) => void,
): void {
  const tile = tiles[end];
  const ends = endsOf(tile);
  const i = ends.indexOf(end);
  for (let j = 0; j < ends.length; j++) {
    const p = i === j ? -1 : pairFirst[tile] + (i < j ? pairAt(i, j, ends.length) : pairAt(j, i, ends.length));
    const above = high?.[p] ?? 0;
    if (p < 0 || (low[p] === 0 && above === 0)) continue;
    const to = ends[j];
    visit(to, 2 * octile(xs[end] - xs[to], ys[end] - ys[to]) + above * 2 ** 32 + low[p] - 1);
  }
}

/** A number for each gate, equal for gates that are connected through tiles and over borders. */
export function gateComponents(gates: Gates): Int32Array {
  const parts = new Int32Array(gates.count).fill(-1);
  for (let part = 0; part < gates.count; part++) {
    const waiting: number[] = [];
    const take = (end: number) => {
      if (parts[end >> 1] >= 0) return;
      parts[end >> 1] = part;
      waiting.push(end, end ^ 1);
    };
    take(2 * part);
    while (waiting.length > 0) eachWay(gates, waiting.pop() as number, take);
  }
  return parts;
}

/** x | y << 16 of the ends of a tile's gates in it, its first column being 0. */
export function cellsOf({ layout: { columns, tile: side }, xs, ys, endsOf }: Gates, tile: number) {
  const [left, top] = [(tile % columns) * side, Math.floor(tile / columns) * side];
  return Int32Array.from(endsOf(tile), (end) => (xs[end] - left) | ((ys[end] - top) << 16));
}

export function costsOf(gates: Gates, tile: number) {
  const { low, high, pairFirst } = gates;
  const [from, end] = [pairFirst[tile], pairFirst[tile + 1]];
  const above = high?.slice(from, end) ?? new Uint16Array(end - from);
  return { cells: cellsOf(gates, tile), low: low.slice(from, end), high: above };
}

/** Most cells of a border that share a gate. */
const STRETCH = 64;

/** Transitions of a side of a tile. */
export interface Side {
  /** Uint16Array, ascending: rows or columns in the tile of its nodes that face an open cell. */
  places: Uint16Array;
  labels: Int32Array;
  weights: Uint8Array;
}

/**
 * Chooses the gates among the transitions of a border: for each stretch of it, and each pair of parts that are joined
 * there, the transition nearest to the middle. @returns places, and weights of both cells
 */
function chooseGates(near: Side, far: Side, stretch: number): [place: number, weight: number][] {
  // By stretch and parts: index here, index there.
  const chosen = new Map<string, [number, number]>();
  const away = (place: number) => Math.abs((place % stretch) + 0.5 - stretch / 2);
  for (let i = 0, j = 0; i < near.places.length && j < far.places.length; ) {
    const place = near.places[i];
    if (place < far.places[j]) i++;
    else if (place > far.places[j]) j++;
    else {
      const key = `${Math.floor(place / stretch)} ${near.labels[i]} ${far.labels[j]}`;
      const known = chosen.get(key);
      if (!known || away(place) < away(near.places[known[0]])) chosen.set(key, [i, j]);
      i++;
      j++;
    }
  }
  const gates = [...chosen.values()].sort(([a], [b]) => a - b);
  return gates.map(([i, j]) => [near.places[i], near.weights[i] + far.weights[j]]);
}

/** The gates of a world, costs unknown. @param sides of each tile, row by row: N, E, S, W; none if all blocked */
export function chooseAll({ columns, rows, tile: side }: WorldLayout, sides: Side[][]): GateTable {
  // Half of a border at most, and even: an index refuses more gates than one for each two cells.
  const stretch = Math.min(STRETCH, 2 * Math.ceil(side / 4));
  const counts = new Uint16Array(2 * sides.length);
  const gates: [place: number, weight: number][] = [];
  for (let tile = 0; tile < sides.length; tile++) {
    for (const [south, beyond] of [
      [0, tile % columns < columns - 1 ? tile + 1 : -1],
      [1, tile < (rows - 1) * columns ? tile + columns : -1],
    ]) {
      const near = sides[tile][1 + south];
      const far = beyond < 0 ? undefined : sides[beyond][south ? 0 : 3];
      if (!near || !far) continue;
      const chosen = chooseGates(near, far, stretch);
      counts[2 * tile + south] = chosen.length;
      gates.push(...chosen);
    }
  }
  return {
    counts,
    places: Uint16Array.from(gates, ([place]) => place),
    weights: gates.some(([, weight]) => weight !== 2) ? Uint16Array.from(gates, ([, weight]) => weight) : undefined,
    low: new Uint32Array(0),
    high: new Uint16Array(0),
  };
}
