/**
 * Transitions between two tiles that become gates: of those that join the same parts of both, one for each stretch of
 * the border, nearest to its middle.
 * docs/decisions/worlds.md
 */
import type { GateTable } from './gates.js';
import type { WorldLayout } from './layout.js';

/** Cells of a border that share a gate. */
const STRETCH = 64;

export interface Side {
  /** Uint16Array, ascending: rows or columns in the tile of its nodes that face an open cell. */
  places: Uint16Array;
  labels: Int32Array;
  weights: Uint8Array;
}

interface BorderGates {
  places: number[];
  /** Sum of the weights of each one's cells. */
  weights: number[];
}

/** @param here the side of one tile @param there that of the other, which faces it */
function chooseGates(near: Side, far: Side): BorderGates {
  // By stretch and parts: index here, index there.
  const chosen = new Map<string, [number, number]>();
  const away = (place: number) => Math.abs((place % STRETCH) + 0.5 - STRETCH / 2);
  for (let i = 0, j = 0; i < near.places.length && j < far.places.length; ) {
    const place = near.places[i];
    if (place < far.places[j]) i++;
    else if (place > far.places[j]) j++;
    else {
      const key = `${Math.floor(place / STRETCH)} ${near.labels[i]} ${far.labels[j]}`;
      const known = chosen.get(key);
      if (!known || away(place) < away(near.places[known[0]])) chosen.set(key, [i, j]);
      i++;
      j++;
    }
  }
  const gates = [...chosen.values()].sort(([a], [b]) => a - b);
  return {
    places: gates.map(([i]) => near.places[i]),
    weights: gates.map(([i, j]) => near.weights[i] + far.weights[j]),
  };
}

/** The gates of a world, costs unknown. @param sides of each tile, row by row: N, E, S, W; none if all blocked */
export function chooseAll({ columns, rows }: WorldLayout, sides: Side[][]): GateTable {
  const counts = new Uint16Array(2 * sides.length);
  const places: number[] = [];
  const weights: number[] = [];
  for (let tile = 0; tile < sides.length; tile++) {
    for (const [south, beyond] of [
      [0, tile % columns < columns - 1 ? tile + 1 : -1],
      [1, tile < (rows - 1) * columns ? tile + columns : -1],
    ]) {
      const near = sides[tile][1 + south];
      const far = beyond < 0 ? undefined : sides[beyond][south ? 0 : 3];
      if (!near || !far) continue;
      const chosen = chooseGates(near, far);
      counts[2 * tile + south] = chosen.places.length;
      for (const place of chosen.places) places.push(place);
      for (const weight of chosen.weights) weights.push(weight);
    }
  }
  return {
    counts,
    places: Uint16Array.from(places),
    weights: weights.some((weight) => weight !== 2) ? Uint16Array.from(weights) : undefined,
    low: new Uint32Array(0),
    high: new Uint16Array(0),
  };
}
