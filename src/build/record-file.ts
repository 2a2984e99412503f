/**
 * The record as a file: columns instead of objects, for a hundred thousand outputs in a few megabytes.
 *
 *     "prep" 2 | SHA-256 of all that follows | length of the table, of it unpacked |
 *     hashes, 32 + 16 + 32 bytes an output | table
 *
 * The table is MessagePack: names, distinct recipes and their numbers, sizes. It is compressed with zstd where it is
 * long; hashes are not, which no compression makes shorter.
 *
 * Measured and decided: docs/decisions/record-in-columns.md.
 */
import { createHash } from 'node:crypto';
import { pack, unpack } from 'msgpackr';
import { compressFrame } from '../blob/compress.js';
import { FRAME_BYTES } from '../blob/layout.js';
import { unzstd } from '../blob/unzstd.js';
import type { Entries, Entry } from './record-entry.js';

const MAGIC = Buffer.from('prep\x02');
const SUM = 32;
const HEADER = MAGIC.length + SUM + 8;
/** Bytes of an output's, a map's and a fingerprint's SHA-256: of the map's half, which tells a changed map as well. */
const HASHES = [32, 16, 32] as const;
const HASH_BYTES = HASHES.reduce<number>((sum, bytes) => sum + bytes, 0);
/** A shorter table is not compressed: loading the compressor takes longer. */
const COMPRESSED_FROM = 1 << 16;
const LEVEL = 3;

/** Fields that many outputs share. */
type Recipe = Pick<Entry, 'reading' | 'artifacts' | 'choice' | 'madeFrom' | 'algorithmRevision' | 'tool'>;
/** Fields of few outputs. */
type Rare = Pick<Entry, 'beside' | 'agents' | 'world'>;

interface Table {
  files: string;
  maps: string;
  recipes: Recipe[];
  recipe: number[];
  /** Bytes, width, height, open cells, milliseconds: a list of each. */
  numbers: number[][];
  rare: [at: number, rare: Rare][];
}

/** The bytes of a record. @param entries in the order of their files */
export async function encodeRecord(entries: Entries): Promise<Uint8Array> {
  const all = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const hashes = Buffer.alloc(HASH_BYTES * all.length);
  const recipes = new Map<string, number>();
  const table: Table = { files: '', maps: '', recipes: [], recipe: [], numbers: [[], [], [], [], []], rare: [] };
  for (const [i, [, entry]] of all.entries()) {
    const { reading, artifacts, choice, madeFrom, algorithmRevision, tool, beside, agents, world } = entry;
    const recipe: Recipe = { reading, artifacts, ...(choice && { choice }), madeFrom, algorithmRevision, tool };
    const text = JSON.stringify(recipe);
    const known = recipes.get(text) ?? table.recipes.push(recipe) - 1;
    recipes.set(text, known);
    table.recipe.push(known);
    const { bytes, width, height, openCells, seconds } = entry;
    for (const [c, number] of [bytes, width, height, openCells, Math.round(1000 * seconds)].entries())
      table.numbers[c].push(number);
    if (beside || agents || world)
      table.rare.push([i, { ...(beside && { beside }), ...(agents && { agents }), ...(world && { world }) }]);
    let at = HASH_BYTES * i;
    for (const [h, hex] of [entry.sha256, entry.mapSha256, entry.fingerprint].entries()) {
      hashes.write(hex.slice(0, 2 * HASHES[h]), at, 'hex');
      at += HASHES[h];
    }
  }
  table.files = all.map(([file]) => file).join('\n');
  table.maps = all.map(([, { map }]) => map).join('\n');
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
  const { files, maps, recipes, recipe, numbers, rare }: Table = unpack(
    packedLength === length ? packed : decompressed(packed, length),
  );
  const others = new Map(rare);
  const names = maps.split('\n');
  const entries: Entries = new Map();
  for (const [i, file] of recipe.length === 0 ? [] : files.split('\n').entries()) {
    let at = 8 + HASH_BYTES * i;
    const [sha256, mapSha256, fingerprint] = HASHES.map((bytes) => {
      at += bytes;
      return rest.toString('hex', at - bytes, at);
    });
    const [size, width, height, openCells, ms] = numbers.map((column) => column[i]);
    const sizes = { bytes: size, width, height, openCells, seconds: ms / 1000 };
    entries.set(file, {
      map: names[i],
      mapSha256,
      ...others.get(i),
      ...recipes[recipe[i]],
      sha256,
      fingerprint,
      ...sizes,
    });
  }
  return entries;
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
