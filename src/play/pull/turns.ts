/**
 * Which cells of a path a body has to turn at when it goes straight from each to the next.
 *
 * Few turns first: from each turn to the last cell that is reached straight, found by steps that double while they
 * succeed and then one cell at a time, past ones that are hidden. Then each turn moves along the path, between its
 * neighbors, to where the way is shortest.
 */

/** Cells that may be hidden one after the other before the search for one that is not ends. */
const PATIENCE = 32;
/** Times that all turns are moved. */
const ROUNDS = 3;

export function apart(points: ArrayLike<number>, i: number, k: number): number {
  const [dx, dy] = [points[2 * i] - points[2 * k], points[2 * i + 1] - points[2 * k + 1]];
  return Math.sqrt(dx * dx + dy * dy);
}

/**
 * Numbers of the cells at which a path turns, first and last included.
 * @param points x, y of every cell of the path, flat
 * @param straight does the body get straight from cell i to cell k > i + 1?
 */
export function turnsOf(
  points: ArrayLike<number>,
  count: number,
  straight: (i: number, k: number) => boolean,
): number[] {
  const turns = [0];
  for (let from = 0; from + 1 < count; turns.push(from)) {
    let far = from + 1;
    for (let step = 1; far + step < count && straight(from, far + step); step *= 2) far += step;
    for (let k = far + 1; k < count && k - far <= PATIENCE; k++) if (straight(from, k)) far = k;
    from = far;
  }
  const reaches = (i: number, k: number) => k - i < 2 || straight(i, k);
  for (let t = 1; t < ROUNDS * turns.length; t++) {
    const i = t % turns.length;
    if (i === 0 || i === turns.length - 1) continue;
    const a = turns[i - 1];
    const b = turns[i + 1];
    let best = apart(points, a, turns[i]) + apart(points, turns[i], b);
    const move = (k: number): void => {
      if (k <= a || k >= b) return;
      const length = apart(points, a, k) + apart(points, k, b);
      if (length >= best || !reaches(a, k) || !reaches(k, b)) return;
      best = length;
      turns[i] = k;
    };
    for (let step = (b - a) >> 1; step > 0; step >>= 1) {
      const from = turns[i];
      move(from - step);
      move(from + step);
    }
  }
  return turns;
}

/** Cells behind `from` at which a path changes its direction, and `last`. */
export function cornersOf(points: ArrayLike<number>, from: number, last: number): number[] {
  const corners: number[] = [];
  for (let i = from + 1; i < last; i++)
    if (
      points[2 * i - 2] + points[2 * i + 2] !== 2 * points[2 * i] ||
      points[2 * i - 1] + points[2 * i + 3] !== 2 * points[2 * i + 1]
    )
      corners.push(i);
  if (from < last) corners.push(last);
  return corners;
}
