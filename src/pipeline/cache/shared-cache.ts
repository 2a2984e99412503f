/**
 * Results that machines share, under a key of everything that decides them. Wrong entries count as misses. After a
 * request without an answer, retried once, the cache is off (docs/decisions/shared-cache.md).
 */

import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { FleetError } from '../../core/errors.js';
import { MOST_ENTRY } from '../../core/limits.js';
import { type Address, cacheAddress, credentialsFor, hintOfTls } from './address.js';
import { type Digest, decodeEntry, differentValues, digestOf, type Entry, encodeEntry } from './entry.js';
import { FolderStore } from './folder.js';
import { redisStore } from './redis.js';
import { type Kind, type Store, StoreError } from './store.js';

/** Milliseconds that an answer may take without its bytes. */
const LIMIT_MS = 5000;
/** The least bytes per millisecond of an answer. */
const SLOWEST = 1000;
/** Bytes of the files of a result up to which they are stored in its entry: one request in place of two. */
const PACKED_BYTES = 1 << 14;
/** Bytes of a large result. */
const LARGE = 2 ** 24;
/** Milliseconds before a failed request is tried again. */
const AGAIN_MS = 100;
/** Tries of {@link SharedCache.retry}, and milliseconds after the first one, doubled after each. */
const TRIES = 4;
const WAIT_MS = 1000;

export interface Kept extends Omit<Entry, 'files'> {
  files: Uint8Array[];
}

/** Options of {@link openCache}. */
export interface CacheOptions {
  /** Folder of relative paths. */
  folder?: string;
  /** Whether the address comes from a config. Then it gets credentials only if GRIDPREP_CACHE_HOST lists its host. */
  fromConfig?: boolean;
  /** Bytes that all files of a result may have; a result with more counts as missing. Default: no limit. */
  mostBytes?: number;
  /** Never writes to the cache. */
  readOnly?: boolean;
  /** Called once for each kind of trouble, with a line for people. */
  onTrouble?: (text: string) => void;
  /** Milliseconds that an answer may take without its bytes. Default: 5000. */
  limitMs?: number;
  /** Bytes of the files of a result up to which they are stored in its entry. Default: 16384. */
  packedBytes?: number;
}

/**
 * Opens a shared cache. Credentials come from GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD of the environment.
 * @param address a folder, or a URL of redis or rediss
 * @throws {ConfigError} if the address is invalid, has a password, or needs a package that is not installed
 */
export async function openCache(address: string, options: CacheOptions = {}): Promise<SharedCache> {
  const where = cacheAddress(address, options.folder);
  return new SharedCache(await storeAt(where, options), where.shown, options);
}

async function storeAt(address: Address, { fromConfig = false, onTrouble }: CacheOptions): Promise<Store> {
  if (address.kind === 'folder') return new FolderStore(address.path);
  const withheld = (text: string) => onTrouble?.(`cache ${address.shown}: ${text}`);
  return redisStore(address.url, credentialsFor('CACHE', address.url, fromConfig, withheld));
}

/** A cache that several machines share. */
export class SharedCache {
  private readonly reported = new Set<string>();
  /** SHA-256 of requested files that are missing or wrong: they are stored again. */
  private readonly lacking = new Set<string>();
  /** Keys of wrong results: they may be replaced. */
  private readonly wrong = new Set<string>();
  /** Requests, and those without an answer. */
  readonly counts = { requests: 0, failed: 0 };
  /** Whether the last request got no answer: no more are sent until {@link revive}. */
  isOff = false;
  private readOnly: boolean;
  /** Large results are read one after the other. */
  private readonly large = pLimit(1);

  constructor(
    private readonly store: Store,
    /** Its address without secrets. */
    readonly address: string,
    private readonly options: CacheOptions = {},
  ) {
    this.readOnly = options.readOnly ?? false;
  }

  /** Allows requests again after no answer or a refusal. */
  revive(): void {
    this.isOff = false;
    this.readOnly = this.options.readOnly ?? false;
  }

  /**
   * Sends a request that only this cache can answer, again until it gives something.
   * @param isEnough ends it earlier @returns the last answer
   */
  async retry<T>(ask: () => Promise<T>, isEnough = () => false): Promise<T> {
    for (let tried = 1; ; tried++) {
      this.revive();
      const answer = await ask();
      if (answer || isEnough() || tried === TRIES) return answer;
      await wait(WAIT_MS * 2 ** (tried - 1));
    }
  }

  /** The error for a result in another cache. @param what the worker has baked */
  missing(worker: string, what: string): FleetError {
    return new FleetError(
      `worker ${worker} has baked ${what}, and it is not in the cache ${this.address}; is that of the worker the same?`,
    );
  }

  /** The result of a key with correct checksums; undefined if it is missing or wrong. */
  async get(key: string): Promise<Kept | undefined> {
    const entry = await this.look(key);
    if (!entry) return undefined;
    const files = await this.filesOf(key, entry);
    return files && { files, about: entry.about, maker: entry.maker };
  }

  /** The files of an entry; undefined if one of them is missing or wrong, or they are too large. */
  private async filesOf(key: string, entry: Entry): Promise<Uint8Array[] | undefined> {
    const bytes = entry.files.reduce((sum, file) => sum + file.bytes, 0);
    const most = this.options.mostBytes ?? Infinity;
    if (bytes > most) {
      this.isWrong(key, `its files have ${bytes} bytes, allowed are ${most}`);
      return undefined;
    }
    return bytes > LARGE ? this.large(() => this.readFiles(entry)) : this.readFiles(entry);
  }

  private async readFiles(entry: Entry): Promise<Uint8Array[] | undefined> {
    const files: Uint8Array[] = [];
    for (const { contents, ...digest } of entry.files) {
      const bytes = contents ?? (await this.getFile(digest));
      if (!bytes) return undefined;
      files.push(bytes);
    }
    return files;
  }

