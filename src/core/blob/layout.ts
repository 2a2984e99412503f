/**
 * The container's numbers, shared by writer and reader; FORMAT.md tells the whole story.
 *
 * Measured and decided: docs/decisions/blob-format.md.
 */
import * as KIND from './kinds.js';

/** First eight bytes, in hexadecimal: 0x89, "PREP", CR LF, 0x1a. */
export const MAGIC = '89505245500d0a1a';
export const FORMAT_VERSION = 1;
/** Raised whenever the same map and options would bake to other bytes, or the same bytes mean something else. */
export const ALGORITHM_REVISION = 1;
/** The same of maps whose cells have costs: 2 since HPA* crosses borders where that is cheap. */
export const WEIGHTED_REVISION = 2;
/** The same of maps with links, which readers before 2.0 refuse by it. */
export const LINKS_REVISION = 3;
/** The same of the layout `mapped`: 4 since HPA* has no shortcuts. */
export const MAPPED_REVISION = 4;
/** The same of maps with walls between cells. */
export const WALLS_REVISION = 5;
/**
 * The same of maps whose steps cost what the entered cell costs. Records and keys of caches contain it, since no other
 * is higher.
 */
export const NEWEST_REVISION = 6;

/** Which of them a file has. @param has whether it has a section of a kind */
export function revisionOf(has: (kind: number) => boolean): number {
  if (has(KIND.stepCosts)) return NEWEST_REVISION;
  if (has(KIND.walls)) return WALLS_REVISION;
  if (has(KIND.mapViews)) return MAPPED_REVISION;
  if (has(KIND.links)) return LINKS_REVISION;
  return has(KIND.costs) ? WEIGHTED_REVISION : ALGORITHM_REVISION;
}

export const HEADER_BYTES = 80;
export const ENTRY_BYTES = 12;
export const TERRAIN_BYTES = 16;
/** Raw bytes per compressed frame: the largest size that every level of zstd-codec can take. */
export const FRAME_BYTES = 512 * 1024;
/** Sections start at multiples of this, so that any element type can be viewed in place. */
export const ALIGNMENT = 8;

export type Kind = (typeof KIND)[keyof typeof KIND];

/** Kinds of the map's own sections, which come first. */
export const MAP_KINDS: readonly number[] = [
  KIND.grid,
  KIND.costs,
  KIND.wallCosts,
  KIND.links,
  KIND.linkLists,
  KIND.walls,
  KIND.stepCosts,
  KIND.mapViews,
];
/** Whether a section is of arrays that a query reads as they are. */
export const isViews = (kind: number): boolean => kind >= KIND.mapViews && kind <= KIND.chViews;

/** Code of a section that is stored as it is. */
export const NO_CODEC = 0;
export const CODEC = { none: NO_CODEC, zstd: 1 } as const;
/** How the sections of a blob are stored: compressed, or as they are, to be read in place. */
export type Codec = keyof typeof CODEC;
/** `compact`: a blob has only its artifact; `mapped`: also the arrays that queries read. */
export type Layout = 'compact' | 'mapped';

/** Typed arrays a section can hold; the element type's code is its place in this list. */
export const ELEMENTS = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array] as const;
export type ElementType = (typeof ELEMENTS)[number];
export type ElementArray = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/** Move rules; a rule's code is its place in this list. */
export { ALL_RULES, MOVE_RULES } from '../grid/rules.js';

export function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** Bytes of the grid section: one byte per row and strip of eight columns. */
export function gridBytes(width: number, height: number): number {
  return ((width + 7) >> 3) * height;
}
