/** Writes the container; see FORMAT.md. The same sections give the same bytes, on every machine. */
import { pack } from 'msgpackr';
import { costsToBytes, countOpen, type Grid, gridToBits } from '../grid/grid.js';
import { hasPlaces, type Places } from '../grid/places.js';
import { codecFor, LAYOUT, THREADS, WRITE } from '../options/bake.js';
import { defaultsOf } from '../options/option.js';
import { version } from '../version.js';
import { Compressor, type FrameCompressor } from './compress.js';
import { crc32 } from './crc32.js';
import { fingerprint, terrainBytes } from './fingerprint.js';
import { wallsToBytes } from './grid.js';
import type { Keep } from './keep.js';
import * as KIND from './kinds.js';
import {
  ALL_RULES,
  aligned,
  CODEC,
  type Codec,
  ELEMENTS,
  type ElementArray,
  type ElementType,
  ENTRY_BYTES,
  FORMAT_VERSION,
  HEADER_BYTES,
  isViews,
  type Kind,
  type Layout,
  MAGIC,
  revisionOf,
} from './layout.js';
import { linksToBytes } from './links.js';
import { type Blob, readBlob, type SectionEntry } from './read.js';
import { mostBytes, wordSum } from './views.js';
import { mapViews, recorded, viewsSection } from './write-views.js';

export interface Section {
  kind: Kind;
  values: ElementArray;
}

/** Artifact, file and options of a bake, and its statistics. */
export interface Metadata {
  artifact: string;
  map: string;
  options?: object;
  statistics?: object;
}

export interface WriteOptions {
  codec: Codec;
  /** `mapped` adds the arrays that queries read, so that a load makes none. */
  layout: Layout;
  zstdLevel: number;
  /** Threads to compress with when none are handed over; 0 for one per core. */
  threads: number;
  compressor?: FrameCompressor;
  /** Doors, markers and the size of a cell, for the game: `readMeta` gives them back. */
  places?: Places;
}
export const WRITE_DEFAULTS: WriteOptions = {
  ...defaultsOf({ ...WRITE, ...LAYOUT }),
  codec: codecFor(),
  threads: THREADS.default,
};

/** @param sections the artifact's; those of the map are added @param arrays of the engine, for the layout `mapped` */
export async function writeBlob(
  grid: Grid,
  sections: Section[],
  metadata: Metadata,
  options: Partial<WriteOptions> = {},
  arrays?: EngineArrays,
): Promise<Uint8Array> {
  const { layout } = { ...WRITE_DEFAULTS, ...options };
  const all: Section[] = [
    { kind: KIND.grid, values: gridToBits(grid) },
    ...(grid.costs ? [{ kind: KIND.costs, values: costsToBytes(grid) }] : []),
    ...(grid.costs && grid.wallCosts ? [{ kind: KIND.wallCosts, values: grid.wallCosts }] : []),
    ...(grid.links ? [{ kind: KIND.links, values: linksToBytes(grid.links) }] : []),
    ...(grid.walls ? [{ kind: KIND.walls, values: wallsToBytes(grid) }] : []),
    ...(grid.stepCosts ? [{ kind: KIND.stepCosts, values: Uint8Array.of(1) }] : []),
    ...sections,
    // pack() returns a view into its pool: copy it.
    { kind: KIND.meta, values: Uint8Array.from(pack({ ...described(metadata, layout), ...placesOf(options) })) },
  ];
  const head = header(grid);
  if (layout === 'mapped') {
    const raw = all.map(({ kind, values }) => rawEntry(kind, values));
    const compact = readBlob(assemble(head, raw), (frame) => frame);
    all.splice(all.length - sections.length - 1, 0, mapViews(grid));
    const kept = arrays && recorded((keep) => arrays.make(compact, keep));
    if (arrays && kept) all.splice(-1, 0, viewsSection(arrays.kind, kept));
  }
  return assemble(head, await storeAll(grid, all, { ...WRITE_DEFAULTS, ...options }));
}

export interface EngineArrays {
  kind: Kind;
  make(compact: Blob, keep: Keep): void;
}

/** Adds the layout to the metadata, if it is not `compact`. */
const described = (metadata: Metadata, layout: Layout): Metadata =>
  layout === 'compact' ? metadata : { ...metadata, options: { ...metadata.options, layout } };

