// AssemblyScript: the cells of a path, `fill` of `../../search/path.ts`, four at a time. A separate module, since
// hosts without SIMD refuse all of a module that has it, with its own memory, in which path buffers have their points
// and cells.

/**
 * @param points x | y << 16 each, from the goal to the start; a run between two of them is diagonal first, then
 * straight
 * @param count of points
 * @param cells where they go, from the start to the goal @param limit end of that room
 * @returns number of cells; 0 where there is no room for them and twelve more
 */
export function fill(points: i32, count: i32, cells: i32, limit: i32): i32 {
  let p = points + ((count - 1) << 2);
  let at = load<i32>(p);
  let n = cells + 4;
  store<i32>(cells, at);
  while (p > points) {
    p -= 4;
    const to = load<i32>(p);
    const dx = (to & 0xffff) - (at & 0xffff);
    const dy = (to >> 16) - (at >> 16);
    const ax = abs(dx);
    const ay = abs(dy);
    const sx = (dx >> 31) | 1;
    const sy = ((dy >> 31) | 1) << 16;
    const far = n + (max(ax, ay) << 2);
    if (far + 48 > limit) return 0;
    let delta = sx + sy;
    // A diagonal run, then a straight one. Twelve cells of each are written without a test: what is too much is
    // overwritten.
    for (let end = n + (min(ax, ay) << 2); ; end = far, delta = ax > ay ? sx : sy) {
      let four = i32x4.add(i32x4.splat(at), i32x4.mul(i32x4.splat(delta), i32x4(1, 2, 3, 4)));
      const step = i32x4.splat(delta << 2);
      at += ((end - n) >> 2) * delta;
      v128.store(n, four);
      four = i32x4.add(four, step);
      v128.store(n, four, 16);
      four = i32x4.add(four, step);
      v128.store(n, four, 32);
      for (n += 48; n < end; n += 16) {
        four = i32x4.add(four, step);
        v128.store(n, four);
      }
      n = end;
      if (end === far) break;
    }
  }
  return (n - cells) >> 2;
}
