// AssemblyScript: memory of the arrays. What is taken lies behind what was taken before; places are bytes.

/** Places are 32 bits with a sign, so that memory ends below 2 GB. */
const MOST: i64 = 0x7fff0000;

/** Behind all that is taken. */
export let free: i32 = 0;

/** Gives back all that lies behind a place. */
export function release(place: i32): void {
  free = place;
}

/** Item of an array of i32, f64. */
export function int(array: i32, i: i32): i32 {
  return load<i32>(array + (i << 2));
}
export function setInt(array: i32, i: i32, value: i32): void {
  store<i32>(array + (i << 2), value);
}
export function double(array: i32, i: i32): f64 {
  return load<f64>(array + (i << 3));
}
export function setDouble(array: i32, i: i32, value: f64): void {
  store<f64>(array + (i << 3), value);
}

/** Takes room for items of some bytes each; traps where there is none. */
export function take(items: i32, bytes: i32): i32 {
  const from = free;
  const until = <i64>from + <i64>items * bytes + 7;
  if (until > MOST) unreachable();
  free = <i32>until & ~7;
  const more = ((free + 0xffff) >>> 16) - memory.size();
  // By an eighth at least: to grow is slow.
  if (more > 0 && memory.grow(more + (memory.size() >> 3)) < 0) unreachable();
  return from;
}
