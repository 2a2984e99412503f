/** What goes wrong around a fleet, and what an operator gets to know of it. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Process, start, startWorker, sums } from '../../test/fleet.js';
import { writeMap } from '../../test/maps.js';
import { prepAlone, temporaryFolder } from '../../test/prep.js';
import { HAS_REDIS, type RedisServer, startRedis } from '../../test/redis.js';
import { PREFIX, queueName } from './redis.js';

const MAPS = 24;

function project(): string {
  const folder = temporaryFolder();
  for (let i = 0; i < MAPS; i++) writeMap(join(folder, `maps/m${i}.map`), 'noise', 12 + i, 0.2, i + 1);
  writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{}}}]}');
  return folder;
}

describe.skipIf(!HAS_REDIS)('an operator of a fleet (needs redis-server)', () => {
  let redis: RedisServer;
  const processes: Process[] = [];
  const run = (folder: string, argv: string[], env?: Record<string, string>) => {
    const one = start(folder, argv, env);
    processes.push(one);
    return one;
  };
  const worker = async (folder: string, name: string, cache = 'cache') => {
    const one = await startWorker(folder, redis.url, cache, name);
    processes.push(one);
    return one;
  };
  const submit = (folder: string, more: string[] = []) => run(folder, ['build', '--queue', redis.url, '--cache', 'cache', ...more]);
  const troubles = ({ lines }: Process) => lines.flatMap(({ event, text }) => (event === 'trouble' ? [`${text}`] : []));

  beforeEach(async () => {
    redis = await startRedis({ persistent: true });
  });
  afterEach(async () => {
    for (const { child } of processes.splice(0)) child.kill('SIGKILL');
    await redis.close();
  });

  it('has a worker with another cache: it gives its jobs back, is named, and fails nothing', async () => {
    const folder = project();
    const bad = await worker(folder, 'bad', 'other');
    const build = submit(folder);
    // Alone with all jobs it uses up no attempt of any.
    await build.until(({ text }) => `${text}`.includes('worker bad'));
    const status = JSON.parse((await prepAlone(folder, ['queue', 'status', redis.url, '--json'])).stdout);
    expect(status.workers).toMatchObject([{ name: 'bad', trouble: 'its cache other is not the one that the build names' }]);
    expect(status.failed + status.delayed).toBe(0);
    await worker(folder, 'good');
    expect(await build.ended, build.stderr).toBe(0);
    expect(build.lines.filter(({ event }) => event === 'built').map(({ worker: who }) => who)).toEqual(Array(MAPS).fill('good'));
    expect(troubles(build)).toContain('queue: worker bad takes no jobs: its cache other is not the one that the build names');
    expect(troubles(bad)[0]).toBe('takes no jobs: its cache other is not the one that the build names; it tries again in 15 s');
  });

  it('has a worker whose folder was not mounted for a while: it works when it is', async () => {
    const folder = project();
    mkdirSync(join(folder, 'mount'));
    const one = await worker(folder, 'one', 'mount');
    const build = submit(folder);
    await build.until(({ text }) => `${text}`.includes('worker one takes no jobs'));
    rmSync(join(folder, 'mount'), { recursive: true });
    symlinkSync('cache', join(folder, 'mount'));
    expect(await build.ended, build.stderr).toBe(0);
    expect(one.lines.filter(({ event }) => event === 'baked')).toHaveLength(MAPS);
  });

  it('has jobs of an earlier build in Redis, done and failed, whose outputs the cache has forgotten: they are given again', async () => {
    const folder = project();
    await worker(folder, 'one');
    expect(await submit(folder).ended).toBe(0);
    const before = sums(join(folder, 'out'));
    // All that was made is forgotten; what Redis remembers says that it is done.
    rmSync(join(folder, 'cache'), { recursive: true });
    rmSync(join(folder, 'out'), { recursive: true });
    const again = submit(folder);
    expect(await again.ended, again.stderr + JSON.stringify(again.lines.at(-1))).toBe(0);
    expect(sums(join(folder, 'out'))).toEqual(before);
    const url = new URL(redis.url);
    const queue = new Queue(queueName(), { connection: { host: url.hostname, port: Number(url.port) }, prefix: PREFIX });
    expect(await queue.getFailedCount()).toBe(0);
    await queue.close();
  });
});
