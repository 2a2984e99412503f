/** What a blob says about itself, for people and tools; every checksum is checked on the way. */
import { unpack } from 'msgpackr';
import { BlobError } from '../errors.js';
import { Grid } from '../grid/grid.js';
import { decompressor } from './decompress.js';
import { fingerprint } from './fingerprint.js';
import { CODEC, ELEMENTS, gridBytes, KIND } from './layout.js';
import { BlobReader, type SectionEntry } from './read.js';

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
  const blob = new BlobReader(bytes, decompressor);
  const { width, height, terrain } = blob;
  const grid = Grid.fromBits(width, height, terrain, blob.section(KIND.grid, Uint8Array, gridBytes(width, height)));
  const expected = Buffer.from(fingerprint(grid)).toString('hex');
  if (expected !== blob.fingerprint)
    throw new BlobError(`blob's fingerprint is ${blob.fingerprint}, that of its grid ${expected}; bake it again`);
  if (grid.countOpen() !== blob.openCells)
    throw new BlobError(`blob's header counts ${blob.openCells} open cells, its grid has ${grid.countOpen()}; bake it again`);
  const { formatVersion, algorithmRevision, openCells, moveRule } = blob;
  return {
    bytes: bytes.length,
    formatVersion,
    algorithmRevision,
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

function reportSection(blob: BlobReader, entry: SectionEntry): SectionReport {
  blob.raw(entry);
  return {
    name: Object.entries(KIND).find(([, kind]) => kind === entry.kind)?.[0] ?? 'unknown',
    kind: entry.kind,
    type: ELEMENTS[entry.elementType].name,
    codec: Object.entries(CODEC).find(([, codec]) => codec === entry.codec)?.[0] ?? 'unknown',
    frames: entry.frames.length,
    rawLength: entry.rawLength,
    storedLength: entry.storedLength,
    crc: entry.crc.toString(16).padStart(8, '0'),
  };
}

function readMetadata(blob: BlobReader): unknown {
  const entry = blob.entries.find(({ kind }) => kind === KIND.meta);
  if (!entry) throw new BlobError('blob has no metadata section');
  return unpack(blob.raw(entry));
}
