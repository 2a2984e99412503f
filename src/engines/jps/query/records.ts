/** How the arena has nodes and edges of the jump-point graph, in ints. */

/** Ints of an edge: target's record, or complement of the arrival; cost; two corners of its rectangle of goals. */
export const EDGE = 4;

/** Ints of a node before its edges; a node is named by the place of its record. */
export const NODE = 12;
/** Stamp of the last query that reached the node, plus 1 once expanded; older ones mark stale cost and parent. */
export const STAMP = 0;
export const PARENT = 1;
/**
 * Stamp of a record that an edit has dropped. It costs less than any way; its parent is the complement of an arrival.
 */
export const DROPPED = 0x7fffffff;
/** Cost from the start: a double, exact, and no map is long enough to overflow it. */
export const COST = 2;
export const POINT = 4;
/** Where the edges end, and the next record begins. */
export const END = 5;
/** Corners of the rectangle around all cells in which a goal is seen. */
export const SEES = 6;
/** How far a goal is seen in each canonical direction, in steps, 16 bits each; 0 in the others. */
export const VIEWS = 8;
