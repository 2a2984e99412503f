/**
 * Packing: several blobs of one map in one file, and apart again, byte for byte.
 *
 *     grid, costs | sections of a, metadata of a | sections of b, metadata of b | ...
 *
 * Costs only where the map has them. Sections are taken over as they are stored; nothing is compressed again.
 */
import { BlobError, ensure, SAME_MAP } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { decompressor } from './decompress.js';
import { gridOf } from './grid.js';
import * as KIND from './kinds.js';
import { HEADER_BYTES, MAGIC, MAP_KINDS } from './layout.js';
import { unpackMetadata } from './meta.js';
import { type Blob, readBlob, type SectionEntry } from './read.js';
import { assemble } from './write.js';

/** One artifact of a map as it was baked. */
export interface BlobPart {
  /** `jps`, `bounds`, ... */
  artifact: string;
  /** Name of the map's file; empty if it had none. */
  map: string;
  metadata: object;
  /** A separate blob: its bytes, and opened. */
  bytes: Uint8Array;
  blob: Blob;
}

/** Do bytes begin as a blob does? Whether the rest of it is sound, reading it tells. */
export function isBlob(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === MAGIC;
}

/** The map that a blob holds, costs included. @throws {BlobError} if it is damaged */
export function gridOfBlob(bytes: Uint8Array): Grid {
  return gridOf(readBlob(bytes, decompressor));
}

/**
 * The blobs that were packed; of a blob that is no pack, itself.
 * @throws {BlobError} if its directory or metadata are damaged
 */
export function unpackBlob(bytes: Uint8Array): BlobPart[] {
  const { entries: all, agents } = readBlob(bytes, decompressor);
  const found = `of agents ${agents.join(', ')}`;
  ensure(agents.length === 0, 'blob', found, 'of one kind of walker', 'mismatch', 'take one agent out of it');
  ensure(all[0]?.kind === KIND.grid, 'first section', all[0]?.kind, KIND.grid);
  const map = all.slice(0, mapSections(all));
  const rest = all.slice(map.length);
  const parts: BlobPart[] = [];
  let entries: SectionEntry[] = [];
  for (const entry of rest) {
    entries.push(entry);
    if (entry.kind !== KIND.meta) continue;
    parts.push(openPart(assemble(bytes.subarray(0, HEADER_BYTES), [...map, ...entries])));
    entries = [];
  }
  ensure(parts.length > 0 && entries.length === 0, 'last section', rest.at(-1)?.kind, KIND.meta);
  return parts;
}

function openPart(bytes: Uint8Array): BlobPart {
  const blob = readBlob(bytes, decompressor);
  const metadata = unpackMetadata(blob);
  const { artifact, map } = metadata;
  // They become file names: nothing that leads out of a folder.
  ensure(typeof artifact === 'string' && /^[a-z]+$/.test(artifact), 'artifact', artifact, 'a word');
  ensure(typeof map === 'string' && !/[/\\\0]|^\.{1,2}$/.test(map), 'map', map, 'a file name');
  return { artifact, map, metadata, bytes, blob };
}

/** The first digits of a fingerprint: enough to tell maps apart in a line for people. */
const shortPrint = ({ fingerprint }: Blob) => fingerprint.slice(0, 12);

/**
 * Merges blobs, packed ones too. Their sections are not looked into: inspect them first.
 * @throws {BlobError} if a directory is damaged, they are of different maps, or two hold the same artifact
 */
export function packBlobs(blobs: Uint8Array[]): Uint8Array {
  const parts = blobs.flatMap(unpackBlob);
  const [first] = parts;
  const artifacts = new Set<string>();
  for (const { artifact, blob } of parts) {
    const isSame = blob.fingerprint === first.blob.fingerprint;
    const expected = `${shortPrint(first.blob)} as of ${first.artifact}`;
    ensure(isSame, `fingerprint of ${artifact}`, shortPrint(blob), expected, 'mismatch', SAME_MAP);
    if (artifacts.has(artifact))
      throw new BlobError(`two blobs hold ${artifact}; pack one of each artifact`, 'duplicate');
    artifacts.add(artifact);
  }
  const { entries } = first.blob;
  return assemble(first.bytes.subarray(0, HEADER_BYTES), [
    ...entries.slice(0, mapSections(entries)),
    ...parts.flatMap(({ blob }) => blob.entries.slice(mapSections(blob.entries))),
  ]);
}

/**
 * Number of leading sections that are the map's, the same in each of its blobs: grid and, where there are any, costs,
 * wall costs and links.
 */
export function mapSections(entries: SectionEntry[]): number {
  const first = entries.findIndex(({ kind }) => !MAP_KINDS.includes(kind));
  return first < 0 ? entries.length : first;
}
