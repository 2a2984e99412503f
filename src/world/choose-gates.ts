/**
 * Which transitions between two tiles become gates. Of those that join the same two parts (connected inside their tiles) one for each stretch of
 * the border is kept, that nearest to the stretch's middle: so that whatever is joined over the border is joined by a gate.
 *
 * Measured and decided: docs/decisions.md, "Worlds: a gate for each 64 cells of border".
 */

/** Cells of a border that share a gate. */
export const STRETCH = 64;

/** Transitions on one side of a tile. */
export interface Side {
  /** Uint16Array, ascending: rows or columns in the tile of its nodes that face an open cell. */
  places: Uint16Array;
  /** Component of each inside its tile. */
  labels: Int32Array;
  /** Weight of each. */
  weights: Uint8Array;
}

/** Gates of a border. */
export interface BorderGates {
  places: number[];
  /** Sum of the weights of each one's cells. */
  weights: number[];
}

/** @param here the side of one tile @param there that of the other, which faces it */
export function chooseGates(here: Side, there: Side): BorderGates {
  // By stretch and parts: index here, index there.
  const chosen = new Map<string, [number, number]>();
  const away = (place: number) => Math.abs((place % STRETCH) + 0.5 - STRETCH / 2);
  for (let i = 0, j = 0; i < here.places.length && j < there.places.length; ) {
    const place = here.places[i];
    if (place < there.places[j]) i++;
    else if (place > there.places[j]) j++;
    else {
      const key = `${Math.floor(place / STRETCH)} ${here.labels[i]} ${there.labels[j]}`;
      const known = chosen.get(key);
      if (!known || away(place) < away(here.places[known[0]])) chosen.set(key, [i, j]);
      i++;
      j++;
    }
  }
  const gates = [...chosen.values()].sort(([a], [b]) => a - b);
  return { places: gates.map(([i]) => here.places[i]), weights: gates.map(([i, j]) => here.weights[i] + there.weights[j]) };
}
