import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eventually, fleetOf, opened, project, results, small } from '../../../test/memory-fleet.js';
import type { Options } from '../../core/artifacts/artifact.js';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { readMap } from '../../core/maps/read-map.js';
import type { BuildEvent } from '../build/events.js';
import { SharedCache } from '../cache/shared-cache.js';
import { StoreError } from '../cache/store.js';
import { bakeShard } from './bake-parts.js';
import type { JobData } from './jobs.js';
import { Parts } from './parts.js';
import { type MapTask, parseTask, targetOf } from './task.js';
import { readingOf } from './work.js';

describe('a build on a fleet, its queue in memory', () => {
  it('shares what was cut: artifacts and shards are jobs, each baked once, to the bytes of a local build', async () => {
    const { run, map, same, folder } = project({ bounds: { boxes: 'cells' }, hpa: {}, table: { maxNodes: 9000 } });
    map('long.map', 'rooms', 40, 0.2, 7);
    await run('local');
    const { fleet, cache, queue, start, told, ended } = await opened();
    const progress: Extract<BuildEvent, { event: 'progress' }>[] = [];
    const onEvent = (event: BuildEvent) => void (event.event === 'progress' && progress.push(event));
    const building = run('out', { cache, remote: fleet, onEvent });
    await eventually(() => expect(queue.waiting).toHaveLength(1));
    // What a worker leaves that found out that the map takes long.
    const { task, bytes: length } = [...queue.kept.values()][0].data as JobData;
    const parts = new Parts(cache, task, 'long.map');
    const said = parseTask((await cache.getFile({ sha256: task, bytes: length })) as Uint8Array) as MapTask;
    const [{ artifacts }] = said.outputs;
    const bytes = readFileSync(join(folder, 'maps/long.map'));
    const reading = readingOf(targetOf(said), { folder: '', file: 'long.map', bytes });
    const options = artifacts[0].options as Options;
    const bounds = { same: '', bytes, agent: '', reading, artifact: 'bounds', options, made: {} };
    const done = await bakeShard({ ...bounds, from: 0, to: 2 });
    const { grid } = await readMap(bytes, reading);
    const { chunks = 0 } = ARTIFACTS.bounds.parts?.ready(grid, options, { made: {} }) ?? {};
    await parts.keepFlow({ places: ['bounds', 'hpa', 'table'] });
    await parts.keepPlan('bounds', done, [2, 9, 20, chunks]);
    start();
    const rows = await building;
    expect(rows.map(({ status, worker, error }) => [status, worker, error])).toEqual([['built', 'w', undefined]]);
    same(rows, 'out');
    const map1 = { map: 'long.map' };
    const both = (more: object) => [
      { event: 'begun', ...map1, ...more },
      { event: 'baked', ...map1, ...more, seconds: expect.any(Number) },
    ];
    const shards = [2, 9, 20].map((from, i) => ({ place: 'bounds', shard: { from, to: [9, 20, chunks][i] } }));
    const pieces = [...shards, { place: 'bounds' }, { place: 'hpa' }, { place: 'table' }, {}].flatMap(both);
    const begun = { event: 'begun', ...map1 };
    const text = (event: object) => JSON.stringify({ ...event, seconds: 'seconds' in event ? 1 : undefined });
    expect(told.map(text).sort()).toEqual([...pieces, begun, { ...begun, seconds: 1, sharedWith: 3 }].map(text).sort());
    for (const event of told) if ('seconds' in event) expect(event.seconds).toBeLessThan(600);
    // The map waits for its artifacts, the table for the clusters, and the bounds for their shards.
    expect(ended.slice().sort()).toEqual([...Array(7).fill('baked'), ...Array(3).fill('shared')]);
    const counted = progress.filter(({ artifact, total }) => artifact === 'bounds' && total === 3);
    expect(counted.map(({ done }) => done)).toEqual([0, 1, 2, 3]);
  });

  it('asks once more what of a map is shared where the cache does not answer: no whole bake follows from that', async () => {
    const { run, map, same } = project({ bounds: { boxes: 'cells' }, hpa: {} });
    map('long.map', 'rooms', 40, 0.2, 7);
    await run('local');
    const { fleet, cache, store, start, told } = await opened({}, { shardMs: 0 });
    let silent = 0;
    vi.spyOn(cache, 'get').mockImplementation(async (key) => {
      const ask = () => SharedCache.prototype.get.call(cache, key);
      const found = await ask();
      // The first time that the list of parts is read, there is no answer.
      if (!(found?.about as { places?: unknown })?.places || silent++ > 0) return found;
      vi.spyOn(store, 'get').mockRejectedValueOnce(new StoreError('no answer', 'late'));
      return ask();
    });
    start();
    const rows = await run('out', { cache, remote: fleet });
    expect(rows.map(({ status, error }) => [status, error])).toEqual([['built', undefined]]);
    same(rows, 'out');
    expect([silent > 1, told.filter(({ event }) => event === 'failed')]).toEqual([true, []]);
  });

  it('bakes each agent of a map, and chooses once for all of them', async () => {
    const { run, map, same } = project({}, { preset: 'fastest', agents: { small: {}, big: { size: 2 } }, pack: true });
    map('two.map', 'rooms', 40, 0.2, 7);
    const { fleet, cache, start, told } = await opened({}, { shardMs: 0 });
    start();
    const local = await run('local');
    const rows = await run('out', { cache, remote: fleet });
    same(rows, 'out');
    expect(rows.map(({ because, outputs }) => [because, outputs])).toEqual(
      local.map(({ because, outputs }) => [because, outputs]),
    );
    // What the map leaves out is no job.
    const places = told.flatMap((event) => ('place' in event ? [event.place] : []));
    expect(places.filter((place) => !place?.endsWith('.ch'))).toEqual([]);
    // What the cache has is not baked again, unless that is asked for: then nothing of it counts.
    const count = told.length;
    const baked = () => told.filter((event) => event.event === 'baked' && event.place === undefined).length;
    expect([(await run('again', { cache, remote: fleet }))[0].status, told.length]).toEqual(['fetched', count]);
    await run('again', { cache, remote: fleet, force: true });
    expect(baked()).toBe(2);
  });

  it('gives small maps in one job, and alone those that it fails of', async () => {
    const { folder, run, same } = small(4);
    writeFileSync(join(folder, 'maps/bad.map'), 'type octile\nheight 2\nwidth 3\nmap\n...\n');
    const { fleet, cache, start, told, ended } = await opened();
    start();
    const local = await run('local');
    const rows = await run('out', { cache, remote: fleet });
    expect(results(rows)).toEqual(results(local));
    same(rows, 'out');
    expect(told.map((event) => [event.event, 'map' in event && event.map])).toEqual([
      ['begun', '5 maps'],
      ['baked', '5 maps'],
      ['begun', 'bad.map'],
      ['failed', 'bad.map'],
    ]);
    expect(ended).toEqual(['baked', 'failed']);
  });

  it('gives its jobs again to a Redis that has lost them, and to one that another build took them from', async () => {
    const { run, same } = small(1);
    await run('local');
    const { fleet, cache, queue, start } = await opened();
    const building = run('out', { cache, remote: fleet });
    await eventually(() => expect(queue.waiting).toHaveLength(1));
    // What is said of jobs of others, or in other words, is nothing to this build.
    queue.tell('progress', queue.waiting[0], { data: '{"artifact":1}' });
    for (const event of ['progress', 'completed', 'failed']) queue.tell(event, `b${'f'.repeat(64)}`, { data: '{}' });
    queue.forget();
    await eventually(() => expect(queue.waiting).toHaveLength(1));
    const other = await fleetOf(queue, { cache });
    const left = run('other', { cache, remote: other });
    await new Promise((done) => setTimeout(done, 100));
    await other.withdraw();
    expect(results(await left)).toEqual([['maps/m0.map', 'failed', 'the build was withdrawn']]);
    start();
    same(await building, 'out');
  });
});
