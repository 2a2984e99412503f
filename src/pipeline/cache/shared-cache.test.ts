import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStore } from '../../../test/memory-store.js';
import { temporaryFolder } from '../../../test/prep.js';
import { CacheError, ConfigError } from '../../core/errors.js';
import { version } from '../../core/version.js';
import { credentialsFor } from './address.js';
import { encodeEntry } from './entry.js';
import { FolderStore } from './folder.js';
import { type CacheOptions, openCache, SharedCache } from './shared-cache.js';
import { StoreError } from './store.js';

const key = '1'.repeat(64);
const other = '2'.repeat(64);
const bytes = Buffer.from('a blob');
const sum = createHash('sha256').update(bytes).digest('hex');

/** A cache in memory, and what it tells. */
function opened(options: CacheOptions = {}, store = new MemoryStore()) {
  const messages: string[] = [];
  const onTrouble = (text: string) => messages.push(text);
  return { cache: new SharedCache(store, 'memory', { packedBytes: 0, ...options, onTrouble }), store, messages };
}

const ours = {
  tool: `gridprep ${version}`,
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  host: hostname(),
};

/** Answers without end, or with an error of one effect. */
const silent = () => new Promise<never>(() => {});
const failing = (effect: StoreError['effect']) => () => Promise.reject(new StoreError('no', effect));

