/**
 * Transitions between two tiles that become gates: of those that join the same parts of both, one for each stretch of
 * the border, nearest to its middle.
 * docs/decisions/worlds.md
 */
import type { GateTable } from './gates.js';
import type { WorldLayout } from './layout.js';

/** Most cells of a border that share a gate. */
const STRETCH = 64;

export interface Side {
  /** Uint16Array, ascending: rows or columns in the tile of its nodes that face an open cell. */
  places: Uint16Array;
  labels: Int32Array;
  weights: Uint8Array;
}

/** @param near the side of one tile @param far that of the other @returns places, and weights of both cells */
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
