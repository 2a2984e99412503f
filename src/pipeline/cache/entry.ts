/** Entry of a shared cache, as JSON: digests of files, small files themselves, their description, their maker. */
import { hostname } from 'node:os';
import { z } from 'zod';
import { CacheError } from '../../core/errors.js';
import { parsedJson } from '../../core/files/json.js';
import { sha256 } from '../../core/files/sha256.js';
import { version } from '../../core/version.js';

/** Bytes of a file that Node can read, and files of an entry. */
const [MOST_FILE, MOST_FILES] = [2 ** 31 - 1, 64];

export interface Digest {
  sha256: string;
  bytes: number;
}

export function digestOf(bytes: Uint8Array): Digest {
  return { sha256: sha256(bytes), bytes: bytes.length };
}

const maker = z.object({
  tool: z.string().max(64),
  node: z.string().max(64),
  platform: z.string().max(64),
  host: z.string().max(256),
});
type Maker = z.output<typeof maker>;

/** A file: a small one has its contents in base64, others are stored by their SHA-256. */
const file = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0).max(MOST_FILE),
  contents: z.base64().optional(),
});

const envelope = z.object({
  gridprep: z.literal(2),
  key: z.string(),
  maker,
  about: z.unknown(),
  files: z.array(file).max(MOST_FILES),
});

export interface Entry {
  files: (Digest & { contents?: Uint8Array })[];
  /** Unchecked JSON. */
  about: unknown;
  maker: Maker;
}

export function encodeEntry(key: string, files: Entry['files'], about: unknown): Uint8Array {
  const coded = files.map((one) => ({
    ...one,
    contents: one.contents && Buffer.from(one.contents).toString('base64'),
  }));
  return Buffer.from(JSON.stringify({ gridprep: 2, key, maker: thisMaker(), about, files: coded }));
}

export function decodeEntry(key: string, message: Uint8Array): Entry {
  const entry = envelope.safeParse(parsedJson(message)).data;
  if (!entry) throw new RangeError('it is not an entry of gridprep');
  if (entry.key !== key) throw new RangeError('it is the entry of another key');
  const files = entry.files.map(({ contents, ...digest }) =>
    contents === undefined ? digest : { ...digest, contents: checked(Buffer.from(contents, 'base64'), digest) },
  );
  return { files, about: entry.about, maker: entry.maker };
}

function checked(contents: Uint8Array, { sha256 }: Digest): Uint8Array {
  if (digestOf(contents).sha256 === sha256) return contents;
  throw new RangeError(`its file ${sha256} has another SHA-256`);
}

function thisMaker(): Maker {
  return {
    tool: `gridprep ${version}`,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    host: hostname(),
  };
}

/** The error of two values for one key. @param what names the result @param here digests of the other value's files */
export function differentValues(what: string, key: string, there: Entry, here: Digest[]): CacheError {
  const shown = ({ tool, node, platform, host }: Maker, files: Digest[]) =>
    `${files.map(({ sha256 }) => sha256.slice(0, 12)).join(' ')} by ${tool} on ${host} (Node ${node}, ${platform})`;
  return new CacheError(
    `the cache has another value for ${what}: ${shown(there.maker, there.files)}, here ${shown(thisMaker(), here)}; ` +
      'one of them is wrong: build both with --cache none, compare them with prep inspect, ' +
      `and delete ac/${key} if it is the cache's`,
  );
}
