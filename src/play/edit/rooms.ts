/** Arrays in which each of many owners has a piece of its own, with room to spare: what grows moves, and nothing else does. */

/** Thrown where there is no room left; who catches it makes everything anew, with more. */
export const NO_ROOM = /* @__PURE__ */ new Error('no room is left');

/** Places that are free at first: a quarter of those that are taken, and these. */
const SPARE = 1024;

/** Which places of an array belong to whom. */
export class Rooms {
  /** Of the array. */
  readonly length: number;
  /** First place of each owner's piece. */
  readonly start: Int32Array;
  private readonly room: Int32Array;
  /** Pieces that nobody has, by their length. */
  private readonly free = new Map<number, number[]>();
  private end = 0;

  /** @param lengths what each owner needs at first */
  constructor(lengths: ArrayLike<number>) {
    this.start = new Int32Array(lengths.length);
    this.room = new Int32Array(lengths.length);
    for (let owner = 0; owner < lengths.length; owner++) {
      this.start[owner] = this.end;
      this.room[owner] = pieceFor(lengths[owner]);
      this.end += this.room[owner];
    }
    this.length = this.end + (this.end >> 2) + SPARE;
  }

  /**
   * Gives an owner a piece of n places or more: the one that it has, unless that is too short or four times too long.
   * @returns its first place
   * @throws NO_ROOM
   */
  take(owner: number, n: number): number {
    const { start, room, free } = this;
    const size = pieceFor(n);
    if (n <= room[owner] && room[owner] <= 4 * size) return start[owner];
    let at = free.get(size)?.pop();
    if (at === undefined) {
      at = this.end;
      if (at + size > this.length) throw NO_ROOM;
      this.end += size;
    }
    const same = free.get(room[owner]);
    if (same) same.push(start[owner]);
    else free.set(room[owner], [start[owner]]);
    room[owner] = size;
    start[owner] = at;
    return at;
  }
}

/** Length of a piece for n places: an eighth more, in steps of a quarter of a power of two, so that pieces fit again. */
function pieceFor(n: number): number {
  const wanted = n + (n >> 3) + 2;
  const step = 2 ** Math.max(0, 29 - Math.clz32(wanted));
  return Math.ceil(wanted / step) * step;
}

/** Pairs of nodes of each cluster, and the first one of each, with one entry more where they end. @param counts nodes of each cluster */
export function pairsOf(counts: ArrayLike<number>): { pairCounts: Int32Array; pairFirst: Int32Array } {
  const pairCounts = Int32Array.from(counts, (k) => (k * (k - 1)) / 2);
  const pairFirst = new Int32Array(counts.length + 1);
  pairCounts.forEach((n, c) => {
    pairFirst[c + 1] = pairFirst[c] + n;
  });
  return { pairCounts, pairFirst };
}
