/** Arrays in which each owner has its own piece, and a tail that pieces move to when they grow. */

/** Places in the tail, and as many as are taken at first: memory that is never written to costs nothing. */
const SPARE = 4096;

/**
 * Which places of an array belong to which owner. Pieces of similar lengths use the same places one after the other.
 */
export class Pieces {
  /** Length of the array, with its tail. */
  readonly length: number;
  /** First places of free pieces, by length. */
  private readonly left = new Map<number, number[]>();

  /** @param start first place of each owner's piece @param room places of each piece @param end of the last piece */
  constructor(
    readonly start: Int32Array,
    readonly room: Int32Array,
    private end: number,
    spare = SPARE,
  ) {
    this.length = 2 * end + spare;
  }

  /**
   * @returns first of n places for an owner: in its piece unless that is too small, or twice too large; -1 where the
   * tail is full
   */
  take(owner: number, n: number): number {
    const { start, room, left } = this;
    const size = roundUp(n);
    if (n <= room[owner] && room[owner] <= 2 * size) return start[owner];
    if (room[owner] >= LEAST) this.free(roundDown(room[owner]), start[owner]);
    for (let more = size; more <= 2 * size; more = roundUp(more + 1)) {
      const free = left.get(more)?.pop();
      if (free === undefined) continue;
      room[owner] = more;
      start[owner] = free;
      return free;
    }
    if (this.end + size > this.length) return -1;
    room[owner] = size;
    start[owner] = this.end;
    this.end += size;
    return start[owner];
  }

  private free(size: number, place: number): void {
    const places = this.left.get(size);
    if (places) places.push(place);
    else this.left.set(size, [place]);
  }
}

/** Lengths of pieces: four between a power of two and the next. */
const LEAST = 8;
const unitOf = (n: number): number => 2 ** Math.max(1, 29 - Math.clz32(n));
const roundUp = (n: number): number => Math.max(LEAST, Math.ceil(n / unitOf(n)) * unitOf(n));
const roundDown = (n: number): number => n - (n % unitOf(n));
