import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../../test/build.js';
import { writeMap } from '../../../test/maps.js';
import { MemoryStore } from '../../../test/memory-store.js';
import { temporaryFolder } from '../../../test/prep.js';
import { unpackBlob } from '../../core/blob/pack.js';
import { type Kept, openCache, SharedCache } from '../cache/shared-cache.js';
import type { Target } from '../config/targets.js';
import { RECORD_NAME } from './record.js';
import { decodeRecord } from './record-file.js';
import { keyOf, type MapHashes } from './shared-outputs.js';

/** Contents of a folder, with the times of the record left out. */
function contents(folder: string): Record<string, unknown> {
  const entries = decodeRecord(readFileSync(join(folder, RECORD_NAME))) ?? [];
  const files = readdirSync(folder).filter((name) => name !== RECORD_NAME);
  return {
    record: [...entries].map(([file, entry]) => ({ ...entry, file, seconds: 0 })),
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')])),
  };
}

function project(
  config: object = { inputs: [{ maps: 'maps/*', artifacts: { jps: {}, hpa: {}, table: {} } }] },
): string {
  const folder = temporaryFolder();
  writeMap(join(folder, 'maps/a.map'), 'rooms', 24, 0.4, 1);
  writeMap(join(folder, 'maps/b.map'), 'noise', 20, 0.2, 2);
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
  return folder;
}

/** Another machine: the same sources at another place. */
function checkout(folder: string): string {
  const other = join(temporaryFolder(), 'elsewhere');
  cpSync(folder, other, { recursive: true, filter: (path) => !path.startsWith(join(folder, 'out')) });
  return other;
}

/** Keys of the entries of a cache in a folder. */
const keysIn = (address: string) =>
  readdirSync(join(address, 'ac'), { recursive: true, encoding: 'utf8' }).flatMap((path) => path.split('/')[1] ?? []);

const fetched = ({ events }: Awaited<ReturnType<typeof build>>) =>
  events.flatMap((event) => (event.event === 'fetched' ? [event.map] : [])).sort();

