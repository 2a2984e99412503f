/** Lists of arcs by blocks of cells; `build.ts` makes them. */

/** Bits of an entry that are the number of its arc; the others are its excess. */
export const ARC_BITS = 13;
/** Those bits; a power in a loop takes 40 ns. */
export const ARC_MASK = (1 << ARC_BITS) - 1;
/** Most blocks of a map. */
export const MOST_BLOCKS = 1 << 16;
/** Most links of a map without lists, whose distances a game searches for when they are first needed. */
export const MOST_BARE = 256;
/** Most entries of all lists. */
export const MOST_ENTRIES = 1 << 20;

/** Sides of a map in blocks. */
export const blocksOf = (width: number, height: number, shift: number): [columns: number, blocks: number] => {
  const [columns, rows] = [width, height].map((side) => ((side - 1) >> shift) + 1);
  return [columns, columns * rows];
};

/** For each block of cells the arcs that may be the first from there, and those that may be the last into it. */
export interface LinkLists {
  shift: number;
  columns: number;
  blocks: number;
  /** Cost of one unit of excess. */
  quantum: number;
  /** Where the entries of each block begin, those of last arcs behind those of first ones. */
  starts: Int32Array;
  /** Arc in the lower {@link ARC_BITS}; above them by how much the distance is longer than on an empty map, at least, in quanta. */
  entries: Uint32Array;
}
