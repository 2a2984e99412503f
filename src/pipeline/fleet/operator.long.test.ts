/** What goes wrong around a fleet, and what an operator gets to know of it. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Process, start, startWorker, sums } from '../../../test/fleet.js';
import { writeMap } from '../../../test/maps.js';
import { prepAlone, temporaryFolder } from '../../../test/prep.js';
import { HAS_REDIS, queueStatus, type RedisServer, startRedis } from '../../../test/redis.js';
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
  const submit = (folder: string, more: string[] = []) =>
    run(folder, ['build', '--fleet', redis.url, '--cache', 'cache', ...more]);
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
    const status = await queueStatus(redis.url);
    expect(status.workers).toMatchObject([
      { name: 'bad', trouble: 'its cache other is not the one that the build names' },
    ]);
    expect(status.failed + status.delayed).toBe(0);
    await worker(folder, 'good');
    expect(await build.ended, build.stderr).toBe(0);
    expect(build.lines.filter(({ event }) => event === 'built').map(({ worker: who }) => who)).toEqual(
      Array(MAPS).fill('good'),
    );
    expect(troubles(build)).toContain(
      'queue: worker bad takes no jobs: its cache other is not the one that the build names',
    );
    expect(troubles(bad)[0]).toBe(
      'takes no jobs: its cache other is not the one that the build names; it tries again in 15 s',
    );
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
    const queue = new Queue(queueName(), {
      connection: { host: url.hostname, port: Number(url.port) },
      prefix: PREFIX,
    });
    expect(await queue.getFailedCount()).toBe(0);
    await queue.close();
  });

  it('has no worker for too long: the build fails and keeps what is done, or bakes here', async () => {
    const folder = project();
    const failed = submit(folder, ['--fleet-timeout', '1s']);
    expect(await failed.ended).toBe(1);
    expect(failed.lines.filter(({ event }) => event === 'failed').map(({ error }) => error)).toEqual(
      Array(MAPS).fill(expect.stringContaining('no worker was there for 1 s (--fleet-timeout)')),
    );
    const build = submit(folder, ['--fleet-timeout', '1s', '--fleet-fallback', '--out-dir', 'here']);
    expect(await build.ended, build.stderr).toBe(0);
    const here = build.lines.filter(({ event }) => event === 'built');
    expect(here).toHaveLength(MAPS);
    expect(here.every(({ worker: who }) => who === undefined)).toBe(true);
    expect(
      await prepAlone(folder, ['build', '--fleet-timeout', 'soon', '--fleet', redis.url, '--cache', 'cache']),
    ).toMatchObject({
      code: 2,
      stderr: 'prep: --fleet-timeout is "soon", expected a time from 1ms to 2592000s, for example --fleet-timeout 3s\n',
    });
  });

  it('has a user of Redis with the least rights, and is warned of one with fewer', async () => {
    await redis.close();
    const rights = ['~gridprep:*', '&*', '+@read', '+@write', '+@connection', '+@scripting'];
    redis = await startRedis({
      persistent: true,
      args: [
        '--user',
        'default',
        'off',
        '--user',
        'least',
        'on',
        '>hush',
        ...rights,
        '+info',
        '--user',
        'fewer',
        'on',
        '>hush',
        ...rights,
      ],
    });
    const folder = project();
    vi.stubEnv('GRIDPREP_FLEET_PASSWORD', 'hush');
    vi.stubEnv('GRIDPREP_FLEET_USER', 'fewer');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { code, stderr } = await prepAlone(folder, ['worker', redis.url, '--cache', 'cache']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^prep: the queue redis:\/\/127\.0\.0\.1:\d+: its user lacks a right \(.*info.*\); give it: ~gridprep:\* &\* \+@read \+@write \+@connection \+@scripting \+info\n$/,
      ),
    ]);
    vi.stubEnv('GRIDPREP_FLEET_USER', 'least');
    const one = await worker(folder, 'one');
    const build = submit(folder);
    expect(await build.ended, build.stderr).toBe(0);
    expect([
      troubles(build).filter((text) => !text.includes('no worker')),
      troubles(one),
      build.stderr + one.stderr,
    ]).toEqual([[], [], '']);
  });

  it('leaves nothing in Redis of what is done', async () => {
    const folder = project();
    const build = submit(folder);
    await build.until(({ text }) => `${text}`.includes('no worker is there'));
    const one = await worker(folder, 'one');
    expect(await build.ended, build.stderr).toBe(0);
    one.child.kill('SIGTERM');
    await one.ended;
    const url = new URL(redis.url);
    const client = new Redis({ host: url.hostname, port: Number(url.port) });
    const left = (await client.keys('*')).filter((key) => !/:(meta|events|marker|id|stalled-check)$|:probe$/.test(key));
    client.disconnect();
    expect(left).toEqual([]);
  });

  it('starts workers before Redis: they wait for it', async () => {
    const folder = project();
    await redis.kill();
    const early = start(folder, ['worker', redis.url, '--cache', 'cache', '--threads', '1', '--name', 'early']);
    processes.push(early);
    const { text } = await early.until(({ event }) => event === 'trouble');
    expect(text).toMatch(/cannot be reached \(ECONNREFUSED\); is Redis running there\?; waiting for it$/);
    await redis.start();
    await early.until(({ event }) => event === 'ready');
  });

  it('limits the time of a job, lists what failed and gives it again; the log is one JSON object a line', async () => {
    const folder = temporaryFolder();
    writeMap(join(folder, 'maps/large.map'), 'rooms', 190, 0.3, 99);
    writeFileSync(
      join(folder, 'prep.config.json'),
      '{"inputs":[{"maps":"maps/*.map","artifacts":{"bounds":{"boxes":"cells"}}}]}',
    );
    const slow = start(folder, [
      'worker',
      redis.url,
      '--cache',
      'cache',
      '--threads',
      '1',
      '--name',
      'slow',
      '--job-timeout',
      '20ms',
      '--log',
      'json',
    ]);
    processes.push(slow);
    const build = submit(folder, ['--fleet-attempts', '1']);
    expect(await build.ended).toBe(1);
    const failed = build.lines.find(({ event }) => event === 'failed');
    expect(failed?.error).toContain('it took longer than 0.02 s (--job-timeout) on worker slow');
    const log = slow.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(log.map(({ level, event }) => [level, event])).toEqual(
      expect.arrayContaining([
        ['info', 'ready'],
        ['info', 'begun'],
        ['error', 'failed'],
      ]),
    );
    slow.child.kill('SIGTERM');
    await slow.ended;
    expect(await queueStatus(redis.url)).toMatchObject({ failed: 1, waiting: 0 });
  });
});
