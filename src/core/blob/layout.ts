/**
 * The container's numbers, shared by writer and reader; FORMAT.md tells the whole story.
 *
 * Measured and decided: docs/decisions/blob-format.md.
 */

/** First eight bytes, in hexadecimal: 0x89, "PREP", CR LF, 0x1a. */
export const MAGIC = '89505245500d0a1a';
/** Version of the container's layout. */
export const FORMAT_VERSION = 1;
/** Raised whenever the same map and options would bake to other bytes, or the same bytes mean something else. */
export const ALGORITHM_REVISION = 1;
/** The same of maps whose cells have costs: 2 since HPA* crosses borders where that is cheap. */
export const PRICED_REVISION = 2;
/** The same of maps with links, which readers before 2.0 refuse by it. */
export const LINKS_REVISION = 3;
/** The same of the layout `mapped`: 4 since HPA* has no shortcuts. */
export const MAPPED_REVISION = 4;
/** The same of maps with walls between cells. Records and keys of caches contain it, since no other is higher. */
export const NEWEST_REVISION = 5;

/** Which of them a file has. @param has whether it has a section of a kind */
export function revisionOf(has: (kind: number) => boolean): number {
  if (has(WALLS_KIND)) return NEWEST_REVISION;
  if (has(MAP_VIEWS)) return MAPPED_REVISION;
  if (has(LINKS_KIND)) return LINKS_REVISION;
  return has(COSTS_KIND) ? PRICED_REVISION : ALGORITHM_REVISION;
}

export const HEADER_BYTES = 80;
export const ENTRY_BYTES = 12;
export const TERRAIN_BYTES = 16;
/** Most sections of a file. */
export const MAX_SECTIONS = 255;
/** Raw bytes per compressed frame: the largest size that every level of zstd-codec can take. */
export const FRAME_BYTES = 512 * 1024;
/** Most bytes of metadata. */
export const MAX_META_BYTES = 1 << 20;
/** Sections start at multiples of this, so that any element type can be viewed in place. */
export const ALIGNMENT = 8;

// Kinds of sections: 1..15 are common to all blobs, then sixteen per artifact. Single constants: bundlers inline those that a game
// needs, where an object's names would ship.
export const GRID_KIND = 1 as const;
export const META_KIND = 2 as const;
export const COSTS_KIND = 3 as const;
/** Names of agents, and which sections are whose. */
export const AGENTS_KIND = 4 as const;
/** What walls add to costs, by distance. */
export const WALL_COSTS_KIND = 5 as const;
/** Pairs of cells that are joined. */
export const LINKS_KIND = 6 as const;
/** Which links come first and last, by blocks of cells. */
export const LINK_LISTS_KIND = 7 as const;
/** Arrays as queries read them, of the map and of each artifact: the layout `mapped` (`views.ts`). */
export const MAP_VIEWS = 8 as const;
export const JPS_VIEWS = 9 as const;
export const BOUNDS_VIEWS = 10 as const;
export const HPA_VIEWS = 11 as const;
export const TABLE_VIEWS = 12 as const;
export const CH_VIEWS = 13 as const;
/** Walls between cells. */
export const WALLS_KIND = 14 as const;
export const JPS_INFO = 16 as const;
export const BOUNDS_INFO = 32 as const;
export const BOUNDS_BOXES = 33 as const;
export const HPA_INFO = 48 as const;
export const HPA_COUNTS = 49 as const;
export const HPA_PLACES = 50 as const;
export const HPA_PAIRS = 51 as const;
export const HPA_RUNS = 52 as const;
export const HPA_COSTS = 53 as const;
export const HPA_UPPER_COUNTS = 54 as const;
export const HPA_UPPER_PAIRS = 55 as const;
export const HPA_UPPER_STEPS = 56 as const;
export const TABLE_INFO = 64 as const;
export const TABLE_LENGTHS = 65 as const;
export const TABLE_HOPS = 66 as const;
export const CH_INFO = 80 as const;
export const CH_BITS = 81 as const;
export const PRICED_INFO = 96 as const;
export const PRICED_LANDMARKS = 97 as const;
export const WORLD_INFO = 112 as const;
export const WORLD_FINGERPRINT = 113 as const;
export const WORLD_CHECKS = 114 as const;
export const WORLD_GATE_COUNTS = 115 as const;
export const WORLD_GATES = 116 as const;
export const WORLD_WEIGHTS = 117 as const;
export const WORLD_COSTS = 118 as const;
export const WORLD_COSTS_HIGH = 119 as const;
export const TILE_INFO = 128 as const;
export const TILE_APRON = 129 as const;
export const TILE_APRON_COSTS = 130 as const;

/** The same by name, for tools. */
export const KIND = {
  grid: GRID_KIND,
  meta: META_KIND,
  costs: COSTS_KIND,
  agents: AGENTS_KIND,
  wallCosts: WALL_COSTS_KIND,
  links: LINKS_KIND,
  linkLists: LINK_LISTS_KIND,
  mapViews: MAP_VIEWS,
  jpsViews: JPS_VIEWS,
  boundsViews: BOUNDS_VIEWS,
  hpaViews: HPA_VIEWS,
  tableViews: TABLE_VIEWS,
  chViews: CH_VIEWS,
  walls: WALLS_KIND,
  jpsInfo: JPS_INFO,
  boundsInfo: BOUNDS_INFO,
  boundsBoxes: BOUNDS_BOXES,
  hpaInfo: HPA_INFO,
  hpaCounts: HPA_COUNTS,
  hpaPlaces: HPA_PLACES,
  hpaPairs: HPA_PAIRS,
  hpaRuns: HPA_RUNS,
  hpaCosts: HPA_COSTS,
  hpaUpperCounts: HPA_UPPER_COUNTS,
  hpaUpperPairs: HPA_UPPER_PAIRS,
  hpaUpperSteps: HPA_UPPER_STEPS,
  tableInfo: TABLE_INFO,
  tableLengths: TABLE_LENGTHS,
  tableHops: TABLE_HOPS,
  chInfo: CH_INFO,
  chBits: CH_BITS,
  pricedInfo: PRICED_INFO,
  pricedLandmarks: PRICED_LANDMARKS,
  worldInfo: WORLD_INFO,
  worldFingerprint: WORLD_FINGERPRINT,
  worldChecks: WORLD_CHECKS,
  worldGateCounts: WORLD_GATE_COUNTS,
  worldGates: WORLD_GATES,
  worldWeights: WORLD_WEIGHTS,
  worldCosts: WORLD_COSTS,
  worldCostsHigh: WORLD_COSTS_HIGH,
  tileInfo: TILE_INFO,
  tileApron: TILE_APRON,
  tileApronCosts: TILE_APRON_COSTS,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Kinds of the map's own sections, which come first. */
export const MAP_KINDS: readonly number[] = [
  GRID_KIND,
  COSTS_KIND,
  WALL_COSTS_KIND,
  LINKS_KIND,
  LINK_LISTS_KIND,
  WALLS_KIND,
  MAP_VIEWS,
];
/** Whether a section is of arrays that a query reads as they are. */
export const isViews = (kind: number): boolean => kind >= MAP_VIEWS && kind <= CH_VIEWS;

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
