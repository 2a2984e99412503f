/** State of a search as numbers by place: a minifier would not shorten names of properties. */

/** Why the loop returned: {@link MORE_ITEMS}, {@link TRACE}, the place of an edge without target record, or 0. */
export const FOUND = 0;
/** That `items` be longer. */
export const MORE_ITEMS = -1;
/** The trace must be called for the node that is expanded next. */
export const TRACE = -2;

/** Where in an expansion the loop continues: at its beginning, after the trace was called, among its edges. */
export const PHASE = 0;
export const GOAL = 1;
export const NOW = 2;
/** Node that is expanded, and its edge that is looked at. */
export const CURRENT = 3;
export const CURRENT_EDGE = 4;
/** The best successor, -1 without one. */
export const NEXT = 5;
/** Length of the short list; -1 once the ring has taken over. */
export const LISTED = 6;
export const USED = 7;
/** Bucket being emptied and last one ever filled, counted from the lowest f, not wrapped. */
export const BUCKET_NOW = 8;
export const BUCKET_LAST = 9;
/** The node from which the goal was seen at the lowest cost. */
export const LAST = 10;
export const EXPANDED = 11;
export const GENERATED = 12;
/** Lines of the map: walls, where columns and rows begin, ints from a group to the next. */
export const LINES = 13;
/** Length in integers, and in doubles: cost of the node, best successor's f or -1, cost of the answer, lowest f. */
export const STATE_INTS = 18;
export const BASE = 0;
export const NEXT_F = 1;
export const BEST = 2;
export const LOWEST = 3;
export const STATE_SUMS = 4;

/** Most nodes of the sorted list, without goal bounds and with them. */
export const FEW = 4;
export const FEW_BOUNDED = 16;
export const EMPTY = -1;

/** Sets a state to the beginning of a query. @param edges of the start */
export function begin(
  state: Int32Array,
  sums: Float64Array,
  goal: number,
  now: number,
  start: number,
  edges: number,
  lowest: number,
): void {
  state[PHASE] = state[LISTED] = state[USED] = state[BUCKET_NOW] = state[EXPANDED] = 0;
  state[GOAL] = goal;
  state[NOW] = now;
  state[CURRENT] = state[LAST] = start;
  state[CURRENT_EDGE] = edges;
  state[NEXT] = state[BUCKET_LAST] = -1;
  state[GENERATED] = 1;
  sums[BASE] = 0;
  sums[NEXT_F] = -1;
  sums[BEST] = Infinity;
  sums[LOWEST] = lowest;
}
