/**
 * Reads header and directory of a blob: magic, versions, and a checksum over both, then every length, all before
 * anything is allocated.
 */

import { ensure, ensureSame } from '../errors.js';
import { MAX_SIDE } from '../limits.js';
import { crc32 } from './crc32.js';
import {
  aligned,
  ELEMENTS,
  type ElementType,
  ENTRY_BYTES,
  FORMAT_VERSION,
  FRAME_BYTES,
  HEADER_BYTES,
  MAGIC,
  NO_CODEC,
  revisionOf,
} from './layout.js';

/** A section as the directory describes it; lengths in bytes. */
export interface SectionEntry {
  kind: number;
  type: ElementType;
  codec: number;
  rawLength: number;
  crc: number;
  /** The stored bytes: one view per frame, or one of the whole for an uncompressed section. */
  parts: Uint8Array[];
}

/** Checks header and directory. @returns the sections @throws {BlobError} */
export function readDirectory(bytes: Uint8Array): SectionEntry[] {
  const { length } = bytes;
  const reaches = (end: number) => ensure(end <= length, 'length', length, `${end} or more`);
  // Typed arrays are views of the bytes.
  ensureSame('byte order', new Uint16Array(Uint8Array.of(1, 0).buffer)[0], 1, 'unsupported');
  const magic = hex(bytes.subarray(0, 8));
  // The magic has bytes that change when a file is read as text, or gets other ends of lines.
  const isText = magic.includes('50524550');
  const next = isText ? 'it was changed as text' : 'check its path or address';
  ensure(MAGIC.startsWith(magic), 'magic', magic, MAGIC, isText ? 'damaged' : 'not-a-blob', next);
  reaches(HEADER_BYTES);
  ensureSame('format version', u16(bytes, 8), FORMAT_VERSION, 'unsupported');

  const directoryEnd = HEADER_BYTES + bytes[25] * ENTRY_BYTES;
  const frameCount = (at: number) => (bytes[at + 3] === NO_CODEC ? 0 : Math.ceil(u32(bytes, at + 4) / FRAME_BYTES));
  let offset = directoryEnd;
  reaches(offset);
  for (let at = HEADER_BYTES; at < directoryEnd; at += ENTRY_BYTES) offset += 4 * frameCount(at);
  reaches(offset);
  ensureSame('header checksum', crc32(bytes.subarray(16, offset), crc32(bytes.subarray(0, 12))), u32(bytes, 12));
  for (const side of [u16(bytes, 16), u16(bytes, 18)])
    ensure(side > 0 && side <= MAX_SIDE, 'side', side, `1 to ${MAX_SIDE}`);

  const entries: SectionEntry[] = [];
  let frame = directoryEnd;
  for (let at = HEADER_BYTES; at < directoryEnd; at += ENTRY_BYTES) {
    const codec = bytes[at + 3];
    const rawLength = u32(bytes, at + 4);
    const parts: Uint8Array[] = [];
    const take = (stored: number) => {
      parts.push(bytes.subarray(offset, offset + stored));
      offset += stored;
    };
    offset = aligned(offset);
    if (codec === NO_CODEC) take(rawLength);
    for (let frames = frameCount(at); frames > 0; frames--, frame += 4) take(u32(bytes, frame));
    entries.push({
      kind: u16(bytes, at),
      type: ELEMENTS[bytes[at + 2]],
      codec,
      rawLength,
      crc: u32(bytes, at + 8),
      parts,
    });
  }
  // Other revisions may lay sections out in other ways.
  const revision = revisionOf((kind) => entries.some((entry) => entry.kind === kind));
  ensureSame('algorithm revision', u16(bytes, 10), revision, 'unsupported');
  ensureSame('length', length, offset);
  return entries;
}

/** Numbers of the file, little endian; the caller has checked the length. */
export const u16 = (bytes: Uint8Array, at: number) => bytes[at] | (bytes[at + 1] << 8);
export const u32 = (bytes: Uint8Array, at: number) => u16(bytes, at) + 65536 * u16(bytes, at + 2);

export const hex = (part: Uint8Array) => Array.from(part, (b) => b.toString(16).padStart(2, '0')).join('');
