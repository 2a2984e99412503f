/** The container's numbers, shared by writer and reader; FORMAT.md tells the whole story. */

export const MAGIC = Uint8Array.of(0x89, 0x50, 0x52, 0x45, 0x50, 0x0d, 0x0a, 0x1a);
/** Version of the container's layout. */
export const FORMAT_VERSION = 1;
/** Raised whenever the same map and options would bake to other bytes, or the same bytes mean something else. */
export const ALGORITHM_REVISION = 1;

export const HEADER_BYTES = 80;
export const ENTRY_BYTES = 24;
/** Raw bytes per compressed frame: the largest size that every level of zstd-codec can take. */
export const FRAME_BYTES = 512 * 1024;
export const MAX_SECTIONS = 64;
/** Sections start at multiples of this, so that any element type can be viewed in place. */
export const ALIGNMENT = 8;
export const TERRAIN_BYTES = 16;

/** What a section holds. Kinds 1..15 are common to all blobs, then sixteen per artifact. */
export const KIND = { grid: 1, meta: 2, jpsInfo: 16, jpsStops: 17 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

export const CODEC = { none: 0, zstd: 1 } as const;
export type Codec = keyof typeof CODEC;

/** Typed arrays a section can hold; the element type's code is its place in this list. */
export const ELEMENTS = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array] as const;
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

/** Most raw bytes a section of each kind can have on a map of this size; checked before anything is allocated. */
export function maxRawBytes(kind: number, width: number, height: number): number {
  switch (kind) {
    case KIND.grid:
      return gridBytes(width, height);
    case KIND.meta:
      return 1 << 20;
    case KIND.jpsInfo:
      return 12;
    case KIND.jpsStops:
      return width * height;
    default:
      return 0;
  }
}
