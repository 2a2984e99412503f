/**
 * Integer step costs, so that bake and runtime agree bit for bit and ties are really ties.
 *
 * 19601 / 13860 is a Pell convergent of the square root of 2 (19601^2 = 2 * 13860^2 + 1): comparing two
 * paths gives the true order as long as their diagonal counts differ by less than 13860.
 */

export const STRAIGHT = 13860;
/** Cost of a diagonal step; with {@link STRAIGHT} the closest pair below 2^15 to the square root of 2. */
export const DIAGONAL = 19601;
/** A straight step on the doubled scale of HPA*, worlds and tables: the sum of two cells of weight 1. */
export const STEP = 2 * STRAIGHT;

/** {@link octile} with another cost of a diagonal step; two straight ones take its place where they cost less. */
export function diagonalDistance(diagonal: number): typeof octile {
  if (diagonal === DIAGONAL) return octile;
  const most = Math.min(diagonal, 2 * STRAIGHT);
  return (dx, dy) => {
    const [a, b] = [Math.abs(dx), Math.abs(dy)];
    return STRAIGHT * Math.abs(a - b) + most * Math.min(a, b);
  };
}

/** Octile distance: the cost of the cheapest path between two cells on an empty grid. Consistent. */
export function octile(dx: number, dy: number): number {
  const a = Math.abs(dx);
  const b = Math.abs(dy);
  return a > b ? STRAIGHT * a + (DIAGONAL - STRAIGHT) * b : STRAIGHT * b + (DIAGONAL - STRAIGHT) * a;
}

/** Cost of the cheapest path on an empty grid without diagonal moves. Consistent. */
export const rectilinear = (dx: number, dy: number): number => (Math.abs(dx) + Math.abs(dy)) * STRAIGHT;

/** Cost of the cheapest path between two hexagons in axial coordinates. Consistent. */
export const hexDistance = (dx: number, dy: number): number =>
  Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy)) * STRAIGHT;

/** Cost of a straight step between cells of cost 1: doubled with cell costs, where a move costs both its cells. */
export function unitOf({ costs }: { costs?: unknown }): number {
  return costs ? 2 * STRAIGHT : STRAIGHT;
}

/** Least and highest cost of an open cell; 1 where there is none. */
export function costRange({ costs, open }: { costs?: Uint8Array | undefined; open: Uint8Array }): {
  least: number;
  most: number;
} {
  let [least, most] = [256, 0];
  const all = costs ?? open;
  // By index: an iterator takes 20 times as long until it is compiled, and a game's first field waits for it.
  for (let cell = 0; cell < all.length; cell++) {
    const cost = all[cell];
    if (cost > 0 && cost < least) least = cost;
    if (cost > most) most = cost;
  }
  return most > 0 ? { least, most } : { least: 1, most: 1 };
}