  async has(key: string): Promise<boolean> {
    return (await this.look(key)) !== undefined;
  }

  /**
   * Stores a result that is not in the cache.
   * @returns whether it is in the cache now
   * @throws {CacheError} if the cache has another value for the key
   */
  async put(key: string, files: Uint8Array[], about: unknown = {}, what = 'a result'): Promise<boolean> {
    if (this.readOnly) return false;
    const digests = files.map(digestOf);
    const there = await this.look(key);
    const isOther =
      there && JSON.stringify(there.files.map(({ sha256, bytes }) => ({ sha256, bytes }))) !== JSON.stringify(digests);
    // An entry whose files are missing proves nothing.
    if (isOther && !this.wrong.has(key) && (await this.filesOf(key, there)))
      throw differentValues(what, key, there, digests);
    if (there && !isOther && !digests.some(({ sha256 }) => this.lacking.has(sha256))) return true;
    const isPacked = files.reduce((sum, { length }) => sum + length, 0) <= (this.options.packedBytes ?? PACKED_BYTES);
    if (!isPacked) for (const [i, bytes] of files.entries()) if (!(await this.putFile(bytes, digests[i]))) return false;
    // A file may have been refused.
    if (this.readOnly) return false;
    const named = digests.map((digest, i) => ({ ...digest, ...(isPacked && { contents: files[i] }) }));
    return this.keep('ac', key, encodeEntry(key, named, about));
  }

  /** Marks a result with correct checksums as wrong: it counts as missing, and the next one replaces it. */
  isWrong(key: string, reason: string): void {
    this.wrong.add(key);
    this.trouble('wrong', `ac/${key}: ${reason}`);
  }

  wasWrong(key: string): boolean {
    return this.wrong.has(key);
  }

  /** Bytes by their SHA-256; undefined if they are missing or wrong. */
  async getFile({ sha256, bytes: length }: Digest): Promise<Uint8Array | undefined> {
    const bytes = await this.guard(length, async (signal) => {
      const bytes = await this.store.get('cas', sha256, length, signal);
      if (!bytes) return undefined;
      const actual = digestOf(bytes);
      if (actual.bytes !== length)
        throw new StoreError(`cas/${sha256} has ${actual.bytes} bytes, expected ${length}`, 'wrong');
      if (actual.sha256 !== sha256) throw new StoreError(`cas/${sha256} has the SHA-256 ${actual.sha256}`, 'wrong');
      return bytes;
    });
    if (!bytes) this.lacking.add(sha256);
    return bytes;
  }

  /** Stores bytes by their SHA-256. @returns whether they are stored */
  async putFile(bytes: Uint8Array, digest: Digest = digestOf(bytes)): Promise<boolean> {
    if (this.readOnly) return false;
    return this.keep('cas', digest.sha256, bytes);
  }

  private async keep(kind: Kind, key: string, bytes: Uint8Array): Promise<boolean> {
    const done = await this.guard(bytes.length, async (signal) => {
      await this.store.put(kind, key, bytes, signal);
      return true;
    });
    return done ?? false;
  }

  async close(): Promise<void> {
    await this.store.close();
  }

  private async look(key: string): Promise<Entry | undefined> {
    return this.guard(0, async (signal) => {
      const message = await this.store.get('ac', key, MOST_ENTRY, signal);
      if (!message) return undefined;
      try {
        return decodeEntry(key, message);
      } catch (error) {
        throw new StoreError(`ac/${key}: ${(error as Error).message}`, 'wrong');
      }
    });
  }

  /** Runs a request, again if that may help. Trouble is reported once and gives undefined. */
  private async guard<T>(bytes: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.counts.requests++;
    for (let isFirst = true; !this.isOff; isFirst = false) {
      try {
        return await this.inTime(bytes, ask);
      } catch (error) {
        const effect = error instanceof StoreError ? error.effect : 'off';
        if (effect === 'off' && isFirst) {
          await wait(AGAIN_MS);
          continue;
        }
        this.trouble(effect, reasonOf(error));
        if (effect === 'wrong' || effect === 'refused' || effect === 'unkept') return undefined;
        this.isOff = true;
      }
    }
    this.counts.failed++;
    return undefined;
  }

  private async inTime<T>(bytes: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = (this.options.limitMs ?? LIMIT_MS) + bytes / SLOWEST;
    const controller = new AbortController();
    let late: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        controller.abort();
        reject(new StoreError(`no answer in ${(limit / 1000).toFixed(limit < 1000 ? 1 : 0)} s`, 'late'));
      }, limit);
    });
    try {
      return await Promise.race([ask(controller.signal), expired]);
    } finally {
      clearTimeout(late);
    }
  }

  private trouble(effect: StoreError['effect'], text: string): void {
    if (effect === 'wrong') this.report(effect, `${text}; it counts as missing, and so does every other wrong answer`);
    else if (effect === 'unkept') this.report(effect, `${text}; others are still put there`);
    else if (effect === 'refused') {
      this.readOnly = true;
      this.report(effect, `${text}; nothing more is put there (--cache-read-only does not try)`);
    } else this.report('off', `${text}; continuing without it`);
  }

  private report(kind: string, text: string): void {
    if (this.reported.has(kind)) return;
    this.reported.add(kind);
    this.options.onTrouble?.(`cache ${this.address}: ${text}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  // Each address of a host has its own reason.
  const { code, message } = ((error as AggregateError).errors?.[0] ?? error) as NodeJS.ErrnoException;
  const hint = hintOfTls(`${code}`);
  return code ? `cannot be reached (${code})${hint ? `; ${hint}` : ''}` : message;
}
