/** What a blob says about itself, for people and tools; every checksum is checked on the way. */

import { checkDirectory, watched } from '../blob/check.js';
import { loadCosts } from '../blob/costs.js';
import { decompressor } from '../blob/decompress.js';
import { fingerprint } from '../blob/fingerprint.js';
import { ALGORITHM_REVISION, CODEC, FORMAT_VERSION, gridBytes, KIND } from '../blob/layout.js';
import { mapSections, type Part, unpackBlob } from '../blob/pack.js';
import { type Blob, readBlob, type SectionEntry } from '../blob/read.js';
import { checkBounds } from '../bounds/section.js';
import { must } from '../errors.js';
import { countOpen, type Grid, gridFromBits } from '../grid/grid.js';
import { hpaGraph } from '../hpa/graph.js';
import { checkAbstraction, loadAbstraction } from '../hpa/section.js';
import { checkJumpDistances } from '../jps/section.js';
import { checkLoneTable } from '../table/check.js';
import { loadTable } from '../table/section.js';

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
  const grid = gridFromBits(width, height, terrain, blob.section(KIND.grid, Uint8Array, gridBytes(width, height)));
  loadCosts(blob, grid);
  const expected = Buffer.from(fingerprint(grid)).toString('hex');
  must(blob.fingerprint === expected, 'fingerprint', blob.fingerprint, expected);
  must(blob.openCells === countOpen(grid), 'number of open cells', blob.openCells, countOpen(grid));
  const parts = unpackBlob(bytes);
  for (const part of parts) checkDirectory(part.blob);
  const hpa = parts.find((part) => part.blob.has(KIND.hpaInfo))?.blob;
  const unchecked = parts.flatMap((part) => checkPart(part, grid, hpa));
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
      ...blob.entries.slice(0, mapSections(blob.entries)).map(reportSection),
      ...parts.flatMap((part) => part.blob.entries.slice(mapSections(part.blob.entries)).map(reportSection)),
    ],
    metadata: parts.map(({ metadata }) => metadata),
    unchecked,
  };
}

/**
 * Loads what a part holds, as a game would, and all else that it holds, too.
 * @param hpa the bake of HPA* that a table is packed with
 * @returns what could not be checked, in words
 */
function checkPart({ artifact, blob: whole }: Part, grid: Grid, hpa: Blob | undefined): string[] {
  const { blob, unread } = watched(whole);
  const unchecked: string[] = [];
  // Read before: the map, which is the same in all parts, and the metadata.
  const seen: number[] = [KIND.grid, KIND.costs, KIND.meta];
  if (blob.has(KIND.jpsInfo)) checkJumpDistances(blob, grid);
  if (blob.has(KIND.boundsInfo)) checkBounds(blob, grid);
  if (blob.has(KIND.hpaInfo)) checkAbstraction(blob, grid);
  if (blob.has(KIND.tableInfo)) {
    if (hpa) loadTable(blob, hpa, hpaGraph(grid, loadAbstraction(hpa)));
    else {
      checkLoneTable(blob, grid);
      unchecked.push(`${artifact}: whether its ways lead to their nodes; only the hpa blob that it was made from tells`);
    }
  }
  const [left] = unread().filter((kind) => !seen.includes(kind));
  if (whole.entries.every(({ kind }) => seen.includes(kind))) unchecked.push(`${artifact}: it has no section of its own`);
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
