/**
 * Results that machines share, under a key of everything that they are made from. Wrong entries count as misses. After
 * a request without an answer, retried once, the cache is off (docs/decisions/shared-cache.md).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { FleetError } from '../../core/errors.js';
import { type Address, cacheAddress, credentialsFor, hintOfTls } from './address.js';
import { type Digest, decodeEntry, differentValues, digestOf, type Entry, encodeEntry, MOST_ENTRY } from './entry.js';
import { FolderStore } from './folder.js';
import { redisStore } from './redis.js';
import { type Kind, type Store, StoreError } from './store.js';

/** Milliseconds that an answer may take, beside what its bytes take. */
const LIMIT_MS = 5000;
/** Slower than so many bytes a millisecond counts as no answer. */
const SLOWEST = 1000;
/**
 * Files of a result with so many bytes together are stored in its entry: one object and one request in place of two.
 */
const PACKED_BYTES = 1 << 14;
/** Milliseconds before a failed request is tried a second time. */
const AGAIN_MS = 100;
/** Tries of {@link SharedCache.retry}, and milliseconds after the first one; twice as many after each. */
const TRIES = 4;
const WAIT_MS = 1000;

export interface Kept extends Omit<Entry, 'files'> {
  files: Uint8Array[];
}

/** Options of {@link openCache}. */
export interface CacheOptions {
  /** Folder that a relative path starts from. */
  folder?: string;
  /** Whether the address comes from a config; it gets credentials only if GRIDPREP_CACHE_HOST lists its host. */
  fromConfig?: boolean;
  /** Takes from the cache and puts nothing there. */
  readOnly?: boolean;
  /** Called once for each kind of trouble, with a line for people. */
  onTrouble?: (text: string) => void;
  /** Milliseconds that an answer may take, beside what its bytes take. */
  limitMs?: number;
  /** Bytes of the files of a result up to which they are stored in its entry [default: 16384]. */
  packedBytes?: number;
}

/**
 * Opens a shared cache. Credentials come from GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD of the environment.
 * @param address a folder, or a URL of redis or rediss
 * @throws {ConfigError} if the address is none, has a password in it, or needs a package that is not installed
 */
export async function openCache(address: string, options: CacheOptions = {}): Promise<SharedCache> {
  const where = cacheAddress(address, options.folder);
  return new SharedCache(await storeAt(where, options), where.shown, options);
}

async function storeAt(address: Address, { fromConfig = false, onTrouble }: CacheOptions): Promise<Store> {
  if (address.kind === 'folder') return new FolderStore(address.path);
  const credentials = credentialsFor('CACHE', address.url, fromConfig, (text) =>
    onTrouble?.(`cache ${address.shown}: ${text}`),
  );
  return redisStore(address.url, credentials);
}

/** A cache that several machines fill and take from. */
export class SharedCache {
  private readonly reported = new Set<string>();
  /** SHA-256 of files that were asked for, and not there or not right: they are put there anew. */
  private readonly lacking = new Set<string>();
  /** Keys of results that turned out to be wrong: another one takes their place. */
  private readonly wrong = new Set<string>();
  /** Requests, and those without an answer. */
  readonly counts = { requests: 0, failed: 0 };
  /** Whether the last request got no answer: no more are sent until {@link revive}. */
  isOff = false;
  private readOnly: boolean;

  constructor(
    private readonly store: Store,
    /** Its address, as it may be shown. */
    readonly address: string,
    private readonly options: CacheOptions = {},
  ) {
    this.readOnly = options.readOnly ?? false;
  }

  /** Sends requests again after no answer or a refusal. */
  revive(): void {
    this.isOff = false;
    this.readOnly = this.options.readOnly ?? false;
  }

  /**
   * Asks for what only this cache can give, again while it gives nothing, after no answer or a refusal too.
   * @param isEnough ends it sooner @returns the last answer
   */
  async retry<T>(ask: () => Promise<T>, isEnough = () => false): Promise<T> {
    for (let tried = 1; ; tried++) {
      this.revive();
      const answer = await ask();
      if (answer || isEnough() || tried === TRIES) return answer;
      await wait(WAIT_MS * 2 ** (tried - 1));
    }
  }

  /** The error for a result that a worker has put into another cache. @param what it has baked */
  missing(worker: string, what: string): FleetError {
    return new FleetError(
      `worker ${worker} has baked ${what}, and it is not in the cache ${this.address}; is that of the worker the same?`,
    );
  }

  /** What is kept under a key, checked against its checksums; undefined where there is none, or it is not right. */
  async get(key: string): Promise<Kept | undefined> {
    const entry = await this.look(key);
    if (!entry) return undefined;
    const files: Uint8Array[] = [];
    for (const { contents, ...digest } of entry.files) {
      const bytes = contents ?? (await this.getFile(digest));
      if (!bytes) return undefined;
      files.push(bytes);
    }
    return { files, about: entry.about, maker: entry.maker };
  }

  async has(key: string): Promise<boolean> {
    return (await this.look(key)) !== undefined;
  }

  /**
   * Keeps a result, unless it is there already.
   * @returns whether it is there now
   * @throws {CacheError} if the cache has another value for the key: one of both makers is wrong
   */
  async put(key: string, files: Uint8Array[], about: unknown = {}, what = 'a result'): Promise<boolean> {
    if (this.readOnly) return false;
    const digests = files.map(digestOf);
    const there = await this.look(key);
    const isOther =
      there && JSON.stringify(there.files.map(({ sha256, bytes }) => ({ sha256, bytes }))) !== JSON.stringify(digests);
    if (isOther && !this.wrong.has(key)) throw differentValues(what, key, there, digests);
    if (there && !isOther && !digests.some(({ sha256 }) => this.lacking.has(sha256))) return true;
    const isPacked = files.reduce((sum, { length }) => sum + length, 0) <= (this.options.packedBytes ?? PACKED_BYTES);
    if (!isPacked) for (const [i, bytes] of files.entries()) if (!(await this.putFile(bytes, digests[i]))) return false;
    // A request meanwhile may have been refused.
    if (this.readOnly) return false;
    const named = digests.map((digest, i) => ({ ...digest, ...(isPacked && { contents: files[i] }) }));
    const message = encodeEntry(key, named, about);
    return this.keep('ac', key, message);
  }

  /**
   * Says that a result, sound by its checksums, is not what its key says: it counts as missing, and the next one is put
   * in its place.
   */
  isWrong(key: string, reason: string): void {
    this.wrong.add(key);
    this.trouble('wrong', `ac/${key}: ${reason}`);
  }

  wasWrong(key: string): boolean {
    return this.wrong.has(key);
  }

  /** Bytes by their SHA-256; undefined where they are not there, or others are. */
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

  /** Keeps bytes by their SHA-256. @returns whether it could */
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

  /** Runs what asks the store, a second time if that may help; trouble is reported once and gives undefined. */
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
        if (effect === 'wrong' || effect === 'refused') return undefined;
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
    else if (effect === 'refused') {
      this.readOnly = true;
      this.report(effect, `${text}; nothing more is put there (--cache-read-only does not try)`);
    } else this.report('off', `${text}; going on without it`);
  }

  private report(kind: string, text: string): void {
    if (this.reported.has(kind)) return;
    this.reported.add(kind);
    this.options.onTrouble?.(`cache ${this.address}: ${text}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  // Of several addresses of a host each has its own reason.
  const { code, message } = ((error as AggregateError).errors?.[0] ?? error) as NodeJS.ErrnoException;
  const hint = hintOfTls(`${code}`);
  return code ? `cannot be reached (${code})${hint ? `; ${hint}` : ''}` : message;
}
