/**
 * The record as a file: a magic number, the SHA-256 of what follows, and a deflated MessagePack of columns, since names
 * and options repeat from output to output (figures in docs/decisions/build.md).
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { pack, unpack } from 'msgpackr';
import type { Reading } from '../config/reading.js';
import type { Wanted } from '../config/targets.js';
import type { Choice } from '../estimate/choose.js';

/** Fields that many outputs share. */
interface Recipe {
  reading: Reading;
  artifacts: Wanted[];
  /** The map's choice of artifacts, if it could choose. */
  choice?: Choice;
  /** Artifacts in other outputs that it was made from. */
  madeFrom: Wanted[];
  algorithmRevision: number;
  /** Version of gridprep that made it. Another version does not make it stale. */
  tool: string;
}

export interface Entry extends Recipe {
  map: string;
  mapSha256: string;
  /** SHA-256 of each other file that was read, by its path from the map. */
  beside?: Record<string, string>;
  sha256: string;
  bytes: number;
  /** Tiles of a world: number, bytes, SHA-256 of all. */
  world?: { tiles: number; bytes: number; sha256: string };
  fingerprint: string;
  agents?: Record<string, string>;
  width: number;
  height: number;
  openCells: number;
  seconds: number;
}

/** Outputs of a folder by file, with slashes. */
export type Entries = Map<string, Entry>;

const MAGIC = Buffer.from('prep\x04');
const SUM = 32;
/** Compression level of zlib: the fastest. */
const LEVEL = 1;

const HASHES = ['mapSha256', 'sha256', 'fingerprint'] as const;
const FIELDS = ['map', 'bytes', 'width', 'height', 'openCells', 'seconds', 'beside', 'agents', 'world'] as const;

interface Table {
  files: string[];
  recipes: Recipe[];
  /** Index of each output's recipe. */
  recipe: number[];
  /** A column for each of {@link HASHES}, and each of {@link FIELDS}. */
  hashes: Buffer[];
  fields: unknown[][];
}

export function encodeRecord(entries: Entries): Uint8Array {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([, entry]) => entry);
  const recipes = new Map<string, number>();
  const recipe = rows.map(({ reading, artifacts, choice, madeFrom, algorithmRevision, tool }) => {
    const text = JSON.stringify({ reading, artifacts, choice, madeFrom, algorithmRevision, tool });
    const index = recipes.get(text) ?? recipes.size;
    recipes.set(text, index);
    return index;
  });
  const table: Table = {
    files: sorted.map(([file]) => file),
    recipes: [...recipes.keys()].map((text) => JSON.parse(text)),
    recipe,
    hashes: HASHES.map((name) => Buffer.from(rows.map((row) => row[name]).join(''), 'hex')),
    fields: FIELDS.map((name) => rows.map((row) => row[name])),
  };
  const packed = deflateRawSync(pack(table), { level: LEVEL });
  return Buffer.concat([MAGIC, sumOf(packed), packed]);
}

/** @returns undefined if the bytes were changed */
export function decodeRecord(bytes: Buffer): Entries | undefined {
  const packed = bytes.subarray(MAGIC.length + SUM);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (!sumOf(packed).equals(bytes.subarray(MAGIC.length, MAGIC.length + SUM))) return undefined;
  const { files, recipes, recipe, hashes, fields }: Table = unpack(inflateRawSync(packed));
  const entryAt = (row: number) => {
    const entry: Record<string, unknown> = { ...recipes[recipe[row]] };
    for (const [i, name] of HASHES.entries()) entry[name] = hashes[i].toString('hex', SUM * row, SUM * (row + 1));
    for (const [i, name] of FIELDS.entries()) if (fields[i][row] !== undefined) entry[name] = fields[i][row];
    return entry as unknown as Entry;
  };
  return new Map(files.map((file, row) => [file, entryAt(row)]));
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
