import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { constant } from '../../../test/bombs.js';
import { writeMap } from '../../../test/maps.js';
import { memoryCache } from '../../../test/memory-store.js';
import { temporaryFolder } from '../../../test/prep.js';
import { decompressor } from '../../core/blob/decompress.js';
import * as KIND from '../../core/blob/kinds.js';
import { HEADER_BYTES } from '../../core/blob/layout.js';
import { readBlob } from '../../core/blob/read.js';
import { assemble } from '../../core/blob/write.js';
import { FleetError } from '../../core/errors.js';
import { sha256 } from '../../core/files/sha256.js';
import { type Config, parseConfig } from '../config/config.js';
import { findTargets } from '../config/targets.js';
import { build } from './build.js';
import type { BuildOptions } from './build-options.js';
import type { BuildEvent } from './events.js';
import { Examiner } from './examine.js';
import { type Manifest, writeManifest } from './manifest.js';
import { OutFolder } from './out-folder.js';
import { readRecord } from './record.js';
import type { Entry } from './record-file.js';
import type { Remote } from './remote.js';
import { type About, giveOutput, keyOf, type MapHashes, type Taken, takeOutput } from './shared-outputs.js';
import { takeRight } from './taken.js';
import { watchInputs } from './watch.js';
import { worldSource } from './worlds.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  writeMap(join(folder, 'maps/b.map'), 'noise', 20, 0.2, 2);
  writeMap(join(folder, 'maps/a.map'), 'noise', 10, 0.2, 1);
});

const at = (...names: string[]) => join(folder, ...names);
const JPS: Config = { inputs: [{ maps: '*/*.map', artifacts: { jps: {} } }] };
async function run(options: Partial<BuildOptions> = {}, config = JPS) {
  const events: BuildEvent[] = [];
  const targets = await findTargets(parseConfig(config), folder, 'FILE');
  const all = { folder, out: at('out'), threads: 1, onEvent: (event: BuildEvent) => void events.push(event) };
  return { ...(await build(targets, { ...all, ...options })), events };
}
const json = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));

/** A Tiled map of one row whose second layer has a name. */
const namedLayer = (name: string) =>
  JSON.stringify({
    ...{ type: 'map', orientation: 'orthogonal', width: 2, height: 1, tilewidth: 8, tileheight: 8 },
    tilesets: [{ firstgid: 1, name: 't', tilecount: 2 }],
    layers: [
      [1, 1],
      [0, 1],
    ].map((data, i) => ({
      ...{ type: 'tilelayer', name: ['ground', name][i], width: 2, height: 1, data },
    })),
  });

describe('names of options that a map lacks', () => {
  it('are a line where another map of the input has them, and otherwise an error', async () => {
    for (const name of ['Trees', 'Rocks']) writeFileSync(at(`maps/${name}.tmj`), namedLayer(name));
    const built = async (...blockedLayers: string[]) => {
      const inputs = [{ maps: 'maps/*.tmj', artifacts: { jps: {} }, tiled: { blockedLayers } }];
      const { rows, events } = await run({ out: at(blockedLayers.join()) }, { inputs });
      const said = events
        .flatMap((one) => (one.event === 'trouble' ? one.text : []))
        .filter((one) => /layer/.test(one));
      return { said, rows: rows.map(({ map, status, error }) => `${map} ${status} ${error ?? ''}`) };
    };
    const { said, rows } = await built('Trees');
    expect(rows).toEqual(['maps/Rocks.tmj built ', 'maps/Trees.tmj built ']);
    const text = 'no layer that is read has the name or class';
    const option = 'of tiled.blockedLayers (--tiled.blocked-layers)';
    expect(said.join()).toContain(`maps/Rocks.tmj: ${text} "Trees" ${option}; other maps may have it`);
    const wrong = await built('Trees', 'Tees');
    expect(wrong.rows).toEqual([
      expect.stringMatching(/maps\/Rocks.tmj failed .*there are "ground", "Rocks"/),
      expect.stringMatching(/maps\/Trees.tmj failed .*"Tees" .*there are "ground", "Trees"/),
    ]);
  });
});

