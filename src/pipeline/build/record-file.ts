/**
 * The record as a file: columns instead of objects, for a hundred thousand outputs in a few megabytes.
 *
 *     "prep" 2 | SHA-256 of all that follows | length of the table, of it unpacked |
 *     hashes, 32 + 16 + 32 bytes an output | table
 *
 * The table is MessagePack: names, distinct recipes and their numbers, sizes. It is compressed with zstd where it is
 * long; hashes are not, which no compression makes shorter.
 */
import { createHash } from 'node:crypto';
import { pack, unpack } from 'msgpackr';
import { compressFrame } from '../../core/blob/compress.js';
import { FRAME_BYTES } from '../../core/blob/layout.js';
import { unzstd } from '../../core/blob/unzstd.js';
import { Entries, HASH_BYTES, type Rare, type Recipe } from './entries.js';

const MAGIC = Buffer.from('prep\x02');
const SUM = 32;
const HEADER = MAGIC.length + SUM + 8;
/** A shorter table is not compressed: loading the compressor takes longer. */
const COMPRESSED_FROM = 1 << 16;
const LEVEL = 3;

interface Table {
  files: string;
  maps: string;
  recipes: Recipe[];
  recipe: number[];
  numbers: number[][];
  rare: [row: number, rare: Rare][];
}

export async function encodeRecord(entries: Entries): Promise<Uint8Array> {
  const { files, columns } = entries.sorted();
  const { maps, recipes, recipe, numbers, rare, hashes } = columns;
  const table: Table = { files: files.join('\n'), maps: maps.join('\n'), recipes, recipe, numbers, rare: [...rare] };
  const plain = pack(table);
  const packed = plain.length < COMPRESSED_FROM ? plain : await compressed(plain);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(packed.length);
  head.writeUInt32LE(plain.length, 4);
  const rest = Buffer.concat([head, hashes, packed]);
  return Buffer.concat([MAGIC, sumOf(rest), rest]);
}

/** @returns undefined where the bytes are not as they were written */
export function decodeRecord(bytes: Buffer): Entries | undefined {
  const rest = bytes.subarray(MAGIC.length + SUM);
  if (bytes.length < HEADER || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (!sumOf(rest).equals(bytes.subarray(MAGIC.length, MAGIC.length + SUM))) return undefined;
  const [packedLength, length] = [rest.readUInt32LE(), rest.readUInt32LE(4)];
  const packed = rest.subarray(rest.length - packedLength);
  const table: Table = unpack(packedLength === length ? packed : decompressed(packed, length));
  const count = table.recipe.length;
  const lines = (text: string) => (count === 0 ? [] : text.split('\n'));
  const hashes = rest.subarray(8, 8 + HASH_BYTES * count);
  return new Entries(lines(table.files), { ...table, maps: lines(table.maps), rare: new Map(table.rare), hashes });
}

/** Frames, each after its length and that of its content. */
async function compressed(plain: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < plain.length; from += FRAME_BYTES) {
    const frame = await compressFrame({ raw: Uint8Array.from(plain.subarray(from, from + FRAME_BYTES)), level: LEVEL });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(frame.length);
    parts.push(length, frame);
  }
  return Buffer.concat(parts);
}

function decompressed(packed: Buffer, length: number): Buffer {
  const plain = Buffer.alloc(length);
  for (let [from, to] = [0, 0]; from < packed.length; ) {
    const end = from + 4 + packed.readUInt32LE(from);
    const part = unzstd(packed.subarray(from + 4, end), Math.min(FRAME_BYTES, length - to));
    plain.set(part, to);
    [from, to] = [end, to + part.length];
  }
  return plain;
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
