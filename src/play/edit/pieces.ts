/** Arrays in which each owner has a piece of its own, and a tail that pieces move to when they grow. */
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
export class LiveEdges<More extends Int32Array | Uint8Array = Uint8Array> implements Edges {
  readonly to: Int32Array;
  readonly cost: Float64Array;
  /** Further values of each. */
  readonly more: More;
  private readonly pieces: Pieces;

  /** @param first of all rows @param bounds of the owners' edges */
  constructor(
    readonly first: Int32Array,
    readonly end: Int32Array,
    { to, cost }: Pick<Edges, 'to' | 'cost'>,
    more: More,
    bounds: Int32Array,
  ) {
    this.pieces = new Pieces(bounds);
    this.to = tailed(to, this.pieces.length);
    this.cost = tailed(cost, this.pieces.length);
    this.more = tailed(more, this.pieces.length);
  }

  /**
   * Replaces the edges of an owner.
   * @param rows that it has now, in the order of `edges`
   * @param target number of an end in `edges` here
   * @param more of each, and what is added to it
   * @returns false where there is no room
   */
  put(
    owner: number,
    rows: ArrayLike<number>,
    edges: Edges,
    target = (t: number) => t,
    more?: ArrayLike<number>,
    base = 0,
  ): boolean {
    const at = this.pieces.take(owner, edges.to.length);
    if (at < 0) return false;
    for (let i = 0; i < rows.length; i++) {
      this.first[rows[i]] = at + edges.first[i];
      this.end[rows[i]] = at + edges.end[i];
    }
    this.cost.set(edges.cost, at);
    for (let e = 0; e < edges.to.length; e++) {
      this.to[at + e] = target(edges.to[e]);
      if (more) this.more[at + e] = more[e] + base;
    }
    return true;
  }
}

/** Paths of pairs, whose owners are clusters. */
export class LivePaths {
  readonly pathFirst: Int32Array;
  readonly pathEnd: Int32Array;
  readonly paths: Level['paths'];
  private readonly pairs: Pieces;
  private readonly runs: Pieces;

  /** @param counts nodes of each cluster */
  constructor({ pathFirst, pathEnd, paths }: Level, counts: ArrayLike<number>) {
    const bounds = new Int32Array(counts.length + 1);
    for (let c = 0; c < counts.length; c++) bounds[c + 1] = bounds[c] + (counts[c] * (counts[c] - 1)) / 2;
    this.pairs = new Pieces(bounds);
    this.runs = new Pieces(bounds.map((pair) => pathFirst[pair]));
    this.pathFirst = tailed(pathFirst, this.pairs.length + 1);
    this.pathEnd = tailed(pathEnd, this.pairs.length);
    this.paths = paths && tailed(paths, this.runs.length);
  }

  /** Replaces the pairs of an owner. @returns number of the first, -1 where there is no room */
  put(owner: number, { pathFirst, pathEnd, paths }: Level): number {
    const at = this.pairs.take(owner, pathEnd.length);
    const run = this.runs.take(owner, paths?.length ?? 0);
    if (at < 0 || run < 0) return -1;
    for (let p = 0; p < pathEnd.length; p++) {
      this.pathFirst[at + p] = run + pathFirst[p];
      this.pathEnd[at + p] = run + pathEnd[p];
    }
    if (paths) this.paths?.set(paths, run);
    return at;
  }
}
