// AssemblyScript: records of the arena, steps along its lines, and the look round from the start of a query,
// as in `../../query/look-round.ts`.

import { FOLDED, HULLS, MODULUS, ORIGIN, PITCH, RECORDS, SIGHTS, START, START_EDGES, WALLS } from './header';

/** Where the header begins. */
export declare const BASE: usize;

/** Makes the record of an arrival, and the hull of a jump point; memory may grow. */
export declare function makeNode(arrival: i32): i32;
declare function makeHull(number: i32, arrival: i32): void;
/** Directions in which an optimal path from a cell to a goal may start; in `build.ts`, where there is room. */
export declare function allowedFrom(x: i32, y: i32, goalX: i32, goalY: i32): i32;

export const STAMP: usize = 0;
export const PARENT: usize = 4;
export const DROPPED = 0x7fffffff;
export const COST: usize = 8;
export const POINT: usize = 16;
export const END: usize = 20;
export const LOW: usize = 24;
export const HIGH: usize = 28;
export const VIEWS: i32 = 32;
export const NODE: i32 = 48;
export const EDGE: i32 = 16;
const SIGHT: i32 = 12;

export const STRAIGHT: i32 = 13860;
export const DIAGONAL: i32 = 19601;
export const X_MASK: i32 = 0x3fff;
const SPARE: i32 = (1 << 15) | (1 << 30);
const EVERYWHERE: i32 = (X_MASK | (X_MASK << 16)) + SPARE;

export function at(address: i32): i32 {
  return load<i32>(address);
}

export function get(field: usize): i32 {
  return load<i32>(BASE + field);
}

export function holds(low: i32, high: i32, point: i32): bool {
  return ((point + SPARE - low) & (high - point) & SPARE) === SPARE;
}

/** Column step of a direction, 1, 0 or -1; row steps are those of d - 2. */
function dxOf(d: i32): i32 {
  return ((0x1a9 >> ((d & 7) << 1)) & 3) - 1;
}

function arrivalAt(x: i32, y: i32, d: i32): i32 {
  return x | (y << 16) | (d << 13);
}

function diagonalAt(x: i32, y: i32, kind: i32): i32 {
  const modulus = get(MODULUS);
  const fold = at(get(FOLDED) + (x << 2));
  let line = kind === 1 ? y + fold : y - fold;
  if (line < 0) line += modulus;
  else if (line >= modulus) line -= modulus;
  return load<i32>(BASE + (kind << 2), ORIGIN) + 24 * line;
}

/** Group of a cell on the straight line of direction d. */
function groupAt(x: i32, y: i32, d: i32): i32 {
  const kind = d & 2;
  return (
    load<i32>(BASE + (kind << 2), ORIGIN) +
    ((kind ? y : x) << 4) +
    ((kind ? x : y) >> 5) * load<i32>(BASE + (kind << 2), PITCH)
  );
}

export function straightJump(x: i32, y: i32, d: i32): i32 {
  const kind = d & 2;
  let p = kind ? x : y;
  const line = load<i32>(BASE + (kind << 2), ORIGIN) + ((kind ? y : x) << 4);
  const walls = get(WALLS);
  const side = load<i32>(BASE + (kind << 2), PITCH);
  let base: i32, bit: i32, marks: i32, i: i32;
  if (d === 2 || d === 4) {
    base = (p + 1) & ~31;
    i = line + (base >> 5) * side;
    marks = (at(i) | at(walls + (i >> 2))) & (-1 << (p + 1));
    while (!marks) {
      i += side;
      base += 32;
      marks = at(i) | at(walls + (i >> 2));
    }
    bit = ctz(marks);
    p = base + bit - p;
  } else {
    base = (p - 1) & ~31;
    i = line + (base >> 5) * side;
    marks = (load<i32>(i, 8) | at(walls + (i >> 2))) & (-1 >>> (32 - p));
    while (!marks) {
      i -= side;
      base -= 32;
      marks = load<i32>(i, 8) | at(walls + (i >> 2));
    }
    bit = 31 - clz(marks);
    p = p - base - bit;
  }
  return (at(walls + (i >> 2)) >> bit) & 1 ? 1 - p : p;
}

function numberBeyond(x: i32, y: i32, d: i32): i32 {
  const p = d & 2 ? x : y;
  const i = groupAt(x, y, d);
  return d === 2 || d === 4
    ? load<i32>(i, 4) + popcnt(at(i) & ((2 << p) - 1))
    : load<i32>(i, 12) + popcnt(load<i32>(i, 8) & ((1 << p) - 1)) - 1;
}

