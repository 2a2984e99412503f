import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeMap } from '../../test/maps.js';
import { temporaryFolder } from '../../test/prep.js';
import { HAS_REDIS, startRedis } from '../../test/redis.js';
import { build } from '../build/build.js';
import { openCache } from '../cache/shared-cache.js';
import { parseConfig } from '../config/config.js';
import { findTargets } from '../config/targets.js';
import { openFleet } from './fleet.js';
import { runWorker } from './worker.js';
import type { WorkerEvent } from './worker-options.js';

describe.skipIf(!HAS_REDIS)('a fleet in one process (needs redis-server)', () => {
  it('makes the bytes of a local build, small maps in a batch, and names the map that fails', async () => {
    const folder = temporaryFolder();
    for (let i = 0; i < 5; i++) writeMap(join(folder, `maps/m${i}.map`), 'noise', 9 + i, 0.2, i + 1);
    writeMap(join(folder, 'maps/large.map'), 'rooms', 60, 0.2, 7);
    writeFileSync(join(folder, 'maps/bad.map'), 'type octile\nheight 2\nwidth 3\nmap\n...\n');
    const config = parseConfig({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] });
    const targets = await findTargets(config, folder, 'config');
    const redis = await startRedis();
    const cache = await openCache(join(folder, 'cache'));
    const fleet = await openFleet(redis.url, { cache });
    const end = new AbortController();
    const events: WorkerEvent[] = [];
    const worker = runWorker(redis.url, {
      cache,
      name: 'w',
      threads: 1,
      signal: end.signal,
      onEvent: (event) => events.push(event),
    });
    try {
      const local = await build(targets, { folder, out: join(folder, 'local'), threads: 1 });
      const { rows } = await build(targets, { folder, out: join(folder, 'out'), cache, remote: fleet });
      const results = (all: typeof rows) =>
        all.map(({ map, status, error }) => [map, status, (error as Error)?.message]);
      expect(results(rows)).toEqual(results(local.rows));
      expect(rows.filter(({ worker: name }) => name === 'w')).toHaveLength(6);
      for (const { file } of rows.flatMap(({ outputs }) => outputs))
        expect(readFileSync(join(folder, 'out', file))).toEqual(readFileSync(join(folder, 'local', file)));
      const baked = events.flatMap((event) => (event.event === 'baked' ? [event.map] : []));
      expect(baked.sort()).toEqual(['6 maps', 'large.map']);
      expect(events.flatMap((event) => (event.event === 'failed' ? [event.map] : []))).toEqual(['bad.map']);
    } finally {
      await fleet.close();
      end.abort();
      await worker;
      await redis.close();
    }
  });
});
