// AssemblyScript: the directions in which a query may start, by goal bounds, as `allowed` of
// `../../../bounds/query.ts`, and the check of boxes at load. They are a part of the module of `build.ts`, where there
// is room.

import {
  BOX_BITS,
  BOX_COUNT,
  BOX_INDEX,
  BOX_WORDS,
  BOXES,
  EIGHT,
  EVERY_CELL,
  MASK_PITCH,
  MODULUS,
  PITCH,
} from './header';

/** Where the header of the arena begins. */
declare const BASE: usize;

/** Mask of the directions in which an optimal path from a cell to a goal may start. */
export function allowedFrom(x: i32, y: i32, goalX: i32, goalY: i32): i32 {
  const i = (y + 1) * load<i32>(BASE + MASK_PITCH) + (x >> 5);
  const row = load<i32>(load<i32>(BASE + BOX_INDEX) + (i << 2));
  const words = load<i32>(BASE + BOX_WORDS) + (row << 5);
  const wide = load<i32>(BASE + BOX_BITS) >> 4;
  const limit = (256 << (wide << 3)) - 1;
  const count = load<i32>(BASE + BOX_COUNT) << wide;
  let allowed = 255;
  for (let d = 0; d < 8; d++) {
    let at = words + (d << 2);
    const word = load<i32>(at);
    if (!((word >> x) & 1)) continue;
    let n = popcnt(word & ((1 << x) - 1));
    for (let k = row - 1; ; k--) {
      at -= 32;
      if ((k & 3) === 3) break;
      n += popcnt(load<i32>(at));
    }
    n += load<i32>(at);
    let box = load<i32>(BASE + BOXES) + (n << wide);
    // Columns, then rows.
    let out = false;
    for (let axis = 0; axis < 8; axis += 4, box += count) {
      const origin = load<i32>(BASE + EVERY_CELL) ? 0 : axis ? y : x;
      const low = (load<i32>(box) + origin) & limit;
      const high = (load<i32>(box + 2 * count) + origin) & limit;
      const goal = axis ? goalY : goalX;
      if (goal < low || goal > high) out = true;
    }
    if (out) allowed ^= 1 << d;
  }
  return allowed;
}

/** Whether every box holds a cell, and none outside the map, as in `../../../bounds/section.ts`. */
export function areInside(): bool {
  const width = load<i32>(BASE + PITCH) >> 4;
  const height = load<i32>(BASE + MODULUS) - 1;
  const words = load<i32>(BASE + BOX_WORDS);
  const wide = load<i32>(BASE + BOX_BITS) >> 4;
  const limit = (256 << (wide << 3)) - 1;
  const field = load<i32>(BASE + BOX_COUNT) << wide;
  let index = load<i32>(BASE + BOX_INDEX);
  // Negative as soon as one box is wrong.
  let sound = 0;
  for (let d = 0; d < 32; d += 4) store<i32>(BASE + d, load<i32>(words + d - 32), EIGHT);
  for (let y = -1; y <= height; y++) {
    for (let left = 0; left <= width; left += 32, index += 4) {
      const row = load<i32>(index) << 5;
      if (!row) continue;
      for (let d = 0; d < 32; d += 4) {
        let box = load<i32>(BASE + d, EIGHT);
        for (let rest = load<i32>(words + row + d); rest; rest &= rest - 1) {
          let p = load<i32>(BASE + BOXES) + (box++ << wide);
          // Columns, then rows.
          let origin = left + ctz(rest);
          let side = width;
          for (let axis = 0; axis < 2; axis++, p += field) {
            if (load<i32>(BASE + EVERY_CELL)) origin = 0;
            const low = (load<i32>(p) + origin) & limit;
            const high = (load<i32>(p + 2 * field) + origin) & limit;
            sound |= (high - low) | (side - 1 - high);
            origin = y;
            side = height;
          }
        }
        store<i32>(BASE + d, box, EIGHT);
      }
    }
  }
  return sound >= 0;
}