/** Arrival at which a sight ends. */
function arrivalOf(from: i32): i32 {
  const x = from & X_MASK;
  const y = from >> 16;
  const d = (from >> 13) & 6;
  const v = straightJump(x, y, d);
  return arrivalAt(x + v * dxOf(d), y + v * dxOf(d - 2), d);
}

/** Adds the jump points that the marks of a group of a diagonal turn to. */
function addSights(into: i32, bits: i32, x: i32, y: i32, base: i32, d: i32, side: i32): i32 {
  for (; bits; bits &= bits - 1) {
    const atX = base + ctz(bits);
    const run = abs(atX - x);
    const atY = y + run * dxOf(d - 2);
    store<i32>(into, numberBeyond(atX, atY, side));
    store<i32>(into, arrivalAt(atX, atY, side), 4);
    store<i32>(into, run * DIAGONAL, 8);
    into += SIGHT;
  }
  return into;
}

export function setStart(x: i32, y: i32, goal: i32, allowed: i32): void {
  const start = get(START);
  const widePitch = load<i32>(BASE + 4, PITCH);
  const group = (x >> 5) * widePitch;
  const bounded = get(HULLS);
  const sights = get(SIGHTS);
  // As there: read immediately.
  const rising = diagonalAt(x, y, 1);
  const falling = diagonalAt(x, y, 3);
  store<i32>(sights, at(rising + group) ^ at(falling + group) ^ at(groupAt(x, y, 2)) ^ at(groupAt(x, y, 0)));
  let end = sights;
  for (let d = 0; d < 8; d += 2) {
    const v = (allowed >> d) & 1 ? straightJump(x, y, d) : 0;
    store<i16>(start + VIEWS + (d << 1), abs(v));
    if (v > 0) {
      store<i32>(end, numberBeyond(x, y, d));
      store<i32>(end, arrivalAt(x, y, d), 4);
      store<i32>(end, 0, 8);
      end += SIGHT;
    }
  }
  for (let d = 1; d < 8; d += 2) {
    let view = 0;
    if ((allowed >> d) & 1) {
      const east = d < 4;
      let base = (east ? x + 1 : x - 1) & ~31;
      let i = (d & 2 ? falling : rising) + (base >> 5) * widePitch + (east ? 0 : 12);
      let reach = east ? -1 << (x + 1) : -1 >>> (32 - x);
      for (let walls = 0; !walls; ) {
        walls = at(i) & reach;
        if (walls) {
          const bit = east ? ctz(walls) : 31 - clz(walls);
          reach &= east ? (1 << bit) - 1 : -2 << bit;
          view = abs(base + bit - x) - 1;
        }
        const rows = load<i32>(i, 4) & reach;
        const columns = load<i32>(i, 8) & reach;
        if (rows | columns) {
          end = addSights(end, rows, x, y, base, d, east ? 2 : 6);
          end = addSights(end, columns, x, y, base, d, d === 3 || d === 5 ? 4 : 0);
        }
        reach = -1;
        base += east ? 32 : -32;
        i += east ? widePitch : -widePitch;
      }
    }
    store<i16>(start + VIEWS + (d << 1), view);
  }
  let into = get(START_EDGES);
  for (let s = sights; s < end; s += SIGHT) {
    const target = at(s);
    const from = load<i32>(s, 4);
    if (bounded) {
      const hull = bounded + (target << 3);
      if (load<i32>(hull, 4) === 0) makeHull(target, arrivalOf(from));
      if (!holds(at(hull), load<i32>(hull, 4), goal)) continue;
    }
    let node = at(get(RECORDS) + (target << 2));
    if (!node) node = makeNode(arrivalOf(from));
    const point = load<i32>(node << 2, POINT);
    store<i32>(into, node);
    store<i32>(
      into,
      load<i32>(s, 8) + (abs((point & X_MASK) - (from & X_MASK)) + abs((point >> 16) - (from >> 16))) * STRAIGHT,
      4,
    );
    store<i32>(into, 0, 8);
    store<i32>(into, EVERYWHERE, 12);
    into += EDGE;
  }
  store<i32>(start, x | (y << 16), POINT);
  store<i32>(start, into >> 2, END);
}
