/** Costs between arcs: rows from the entry of one to the exits of all. */

/** Costs from the entry of an arc to all exits, and the arc before each. */
export type Row = readonly [before: Int32Array, costs: Float64Array];

/** The arcs that may follow one, with their distances from its exit or lower bounds of them. */
export type Follow = readonly [arcs: Int32Array, gaps: Float64Array, isExact: Uint8Array];

/** Most costs that rows hold, and most distances between arcs; with more they are made anew. */
const MOST_COSTS = 1 << 23;

/**
 * Rows by Dijkstra's algorithm (1959), each made when it is first asked for. Distances are asked for where their bound
 * would be a gain, and kept. A row depends on the map alone, never on the rows before.
 * @param costs of arcs
 * @param follow the arcs that may follow one, with lower bounds
 * @param ask exact distance from the exit of one arc to the entry of another
 */
export function linkRows(
  costs: Float64Array,
  follow: (arc: number) => Follow,
  ask: (from: number, to: number) => number,
): (first: number) => Row {
  let rows: Row[] = [];
  let followers: Follow[] = [];
  let held = 0;

  /** Counts costs that are kept, and begins anew where there are too many. */
  const hold = <Held extends Row | Follow>(made: Held): Held => {
    held += made[0].length;
    if (held > MOST_COSTS) [rows, followers, held] = [[], [], 0];
    return made;
  };

  const makeRow = (first: number): Row => {
    const row = costs.slice().fill(Infinity);
    const before = new Int32Array(row.length);
    row[first] = costs[first];
    /** Arcs that are reached and not done. */
    const waiting = [first];
    while (waiting.length > 0) {
      let at = 0;
      for (let i = 1; i < waiting.length; i++) if (row[waiting[i]] < row[waiting[at]]) at = i;
      const from = waiting[at];
      const last = waiting.pop() as number;
      if (last !== from) waiting[at] = last;
      const following = followers[from] ?? hold(follow(from));
      followers[from] = following;
      const [next, gaps, isExact] = following;
      for (let k = 0; k < next.length; k++) {
        const arc = next[k];
        const cost = row[from] + costs[arc];
        if (cost + gaps[k] >= row[arc]) continue;
        if (!isExact[k]) {
          gaps[k] = ask(from, arc);
          isExact[k] = 1;
        }
        if (cost + gaps[k] >= row[arc]) continue;
        if (row[arc] === Infinity) waiting.push(arc);
        row[arc] = cost + gaps[k];
        before[arc] = from;
      }
    }
    return [before, row];
  };

  return (first) => {
    const made = rows[first] ?? hold(makeRow(first));
    rows[first] = made;
    return made;
  };
}
