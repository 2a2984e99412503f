/** What a blob says about itself, for people and tools; every checksum is checked on the way. */

import { checkBounds } from '../bounds/section.js';
import { must } from '../errors.js';
import { countOpen, gridFromBits } from '../grid/grid.js';
import { hpaGraph } from '../hpa/levels.js';
import { loadAbstraction } from '../hpa/section.js';
import { checkJumpDistances } from '../jps/section.js';
import { loadCosts } from './costs.js';
import { decompressor } from './decompress.js';
import { fingerprint } from './fingerprint.js';
import { ALGORITHM_REVISION, CODEC, FORMAT_VERSION, gridBytes, KIND, MAX_META_BYTES } from './layout.js';
import { mapSections, unpackBlob } from './pack.js';
import { type Blob, readBlob, type SectionEntry } from './read.js';

/** One section of a {@link BlobReport}; lengths in bytes. */
export interface SectionReport {
  name: string;
  kind: number;
  type: string;
  codec: string;
  frames: number;
  rawLength: number;
  storedLength: number;
  crc: string;
}

export interface BlobReport {
  bytes: number;
  formatVersion: number;
  algorithmRevision: number;
  width: number;
  height: number;
  openCells: number;
  bytesPerOpenCell: number;
  moveRule: string;
  terrain: string;
  fingerprint: string;
  sections: SectionReport[];
  /** Of each artifact in the blob. */
  metadata: object[];
}

/** @throws {BlobError} if anything in the blob is damaged, or its fingerprint is not that of its grid */
export function inspectBlob(bytes: Uint8Array): BlobReport {
  const blob = readBlob(bytes, decompressor);
  const { width, height, terrain } = blob;
  const grid = gridFromBits(width, height, terrain, blob.section(KIND.grid, Uint8Array, gridBytes(width, height)));
  loadCosts(blob, grid);
  const expected = Buffer.from(fingerprint(grid)).toString('hex');
  must(blob.fingerprint === expected, 'fingerprint', blob.fingerprint, expected);
  must(blob.openCells === countOpen(grid), 'number of open cells', blob.openCells, countOpen(grid));
  const parts = unpackBlob(bytes);
  for (const part of parts) {
    if (part.blob.has(KIND.jpsInfo)) checkJumpDistances(part.blob, grid);
    if (part.blob.has(KIND.boundsInfo)) checkBounds(part.blob, grid);
    if (part.blob.has(KIND.hpaInfo)) hpaGraph(grid, loadAbstraction(part.blob));
  }
  const { openCells, moveRule } = blob;
  return {
    bytes: bytes.length,
    // No other would have been read.
    formatVersion: FORMAT_VERSION,
    algorithmRevision: ALGORITHM_REVISION,
    width,
    height,
    openCells,
    bytesPerOpenCell: bytes.length / openCells,
    moveRule,
    terrain,
    fingerprint: blob.fingerprint,
    sections: [
      ...blob.entries.slice(0, mapSections(blob.entries)).map((entry) => reportSection(blob, entry)),
      ...parts.flatMap((part) => part.blob.entries.slice(mapSections(part.blob.entries)).map((entry) => reportSection(part.blob, entry))),
    ],
    metadata: parts.map(({ metadata }) => metadata),
  };
}

function reportSection(blob: Blob, { kind, type, codec, rawLength, crc, parts }: SectionEntry): SectionReport {
  const most = maxRawBytes(kind, blob);
  must(type && rawLength <= most, `section ${kind}`, rawLength, `at most ${most} bytes`);
  blob.section(kind, type, rawLength / type.BYTES_PER_ELEMENT);
  return {
    name: nameOf(KIND, kind),
    kind,
    type: type.name,
    codec: nameOf(CODEC, codec),
    frames: codec === CODEC.none ? 0 : parts.length,
    rawLength,
    storedLength: parts.reduce((sum, part) => sum + part.length, 0),
    crc: crc.toString(16).padStart(8, '0'),
  };
}

function nameOf(codes: Record<string, number>, code: number): string {
  return Object.keys(codes).find((name) => codes[name] === code) ?? `unknown (${code})`;
}

/** Most bytes a section can have by its kind and the map's size; 0 for a kind that is not known here. */
function maxRawBytes(kind: number, { width, height }: Blob): number {
  switch (kind) {
    case KIND.grid:
      return gridBytes(width, height);
    case KIND.meta:
      return MAX_META_BYTES;
    case KIND.jpsInfo:
      return 12;
    case KIND.jpsStops:
    case KIND.costs:
      return width * height;
    case KIND.boundsInfo:
      return 2;
    case KIND.boundsBoxes:
      // Eight boxes of four coordinates in every cell.
      return 64 * width * height;
    default:
      // Sections of HPA* were measured against each other before.
      return kind >= KIND.hpaInfo && kind <= KIND.hpaShortcuts ? 0xffffffff : 0;
  }
}
