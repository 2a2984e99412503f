/** Arrays of HPA*'s graph in which each cluster has its own piece, and a tail that pieces move to when they grow. */
import type { Edges, Level } from '../../core/hpa/levels.js';

/** Places in the tail, and as many as are taken at first: memory that is never written to costs nothing. */
const SPARE = 4096;

/** Which places of an array belong to which owner. Pieces of similar lengths use the same places one after the other. */
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

  /** @param bounds where each owner's piece begins, and where the last one ends */
  static between(bounds: Int32Array): Pieces {
    const start = bounds.slice(0, -1);
    const room = start.map((begin, owner) => bounds[owner + 1] - begin);
    return new Pieces(start, room, bounds[start.length]);
  }

  /** @returns first of n places for an owner: in its piece unless that is too small, or twice too large; -1 where the tail is full */
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

export function tailed<T extends Int32Array | Uint16Array | Uint8Array | Float64Array>(array: T, length: number): T {
  const longer = new (array.constructor as new (n: number) => T)(length);
  longer.set(array);
  return longer;
}

/** Edges whose owners are clusters, by rows: a node, or a node on a level. */
export class LiveEdges implements Edges {
  readonly to: Int32Array;
  readonly cost: Float64Array;
  private readonly pieces: Pieces;

  /** @param first of all rows @param bounds of the owners' edges */
  constructor(
    readonly first: Int32Array,
    readonly end: Int32Array,
    { to, cost }: Pick<Edges, 'to' | 'cost'>,
    bounds: Int32Array,
  ) {
    this.pieces = Pieces.between(bounds);
    this.to = tailed(to, this.pieces.length);
    this.cost = tailed(cost, this.pieces.length);
  }

  /** Are these the edges that rows have? @param isSame says more about an edge here and one of `edges` */
  has(rows: ArrayLike<number>, edges: Edges, isSame: (at: number, e: number) => boolean): boolean {
    for (let i = 0; i < rows.length; i++) {
      const offset = this.first[rows[i]] - edges.first[i];
      if (this.end[rows[i]] - edges.end[i] !== offset) return false;
      for (let e = edges.first[i]; e < edges.end[i]; e++) {
        const at = offset + e;
        if (this.to[at] !== edges.to[e] || this.cost[at] !== edges.cost[e] || !isSame(at, e)) return false;
      }
    }
    return true;
  }

  /**
   * Replaces the edges of an owner.
   * @param rows that it has now, in the order of `edges`
   * @param target number of an end in `edges` here
   * @returns place of the first; -1 where there is no room
   */
  put(owner: number, rows: ArrayLike<number>, edges: Edges, target = (t: number) => t): number {
    const at = this.pieces.take(owner, edges.to.length);
    if (at < 0) return at;
    for (let i = 0; i < rows.length; i++) {
      this.first[rows[i]] = at + edges.first[i];
      this.end[rows[i]] = at + edges.end[i];
    }
    this.cost.set(edges.cost, at);
    for (let e = 0; e < edges.to.length; e++) this.to[at + e] = target(edges.to[e]);
    return at;
  }
}

/** A level whose clusters are replaced one by one, with the paths of their pairs. */
export class LiveLevel extends LiveEdges implements Level {
  readonly pair: Int32Array;
  readonly pathFirst: Int32Array;
  readonly pathEnd: Int32Array;
  readonly paths: Level['paths'];
  private readonly pairs: Pieces;
  private readonly runs: Pieces;

  /** @param counts nodes of each cluster; the rest as of {@link LiveEdges} */
  constructor(first: Int32Array, end: Int32Array, baked: Level, bounds: Int32Array, counts: ArrayLike<number>) {
    super(first, end, baked, bounds);
    const pairs = new Int32Array(counts.length + 1);
    for (let c = 0; c < counts.length; c++) pairs[c + 1] = pairs[c] + (counts[c] * (counts[c] - 1)) / 2;
    this.pairs = Pieces.between(pairs);
    this.runs = Pieces.between(pairs.map((pair) => baked.pathFirst[pair]));
    this.pair = tailed(baked.pair, this.to.length);
    this.pathFirst = tailed(baked.pathFirst, this.pairs.length + 1);
    this.pathEnd = tailed(baked.pathEnd, this.pairs.length);
    this.paths = baked.paths && tailed(baked.paths, this.runs.length);
  }

  /** Replaces a cluster. @param level of only its nodes, by their places in `rows` @returns false where there is no room */
  replace(owner: number, rows: ArrayLike<number>, level: Level): boolean {
    const { pathFirst, pathEnd, paths } = level;
    const at = this.put(owner, rows, level, (t) => rows[t]);
    const pair = this.pairs.take(owner, pathEnd.length);
    const run = this.runs.take(owner, paths?.length ?? 0);
    if (Math.min(at, pair, run) < 0) return false;
    for (let p = 0; p < pathEnd.length; p++) {
      this.pathFirst[pair + p] = run + pathFirst[p];
      this.pathEnd[pair + p] = run + pathEnd[p];
    }
    if (paths) this.paths?.set(paths, run);
    for (let e = 0; e < level.pair.length; e++) this.pair[at + e] = 2 * pair + level.pair[e];
    return true;
  }
}