describe('a shared cache', () => {
  it('gives back what was put there, to whoever opens it', async () => {
    const address = temporaryFolder();
    const cache = await openCache(address, { packedBytes: 0 });
    expect([await cache.get(key), await cache.has(key)]).toEqual([undefined, false]);
    await cache.put(key, [bytes, Buffer.alloc(0)], { width: 3 });
    const again = await openCache(address, { readOnly: true });
    expect(await again.get(key)).toEqual({ files: [bytes, Buffer.alloc(0)], about: { width: 3 }, maker: ours });
    expect([await again.has(key), await again.get(other)]).toEqual([true, undefined]);
    expect(readFileSync(join(address, 'cas', sum.slice(0, 2), sum))).toEqual(bytes);
  });

  it('uploads what is there already not again, and nothing at all when it is read only', async () => {
    const { cache, store } = opened();
    await cache.put(key, [bytes]);
    await cache.put(key, [bytes]);
    expect(store.requests.filter((name) => name.startsWith('put'))).toEqual([`put cas/${sum}`, `put ac/${key}`]);
    const reader = opened({ readOnly: true });
    expect(await reader.cache.put(other, [bytes])).toBe(false);
    expect(await reader.cache.putFile(bytes)).toBe(false);
    expect(reader.cache.counts.requests).toBe(0);
  });

  it('stores small results in one object each, and checks what it gets of them', async () => {
    const { cache, store, messages } = opened({ packedBytes: 1000 });
    await cache.put(key, [bytes, Buffer.alloc(900)], { width: 3 });
    await cache.put(other, [bytes, Buffer.alloc(995)]);
    expect([...store.kept.keys()].filter((name) => name.startsWith('ac'))).toEqual([`ac/${key}`, `ac/${other}`]);
    expect(store.kept.size).toBe(4);
    expect(await cache.get(key)).toEqual({ files: [bytes, Buffer.alloc(900)], about: { width: 3 }, maker: ours });
    const entry = Buffer.from(store.kept.get(`ac/${key}`) ?? []).toString();
    store.kept.set(`ac/${key}`, Buffer.from(entry.replace(bytes.toString('base64'), btoa('A blob'))));
    expect(await cache.get(key)).toBeUndefined();
    expect(messages).toEqual([
      expect.stringContaining(`ac/${key}: its file ${sum} has another SHA-256; it counts as missing`),
    ]);
    await cache.put(key, [bytes, Buffer.alloc(900)]);
    expect(await cache.has(key)).toBe(true);
  });

  it('names both makers of two values for one key', async () => {
    const { cache } = opened();
    await cache.put(key, [bytes]);
    const mine = createHash('sha256').update('other').digest('hex').slice(0, 12);
    const by = `by gridprep ${version} on ${hostname()} (Node ${process.version}, ${process.platform} ${process.arch})`;
    await expect(cache.put(key, [Buffer.from('other')], {}, 'a.jps.prep')).rejects.toThrow(
      new CacheError(
        `the cache has another value for a.jps.prep: ${sum.slice(0, 12)} ${by}, here ${mine} ${by}; one of them is wrong: build both with --cache none, compare them with prep inspect, and delete ac/${key} if it is the cache's`,
      ),
    );
  });

  const wrong: [what: string, name: string, body: Uint8Array, reason: string][] = [
    [
      'other bytes',
      `cas/${sum}`,
      Buffer.from('A blob'),
      `cas/${sum} has the SHA-256 c22941b40b31466fa3fa7dcf3ddc2f6aa1b05f0119a186974598fb2cbd5c1650`,
    ],
    ['cut off', `cas/${sum}`, bytes.subarray(1), `cas/${sum} has 5 bytes, expected 6`],
    ['a page', `ac/${key}`, Buffer.from('<html>'), `ac/${key}: it is not an entry of gridprep`],
    ['empty', `ac/${key}`, Buffer.alloc(0), `ac/${key}: it is not an entry of gridprep`],
    ['without a file', `ac/${key}`, Buffer.from('{"gridprep":2}'), `ac/${key}: it is not an entry of gridprep`],
    ['that of another key', `ac/${key}`, encodeEntry(other, [], {}), `ac/${key}: it is the entry of another key`],
  ];
  it.each(wrong)('takes a wrong answer for none, and tells of it once: %s', async (_, name, body, reason) => {
    const { cache, store, messages } = opened();
    await cache.put(key, [bytes]);
    store.kept.set(name, body);
    expect([await cache.get(key), await cache.get(key)]).toEqual([undefined, undefined]);
    expect(messages).toEqual([`cache memory: ${reason}; it counts as missing, and so does every other wrong answer`]);
    // It continues.
    await cache.put(other, [bytes.subarray(2)]);
    expect((await cache.get(other))?.files).toEqual([bytes.subarray(2)]);
  });

  it('is off after one answer that does not come in time', async () => {
    const { cache, store, messages } = opened({ limitMs: 100 }, new MemoryStore(silent));
    expect(await Promise.all([cache.get(key), cache.get(other), cache.put(key, [bytes])])).toEqual([
      undefined,
      undefined,
      false,
    ]);
    const requestCount = store.requests.length;
    for (let i = 0; i < 20; i++) expect(await cache.get(key)).toBeUndefined();
    expect([store.requests.length, cache.isOff]).toEqual([requestCount, true]);
    expect(messages).toEqual(['cache memory: no answer in 0.1 s; continuing without it']);
  });

  it('has a second more for each megabyte that it sends or takes', async () => {
    const says = async (ask: (cache: SharedCache) => Promise<unknown>) => {
      const { cache, messages } = opened({ limitMs: 100 }, new MemoryStore(silent));
      await ask(cache);
      return messages;
    };
    expect(await says((cache) => cache.getFile({ sha256: sum, bytes: 300_000 }))).toEqual([
      'cache memory: no answer in 0.4 s; continuing without it',
    ]);
    expect(await says((cache) => cache.putFile(Buffer.alloc(200_000)))).toEqual([
      'cache memory: no answer in 0.3 s; continuing without it',
    ]);
  });

  it('is asked a second time after a failure, is off after two, and asked again when it is revived', async () => {
    const { cache, store, messages } = opened();
    let left = 1;
    store.fault = () => (left-- > 0 ? failing('off')() : undefined);
    await cache.put(key, [bytes]);
    expect((await cache.get(key))?.files).toEqual([bytes]);
    expect([messages, cache.counts]).toEqual([[], { requests: 5, failed: 0 }]);
    left = 2;
    for (let i = 0; i < 4; i++) expect(await cache.get(key)).toBeUndefined();
    expect([left, cache.isOff, cache.counts]).toEqual([0, true, { requests: 9, failed: 4 }]);
    expect(messages).toEqual(['cache memory: no; continuing without it']);
    cache.revive();
    expect((await cache.get(key))?.files).toEqual([bytes]);
    store.fault = () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    const later = opened({}, store);
    await later.cache.get(key);
    expect(later.messages).toEqual(['cache memory: cannot be reached (ECONNREFUSED); continuing without it']);
  });

  it('that refuses uploads still gives what it has', async () => {
    const { cache, store, messages } = opened();
    await cache.put(key, [bytes]);
    store.fault = (name) => (name.startsWith('put') ? failing('refused')() : undefined);
    for (let i = 0; i < 2; i++) expect(await cache.put(other, [bytes])).toBe(false);
    expect(messages).toEqual(['cache memory: no; nothing more is put there (--cache-read-only does not try)']);
    expect((await cache.get(key))?.files).toEqual([bytes]);
    expect(cache.isOff).toBe(false);
  });

  it('is revived each time that what only it can give is tried again', async () => {
    let revived = 0;
    const { cache } = opened();
    cache.revive = () => void revived++;
    let tries = 0;
    expect(await cache.retry(async () => ++tries === 2)).toBe(true);
    expect([tries, revived]).toEqual([2, 2]);
  });

  it('reads from a folder that it cannot write to', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cas'), 'not a folder');
    const messages: string[] = [];
    const cache = await openCache(folder, { packedBytes: 0, onTrouble: (text) => messages.push(text) });
    await cache.put(key, [bytes]);
    expect(messages).toEqual([
      expect.stringMatching(/^cache .*: .*cas.*: cannot be written to \((ENOTDIR|EEXIST)\); nothing more is put there/),
    ]);
    expect(await cache.get(key)).toBeUndefined();
    expect(cache.isOff).toBe(false);
  });

  it('stores other keys if one cannot be written', async () => {
    const folder = temporaryFolder();
    const messages: string[] = [];
    const cache = await openCache(folder, { packedBytes: 0, onTrouble: (text) => messages.push(text) });
    mkdirSync(join(folder, 'cas', sum.slice(0, 2), sum, 'x'), { recursive: true });
    expect(await cache.put(key, [bytes])).toBe(false);
    expect(await cache.put(other, [Buffer.from('more')])).toBe(true);
    expect(messages).toEqual([expect.stringMatching(/cannot be written to \(\w+\); others are still put there$/)]);
  });

  it('replaces an entry that names files which are not there, and refuses claims of more bytes than allowed', async () => {
    const folder = temporaryFolder();
    const messages: string[] = [];
    const cache = await openCache(folder, { mostBytes: 1000, onTrouble: (text) => messages.push(text) });
    await cache.put(key, [bytes]);
    const file = join(folder, 'ac', key.slice(0, 2), key);
    const entry = JSON.parse(readFileSync(file, 'utf8'));
    const claim = (one: object) => writeFileSync(file, JSON.stringify({ ...entry, files: [one] }));
    claim({ sha256: 'f'.repeat(64), bytes: 5 });
    expect(await cache.put(key, [bytes])).toBe(true);
    expect(Buffer.from((await cache.get(key))?.files[0] ?? [])).toEqual(Buffer.from(bytes));
    for (const [claimed, message] of [
      [1001, /: its files have 1001 bytes, allowed are 1000; /],
      [2 ** 31, /: it is not an entry of gridprep; /],
      [3 * 2 ** 30, /: it is not an entry of gridprep; /],
    ] as const) {
      claim({ sha256: sum, bytes: claimed });
      const fresh: string[] = [];
      const again = await openCache(folder, { mostBytes: 1000, onTrouble: (text) => fresh.push(text) });
      expect(await again.get(key)).toBeUndefined();
      expect([fresh, again.isOff]).toEqual([[expect.stringMatching(message)], false]);
      expect(await again.put(key, [bytes])).toBe(true);
    }
  });

  it('never takes half a file from a folder for a whole one', async () => {
    const folder = temporaryFolder();
    const cache = await openCache(folder, { packedBytes: 0 });
    await cache.put(key, [bytes]);
    const file = join(folder, 'cas', sum.slice(0, 2), sum);
    writeFileSync(file, bytes.subarray(0, 3));
    expect(await cache.get(key)).toBeUndefined();
    // Whoever finds it out and has the file mends it.
    await cache.put(key, [bytes]);
    expect(readFileSync(file)).toEqual(bytes);
    mkdirSync(join(folder, 'ac', '22'), { recursive: true });
    writeFileSync(join(folder, 'ac', '22', other), readFileSync(join(folder, 'ac', '11', key)).subarray(0, 40));
    expect(await cache.get(other)).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(['ac', 'cas']);
  });
});

