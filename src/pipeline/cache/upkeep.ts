/**
 * Upkeep of a cache in a folder: prune by last use. The time of change of an entry is its last use, to a day: many
 * mounts keep no times of access.
 */
import type { Stats } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../core/errors.js';
import { readRegular } from '../../core/files/regular.js';
import { decodeResult } from './action-result.js';
import { cacheAddress } from './address.js';

/** Files that are younger may belong to a build that is under way. */
const GRACE_MS = 3_600_000;
const NAME = /^[0-9a-f]{64}$/;

/** What to keep of a cache. */
export interface PruneOptions {
  /** Milliseconds since the last use. */
  olderThanMs?: number;
  /** Bytes of all files together. */
  maxBytes?: number;
}

export interface PruneReport {
  files: number;
  bytes: number;
  removedFiles: number;
  removedBytes: number;
}

/** A result with its files, or a file that no result names. */
interface Unit {
  used: number;
  /** Path of the entry; none for a file without a result. */
  entry?: File;
  files: string[];
}

interface File {
  path: string;
  bytes: number;
  changed: number;
}

/** Removes results that are long unused, and the least recent above a size. @throws {ConfigError} if it is none */
export async function pruneCache(
  address: string,
  { olderThanMs = Infinity, maxBytes = Infinity }: PruneOptions,
): Promise<PruneReport> {
  const { entries, files } = await contentsOf(address);
  const all = [...entries.values(), ...files.values()];
  const report = { files: all.length, bytes: sum(all), removedFiles: 0, removedBytes: 0 };
  const now = Date.now();
  const units = (await unitsOf(entries, files)).sort((a, b) => b.used - a.used);
  const kept = new Set<string>();
  let bytes = 0;
  for (const { used, entry, files: names } of units) {
    const more = names.filter((name) => !kept.has(name)).map((name) => files.get(name)?.bytes ?? 0);
    const size = more.reduce((total, one) => total + one, entry?.bytes ?? 0);
    const isYoung = now - used < GRACE_MS;
    if (!isYoung && (now - used > olderThanMs || bytes + size > maxBytes)) continue;
    bytes += size;
    if (entry) kept.add(entry.path);
    for (const name of names) kept.add(name);
  }
  const gone = [...entries.values()].filter(({ path }) => !kept.has(path));
  // Results first: none names a file that is gone.
  for (const file of [...gone, ...[...files].flatMap(([name, file]) => (kept.has(name) ? [] : [file]))]) {
    await unlink(file.path).catch(() => {});
    report.removedFiles++;
    report.removedBytes += file.bytes;
  }
  return report;
}

async function unitsOf(entries: Map<string, File>, files: Map<string, File>): Promise<Unit[]> {
  const units: Unit[] = [];
  const named = new Set<string>();
  for (const entry of entries.values()) {
    const names = await readRegular(entry.path)
      .then(namesIn)
      .catch(() => []);
    for (const name of names) named.add(name);
    units.push({ used: entry.changed, entry, files: names });
  }
  for (const [name, { changed }] of files) if (!named.has(name)) units.push({ used: changed, files: [name] });
  return units;
}

/** @throws {RangeError} if the bytes are no result */
function namesIn(bytes: Uint8Array): string[] {
  return decodeResult(bytes).files.flatMap(({ sha256, contents }) => (contents ? [] : [sha256]));
}

async function contentsOf(text: string): Promise<{ entries: Map<string, File>; files: Map<string, File> }> {
  const address = cacheAddress(text);
  if (address.kind !== 'folder')
    throw new ConfigError(`the cache ${address.shown} is a server's, which has its own upkeep; name a folder`);
  const isFolder = await stat(address.path).then(
    (file) => file.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ConfigError(`there is no cache folder ${address.shown}; name the one that builds use`);
  const read = async (kind: 'ac' | 'cas') => {
    const files = new Map<string, File>();
    const folder = join(address.path, kind);
    for (const path of await readdir(folder, { recursive: true }).catch(() => [] as string[])) {
      const name = path.slice(3);
      const file: Stats | undefined = await stat(join(folder, path)).catch(() => undefined);
      if (!file || file.isDirectory()) continue;
      if (file.isFile() && NAME.test(name) && name.startsWith(path.slice(0, 2)))
        files.set(name, { path: join(folder, path), bytes: file.size, changed: file.mtimeMs });
    }
    return files;
  };
  return { entries: await read('ac'), files: await read('cas') };
}

function sum(files: File[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}
