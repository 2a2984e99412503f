import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, fleetOf, opened, project, results, small } from '../../../test/memory-fleet.js';
import type { BuildEvent } from '../build/events.js';

describe('a build on a fleet, its queue in memory', () => {
  it('bakes a map with all its artifacts, its idle threads help, and the bytes are those of a local build', async () => {
    const { run, map, same } = project({ bounds: { boxes: 'cells' }, hpa: {}, table: { maxNodes: 9000 } });
    map('long.map', 'rooms', 60, 0.2, 7);
    await run('local');
    const { fleet, cache, start, events } = await opened({}, { threads: 2 });
    const progress: Extract<BuildEvent, { event: 'progress' }>[] = [];
    const onEvent = (event: BuildEvent) => void (event.event === 'progress' && progress.push(event));
    start();
    const rows = await run('out', { cache, remote: fleet, onEvent });
    expect(rows.map(({ status, worker, error }) => [status, worker, error])).toEqual([['built', 'w', undefined]]);
    same(rows, 'out');
    expect(events).toEqual([
      { event: 'begun', map: 'long.map' },
      { event: 'baked', map: 'long.map', seconds: expect.any(Number) },
    ]);
    expect(progress[0]).toMatchObject({ map: 'maps/long.map', artifact: 'bounds', worker: 'w' });
  });

  it('bakes each agent of a map, and chooses once for all of them', async () => {
    const { run, map, same } = project({}, { preset: 'fastest', agents: { small: {}, big: { size: 2 } }, pack: true });
    map('two.map', 'rooms', 40, 0.2, 7);
    const { fleet, cache, start, events } = await opened();
    start();
    const local = await run('local');
    const rows = await run('out', { cache, remote: fleet });
    same(rows, 'out');
    expect(rows.map(({ because, outputs }) => [because, outputs])).toEqual(
      local.map(({ because, outputs }) => [because, outputs]),
    );
    // Outputs in the cache are not baked again, unless that is requested for: then nothing of it counts.
    const count = events.length;
    const baked = () => events.filter(({ event }) => event === 'baked').length;
    expect([(await run('again', { cache, remote: fleet }))[0].status, events.length]).toEqual(['fetched', count]);
    await run('again', { cache, remote: fleet, force: true });
    expect(baked()).toBe(2);
  });

  it('bakes all other maps when one fails', async () => {
    const { folder, run, same } = small(4);
    writeFileSync(join(folder, 'maps/bad.map'), 'type octile\nheight 2\nwidth 3\nmap\n...\n');
    const { fleet, cache, start, events } = await opened();
    start();
    const local = await run('local');
    const rows = await run('out', { cache, remote: fleet });
    expect(results(rows)).toEqual(results(local));
    same(rows, 'out');
    const ended = events.filter(({ event }) => event === 'baked' || event === 'failed');
    expect(ended.map((event) => `${event.event} ${'map' in event && event.map}`).sort()).toEqual([
      ...[0, 1, 2, 3].map((i) => `baked m${i}.map`),
      'failed bad.map',
    ]);
  });

  it('gives its jobs again to a Redis that has lost them, and to one that another build took them from', async () => {
    const { run, same } = small(1);
    await run('local');
    const { fleet, cache, queue, start } = await opened();
    const building = run('out', { cache, remote: fleet });
    await eventually(() => expect(queue.waiting).toHaveLength(1));
    // Messages about other jobs, or of another form, are nothing to this build.
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

  it('uploads its jobs again when the cache has lost them', async () => {
    const { run, same, map } = small(4);
    map('large.map', 'rooms', 70, 0.2, 7);
    await run('local');
    const { fleet, cache, store, queue, start, events } = await opened();
    const building = run('out', { cache, remote: fleet });
    await eventually(() => expect(queue.waiting).toHaveLength(5));
    const uploaded = [...store.kept.keys()];
    store.kept.clear();
    start();
    await eventually(() => expect(uploaded.filter((key) => !store.kept.has(key))).toEqual([]));
    start();
    same(await building, 'out');
    expect(events.filter(({ event }) => event === 'failed')).toEqual([]);
  });
});
