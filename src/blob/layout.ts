/** The container's numbers, shared by writer and reader; FORMAT.md tells the whole story. */

/** First eight bytes, in hexadecimal: 0x89, "PREP", CR LF, 0x1a. */
export const MAGIC = '89505245500d0a1a';
/** Version of the container's layout. */
export const FORMAT_VERSION = 1;
/** Raised whenever the same map and options would bake to other bytes, or the same bytes mean something else. */
export const ALGORITHM_REVISION = 1;

export const HEADER_BYTES = 80;
export const ENTRY_BYTES = 12;
export const TERRAIN_BYTES = 16;
/** Raw bytes per compressed frame: the largest size that every level of zstd-codec can take. */
export const FRAME_BYTES = 512 * 1024;
/** Most bytes of metadata. */
export const MAX_META_BYTES = 1 << 20;
/** Sections start at multiples of this, so that any element type can be viewed in place. */
export const ALIGNMENT = 8;

/** What a section holds. Kinds 1..15 are common to all blobs, then sixteen per artifact. */
export const KIND = {
  grid: 1,
  meta: 2,
  costs: 3,
  jpsInfo: 16,
  jpsStops: 17,
  boundsInfo: 32,
  boundsBoxes: 33,
} as const;
/** Those of HPA*: apart, so that a game without it does not ship their names. */
export const HPA_KIND = {
  hpaInfo: 48,
  hpaCounts: 49,
  hpaPlaces: 50,
  hpaPairs: 51,
  hpaRuns: 52,
  hpaCosts: 53,
  hpaUpperCounts: 54,
  hpaUpperPairs: 55,
  hpaUpperSteps: 56,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND] | (typeof HPA_KIND)[keyof typeof HPA_KIND];

export const CODEC = { none: 0, zstd: 1 } as const;
export type Codec = keyof typeof CODEC;

/** Typed arrays a section can hold; the element type's code is its place in this list. */
export const ELEMENTS = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array] as const;
export type ElementType = (typeof ELEMENTS)[number];
export type ElementArray = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/** Move rules; a rule's code is its place in this list. */
export const MOVE_RULES = ['octile'] as const;

export function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** Bytes of the grid section: one byte per row and strip of eight columns. */
export function gridBytes(width: number, height: number): number {
  return ((width + 7) >> 3) * height;
}
