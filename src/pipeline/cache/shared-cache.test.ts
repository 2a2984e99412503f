import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CacheServer, startCacheServer } from '../../../test/cache-server.js';
import { temporaryFolder } from '../../../test/prep.js';
import { CacheError, ConfigError } from '../../core/errors.js';
import { version } from '../../core/version.js';
import { encodeResult } from './action-result.js';
import { credentialsFor } from './address.js';
import { openCache, type SharedCache } from './shared-cache.js';

const key = '1'.repeat(64);
const other = '2'.repeat(64);
const bytes = Buffer.from('a blob');
const sum = createHash('sha256').update(bytes).digest('hex');

let server: CacheServer;
beforeEach(async () => {
  server = await startCacheServer();
});
afterEach(() => server.close());

/** A cache at the server, and what it tells. */
async function opened(options: Parameters<typeof openCache>[1] = {}): Promise<{ cache: SharedCache; told: string[] }> {
  const told: string[] = [];
  return {
    cache: await openCache(server.url, { packedBytes: 0, ...options, onTrouble: (text) => told.push(text) }),
    told,
  };
}

const ours = {
  tool: `gridprep ${version}`,
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  host: hostname(),
};

describe('a shared cache', () => {
  it.each(['http', 'folder'])('gives back what was put there, to whoever opens it, over %s', async (kind) => {
    const address = kind === 'http' ? `${server.url}/any/path/` : temporaryFolder();
    const cache = await openCache(address, { packedBytes: 0 });
    expect([await cache.get(key), await cache.has(key)]).toEqual([undefined, false]);
    await cache.put(key, [bytes, Buffer.alloc(0)], { width: 3 });
    const again = await openCache(address, { readOnly: true });
    expect(await again.get(key)).toEqual({ files: [bytes, Buffer.alloc(0)], about: { width: 3 }, maker: ours });
    expect([await again.has(key), await again.get(other)]).toEqual([true, undefined]);
    if (kind === 'http') expect([...server.kept.keys()]).toContain(`/any/path/cas/${sum}`);
    else expect(readFileSync(join(address, 'cas', sum.slice(0, 2), sum))).toEqual(bytes);
  });

  it('uploads what is there already not again, and nothing at all when it is read only', async () => {
    const { cache } = await opened();
    await cache.put(key, [bytes]);
    await cache.put(key, [bytes]);
    expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    const reader = await opened({ readOnly: true });
    expect(await reader.cache.put(other, [bytes])).toBe(false);
    expect(await reader.cache.putFile(bytes)).toBe(false);
    expect(reader.cache.counts.requests).toBe(0);
    expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it('stores small results in one object each, and checks what it gets of them', async () => {
    const { cache, told } = await opened({ packedBytes: 1000 });
    await cache.put(key, [bytes, Buffer.alloc(900)], { width: 3 });
    await cache.put(other, [bytes, Buffer.alloc(995)]);
    expect([...server.kept.keys()].filter((path) => path.startsWith('/ac'))).toEqual([`/ac/${key}`, `/ac/${other}`]);
    expect(server.kept.size).toBe(4);
    expect(await cache.get(key)).toEqual({ files: [bytes, Buffer.alloc(900)], about: { width: 3 }, maker: ours });
    const entry = server.kept.get(`/ac/${key}`) as Buffer;
    entry[entry.indexOf('a blob')]++;
    expect(await cache.get(key)).toBeUndefined();
    expect(told).toEqual([
      expect.stringContaining(`ac/${key}: its file ${sum} has another SHA-256; it counts as missing`),
    ]);
    await cache.put(key, [bytes, Buffer.alloc(900)]);
    expect(await cache.has(key)).toBe(true);
  });

  it('names both makers of two values for one key', async () => {
    const { cache } = await opened();
    await cache.put(key, [bytes]);
    const mine = createHash('sha256').update('other').digest('hex').slice(0, 12);
    const by = `by gridprep ${version} on ${hostname()} (Node ${process.version}, ${process.platform} ${process.arch})`;
    await expect(cache.put(key, [Buffer.from('other')], {}, 'a.jps.prep')).rejects.toThrow(
      new CacheError(
        `the cache has another value for a.jps.prep: ${sum.slice(0, 12)} ${by}, here ${mine} ${by}; one of them is wrong: build both with --cache none, compare them with prep inspect, and delete ac/${key} if it is the cache's`,
      ),
    );
  });

  const wrong: [what: string, path: string, body: Buffer, reason: string][] = [
    [
      'other bytes',
      `/cas/${sum}`,
      Buffer.from('A blob'),
      `cas/${sum} has the SHA-256 c22941b40b31466fa3fa7dcf3ddc2f6aa1b05f0119a186974598fb2cbd5c1650`,
    ],
    ['cut off', `/cas/${sum}`, bytes.subarray(1), `cas/${sum} has 5 bytes, expected 6`],
    ['too long', `/cas/${sum}`, Buffer.alloc(2e6), 'an answer of'],
    ['a page', `/ac/${key}`, Buffer.from('<html>'), `ac/${key}: it is`],
    ['empty', `/ac/${key}`, Buffer.alloc(0), `ac/${key}: it is not what gridprep writes`],
    [
      'of another program',
      `/ac/${key}`,
      Buffer.from(encodeResult({ files: [], about: Buffer.from('{}') })),
      `ac/${key}: it is not what gridprep writes`,
    ],
    [
      'that of another key',
      `/ac/${key}`,
      Buffer.from(
        encodeResult({
          files: [],
          about: Buffer.from(JSON.stringify({ gridprep: 1, key: other, maker: ours, about: {} })),
        }),
      ),
      `ac/${key}: it is that of another key`,
    ],
  ];
  it.each(wrong)('takes a wrong answer for none, and tells of it once: %s', async (_, path, body, reason) => {
    const { cache, told } = await opened();
    await cache.put(key, [bytes]);
    server.kept.set(path, body);
    expect([await cache.get(key), await cache.get(key)]).toEqual([undefined, undefined]);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(`cache ${server.url}: ${reason}`);
    expect(told[0]).toMatch(/; it counts as missing, and so does every other wrong answer$/);
    // It goes on.
    await cache.put(other, [bytes.subarray(2)]);
    expect((await cache.get(other))?.files).toEqual([bytes.subarray(2)]);
  });

  it('is left alone after one answer that does not come, or comes drop by drop', async () => {
    for (const drip of [false, true]) {
      server.instead = (_, response) => {
        if (drip) {
          response.writeHead(200);
          const timer = setInterval(() => response.write('.'), 20);
          response.on('close', () => clearInterval(timer));
        }
        return true;
      };
      const { cache, told } = await opened({ limitMs: 200 });
      expect(await Promise.all([cache.get(key), cache.get(other), cache.put(key, [bytes])])).toEqual([
        undefined,
        undefined,
        false,
      ]);
      const asked = server.asked.length;
      for (let i = 0; i < 20; i++) expect(await cache.get(key)).toBeUndefined();
      expect(server.asked).toHaveLength(asked);
      expect(cache.isOff).toBe(true);
      expect(told).toEqual([`cache ${server.url}: no answer in 0.2 s; going on without it for now`]);
    }
  });

  it.each([
    ['https', 22],
    ['http', 'G'.charCodeAt(0)],
  ])('asks an address of %s over TLS or not, as it says', async (scheme, expected) => {
    let first: number | undefined;
    const listener = createServer((socket) => {
      socket.once('data', (data) => {
        [first] = data;
        socket.destroy();
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    onTestFinished(() => void listener.close());
    const { port } = listener.address() as AddressInfo;
    const told: string[] = [];
    const cache = await openCache(`${scheme}://127.0.0.1:${port}/x`, { onTrouble: (text) => told.push(text) });
    expect(await cache.get(key)).toBeUndefined();
    // A TLS record of a handshake, or a line of HTTP.
    expect(first).toBe(expected);
    expect([told.length, cache.isOff]).toEqual([1, true]);
  });

  it('has a second more for each megabyte that it sends or takes', async () => {
    server.instead = () => true;
    const says = async (ask: (cache: SharedCache) => Promise<unknown>) => {
      const { cache, told } = await opened({ limitMs: 100 });
      const start = performance.now();
      await ask(cache);
      return { told, ms: performance.now() - start };
    };
    const got = await says((cache) => cache.getFile({ sha256: sum, bytes: 300_000 }));
    expect(got.told).toEqual([`cache ${server.url}: no answer in 0.4 s; going on without it for now`]);
    expect(got.ms).toBeGreaterThan(390);
    const put = await says((cache) => cache.putFile(Buffer.alloc(200_000)));
    expect(put.told).toEqual([`cache ${server.url}: no answer in 0.3 s; going on without it for now`]);
  });

  it('is left alone after a connection that is refused, and one that breaks', async () => {
    const { cache, told } = await opened();
    server.instead = (request) => {
      request.socket.destroy();
      return true;
    };
    expect([await cache.get(key), await cache.get(key)]).toEqual([undefined, undefined]);
    expect(told).toEqual([`cache ${server.url}: cannot be reached (ECONNRESET); going on without it for now`]);
    await server.close();
    const later = await opened();
    await later.cache.get(key);
    expect(later.told).toEqual([`cache ${server.url}: cannot be reached (ECONNREFUSED); going on without it for now`]);
  });

  it.each([
    [
      'GET',
      401,
      '; credentials are taken from GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD, or GRIDPREP_CACHE_TOKEN; going on without it',
    ],
    ['GET', 503, '; going on without it for now'],
    [
      'PUT',
      403,
      '; credentials are taken from GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD, or GRIDPREP_CACHE_TOKEN; nothing more is put there (--cache-read-only does not try)',
    ],
    ['PUT', 405, '; nothing more is put there (--cache-read-only does not try)'],
  ])('says what a server that refuses %s with %i asks for', async (method, status, hint) => {
    const { cache, told } = await opened();
    await cache.put(key, [bytes]);
    server.instead = (request, response) => {
      if (request.method === method) response.writeHead(status).end();
      return request.method === method;
    };
    await cache.put(other, [bytes]);
    await cache.put(other, [bytes]);
    expect(told).toEqual([`cache ${server.url}: it answers with status ${status}${hint}`]);
    // What it does not take, it may still give.
    expect((await cache.get(key))?.files).toEqual(method === 'PUT' ? [bytes] : undefined);
  });

  it('is asked again after one 503, and after a while without an answer', async () => {
    let left = 1;
    server.instead = (_, response) => {
      if (left-- <= 0) return false;
      response.writeHead(503).end();
      return true;
    };
    const { cache, told } = await opened();
    await cache.put(key, [bytes]);
    expect((await cache.get(key))?.files).toEqual([bytes]);
    expect(told).toEqual([]);
    const { length } = bytes;
    expect(cache.counts).toEqual({
      requests: 5,
      failed: 0,
      hits: 1,
      misses: 1,
      bytesRead: length,
      bytesWritten: length,
    });
    // Three requests of three tries each: then it is left alone.
    left = 9;
    for (let i = 0; i < 4; i++) expect(await cache.get(key)).toBeUndefined();
    expect([left, cache.isOff, cache.counts.failed]).toEqual([0, true, 4]);
    expect(told).toEqual([`cache ${server.url}: it answers with status 503; going on without it for now`]);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 5100);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect((await cache.get(key))?.files).toEqual([bytes]);
    expect(cache.isOff).toBe(false);
  });

  it('reads from a folder that it cannot write to', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cas'), 'not a folder');
    const told: string[] = [];
    const cache = await openCache(folder, { packedBytes: 0, onTrouble: (text) => told.push(text) });
    await cache.put(key, [bytes]);
    expect(told).toEqual([
      expect.stringMatching(/^cache .*: .*cas.*: cannot be written to \((ENOTDIR|EEXIST)\); nothing more is put there/),
    ]);
    expect(await cache.get(key)).toBeUndefined();
    expect(cache.isOff).toBe(false);
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

describe('credentials', () => {
  const environment = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
  };

  it('are taken from the environment', async () => {
    environment({ GRIDPREP_CACHE_USER: 'ann', GRIDPREP_CACHE_PASSWORD: 'secret' });
    await (await openCache(server.url)).get(key);
    environment({ GRIDPREP_CACHE_USER: '', GRIDPREP_CACHE_PASSWORD: '', GRIDPREP_CACHE_TOKEN: 'token' });
    await (await openCache(server.url)).get(key);
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([
      `Basic ${btoa('ann:secret')}`,
      'Bearer token',
    ]);
  });

  it.each([
    ['nothing', '', false],
    ['another host', 'cache.test', false],
    ['another port', '127.0.0.1:1', false],
    ['its host', 'cache.test, 127.0.0.1', true],
    ['its host and port', 'HOST', true],
  ])('reach the address of a config if GRIDPREP_CACHE_HOST names %s', async (_, hosts, isSent) => {
    const { host } = new URL(server.url);
    environment({ GRIDPREP_CACHE_TOKEN: 'token', GRIDPREP_CACHE_HOST: hosts.replace('HOST', host) });
    const told: string[] = [];
    const cache = await openCache(server.url, { fromConfig: true, onTrouble: (text) => told.push(text) });
    await cache.put(key, [bytes]);
    expect((await cache.get(key))?.files).toEqual([bytes]);
    const sent = isSent ? 'Bearer token' : undefined;
    expect(new Set(server.asked.map(({ authorization }) => authorization))).toEqual(new Set([sent]));
    const text = `cache ${server.url}: a config names this address, so no credentials are sent there; to send them, set GRIDPREP_CACHE_HOST=${host} in the environment`;
    expect(told).toEqual(isSent ? [] : [text]);
  });

  it.each([
    ['https://Cache.test', 'cache.test:443', true],
    ['https://cache.test:444', 'cache.test:443', false],
    ['rediss://Cache.test', 'cache.test:6379', true],
    ['http://a.cache.test', 'cache.test', false],
    ['http://cache.test.elsewhere', 'cache.test', false],
    ['http://[::1]:80', '[::1]', true],
  ])('know the host of %s in %s: %s', (address, hosts, isSent) => {
    environment({ GRIDPREP_FLEET_PASSWORD: 'secret', GRIDPREP_FLEET_HOST: hosts });
    const withheld = vi.fn();
    const credentials = credentialsFor('FLEET', new URL(address), true, withheld);
    expect([credentials, withheld.mock.calls.length]).toEqual(isSent ? [{ password: 'secret' }, 0] : [{}, 1]);
  });

  it.each([
    [
      'http://ann:secret@cache.test/x',
      "the cache's address http://cache.test/x has a user or password in it, which would be shown; take it out and set GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD in the environment",
    ],
    [
      'redis://:secret@cache.test',
      "the cache's address redis://cache.test has a user or password in it, which would be shown; take it out and set GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD in the environment",
    ],
    [
      'https://cache.test/x?sig=secret',
      "the cache's address https://cache.test/x goes on with a query or fragment, expected none; secrets are taken from GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD",
    ],
    ['s3://secret/', 'the cache is s3://..., expected a folder, http://, https://, redis:// or rediss://'],
    [
      'http://secret:99999',
      'the cache is a URL that cannot be read, expected a folder, http://, https://, redis:// or rediss://',
    ],
  ])('are refused in an address, and not repeated: %s', async (address, message) => {
    const error = await openCache(address).catch((thrown) => thrown);
    expect(error).toEqual(new ConfigError(message));
    if (!address.startsWith('s3')) expect(error.message).not.toMatch('secret:');
    expect(error.message).not.toMatch(/=secret|:secret/);
  });
});
