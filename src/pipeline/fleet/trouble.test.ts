import type { Job } from 'bullmq';
import { describe, expect, it, vi } from 'vitest';
import { eventually, fleetOf, opened, project, results, small, workerOf } from '../../../test/memory-fleet.js';
import { MemoryQueue } from '../../../test/memory-queue.js';
import { memoryCache } from '../../../test/memory-store.js';
import { type JobData, mapId } from './jobs.js';
import { PendingJobs, within } from './pending-jobs.js';
import { announceBuild, present, presentBuilds } from './presence.js';
import { NAMES } from './redis.js';
import { TOOL } from './task.js';

const waits = (queue: MemoryQueue, count = 1) => eventually(() => expect(queue.waiting).toHaveLength(count));

describe('a fleet in trouble, its queue in memory', () => {
  it('takes back only its jobs: workers find the mark, and later builds start again', async () => {
    const { run, same } = small(1);
    await run('local');
    const { fleet, cache, queue, runner, start } = await opened();
    const building = run('out', { cache, remote: fleet });
    await waits(queue);
    const job = await queue.getJob(queue.waiting[0]);
    const task = queue.waiting[0].slice(1);
    const other = mapId('f'.repeat(64));
    await queue.addBulk([{ name: 'map', data: {}, opts: { jobId: other } }]);
    await fleet.withdraw();
    expect(results(await building)).toEqual([['maps/m0.map', 'failed', 'the build was withdrawn']]);
    expect(queue.waiting).toEqual([other]);
    expect(queue.redis.texts.get(NAMES.withdrawn(task))).toBe('1');
    expect(await runner.run(job as unknown as Job, 't')).toEqual({ withdrawn: true });
    // Nothing is taken any more.
    expect(results(await run('out', { cache, remote: fleet }))[0][2]).toBe('the build was withdrawn');
    await queue.remove(queue.waiting[0]);
    start();
    same(await run('out', { cache, remote: await fleetOf(queue, { cache }) }), 'out');
    expect(queue.redis.texts.has(NAMES.withdrawn(task))).toBe(false);
  });

  it('waits for a worker no longer than its timeout: the build fails, or bakes locally', async () => {
    const { run, same } = small(2);
    await run('local');
    for (const fallback of [false, true]) {
      const { fleet, cache, queue } = await opened({ timeoutMs: 20, fallback });
      const building = run(`out${fallback}`, { cache, remote: fleet });
      await waits(queue, 2);
      expect(fleet.bakesHere).toBe(false);
      await new Promise((done) => setTimeout(done, 30));
      queue.redis.emit('ready');
      const rows = await building;
      expect([fleet.bakesHere, queue.waiting]).toEqual([fallback, []]);
      if (fallback) same(rows, 'outtrue');
      const text = 'no worker was there for 0 s (--fleet-timeout)';
      expect(rows.map(({ status, worker, error }) => [status, worker, (error as Error)?.message])).toEqual(
        Array(2).fill(fallback ? ['built', undefined, undefined] : ['failed', undefined, text]),
      );
    }
  });

  it('tells who is there: workers, their trouble, and those of another version, once each', async () => {
    const queue = new MemoryQueue();
    const { cache } = memoryCache();
    const looked = async (said: string[], count: number) => {
      queue.redis.emit('ready');
      await eventually(() => expect(said).toHaveLength(count));
      queue.redis.emit('ready');
      await new Promise((done) => setTimeout(done, 5));
      return said;
    };
    const fleet = await fleetOf(queue, { cache, tool: '1-r1' });
    const none =
      'queue: no worker is there yet; start one with prep worker, the same --cache and the same version of gridprep';
    expect(await looked(fleet.said, 2)).toEqual(['0 workers, 0 threads', none]);
    const all = [
      { name: 'b', tool: '1-r1', jobs: 2, busy: 0 },
      { name: 'a', tool: '1-r1', jobs: 3, busy: 1 },
      { name: 'old', tool: '0-r1', jobs: 1, busy: 0 },
      { name: 'bad', tool: '1-r1', jobs: 9, busy: 0, trouble: 'its cache is another one' },
    ];
    const there = all.map((one) => present(queue.both[0], () => one));
    expect((await looked(fleet.said, 5)).slice(2)).toEqual([
      '2 workers, 5 threads',
      'queue: worker bad takes no jobs: its cache is another one',
      'queue: worker old is of gridprep 0-r1, this build of 1-r1: it gets none of its jobs; install the same version',
    ]);
    for (const one of there) await one.end();
    expect((await looked(fleet.said, 7)).slice(5)).toEqual(['0 workers, 0 threads', none]);
    expect(queue.redis.sets.get(NAMES.workers)?.size).toBe(0);
  });

  it('says once that the queue is lost, and again after it was back', async () => {
    const { fleet, queue, runner, events } = await opened();
    const error = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    for (let i = 0; i < 2; i++) {
      for (let k = 0; k < 2; k++) queue.emit('error', error);
      for (let k = 0; k < 2; k++) runner.lost(error);
      runner.lost(new Error('Missing lock for job b1'));
      queue.redis.emit('ready');
    }
    const text = 'queue: ECONNREFUSED; waiting for it';
    expect(fleet.said.filter((line) => line.startsWith('queue: E'))).toEqual([text, text]);
    expect(events).toEqual(Array(2).fill({ event: 'trouble', text }));
  });

  it('gives its jobs back where the cache is another one, and continues where it is right', async () => {
    const { run, same } = small(1);
    await run('local');
    const { fleet, cache, queue, start } = await opened();
    const bad = workerOf(queue, { cache: memoryCache().cache });
    bad.start();
    const building = run('out', { cache, remote: fleet });
    await eventually(() => expect(bad.rests()).toBe(1));
    await waits(queue);
    const fault = 'its cache memory is not the one that the build names';
    expect([bad.runner.trouble, bad.runner.busy]).toEqual([fault, 0]);
    expect(bad.events).toEqual([{ event: 'trouble', text: `takes no jobs: ${fault}; it tries again in 15 s` }]);
    expect((await queue.getJob(queue.waiting[0]))?.attemptsMade).toBe(0);
    start();
    same(await building, 'out');
  });

  it('drops jobs of builds that are gone, and skips those of others while its own builds are there', async () => {
    const { run, same } = small(2);
    await run('local');
    const { fleet, cache, queue, start, rests, events } = await opened();
    const [gone, other] = ['e', 'f'].map((digit) => digit.repeat(64));
    const foreign = async (proof: string) => {
      const data = { tool: TOOL, task: proof, bytes: 423, proof };
      await queue.addBulk([{ name: 'map', data, opts: { jobId: mapId(proof), attempts: 4 } }]);
    };
    await foreign(gone);
    await foreign(other);
    await announceBuild(queue.both[0], other);
    const building = run('out', { cache, remote: fleet });
    await waits(queue, 4);
    start();
    same(await building, 'out');
    expect(await queue.getJobState(mapId(gone))).toBe('completed');
    expect((await queue.getJob(mapId(gone)))?.returnvalue).toEqual({ withdrawn: true });
    expect(await queue.getJobState(mapId(other))).not.toBe('completed');
    expect([rests(), events.filter(({ event }) => event === 'failed' || event === 'trouble')]).toEqual([0, []]);
    // The build is there only while it runs.
    expect(await presentBuilds(queue.both[0])).toHaveLength(2);
    await fleet.close();
    expect(queue.redis.sets.get(NAMES.builds)).toEqual(new Set([other]));
    queue.work(undefined);
  });

  it.each(['reconnecting', 'ready'])('ends when Redis is gone for good: %s', async (status) => {
    const { run, same } = small(2);
    await run('local');
    for (const fallback of [false, true]) {
      const { fleet, cache, queue } = await opened({ timeoutMs: 20, fallback });
      const building = run(`out${fallback}`, { cache, remote: fleet });
      await waits(queue, 2);
      // It is connected and says nothing, or the connection is lost.
      queue.redis.status = status;
      vi.spyOn(queue.redis, 'pipeline').mockReturnValue({
        ...queue.redis.pipeline(),
        exec: () => new Promise(() => {}),
      });
      vi.spyOn(PendingJobs.prototype, 'look').mockReturnValue(new Promise(() => {}));
      for (let i = 0; i < 3; i++) {
        queue.redis.emit('ready');
        await new Promise((done) => setTimeout(done, 30));
      }
      const rows = await building;
      vi.restoreAllMocks();
      expect(fleet.bakesHere).toBe(fallback);
      if (fallback) same(rows, 'outtrue');
      const text = 'the queue has not answered for 0 s (--fleet-timeout)';
      expect(rows.map(({ status: one, error }) => [one, (error as Error)?.message])).toEqual(
        Array(2).fill(fallback ? ['built', undefined] : ['failed', text]),
      );
      queue.redis.status = 'end';
    }
  });

  it('fails of an artifact with the words of a local build', async () => {
    const { run, map } = project(
      { hpa: {}, table: { maxNodes: 100 } },
      { agents: { small: {}, big: { size: 2 } }, pack: true },
    );
    map('a.map', 'rooms', 60, 0.2, 7);
    const { fleet, cache, start, events } = await opened();
    start();
    const [local] = results(await run('local'));
    expect(local[2]).toMatch(/^agent small: level 1 has \d+ nodes, --max-nodes is 100; /);
    expect(results(await run('out', { cache, remote: fleet }))).toEqual([local]);
    const failed = events.flatMap((event) => (event.event === 'failed' ? [`${(event.error as Error).message}`] : []));
    expect(failed.map((text) => text.slice(0, 6))).toContain('agent ');
  });

  it('tries again after failures that may pass, as often as its option says', async () => {
    const { run, map } = project({ bounds: { boxes: 'cells' } });
    map('a.map', 'rooms', 60, 0.2, 7);
    const { fleet, cache, queue, start, events } = await opened({ attempts: 2 }, { jobTimeoutMs: 1 });
    start();
    const text = 'it took longer than 0.001 s (--job-timeout) on worker w';
    expect(results(await run('out', { cache, remote: fleet }))).toEqual([['maps/a.map', 'failed', `queue: ${text}`]]);
    expect(events.filter(({ event }) => event === 'failed')).toHaveLength(2);
    // What failed in an earlier build is given again.
    workerOf(queue, { cache }).start();
    expect(results(await run('out', { cache, remote: fleet }))).toEqual([['maps/a.map', 'built', undefined]]);
  });

  it('is waited for no longer than so long', async () => {
    await within(5, new Promise(() => {}));
    let isDone = false;
    const work = new Promise<void>((done) => setTimeout(done, 20)).then(() => {
      isDone = true;
    });
    await within(60_000, work);
    expect(isDone).toBe(true);
  });
});

