/** Costs between arcs: rows from the entry of one to the exits of all. */

/** Costs from the entry of an arc to all exits, as far as they are known. */
export interface Row {
  /** The arc before each. */
  readonly before: Int32Array;
  /** Final where they are below `least`. */
  readonly costs: Float64Array;
  least: number;
  /** Arcs that are reached and not done, that with the least cost last. */
  readonly waiting: number[];
}

/** The arcs that may follow one, with their distances from its exit or lower bounds of them. */
export type Follow = readonly [arcs: Int32Array, gaps: Float64Array, isExact: Uint8Array];

/** Most costs that rows hold, and most distances between arcs; with more they are made again. */
const MOST_COSTS = 1 << 23;

/**
 * Rows by Dijkstra's algorithm (1959), each grown as far as queries have needed it. Distances are asked for where their
 * bound would be a gain, and kept. The final part of a row depends on the map only, never on what was asked before.
 */
export class Rows {
  private rows: Row[] = [];
  private followers: Follow[] = [];
  private held = 0;

  /**
   * @param costs of arcs
   * @param follow the arcs that may follow one, with lower bounds
   * @param ask exact distance from the exit of one arc to the entry of another
   */
  constructor(
    private readonly costs: Float64Array,
    private readonly follow: (arc: number) => Follow,
    private readonly ask: (from: number, to: number) => number,
  ) {}

  /** The row of an arc, in which costs up to `most` are final. */
  of(first: number, most: number): Row {
    const row = this.rows[first] ?? this.begin(first);
    while (row.least <= most && row.waiting.length > 0) this.grow(row);
    return row;
  }

  private begin(first: number): Row {
    this.hold(this.costs.length);
    const costs = this.costs.slice().fill(Infinity);
    costs[first] = this.costs[first];
    this.rows[first] = { before: new Int32Array(costs.length), costs, least: costs[first], waiting: [first] };
    return this.rows[first];
  }

  /** Counts costs that are kept, and drops all if there are too many. */
  private hold(count: number): void {
    this.held += count;
    if (this.held > MOST_COSTS) [this.rows, this.followers, this.held] = [[], [], count];
  }

  private followersOf(arc: number): Follow {
    if (!this.followers[arc]) {
      const made = this.follow(arc);
      this.hold(made[0].length);
      this.followers[arc] = made;
    }
    return this.followers[arc];
  }

  /** Does the waiting arc that costs least. */
  private grow(row: Row): void {
    const { costs } = this;
    const { before, costs: reached, waiting, least } = row;
    const from = waiting.pop() as number;
    const [next, gaps, isExact] = this.followersOf(from);
    for (let k = 0; k < next.length; k++) {
      const arc = next[k];
      const cost = least + costs[arc];
      if (cost + gaps[k] >= reached[arc]) continue;
      if (!isExact[k]) {
        gaps[k] = this.ask(from, arc);
        isExact[k] = 1;
      }
      if (cost + gaps[k] >= reached[arc]) continue;
      if (reached[arc] === Infinity) waiting.push(arc);
      reached[arc] = cost + gaps[k];
      before[arc] = from;
    }
    const last = waiting.length - 1;
    let at = last;
    for (let i = 0; i < last; i++) if (reached[waiting[i]] < reached[waiting[at]]) at = i;
    if (last >= 0) [waiting[at], waiting[last]] = [waiting[last], waiting[at]];
    row.least = last < 0 ? Infinity : reached[waiting[last]];
  }
}
