/** What a blob says about itself, for people and tools; all that it holds is checked on the way. */

import { checkDirectory, watched } from '../blob/check.js';
import { decompressor } from '../blob/decompress.js';
import { fingerprint } from '../blob/fingerprint.js';
import { gridOf } from '../blob/grid.js';
import { ALGORITHM_REVISION, CODEC, FORMAT_VERSION, KIND } from '../blob/layout.js';
import { mapSections, type Part, unpackBlob } from '../blob/pack.js';
import { readBlob, type SectionEntry } from '../blob/read.js';
import { must } from '../errors.js';
import { countOpen, type Grid } from '../grid/grid.js';
import { ARTIFACTS } from './list.js';

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

/** What a blob says about itself: header, sections and the metadata of each artifact; lengths in bytes. */
export interface BlobReport {
  bytes: number;
  formatVersion: number;
  algorithmRevision: number;
  width: number;
  height: number;
  openCells: number;
  bytesPerOpenCell: number;
  moveRule: string;
  /** Side of the square that walks, in cells. */
  size: number;
  terrain: string;
  fingerprint: string;
  sections: SectionReport[];
  /** Of each artifact in the blob. */
  metadata: object[];
  /** What this blob alone does not tell; a sentence for each. All else was checked. */
  unchecked: string[];
}

/**
 * Reads a blob as far as tools can: header, every section, every checksum, the structure of each artifact.
 * @throws {BlobError} if anything in the blob is damaged, or its fingerprint is not that of its grid
 */
export function inspectBlob(bytes: Uint8Array): BlobReport {
  const blob = readBlob(bytes, decompressor);
  const { width, height, terrain } = blob;
  const grid = gridOf(blob);
  const expected = Buffer.from(fingerprint(grid)).toString('hex');
  must(blob.fingerprint === expected, 'fingerprint', blob.fingerprint, expected);
  must(blob.openCells === countOpen(grid), 'number of open cells', blob.openCells, countOpen(grid));
  const parts = unpackBlob(bytes);
  for (const part of parts) checkDirectory(part.blob);
  const unchecked = parts.flatMap((part) => checkPart(part, grid, parts));
  const { openCells, moveRule, size } = blob;
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
    size,
    terrain,
    fingerprint: blob.fingerprint,
    sections: [
      ...blob.entries.slice(0, mapSections(blob.entries)).map(reportSection),
      ...parts.flatMap((part) => part.blob.entries.slice(mapSections(part.blob.entries)).map(reportSection)),
    ],
    metadata: parts.map(({ metadata }) => metadata),
    unchecked,
  };
}

/**
 * Has every artifact of a part check its sections.
 * @returns what could not be checked, in words
 * @throws {BlobError} if a section is damaged, or none of the artifacts has read it
 */
function checkPart(part: Part, grid: Grid, parts: Part[]): string[] {
  const { blob, unread } = watched(part.blob);
  const unchecked: string[] = [];
  for (const { section, inspect } of Object.values(ARTIFACTS)) {
    if (blob.has(section)) unchecked.push(...inspect({ ...part, blob }, grid, parts));
  }
  // Read before: the map, which is the same in all parts, and the metadata.
  const seen: number[] = [KIND.grid, KIND.costs, KIND.meta];
  const [left] = unread().filter((kind) => !seen.includes(kind));
  if (blob.entries.every(({ kind }) => seen.includes(kind))) unchecked.push(`${part.artifact}: it has no section of its own`);
  must(left === undefined, `section ${left}`, 'there', 'none beside the others of its artifact');
  return unchecked;
}

function reportSection({ kind, type, codec, rawLength, crc, parts }: SectionEntry): SectionReport {
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
