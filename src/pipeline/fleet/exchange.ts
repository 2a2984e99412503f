/**
 * Files that a build and its workers exchange through the shared cache. A token proves that both use the same cache:
 * workers read it before the first job of a build and after every miss. Without it, they return their jobs.
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { FleetError } from '../../core/errors.js';
import { isAlive } from '../../core/files/atomic.js';
import { type Digest, digestOf } from '../cache/entry.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { JobError } from './failure.js';
import type { MapTask } from './task.js';

/** Stores a file by its SHA-256. @param what names it in the error @throws {FleetError} if the cache refuses it */
export async function putFile(cache: SharedCache, bytes: Uint8Array, what = 'files'): Promise<Digest> {
  const digest = digestOf(bytes);
  if (await cache.retry(() => cache.putFile(bytes, digest))) return digest;
  throw new FleetError(`the cache ${cache.address} does not take ${what}; a queue needs one that does`);
}

/** Repeats a request until the cache answers, also with a miss. */
function answered<T>(cache: SharedCache, ask: () => Promise<T>): Promise<T> {
  return cache.retry(ask, () => !cache.isOff);
}

/** Fetches a file. @param what names it in the error @throws {FleetError} if the cache does not have it */
export async function getFile(cache: SharedCache, digest: Digest, what: string): Promise<Uint8Array> {
  const bytes = await answered(cache, () => cache.getFile(digest));
  if (bytes) return bytes;
  throw new FleetError(
    `the cache ${cache.address} does not have ${what}; is the --cache of this worker that of the build?`,
  );
}

/** Stores a result. @throws {FleetError} if the cache does not keep it */
export async function keep(cache: SharedCache, give: () => Promise<boolean>): Promise<void> {
  if (!(await answered(cache, give))) throw new FleetError(`the cache ${cache.address} does not keep results`);
}

const TEXT = 'gridprep build ';
const TOKEN_BYTES = TEXT.length + 36;
/** Remembered tokens. */
const MOST_PROVEN = 256;

export function newToken(): { bytes: Uint8Array; sha256: string } {
  const bytes = Buffer.from(`${TEXT}${randomUUID()}`);
  return { bytes, sha256: digestOf(bytes).sha256 };
}

/** Whether a cache has the token of a build, also if it was off before. @param token its SHA-256 */
export async function hasToken(cache: SharedCache, token: string): Promise<boolean> {
  return (await answered(cache, () => cache.getFile({ sha256: token, bytes: TOKEN_BYTES }))) !== undefined;
}

/** Proves that a worker and a build use the same cache. */
export class CacheProof {
  private readonly proven = new Set<string>();

  constructor(private readonly cache: SharedCache) {}

  /** @param token SHA-256 of a build's token @returns why the cache cannot be used for the build, or undefined */
  async fault(token: string, again = false): Promise<string | undefined> {
    if (this.proven.has(token) && !again) return undefined;
    const { cache } = this;
    if (!(await cache.getFile({ sha256: token, bytes: TOKEN_BYTES }))) {
      this.proven.delete(token);
      return cache.isOff
        ? `its cache ${cache.address} does not answer`
        : `its cache ${cache.address} is not the one that the build names`;
    }
    if (!this.proven.has(token) && !(await cache.putFile(newToken().bytes)))
      return `its cache ${cache.address} does not take files`;
    if (this.proven.size >= MOST_PROVEN) this.proven.clear();
    this.proven.add(token);
    return undefined;
  }
}

const FOLDER = /^gridprep-worker-(\d+)-/;
/** Milliseconds after which the folder of a process that is gone is removed: another machine may share the folder. */
const LEFT_MS = 3_600_000;

/** Makes the folder of a worker's maps, and removes folders of killed workers. @param parent the temporary folder */
export async function workerFolder(parent = tmpdir()): Promise<string> {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = FOLDER.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(parent, name);
    const stats = await lstat(folder).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > LEFT_MS)
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
  return mkdtemp(join(parent, `gridprep-worker-${process.pid}-`));
}

/** Names that Windows takes for devices, and endings that it drops. */
const OF_WINDOWS = /(^|\/)(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(\.[^/]*)?(\/|$)|[. ](\/|$)|[<>"|?*]/i;

/** Whether a worker may write a file of a task: any that the schema allows, and on Windows no device. */
export const mayWrite = (path: string, platform = process.platform): boolean =>
  platform !== 'win32' || !OF_WINDOWS.test(path);

export interface TaskFiles {
  folder: string;
  file: string;
  bytes: Uint8Array;
}

/** Calls a function with a task's files in a new folder below `root`. @throws {FleetError} if one is missing */
export async function withFiles<T>(
  cache: SharedCache,
  root: string,
  { inputs }: MapTask,
  work: (files: TaskFiles) => Promise<T>,
): Promise<T> {
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, 'task-'));
  try {
    const contents: Uint8Array[] = [];
    for (const input of inputs) {
      const content = await getFile(cache, input, input.from);
      contents.push(content);
      const file = join(folder, input.path);
      // The schema also refuses such paths.
      if (!resolve(file).startsWith(resolve(folder) + sep) || !mayWrite(input.path))
        throw new JobError(`${input.path} is not a file that the task's folder can have`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return await work({ folder, file: join(folder, inputs[0].path), bytes: contents[0] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
