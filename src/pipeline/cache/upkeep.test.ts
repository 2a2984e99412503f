import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prep, temporaryFolder } from '../../../test/prep.js';
import { ConfigError } from '../../core/errors.js';
import { digestOf } from './action-result.js';
import { openCache } from './shared-cache.js';
import { pruneCache } from './upkeep.js';

const DAY_MS = 86_400_000;
const keys = ['1', '2', '3'].map((digit) => digit.repeat(64));
const blobs = keys.map((key, i) => Buffer.alloc(1000 * (i + 1), key));
const path = (folder: string, kind: string, name: string) => join(folder, kind, name.slice(0, 2), name);
const age = (file: string, days: number) => utimesSync(file, new Date(), new Date(Date.now() - days * DAY_MS));

/** Three results, used 40, 20 and 2 days ago, the last two with one file in common; and a file of a job's from 40 days ago. */
async function cacheFolder(): Promise<string> {
  const folder = temporaryFolder();
  const cache = await openCache(folder, { packedBytes: 0 });
  await cache.put(keys[0], [blobs[0]]);
  await cache.put(keys[1], [blobs[1], blobs[2]]);
  await cache.put(keys[2], [blobs[2]]);
  await cache.putFile(Buffer.from('an input'));
  for (const kind of ['ac', 'cas'])
    for (const file of readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('/'),
    ))
      age(join(folder, kind, file), 40);
  age(path(folder, 'ac', keys[1]), 20);
  age(path(folder, 'ac', keys[2]), 2);
  return folder;
}
const has = async (folder: string) => {
  const cache = await openCache(folder);
  return Promise.all(keys.map(async (key) => (await cache.get(key)) !== undefined));
};

describe('prep cache prune', () => {
  it('removes what nobody has used for long, and files that no result names', async () => {
    const folder = await cacheFolder();
    const before = await prep('cache', 'prune', folder, '--older-than', '30d', '--json');
    expect(JSON.parse(before.stdout.split('\n')[0])).toMatchObject({ files: 7, removedFiles: 3 });
    expect(await has(folder)).toEqual([false, true, true]);
    expect(existsSync(path(folder, 'cas', digestOf(Buffer.from('an input')).sha256))).toBe(false);
  });

  it('counts a use, whatever the mount says of access', async () => {
    const folder = await cacheFolder();
    expect(await has(folder)).toEqual([true, true, true]);
    expect(Date.now() - statSync(path(folder, 'ac', keys[0])).mtimeMs).toBeLessThan(DAY_MS);
    await pruneCache(folder, { olderThanMs: 30 * DAY_MS });
    expect(await has(folder)).toEqual([true, true, true]);
  });

  it('keeps to a size: the least recently used go first, and a file that others name stays', async () => {
    const folder = await cacheFolder();
    const entry = statSync(path(folder, 'ac', keys[2])).size;
    // The last result alone, whose file the second one has as well.
    await pruneCache(folder, { maxBytes: 3000 + entry });
    expect(await has(folder)).toEqual([false, false, true]);
    expect((await pruneCache(folder, {})).bytes).toBe(3000 + entry);
  });

  it('leaves what is younger than an hour: a build may be under way', async () => {
    const folder = temporaryFolder();
    const cache = await openCache(folder, { packedBytes: 0 });
    await cache.put(keys[0], [blobs[0]]);
    await cache.putFile(Buffer.from('an input'));
    const [hour, digest] = [1 / 24, digestOf(Buffer.from('an input')).sha256];
    age(path(folder, 'cas', digest), 0.99 * hour);
    expect(await pruneCache(folder, { olderThanMs: 1, maxBytes: 1 })).toMatchObject({ files: 3, removedFiles: 0 });
    age(path(folder, 'cas', digest), 1.01 * hour);
    expect(await pruneCache(folder, { olderThanMs: 1 })).toMatchObject({ files: 3, removedFiles: 1, removedBytes: 8 });
  });

  it('says what it needs', async () => {
    expect(await prep('cache', 'prune', 'x')).toMatchObject({
      code: 2,
      stderr: 'prep: prune needs --older-than, --max-size or both\n',
    });
    expect(await prep('cache', 'prune', 'x', '--max-size', '10')).toMatchObject({
      code: 2,
      stderr: 'prep: --max-size is "10", expected a number and a unit, for example --max-size 10GB\n',
    });
    expect(await prep('cache', 'prune', 'nothere', '--max-size', '10MB')).toMatchObject({
      code: 2,
      stderr: 'prep: there is no cache folder nothere; name the one that builds use\n',
    });
    await expect(pruneCache('http://cache.example', { maxBytes: 1 })).rejects.toThrow(
      new ConfigError("the cache http://cache.example is a server's, which has its own upkeep; name a folder"),
    );
  });

  it('counts small results, which lie in their entries', async () => {
    const folder = temporaryFolder();
    const cache = await openCache(folder);
    for (const [i, key] of keys.entries()) await cache.put(key, [blobs[i]]);
    expect(await pruneCache(folder, { olderThanMs: DAY_MS })).toMatchObject({ files: 3, removedFiles: 0 });
  });
});
