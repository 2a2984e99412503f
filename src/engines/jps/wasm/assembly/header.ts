// AssemblyScript: the header of an arena, whose places are bytes here. `core/wasm/compile.mjs` gives those that
// `../native.ts` needs to `../module.ts`, in ints. It writes the places of a paragraph one behind the other.

/** Results of a search: cost, number of nodes expanded, and generated. */
export const RESULT_COST: usize = 0;
export const RESULT_EXPANDED: usize = 8;
export const RESULT_GENERATED: usize = 12;

/** Results of a build: place behind the rows of masks, and number of boxes. */
export const RESULT_ROWS: usize = 8;
export const RESULT_BOXES: usize = 12;

/** In the first header of shared memory: ints that threads have taken. */
export const TAKEN: usize = 20;

/** Lines: four origins, four pitches, then the rest. */
export const ORIGIN: usize = 24;
export const PITCH: usize = 40;
export const WALLS: usize = 56;
export const FOLDED: usize = 60;
export const MODULUS: usize = 64;

/** Search. */
export const RECORDS: usize = 68;
export const SIGHTS: usize = 72;
export const START_EDGES: usize = 76;
export const HEADS: usize = 80;
export const MASK: usize = 84;
/** 0 without goal bounds. */
export const HULLS: usize = 88;
export const START: usize = 92;
export const ITEMS: usize = 96;
export const ITEMS_END: usize = 100;
/** Bytes of the short list at most. */
export const MOST: usize = 104;

/** Boxes of goals: rows of masks, row of each word, boxes, their number, whether all cells have them, field bits. */
export const BOX_WORDS: usize = 108;
export const BOX_INDEX: usize = 112;
export const BOXES: usize = 116;
export const BOX_COUNT: usize = 120;
export const EVERY_CELL: usize = 124;
export const BOX_BITS: usize = 128;
/** Words of a row of masks. */
export const MASK_PITCH: usize = 132;

/** Eight numbers of a build: the words around one, or the next box of each direction. */
export const EIGHT: usize = 192;
/** Up to the end of the header: the sorted list of a search. */
export const LIST: usize = 256;
