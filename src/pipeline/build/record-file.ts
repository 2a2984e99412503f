/**
 * The record as a file: a magic number, the SHA-256 of what follows, the number of outputs, their hashes, and deflated
 * JSON of the other columns, since names and options repeat (figures in docs/decisions/build.md).
 * A record may come from a stranger, so its size in memory is bounded by its size in the file, and its form is checked.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { parsedJson } from '../../core/files/json.js';
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

const MAGIC = Buffer.from('prep\x05');
const SUM = 32;
/** Compression level of zlib: the fastest. */
const LEVEL = 1;
/** Most bytes of JSON: for each byte of the file, and in addition. */
const [PER_BYTE, MORE] = [8, 2 ** 21];
const mostJson = (bytes: number) => PER_BYTE * bytes + MORE;

const HASHES = ['mapSha256', 'sha256', 'fingerprint'] as const;
const ROW = SUM * HASHES.length;
const FIELDS = ['map', 'bytes', 'width', 'height', 'openCells', 'seconds', 'beside', 'agents', 'world'] as const;

const number = z.array(z.number());
const wanted = z.array(z.looseObject({ name: z.string(), options: z.record(z.string(), z.unknown()) }));
const texts = z.array(z.record(z.string(), z.string()).nullable());
const world = z.object({ tiles: z.number(), bytes: z.number(), sha256: z.string() });
const tableSchema = z.object({
  files: z.array(z.string()),
  recipes: z.array(
    z.looseObject({
      reading: z.looseObject({}),
      artifacts: wanted,
      choice: z.object({ leftOut: z.array(z.string()), because: z.string() }).optional(),
      madeFrom: wanted,
      algorithmRevision: z.number(),
    }),
  ),
  /** Index of each output's recipe. */
  recipe: number,
  /** A column for each of {@link FIELDS}. */
  fields: z.tuple([
    z.array(z.string()),
    number,
    number,
    number,
    number,
    number,
    texts,
    texts,
    z.array(world.nullable()),
  ]),
});
type Table = z.output<typeof tableSchema>;

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
  const table = {
    files: sorted.map(([file]) => file),
    recipes: [...recipes.keys()].map((text) => JSON.parse(text)),
    recipe,
    fields: FIELDS.map((name) => rows.map((row) => row[name] ?? null)) as Table['fields'],
  } satisfies Table;
  const json = Buffer.from(JSON.stringify(table));
  const fixed = MAGIC.length + SUM + 4 + ROW * rows.length;
  const deflated = deflateRawSync(json, { level: LEVEL });
  const isTooSmall = json.length > mostJson(fixed + deflated.length);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(rows.length);
  const hashes = rows.map((row) => Buffer.from(HASHES.map((name) => row[name]).join(''), 'hex'));
  const content = Buffer.concat([count, ...hashes, isTooSmall ? deflateRawSync(json, { level: 0 }) : deflated]);
  return Buffer.concat([MAGIC, sumOf(content), content]);
}

/** @returns undefined if the bytes were changed, or are no record @throws if they unpack to nothing or too much */
export function decodeRecord(bytes: Buffer): Entries | undefined {
  const content = bytes.subarray(MAGIC.length + SUM);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (!sumOf(content).equals(bytes.subarray(MAGIC.length, MAGIC.length + SUM))) return undefined;
  const count = content.readUInt32LE(0);
  const json = inflateRawSync(content.subarray(4 + ROW * count), { maxOutputLength: mostJson(bytes.length) });
  const { files, recipes, recipe, fields } = tableSchema.parse(parsedJson(json));
  if ([files, recipe, ...fields].some(({ length }) => length !== count)) return undefined;
  if (recipe.some((index) => !recipes[index])) return undefined;
  const entryAt = (row: number) => {
    const entry: Record<string, unknown> = { ...recipes[recipe[row]] };
    for (const [i, name] of HASHES.entries()) {
      const at = 4 + ROW * row + SUM * i;
      entry[name] = content.toString('hex', at, at + SUM);
    }
    for (const [i, name] of FIELDS.entries()) if (fields[i][row] !== null) entry[name] = fields[i][row];
    return entry as unknown as Entry;
  };
  return new Map(files.map((file, row) => [file, entryAt(row)]));
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
