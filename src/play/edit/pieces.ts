/** Arrays of HPA*'s graph in which each cluster has a piece of its own, and a tail that pieces move to when they grow. */
import type { Edges, Level } from '../../core/hpa/levels.js';

/** Places of the tail: a quarter of those that are taken, and these. */
const SPARE = 4096;

/** Which places of an array belong to which owner. */
export class Pieces {
  /** Of the array, its tail included. */
  readonly length: number;
  /** First place of each owner's piece. */
  readonly start: Int32Array;
  private readonly room: Int32Array;
  private end: number;

  /** @param bounds where each owner's piece begins, and where the last one ends */
  constructor(bounds: Int32Array) {
    this.start = bounds.slice(0, -1);
    this.room = this.start.map((begin, owner) => bounds[owner + 1] - begin);
    this.end = bounds[bounds.length - 1];
    this.length = this.end + (this.end >> 2) + SPARE;
  }

  /** @returns first of n places for an owner: in its piece, or else in the tail, with a quarter more; -1 where that is full */
  take(owner: number, n: number): number {
    const { start, room } = this;
    if (n > room[owner]) {
      const size = n + (n >> 2) + 1;
      if (this.end + size > this.length) return -1;
      start[owner] = this.end;
      room[owner] = size;
      this.end += size;
    }
    return start[owner];
  }
}

/** A copy with room behind it. */
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
    this.pieces = new Pieces(bounds);
    this.to = tailed(to, this.pieces.length);
    this.cost = tailed(cost, this.pieces.length);
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
    this.pairs = new Pieces(pairs);
    this.runs = new Pieces(pairs.map((pair) => baked.pathFirst[pair]));
    this.pair = tailed(baked.pair, this.to.length);
    this.pathFirst = tailed(baked.pathFirst, this.pairs.length + 1);
    this.pathEnd = tailed(baked.pathEnd, this.pairs.length);
    this.paths = baked.paths && tailed(baked.paths, this.runs.length);
  }

  /** Replaces a cluster. @param level of its nodes alone, by their places in `rows` @returns false where there is no room */
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