it('a task of another version than its job fails for good', async () => {
  const { run } = small(1);
  const { fleet, cache, queue, runner } = await opened({ tool: '2.0.0-r5' });
  const building = run('out', { cache, remote: fleet });
  await waits(queue);
  const job = (await queue.getJob(queue.waiting[0])) as unknown as Job;
  const forged = { ...job, data: { ...job.data, tool: TOOL } } as Job;
  const reason = await runner.run(forged, 't').catch(({ name, message }: Error) => [name, JSON.parse(message)]);
  expect(reason).toEqual([
    'UnrecoverableError',
    { name: 'JobError', message: `the task is of gridprep 2.0.0-r5, its job of ${TOOL}` },
  ]);
  await fleet.withdraw();
  await building;
});

it('a job of another version, or none at all, fails for good', async () => {
  const { runner } = await opened();
  const sha256 = '0'.repeat(64);
  const job: JobData = { tool: TOOL, task: sha256, bytes: 10, proof: sha256 };
  const failing = (data: object) =>
    runner.run({ data } as Job, 't').catch(({ name, message }: Error) => [name, JSON.parse(message)]);
  expect(await failing({ ...job, tool: '0-r0' })).toEqual([
    'UnrecoverableError',
    { name: 'JobError', message: `the job is of gridprep 0-r0, this worker of ${TOOL}` },
  ]);
  expect(await failing({ ...job, bytes: 0 })).toEqual([
    'UnrecoverableError',
    { name: 'JobError', message: 'the job is not of this gridprep: bytes (too_small)' },
  ]);
});