describe('the summary of a build', () => {
  it('is missing, and nothing is baked, where the folder cannot be written to', async () => {
    // In the way of the file that is tried.
    mkdirSync(at('out/.prep-record-try/x'), { recursive: true });
    const events: string[] = [];
    await expect(run({ onEvent: ({ event }) => void events.push(event) })).rejects.toMatchObject({ syscall: 'write' });
    expect(events).toEqual(['start']);
  });

  it('has a row for each map by its name: what is built, cached, stale or failed', async () => {
    const stale = await run({ dryRun: true });
    const outputs = (name: string) => [{ file: `${name}.jps.prep`, artifacts: ['jps'], bytes: 0, sha256: '' }];
    const row = { status: 'stale', seconds: 0, reason: 'new', openCells: 0 };
    expect(stale).toMatchObject({ orphans: [], cleaned: false, untried: 0, faults: [] });
    expect(stale.rows).toEqual([
      { ...row, map: 'maps/a.map', outputs: outputs('a') },
      { ...row, map: 'maps/b.map', outputs: outputs('b') },
    ]);
    expect(stale.events[0]).toMatchObject({ event: 'start', maps: 2, stale: 2, orphans: [] });
    const built = (await run()).rows;
    const { outputs: listed } = json(at('out/manifest.json'));
    expect(built.map(({ map, status, openCells, outputs: made }) => ({ map, status, openCells, ...made[0] }))).toEqual(
      listed.map(({ map, openCells, file, artifacts, bytes, sha256 }) => ({
        ...{ map, status: 'built', openCells, file, artifacts, bytes, sha256 },
      })),
    );
    expect(built[0].outputs[0].bytes).toBe(statSync(at('out/a.jps.prep')).size);
    expect((await run()).rows).toEqual(
      built.map(({ walls: _, ...one }) => ({ ...one, status: 'cached', reason: '', seconds: 0 })),
    );
  });

  it('warns of links that an agent does not get, and refuses links of unknown agents', async () => {
    writeFileSync(at('maps/b.map'), 'type octile\nheight 1\nwidth 5\nmap\n..@.W\n');
    const links = (agents: string[]) => [{ name: 'hop', from: [1, 0], to: [3, 0], agents }];
    const input = { maps: 'maps/b.map', artifacts: { jps: {} }, agents: { man: {}, boat: { terrain: 'W' } } };
    const config = (agents: string[]) => ({ inputs: [{ ...input, links: links(agents) }] }) as unknown as Config;
    const { events, rows } = await run({}, config(['man', 'boat']));
    expect(events.flatMap((event) => (event.event === 'trouble' ? [event.text] : []))).toEqual([
      `${at('maps/b.map')}: links[0] (hop): its end 1, 0 is blocked for agent boat, which has no such link`,
    ]);
    expect(rows[0].status).toBe('built');
    const [{ error }] = (await run({}, config(['man', 'bot']))).rows;
    expect(`${error}`).toContain('links[0]: agent "bot" is not known, known are man, boat');
  });

  it('says why a map has failed, also where its output cannot be read', async () => {
    mkdirSync(at('out/a.jps.prep'), { recursive: true });
    const { rows, events, untried } = await run({ bail: true });
    expect(rows[0]).toEqual({
      ...{ map: 'maps/a.map', status: 'failed', seconds: 0, reason: '', outputs: [], openCells: 0 },
      error: expect.objectContaining({ code: 'EISDIR', path: at('out/a.jps.prep') }),
    });
    expect(events).toContainEqual({
      ...{ event: 'failed', map: 'maps/a.map', path: at('maps/a.map'), error: rows[0].error },
    });
    expect([rows[1].status, untried]).toEqual(['built', 0]);
  });

  it('knows the map by its new folder, and then writes nothing', async () => {
    await run();
    const before = readFileSync(at('out/a.jps.prep'));
    renameSync(at('maps'), at('levels'));
    expect((await run()).rows.map(({ map, status }) => [map, status])).toEqual([
      ['levels/a.map', 'cached'],
      ['levels/b.map', 'cached'],
    ]);
    expect(readFileSync(at('out/a.jps.prep'))).toEqual(before);
    expect([...(await readRecord(at('out')))].map(([, { map }]) => map)).toEqual(['levels/a.map', 'levels/b.map']);
    expect(json(at('out/manifest.json')).outputs[0].map).toBe('levels/a.map');
    const times = () => ['manifest.json', '.prep-record'].map((name) => statSync(at('out', name)).mtimeMs);
    const written = times();
    await run();
    expect(times()).toEqual(written);
  });

  it('writes no up-to-date output together with one that is not', async () => {
    const two: Config = { inputs: [{ maps: 'maps/a.map', artifacts: { jps: {}, hpa: {} } }] };
    await run({}, two);
    rmSync(at('out/a.hpa.prep'));
    const { mtimeMs } = statSync(at('out/a.jps.prep'));
    expect((await run({}, two)).rows[0]).toMatchObject({ status: 'built', reason: 'output is gone' });
    expect(statSync(at('out/a.jps.prep')).mtimeMs).toBe(mtimeMs);
  });
});