describe('a folder', () => {
  const key = 'ab'.repeat(32);
  const kept = (bytes: string) => {
    const folder = temporaryFolder();
    const file = join(folder, 'ac', 'ab', key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return { folder, file, store: new FolderStore(folder) };
  };

  it('has no more than is asked for, nothing for a key without a file, and is no folder where it is a file', async () => {
    const { file, store } = kept('four');
    expect(await store.get('ac', key, 4)).toEqual(Buffer.from('four'));
    await expect(store.get('ac', key, 3)).rejects.toThrow('an answer of 4 bytes or more, expected at most 3');
    expect(await store.get('cas', key, 4)).toBe(undefined);
    await expect(new FolderStore(file).get('ac', key, 4)).rejects.toMatchObject({ code: 'ENOTDIR' });
    mkdirSync(join(file, '../..', 'cd', 'cd'.repeat(32)), { recursive: true });
    await expect(store.get('ac', 'cd'.repeat(32), 4)).rejects.toMatchObject({ effect: 'wrong' });
    await expect(new FolderStore(file).put('ac', key, Buffer.from('x'))).rejects.toMatchObject({
      effect: 'refused',
      message: expect.stringMatching(/: cannot be written to \(E\w+\)$/),
    });
  });

  it('is rid of unfinished files that are an hour old, of killed processes of any machine', async () => {
    const { file, store } = kept('four');
    const [old, young] = [3601, 3500].map((seconds, i) => {
      const name = join(dirname(file), `.${key}.99999${i}-1.tmp`);
      writeFileSync(name, '');
      utimesSync(name, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
      return name;
    });
    await store.put('ac', key, Buffer.from('five'));
    expect([old, young, file].map((name) => existsSync(name))).toEqual([false, true, true]);
  });

  it('notes a use of a result once a day', async () => {
    const { file, store } = kept('four');
    const ago = (hours: number) => {
      const then = new Date(Date.now() - hours * 3_600_000);
      utimesSync(file, then, then);
      return then.getTime();
    };
    const recent = ago(23.9);
    await store.get('ac', key, 4);
    expect(Math.round(statSync(file).mtimeMs)).toBe(recent);
    ago(24.1);
    await store.get('ac', key, 4);
    expect(statSync(file).mtimeMs).toBeGreaterThan(recent + 3_600_000);
  });
});

describe('credentials', () => {
  const environment = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
  };

  it.each([
    ['nothing', '', false],
    ['another host', 'cache.test', false],
    ['another port', '127.0.0.1:1', false],
    ['its host', 'cache.test, 127.0.0.1', true],
    ['its host and port', '127.0.0.1:7000', true],
  ])('reach the address of a config if GRIDPREP_CACHE_HOST names %s', async (_, hosts, isSent) => {
    environment({ GRIDPREP_CACHE_PASSWORD: 'secret', GRIDPREP_CACHE_HOST: hosts });
    const messages: string[] = [];
    const address = 'redis://127.0.0.1:7000';
    await openCache(address, { fromConfig: true, onTrouble: (text) => messages.push(text) });
    const text = `cache ${address}: a config names this address, so no credentials are sent there; to send them, set GRIDPREP_CACHE_HOST=127.0.0.1:7000 in the environment`;
    expect(messages).toEqual(isSent ? [] : [text]);
  });

  it.each([
    ['redis://Cache.test:443', 'cache.test:443', true],
    ['redis://cache.test:444', 'cache.test:443', false],
    ['rediss://Cache.test', 'cache.test:6379', true],
    ['redis://a.cache.test', 'cache.test', false],
    ['redis://cache.test.elsewhere', 'cache.test', false],
    ['redis://[::1]:80', '[::1]', true],
  ])('know the host of %s in %s: %s', (address, hosts, isSent) => {
    environment({ GRIDPREP_FLEET_PASSWORD: 'secret', GRIDPREP_FLEET_HOST: hosts });
    const withheld = vi.fn();
    const credentials = credentialsFor('FLEET', new URL(address), true, withheld);
    expect([credentials, withheld.mock.calls.length]).toEqual(isSent ? [{ password: 'secret' }, 0] : [{}, 1]);
  });

  it.each([
    [
      'redis://ann:secret@cache.test/1',
      "the cache's address redis://cache.test/1 has a user or password in it, which would be shown; take it out and set GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD in the environment",
    ],
    [
      'redis://:secret@cache.test',
      "the cache's address redis://cache.test has a user or password in it, which would be shown; take it out and set GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD in the environment",
    ],
    [
      'rediss://cache.test/1?sig=secret',
      "the cache's address rediss://cache.test/1 has a query or fragment, expected none; credentials are taken from GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD",
    ],
    ['s3://secret/', 'the cache is s3://..., expected a folder, redis:// or rediss://'],
    ['redis://secret:99999', 'the cache is an invalid URL, expected a folder, redis:// or rediss://'],
  ])('are refused in an address, and not repeated: %s', async (address, message) => {
    const error = await openCache(address).catch((thrown) => thrown);
    expect(error).toEqual(new ConfigError(message));
    if (!address.startsWith('s3')) expect(error.message).not.toMatch('secret:');
    expect(error.message).not.toMatch(/=secret|:secret/);
  });
});
