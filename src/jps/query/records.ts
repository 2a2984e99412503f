/** How the arena has nodes and edges of the jump-point graph, in ints. */

/**
 * Ints of an edge: the record of its target, or the complement of the arrival that it is (`graph.ts`); its cost; and the two corners of
 * the rectangle that holds every goal it is good for.
 */
export const EDGE = 4;

/** Ints of a node before its edges; a node is named by the place of its record. */
export const NODE = 12;
/**
 * Stamp of the query that last reached the node, one more once it has expanded it. Cost and parent of a node with an older stamp are left over
 * from an earlier query.
 */
export const STAMP = 0;
export const PARENT = 1;
/** Cost from the start: a double, exact, and no map is long enough to overflow it. */
export const COST = 2;
/** Packed x, y. */
export const POINT = 4;
/** Where the edges end, and the next record begins. */
export const END = 5;
/** Corners of the rectangle around all cells in which a goal is seen. */
export const SEES = 6;
/** How far a goal is seen in each canonical direction, in steps, 16 bits each; 0 in the others. */
export const VIEWS = 8;