describe('a build whose maps other machines bake', () => {
  beforeEach(() => {
    // A cache that does not have it is asked again after seconds.
    const waits = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    syncBuiltinESMExports();
    onTestFinished(() => {
      waits.mockRestore();
      syncBuiltinESMExports();
    });
  });

  /** Bakes an order at its n-th time, as a worker does: into the cache. */
  function workerOf(cache: BuildOptions['cache'], nth: number) {
    const orders: string[] = [];
    const remote: Remote = {
      atOnce: 1,
      async bake(order, onProgress) {
        const { target, stale, bytes } = await order();
        orders.push(`${target.map} ${stale.join()} ${bytes.length}`);
        onProgress({ artifact: 'jps', done: 1, total: 2, worker: 'w' });
        if (orders.length >= nth) await run({ out: at(`other${orders.length}`), ...(cache && { cache }) }, one);
        return { worker: 'w' };
      },
      withdraw: async () => {},
    };
    return { remote, orders };
  }
  const one: Config = { inputs: [{ maps: 'maps/a.map', artifacts: { jps: {}, hpa: {} } }] };

  it('takes the outputs from the cache, and orders once more what is not there', async () => {
    for (const nth of [1, 2]) {
      const { cache } = memoryCache();
      const { remote, orders } = workerOf(cache, nth);
      const { rows, events } = await run({ cache, remote, out: at(`out${nth}`) }, one);
      expect(rows.map(({ map, status, worker }) => [map, status, worker])).toEqual([['maps/a.map', 'built', 'w']]);
      expect(orders).toEqual(Array(nth).fill(`maps/a.map 0,1 ${statSync(at('maps/a.map')).size}`));
      expect(events).toContainEqual({
        ...{ event: 'progress', map: 'maps/a.map', artifact: 'jps', done: 1, total: 2, worker: 'w' },
      });
      expect(readFileSync(at(`out${nth}/a.jps.prep`))).toEqual(readFileSync(at(`other${nth}/a.jps.prep`)));
    }
  });

  it('fails where they do not share the cache', async () => {
    const { cache } = memoryCache();
    const { remote, orders } = workerOf(cache, 9);
    const failure = async (options: Partial<BuildOptions>) => (await run(options, one)).rows[0].error;
    expect(await failure({ cache, remote })).toEqual(
      new FleetError('worker w has baked it, and it is not in the cache memory; is that of the worker the same?'),
    );
    expect(orders.map((text) => text.split(' ').slice(0, 2))).toEqual([
      ['maps/a.map', '0,1'],
      ['maps/a.map', '0,1'],
    ]);
    expect(await failure({ remote })).toEqual(
      new FleetError('machines that bake need a cache that they share with the build'),
    );
  });

  it('bakes locally once they are gone; otherwise their error names the file', async () => {
    const { cache } = memoryCache();
    const bake = () => Promise.reject(new Error('a.map: it is gone'));
    const gone = { ...workerOf(cache, 1).remote, bake };
    const failed = (await run({ cache, remote: gone }, one)).rows[0];
    expect(failed.error).toEqual(new Error(`${at('maps/a.map')}: it is gone`));
    const { rows } = await run({ cache, remote: { ...gone, bakesHere: true } }, one);
    expect([rows[0].status, rows[0].worker]).toEqual(['built', undefined]);
  });

  it('only orders maps of which an output is not right', async () => {
    await run({}, one);
    rmSync(at('out/a.hpa.prep'));
    const { cache } = memoryCache();
    const { remote, orders } = workerOf(cache, 9);
    await run({ cache, remote }, one);
    expect(orders[0]).toMatch(/^maps\/a\.map 1 /);
  });
});

