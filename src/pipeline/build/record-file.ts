/**
 * The record as a file: columns, so that a hundred thousand outputs take a few megabytes.
 *
 *     "prep" 3 | SHA-256 of all that follows | length of the table | hashes, 32 + 16 + 32 bytes an output | table
 *
 * The table is deflated MessagePack: names, distinct recipes and their numbers, sizes.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { pack, unpack } from 'msgpackr';
import { Entries, HASH_BYTES, type Rare, type Recipe } from './entries.js';

const MAGIC = Buffer.from('prep\x03');
const SUM = 32;
const LENGTH = 4;
/** Compression level of zlib: the fastest. */
const LEVEL = 1;

interface Table {
  files: string;
  maps: string;
  recipes: Recipe[];
  recipe: number[];
  numbers: number[][];
  rare: [row: number, rare: Rare][];
}

export function encodeRecord(entries: Entries): Uint8Array {
  const { files, columns } = entries.sorted();
  const { maps, recipes, recipe, numbers, rare, hashes } = columns;
  const table: Table = { files: files.join('\n'), maps: maps.join('\n'), recipes, recipe, numbers, rare: [...rare] };
  const packed = deflateRawSync(pack(table), { level: LEVEL });
  const head = Buffer.alloc(LENGTH);
  head.writeUInt32LE(packed.length);
  const rest = Buffer.concat([head, hashes, packed]);
  return Buffer.concat([MAGIC, sumOf(rest), rest]);
}

/** @returns undefined if the bytes were changed */
export function decodeRecord(bytes: Buffer): Entries | undefined {
  const rest = bytes.subarray(MAGIC.length + SUM);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (!sumOf(rest).equals(bytes.subarray(MAGIC.length, MAGIC.length + SUM))) return undefined;
  const table: Table = unpack(inflateRawSync(rest.subarray(rest.length - rest.readUInt32LE())));
  const count = table.recipe.length;
  const lines = (text: string) => (count === 0 ? [] : text.split('\n'));
  const hashes = rest.subarray(LENGTH, LENGTH + HASH_BYTES * count);
  return new Entries(lines(table.files), { ...table, maps: lines(table.maps), rare: new Map(table.rare), hashes });
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
