// AssemblyScript: the cells of a path, `fill` of `../../search/path.ts`, four at a time. A module of its own, since
// hosts without SIMD refuse all of a module that has it; and a memory of its own, which holds points, then cells, and
// nothing from one path to the next.

/** Where the cells begin. Points lie before them, 4096 at most. */
const CELLS: i32 = 16384;

/**
 * @param count of points, x | y << 16 each, from the goal to the start; a run between two of them is diagonal first,
 * then straight
 * @returns number of cells, from the start to the goal; traps where they are more than the memory holds
 */
export function fill(count: i32): i32 {
  let p = (count - 1) << 2;
  let at = load<i32>(p);
  let n = CELLS + 4;
  store<i32>(CELLS, at);
  while (p) {
    p -= 4;
    const to = load<i32>(p);
    const dx = (to & 0xffff) - (at & 0xffff);
    const dy = (to >> 16) - (at >> 16);
    const ax = abs(dx);
    const ay = abs(dy);
    const sx = (dx >> 31) | 1;
    const sy = ((dy >> 31) | 1) << 16;
    const far = n + (max(ax, ay) << 2);
    let delta = sx + sy;
    // A diagonal run, then a straight one. Twelve cells of each are written without a test: what is too much is
    // overwritten.
    for (let end = n + (min(ax, ay) << 2); ; end = far, delta = ax > ay ? sx : sy) {
      let cells = i32x4.add(i32x4.splat(at), i32x4.mul(i32x4.splat(delta), i32x4(1, 2, 3, 4)));
      const step = i32x4.splat(delta << 2);
      at += ((end - n) >> 2) * delta;
      v128.store(n, cells);
      cells = i32x4.add(cells, step);
      v128.store(n, cells, 16);
      cells = i32x4.add(cells, step);
      v128.store(n, cells, 32);
      for (n += 48; n < end; n += 16) {
        cells = i32x4.add(cells, step);
        v128.store(n, cells);
      }
      n = end;
      if (end === far) break;
    }
  }
  return (n - CELLS) >> 2;
}
