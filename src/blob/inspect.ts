/** What a blob says about itself, for people and tools; every checksum is checked on the way. */
import { unpack } from 'msgpackr';
import { must } from '../errors.js';
import { countOpen, gridFromBits } from '../grid/grid.js';
import { hpaGraph } from '../hpa/levels.js';
import { loadAbstraction } from '../hpa/section.js';
import { checkJumpDistances } from '../jps/section.js';
import { loadCosts } from './costs.js';
import { decompressor } from './decompress.js';
import { fingerprint } from './fingerprint.js';
import { ALGORITHM_REVISION, CODEC, FORMAT_VERSION, gridBytes, KIND } from './layout.js';

import { type Blob, readBlob, type SectionEntry } from './read.js';

const MAX_META_BYTES = 1 << 20;

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
  metadata: unknown;
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
  if (blob.has(KIND.hpaInfo)) hpaGraph(grid, loadAbstraction(blob));
  if (blob.has(KIND.jpsInfo)) checkJumpDistances(blob, grid);
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
    sections: blob.entries.map((entry) => reportSection(blob, entry)),
    metadata: readMetadata(blob),
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
    default:
      // Sections of HPA* were measured against each other before.
      return kind >= KIND.hpaInfo && kind <= KIND.hpaUpperSteps ? 0xffffffff : 0;
  }
}

function readMetadata(blob: Blob): unknown {
  return unpack(blob.section(KIND.meta, Uint8Array, MAX_META_BYTES, 0));
}
