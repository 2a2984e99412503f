/** Entry of a shared cache: files by their digests, their description, and their maker. */
import { hostname } from 'node:os';
import { z } from 'zod';
import { CacheError } from '../../core/errors.js';
import { parsedJson } from '../../core/files/json.js';
import { version } from '../../core/version.js';
import { type Digest, decodeResult, digestOf, encodeResult, type ResultFile } from './action-result.js';

export const MOST_ENTRY = 2 ** 20;

const maker = z.object({
  tool: z.string().max(64),
  node: z.string().max(64),
  platform: z.string().max(64),
  host: z.string().max(256),
});
export type Maker = z.output<typeof maker>;

const envelope = z.object({ gridprep: z.literal(1), key: z.string(), maker, about: z.unknown() });

export interface Entry {
  files: ResultFile[];
  /** Plain JSON, as it came. */
  about: unknown;
  maker: Maker;
}

export function encodeEntry(key: string, files: ResultFile[], about: unknown): Uint8Array {
  return encodeResult({ files, about: Buffer.from(JSON.stringify({ gridprep: 1, key, maker: thisMaker(), about })) });
}

export function decodeEntry(key: string, message: Uint8Array): Entry {
  const { files, about } = decodeResult(message);
  const entry = envelope.safeParse(parsedJson(about)).data;
  if (!entry) throw new RangeError('it is not what gridprep writes');
  if (entry.key !== key) throw new RangeError('it is that of another key');
  checkContents(files);
  return { files, about: entry.about, maker: entry.maker };
}

function checkContents(files: ResultFile[]): void {
  for (const { contents, sha256 } of files)
    if (contents && digestOf(contents).sha256 !== sha256)
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
