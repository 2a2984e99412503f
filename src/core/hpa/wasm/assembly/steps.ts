// AssemblyScript: steps over the rows of cells at hand, what they cost, and lines of them, as `../../line.ts` has them.

const STRAIGHT: f64 = 13860;
export const DIAGONAL: f64 = 19601;
export const STEP: f64 = 27720;
/** Where the header has the step of each direction, in cells. */
const STEPS: usize = 8;

/** How many of the two cells beside a diagonal have to be open. */
let beside: i32 = 0;

/** Rows that a step in direction d goes down: -1, 0 or 1, kept in two bits for each direction. */
export function rowOf(d: i32): i32 {
  return ((0x1a90 >> (d << 1)) & 3) - 1;
}
/** Cells of a step in direction d, modulo 8. */
export function stepOf(d: i32): i32 {
  return load<i32>((d & 7) << 2, STEPS);
}

/** @param stride cells from a row to the next */
export function setSteps(stride: i32, openBeside: i32): void {
  beside = openBeside;
  for (let d = 0; d < 8; d++) store<i32>(d << 2, rowOf(d) * stride + rowOf((d + 2) & 7), STEPS);
}

/** Sum of the weights that n steps pass, each cell's for both its steps; -1 where one is illegal. */
export function walk(cell: i32, d: i32, n: i32): i32 {
  const step = stepOf(d);
  const left = stepOf(d - 1);
  const right = stepOf(d + 1);
  let sum = 0;
  for (let weight: i32 = load<u8>(cell); n > 0; n--) {
    if (d & 1 && i32(load<u8>(cell + left) > 0) + i32(load<u8>(cell + right) > 0) < beside) return -1;
    cell += step;
    const next: i32 = load<u8>(cell);
    if (!next) return -1;
    sum += weight + next;
    weight = next;
  }
  return sum;
}

/** Cost of steps in direction d. @param sum of the weights that they pass */
export function priceOf(sum: i32, d: i32): f64 {
  return <f64>sum * (d & 1 ? DIAGONAL : STRAIGHT);
}

/** Cost of the line from a cell, diagonal first; below 0 where it is blocked. */
export function linePrice(cell: i32, dx: i32, dy: i32): f64 {
  const ax = abs(dx);
  const ay = abs(dy);
  const level = min(ax, ay);
  const slant = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
  const slants = walk(cell, slant, level);
  const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
  const straights = slants < 0 ? -1 : walk(cell + level * stepOf(slant), straight, ax + ay - 2 * level);
  return straights < 0 ? -1 : priceOf(slants, 1) + priceOf(straights, 0);
}