describe('an output of a shared cache', () => {
  /** Puts the output of a map into a cache with something else said of it. @returns what is said against it */
  async function fault(
    config: Config,
    change: (about: About) => object,
    swapped?: Config,
    forge = async (bytes: Uint8Array) => bytes,
  ): Promise<string> {
    const { cache } = memoryCache();
    writeFileSync(at('maps/costly.map'), `type octile\nheight 9\nwidth 9\nmap\n${'....SSS..\n'.repeat(9)}`);
    await run({ cache, out: at('first') }, config);
    if (swapped) await run({ cache, out: at('second') }, swapped);
    const [target] = await findTargets(parseConfig(config), folder, 'FILE');
    const sourceOf = (file: string): MapHashes => ({
      ...{ mapSha256: sha256(readFileSync(at(file))), beside: {}, format: 'movingai' },
    });
    const [other = target] = swapped ? await findTargets(parseConfig(swapped), folder, 'FILE') : [];
    const taken = await takeOutput(cache, keyOf(other, other.outputs[0], sourceOf(other.map)));
    const said: string[] = [];
    const { cache: forged } = memoryCache((text) => said.push(text));
    const { about, bytes } = taken as Taken;
    const source = sourceOf(target.map);
    const key = keyOf(target, target.outputs[0], source);
    await giveOutput(
      forged,
      key,
      await forge(bytes),
      { ...about, ...change(about), outputs: [], beside: {} },
      'a.prep',
    );
    const { entries } = await OutFolder.open(at('first'));
    const examiner = new Examiner([target], { folder, out: at('first'), force: false }, entries);
    const prints = () => examiner.printsOf(target, source.mapSha256);
    const [right] = await takeRight(forged, { target, source }, target.outputs, at('first'), prints);
    expect(right === undefined).toBe(said.length > 0);
    return said
      .join()
      .replace(/^.*: ac\/\w+: /, '')
      .replace(/; it counts.*/, '');
  }
  const print = 'f'.repeat(64);
  const agents = { ant: {}, bee: { size: 2 } };
  const one = (more: object = {}, map = 'maps/b.map'): Config => ({
    inputs: [{ maps: map, artifacts: { jps: {} }, ...more }],
  });

  const hpa = (options: object) => one({ artifacts: { hpa: options } });

  const costly = (options: object) => one({ artifacts: { jps: options }, costs: { S: 3 } }, 'maps/costly.map');
  const tables = (options: object) =>
    one({ artifacts: { hpa: { cluster: 4, levels: 2 }, table: options }, pack: true });

  it.each<[string | RegExp, Config, (about: About) => object, Config?]>([
    ['', one(), () => ({})],
    ['', hpa({}), () => ({})],
    ['', hpa({ cluster: 10, levels: 3, storePaths: false }), () => ({})],
    ['', one({ artifacts: { ch: {} } }), () => ({})],
    ['', one({ artifacts: { jps: {}, bounds: {} }, pack: true }), () => ({})],
    ['', one({ agents }), () => ({})],
    [`its fingerprint is said to be ${print}, it is `, one(), () => ({ fingerprint: print })],
    ['it is said to be of other agents: ant, bee', one({ agents }), () => ({ agents: { ant: print, bee: print } })],
    ['it is said to be of other agents: none', one({ agents }), () => ({ agents: undefined })],
    ['it is said to be of other agents: none', one(), () => ({ agents: {} })],
    ['its openCells is said to be 1, it is ', one(), () => ({ openCells: 1 })],
    ['its width is said to be 21, it is 20', one(), () => ({ width: 21 })],
    ['its height is said to be 19, it is 20', one({ agents }), () => ({ height: 19 })],
    ['it chooses otherwise than the config', one(), () => ({ choice: { leftOut: ['jps'], because: '' } })],
    ['its hpa has cluster 16, expected 10', hpa({ cluster: 10 }), () => ({}), hpa({ cluster: 16 })],
    ['its hpa has storePaths false, expected true', hpa({}), () => ({}), hpa({ storePaths: false })],
    ['its hpa has levels 2, expected 1', hpa({}), () => ({}), hpa({ levels: 2 })],
    ['its jps has landmarks 2, expected 3', costly({ landmarks: 3 }), () => ({}), costly({ landmarks: 2 })],
    ['its jps has storeLandmarks true, expected false', costly({}), () => ({}), costly({ storeLandmarks: true })],
    ['', costly({ storeLandmarks: true }), () => ({})],
    ['', tables({ level: 1 }), () => ({})],
    ['its table has level 2, expected 1', tables({ level: 1 }), () => ({}), tables({ level: 2 })],
    [/^its table has \d+ nodes, allowed are 3$/, tables({ maxNodes: 3 }), () => ({}), tables({})],
    ['its jps has zstdLevel 3, expected 19', one(), () => ({}), one({ zstdLevel: 3 })],
    ['it is of ant, bee, expected none', one(), () => ({}), one({ agents })],
    ['it is of no agents, expected ant, bee', one({ agents }), () => ({}), one()],
    ['agent bee: it is of another map: ', one({ agents }), () => ({}), one({ agents: { ant: {}, bee: { size: 3 } } })],
    ['it holds hpa, expected jps', one(), () => ({}), one({ artifacts: { hpa: {} } })],
  ])('is taken where it is right; what is wrong is said: %s', async (message, config, change, swapped) => {
    const said = await fault(config, change, swapped);
    if (typeof message === 'string') expect(said.slice(0, message.length || undefined)).toBe(message);
    else expect(said).toMatch(message);
  });

  it.each([KIND.grid, KIND.meta])('is missing where section %s unpacks to 80 MB', async (kind) => {
    const forge = async (bytes: Uint8Array) => {
      const { entries } = readBlob(bytes, decompressor);
      const at = entries.findIndex((entry) => entry.kind === kind);
      entries[at] = await constant(kind, entries[at].type, 80e6 / entries[at].type.BYTES_PER_ELEMENT);
      return assemble(bytes.slice(0, HEADER_BYTES), entries);
    };
    // By its length, before it is unpacked.
    expect(await fault(one(), () => ({}), undefined, forge)).toMatch(/^unusable blob: .* is 80000000/);
  });
});