describe('a build with a shared cache', () => {
  it('bakes nothing that another machine has baked, and writes the same files', async () => {
    const store = new MemoryStore();
    const first = project();
    const cache = new SharedCache(store, 'memory');
    expect((await build(first, { cache })).built).toEqual(['maps/a.map', 'maps/b.map']);
    const second = checkout(first);
    const run = await build(second, { cache: new SharedCache(store, 'memory', { readOnly: true }) });
    expect([fetched(run), run.built]).toEqual([['maps/a.map', 'maps/b.map'], []]);
    expect(contents(join(second, 'out'))).toEqual(contents(join(first, 'out')));
    // Up-to-date outputs are not looked up.
    const requests = store.requests.length;
    expect((await build(second, { cache })).cached).toEqual(['maps/a.map', 'maps/b.map']);
    expect(store.requests.length).toBe(requests);
  });

  it('bakes only the outputs of a map that are not there, and under force everything', async () => {
    const folder = project();
    const address = temporaryFolder();
    await build(folder, { cache: await openCache(address) });
    writeFileSync(
      join(folder, 'prep.config.json'),
      JSON.stringify({
        inputs: [{ maps: 'maps/*', artifacts: { jps: { storeLandmarks: true }, hpa: {}, table: {} } }],
      }),
    );
    const again = await build(folder, { cache: await openCache(address), out: 'other' });
    expect([again.built, fetched(again)]).toEqual([['maps/a.map', 'maps/b.map'], []]);
    const row = again.events.find((event) => event.event === 'built');
    expect(row).toMatchObject({ outputs: [{ artifacts: ['jps'] }, { artifacts: ['hpa'] }, { artifacts: ['table'] }] });
    const tables = (out: string) => readFileSync(join(folder, out, 'a.table.prep'));
    expect(tables('other')).toEqual(tables('out'));
    const forced = await build(folder, { cache: await openCache(address), out: 'forced', force: true });
    expect(forced.built).toHaveLength(2);
  });

  it('knows the files that a map was read with', async () => {
    const folder = temporaryFolder();
    cpSync('fixtures/inputs', join(folder, 'maps'), { recursive: true });
    writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/village.tmj","artifacts":{"jps":{}}}]}');
    const cache = await openCache(temporaryFolder());
    await build(folder, { cache });
    const second = checkout(folder);
    expect(fetched(await build(second, { cache }))).toEqual(['maps/village.tmj']);
    expect(contents(join(second, 'out'))).toEqual(contents(join(folder, 'out')));
    const third = checkout(folder);
    const tiles = join(third, 'maps/tiles/terrain.tsj');
    writeFileSync(tiles, `${readFileSync(tiles, 'utf8')}\n`);
    expect((await build(third, { cache })).built).toEqual(['maps/village.tmj']);
  });

  it('fails nothing without an answer', async () => {
    const messages: string[] = [];
    const silent = new MemoryStore(() => new Promise(() => {}));
    const cache = new SharedCache(silent, 'memory', { limitMs: 100, onTrouble: (text) => messages.push(text) });
    expect((await build(project(), { cache })).built).toHaveLength(2);
    expect(messages).toEqual(['cache memory: no answer in 0.1 s; continuing without it']);
  });

  it('takes nothing that is no blob, whatever its checksum is', async () => {
    const folder = project();
    const address = temporaryFolder();
    await build(folder, { cache: await openCache(address) });
    // A cache whose every entry names the same file: sound, and wrong.
    const forgedFolder = temporaryFolder();
    const forged = await openCache(forgedFolder);
    const kept = await openCache(address);
    for (const key of keysIn(address)) await forged.put(key, [Buffer.from('no blob')], (await kept.get(key))?.about);
    const messages: string[] = [];
    const other = checkout(folder);
    const run = await build(other, {
      cache: await openCache(forgedFolder, { onTrouble: (text) => messages.push(text) }),
    });
    expect([fetched(run), run.built]).toEqual([[], ['maps/a.map', 'maps/b.map']]);
    expect(messages).toEqual([
      expect.stringMatching(
        /: ac\/[0-9a-f]{64}: it holds no blob; it counts as missing, and so does every other wrong answer$/,
      ),
    ]);
    // The baked one has replaced it.
    expect(fetched(await build(checkout(folder), { cache: forged }))).toEqual(['maps/a.map', 'maps/b.map']);
  });

  it('takes outputs of agents, and of maps that choose', async () => {
    const agents = { small: {}, large: { size: 2, artifacts: ['hpa'] } };
    const folder = project({ inputs: [{ maps: 'maps/*', artifacts: { jps: {}, hpa: {} }, agents }] });
    const fastest = project({ inputs: [{ maps: 'maps/*', preset: 'fastest' }] });
    const packed = project({ inputs: [{ maps: 'maps/*', artifacts: { jps: {}, hpa: {} }, agents, pack: true }] });
    for (const one of [folder, packed, fastest]) {
      const cache = await openCache(temporaryFolder(), { onTrouble: expect.unreachable });
      await build(one, { cache });
      expect(fetched(await build(checkout(one), { cache }))).toEqual(['maps/a.map', 'maps/b.map']);
    }
  });

  /** Keys of a map's outputs in a cache, by artifact. */
  async function keysOf(address: string, map: string): Promise<Record<string, string>> {
    const cache = await openCache(address);
    const keys: Record<string, string> = {};
    for (const key of keysIn(address)) {
      const [part] = unpackBlob((await cache.get(key))?.files[0] ?? new Uint8Array());
      if (part.map === map) keys[part.artifact] = key;
    }
    return keys;
  }

  /** A build with a cache whose entries are those of another one, some in the places of others. */
  async function buildWith(folder: string, address: string, swaps: [to: string, from: string, at?: string][]) {
    const kept = new Map<string, Kept>();
    for (const [to, from, at = address] of swaps) kept.set(to, (await (await openCache(at)).get(from)) as Kept);
    const forged = join(temporaryFolder(), 'forged');
    cpSync(address, forged, { recursive: true });
    for (const [to, { files, about }] of kept) {
      rmSync(join(forged, 'ac', to.slice(0, 2), to));
      await (await openCache(forged)).put(to, files, about);
    }
    const messages: string[] = [];
    const other = checkout(folder);
    const run = await build(other, { cache: await openCache(forged, { onTrouble: (text) => messages.push(text) }) });
    expect(contents(join(other, 'out'))).toEqual(contents(join(folder, 'out')));
    return { run, messages };
  }

  it.each(['jps', 'hpa', 'table'])('says that an entry holds the %s of another map, and bakes', async (artifact) => {
    const folder = project();
    const address = temporaryFolder();
    await build(folder, { cache: await openCache(address) });
    const [a, b] = [await keysOf(address, 'a.map'), await keysOf(address, 'b.map')];
    const { run, messages } = await buildWith(folder, address, [[a[artifact], b[artifact]]]);
    expect([fetched(run), run.built]).toEqual([['maps/b.map'], ['maps/a.map']]);
    expect(messages).toEqual([
      expect.stringMatching(
        new RegExp(
          `: ac/${a[artifact]}: it is of another map: its fingerprint is [0-9a-f]{64}, that of this map [0-9a-f]{64}; it counts`,
        ),
      ),
    ]);
  });

  it('says that an entry holds another artifact, or a table of another HPA*, and bakes', async () => {
    const folder = project();
    const address = temporaryFolder();
    await build(folder, { cache: await openCache(address) });
    const a = await keysOf(address, 'a.map');
    const swapped = await buildWith(folder, address, [[a.jps, a.hpa]]);
    expect(swapped.run.built).toEqual(['maps/a.map']);
    expect(swapped.messages[0]).toContain(': it holds hpa, expected jps;');
    const finer = checkout(project({ inputs: [{ maps: 'maps/*', artifacts: { hpa: { cluster: 4 }, table: {} } }] }));
    const others = temporaryFolder();
    await build(finer, { cache: await openCache(others) });
    const table = await buildWith(folder, address, [[a.table, (await keysOf(others, 'a.map')).table, others]]);
    expect(table.run.built).toEqual(['maps/a.map']);
    expect(table.messages[0]).toContain(': its table is of another bake of HPA*;');
  });

  it('fails a map for which the cache has another value', async () => {
    const folder = project({ inputs: [{ maps: 'maps/a.map', artifacts: { jps: {} } }] });
    const address = temporaryFolder();
    await build(folder, { cache: await openCache(address) });
    const [key] = keysIn(address);
    const other = temporaryFolder();
    await (await openCache(other)).put(key, [Buffer.from('other bytes')], {});
    renameSync(join(other, 'ac'), join(address, 'ac2'));
    cpSync(join(address, 'ac2'), join(address, 'ac'), { recursive: true });
    const { events } = await build(folder, { cache: await openCache(address), force: true, out: 'again' });
    const failed = events.find((event) => event.event === 'failed');
    expect(failed).toMatchObject({ map: 'maps/a.map', error: { name: 'CacheError' } });
    expect(readdirSync(join(folder, 'again')).filter((name) => name.endsWith('.jps.prep'))).toEqual([]);
  });
});