/**
 * Blobs of maps that have none are the same bytes in every version of gridprep; the others tell which one made them.
 */
function placesOf({ places }: Partial<WriteOptions>): { places?: object } {
  if (!places || !hasPlaces(places)) return {};
  // Files call markers points, as ever.
  const { markers, ...others } = places;
  // Without what readMeta adds, so that markers of a loaded map are stored as they were.
  const points = markers.map(({ name, cells, walls }) => ({ name, cells, ...(walls && { walls }) }));
  return { places: { tool: version, ...others, points } };
}

async function storeAll(grid: Grid, sections: Section[], options: WriteOptions): Promise<SectionEntry[]> {
  const started = options.compressor ? undefined : new Compressor(options.threads);
  const compressor = options.compressor ?? (started as Compressor);
  try {
    return await Promise.all(
      sections.map(async ({ kind, values }): Promise<SectionEntry> => {
        const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        const parts = options.codec === 'zstd' ? await compressor.frames(raw, options.zstdLevel) : [];
        // Frames must pay for themselves and their place in the directory.
        const small = !isViews(kind) || raw.length <= mostBytes(grid);
        const zstd = small && parts.length > 0 && totalLength(parts) + 4 * parts.length < raw.length;
        const entry = rawEntry(kind, values);
        return zstd ? { ...entry, codec: CODEC.zstd, parts } : entry;
      }),
    );
  } finally {
    await started?.close();
  }
}

export function rawEntry(kind: number, values: ElementArray): SectionEntry {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const type = ELEMENTS.find((element) => values instanceof element) as ElementType;
  return {
    kind,
    type,
    rawLength: raw.length,
    crc: (isViews(kind) ? wordSum : crc32)(raw),
    codec: CODEC.none,
    parts: [raw],
  };
}

function totalLength(parts: Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** @param head header bytes of the map; number of sections and checksum are filled in */
export function assemble(head: Uint8Array, entries: SectionEntry[]): Uint8Array {
  const frames = entries.flatMap(({ codec, parts }) => (codec === CODEC.zstd ? parts : []));
  const directoryEnd = HEADER_BYTES + entries.length * ENTRY_BYTES + 4 * frames.length;
  let length = directoryEnd;
  for (const { parts } of entries) length = aligned(length) + totalLength(parts);
  const blob = new Uint8Array(length);
  const view = new DataView(blob.buffer);
  blob.set(head);
  blob[25] = entries.length;
  const revision = revisionOf((kind) => entries.some((entry) => entry.kind === kind));
  view.setUint16(10, revision, true);
  let at = HEADER_BYTES;
  let offset = directoryEnd;
  for (const { kind, type, codec, rawLength, crc, parts } of entries) {
    if (rawLength > 0xffffffff)
      throw new Error(`section ${kind} has ${rawLength} bytes; the container holds at most 4 GiB`);
    view.setUint16(at, kind, true);
    blob[at + 2] = ELEMENTS.indexOf(type);
    blob[at + 3] = codec;
    view.setUint32(at + 4, rawLength, true);
    view.setUint32(at + 8, crc, true);
    at += ENTRY_BYTES;
    offset = aligned(offset);
    for (const part of parts) {
      blob.set(part, offset);
      offset += part.length;
    }
  }
  for (const frame of frames) {
    view.setUint32(at, frame.length, true);
    at += 4;
  }
  view.setUint32(12, crc32(blob.subarray(16, directoryEnd), crc32(blob.subarray(0, 12))), true);
  return blob;
}

function header(grid: Grid): Uint8Array {
  const head = new Uint8Array(HEADER_BYTES);
  const view = new DataView(head.buffer);
  head.set(Uint8Array.from(MAGIC.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
  view.setUint16(8, FORMAT_VERSION, true);
  view.setUint16(16, grid.width, true);
  view.setUint16(18, grid.height, true);
  view.setUint32(20, countOpen(grid), true);
  head[24] = ALL_RULES.indexOf(grid.moveRule);
  head[26] = grid.size - 1;
  head.set(fingerprint(grid), 32);
  head.set(terrainBytes(grid.terrain), 64);
  return head;
}