describe('the manifest', () => {
  it('is JSON in order of the files, whatever their number, without those of maps that failed', async () => {
    const entry = { map: 'm', artifacts: [{ name: 'jps' }, { name: 'ch' }], bytes: 1, sha256: 's', fingerprint: 'f' };
    const sizes = { width: 2, height: 3, openCells: 4 };
    for (const count of [0, 1, 1000, 1001, 2000]) {
      const files = Array.from({ length: count }, (_, i) => `${String(i).padStart(4, '0')}.prep`);
      const rows = files.map((file) => ({ status: file === '0007.prep' ? 'failed' : 'built', outputs: [{ file }] }));
      const entries = new Map(files.map((file) => [file, { ...entry, ...sizes } as unknown as Entry]));
      if (count > 0) Object.assign(entries.get(files[0]) as Entry, { choice: { leftOut: ['ch'], because: '' } });
      await writeManifest(folder, rows.reverse() as never, entries);
      const text = readFileSync(at('manifest.json'), 'utf8');
      const found: Manifest = JSON.parse(text);
      expect(text).toBe(`${JSON.stringify(found, null, 1)}\n`);
      expect(found.outputs.map(({ file }) => file)).toEqual(files.filter((file) => file !== '0007.prep'));
      const listed = { map: 'm', bytes: 1, sha256: 's', fingerprint: 'f', ...sizes };
      if (count > 1)
        expect(found.outputs.slice(0, 2)).toEqual([
          { file: '0000.prep', artifacts: ['jps'], ...listed },
          { file: '0001.prep', artifacts: ['jps', 'ch'], ...listed },
        ]);
    }
  });
});

describe('the map of a world', () => {
  it('is known by the bytes of its file, or of all its parts and their names', async () => {
    const save = (name: string, text: string) => writeFileSync(at(name), text);
    mkdirSync(at('parts'));
    save('parts/0_0.map', 'abc');
    save('parts/1_0.map', 'de');
    const [file, all] = [await worldSource(at('parts/0_0.map')), await worldSource(at('parts'))];
    expect(file).toEqual({
      ...{ bytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    });
    expect(all.bytes).toBe(5);
    save('parts/notes.txt', 'x');
    expect(await worldSource(at('parts'))).toEqual(all);
    renameSync(at('parts/1_0.map'), at('parts/0_1.map'));
    expect((await worldSource(at('parts'))).sha256).not.toBe(all.sha256);
  });
});

describe('a build that watches', () => {
  it('builds at the start, and when an input changes or is found; errors end nothing', async () => {
    const end = new AbortController();
    const said: string[] = [];
    const files = [at('maps/a.map')];
    const find = async () => async () => [...files];
    let builds = 0;
    const make = async () => {
      builds++;
      // A first build finds out what the maps are made of.
      if (builds === 1) files.push(at('maps/b.map'));
      if (builds === 2) throw new Error('no map');
    };
    const log = (text: string) => {
      said.push(text);
      if (said.length < 4) writeFileSync(at('maps/b.map'), 'x'.repeat(said.length));
      else end.abort();
    };
    const failed = (error: unknown) => void said.push((error as Error).message);
    await watchInputs(find, make, { signal: end.signal, log, failed });
    const watching = 'watching for changes; Ctrl-C ends it';
    expect([builds, said]).toEqual([4, ['no map', watching, watching, watching]]);
  });
});