describe('the key of an output', () => {
  const target: Target = {
    map: 'maps/a.map',
    name: 'a',
    reading: { terrain: '.G', costs: {} },
    outputs: [
      {
        file: 'a.jps.prep',
        artifacts: [{ name: 'jps', options: { storeLandmarks: false, landmarks: 8 }, codec: 'zstd', zstdLevel: 19 }],
      },
    ],
  };
  const source: MapHashes = { mapSha256: 'a'.repeat(64), beside: {}, format: 'movingai' };
  const key = (t: Target = target, s: MapHashes = source) => keyOf(t, t.outputs[0], s);
  const wanted = target.outputs[0].artifacts[0];
  const withOutput = (output: Partial<Target['outputs'][0]>) => ({
    ...target,
    outputs: [{ ...target.outputs[0], ...output }],
  });

  it('is another one after every change that may change bytes', () => {
    const others = [
      key(target, { ...source, mapSha256: 'b'.repeat(64) }),
      key(target, { ...source, beside: { 'a.tsj': 'c'.repeat(64) } }),
      key(target, { ...source, beside: { 'a.tsj': 'd'.repeat(64) } }),
      key(target, { ...source, format: 'tmj' }),
      key({ ...target, map: 'maps/b.map' }),
      key({ ...target, level: 'One' }),
      key({ ...target, reading: { terrain: '.', costs: {} } }),
      key({ ...target, reading: { terrain: '.G', costs: { G: 2 } } }),
      key({ ...target, reading: { ...target.reading, diagonals: 'never' } }),
      key({ ...target, reading: { ...target.reading, agents: { a: { size: 2, terrain: '.', costs: {} } } } }),
      key({ ...target, reading: { ...target.reading, agents: { a: { size: 1, terrain: '.', costs: {} } } } }),
      key(withOutput({ artifacts: [{ ...wanted, options: { storeLandmarks: true, landmarks: 8 } }] })),
      key(withOutput({ artifacts: [{ ...wanted, zstdLevel: 3 }] })),
      key(withOutput({ artifacts: [{ ...wanted, codec: 'none' }] })),
      key(withOutput({ artifacts: [wanted, { ...wanted, name: 'bounds' }] })),
      key(withOutput({ choose: true })),
    ];
    expect(new Set([key(), ...others]).size).toBe(others.length + 1);
    for (const one of others) expect(one).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is also that of the artifacts that one is made from, in whichever file', () => {
    const table = { ...wanted, name: 'table', options: {} };
    const over = (cluster: number) => {
      const t = {
        ...target,
        outputs: [
          { file: 't', artifacts: [table] },
          { file: 'h', artifacts: [{ ...wanted, name: 'hpa', options: { cluster } }] },
        ],
      };
      return keyOf(t, t.outputs[0], source);
    };
    expect(over(10)).not.toBe(over(20));
  });

  it('is the same wherever the map lies, and whoever may read it', () => {
    expect(
      key({ ...target, map: 'other/place/a.map', name: 'x', outputs: [{ ...target.outputs[0], file: 'x.prep' }] }),
    ).toBe(key());
    expect(key({ ...target, reading: { ...target.reading, root: '..' } })).toBe(key());
  });
});
