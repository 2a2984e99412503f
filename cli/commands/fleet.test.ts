/** Workers, as their command reports them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MapError } from '../../src/core/errors.js';
import { parseJob } from '../../src/pipeline/fleet/jobs.js';
import { parseTask } from '../../src/pipeline/fleet/task.js';
import type { WorkerEvent } from '../../src/pipeline/fleet/worker-options.js';
import { writeMap } from '../../test/maps.js';
import { eventually } from '../../test/memory-fleet.js';
import { prepIn, temporaryFolder } from '../../test/prep.js';
import { HAS_REDIS, queueStatus, type RedisServer, startRedis } from '../../test/redis.js';
import { IS_LONG } from '../../test/samples.js';
import { exitOnSignal } from '../shared/signals.js';
import { printEvent, handler as work } from './worker.js';

/** Output from now on, without marks of colors. */
function printed() {
  const said = { stdout: '', stderr: '' };
  vi.stubEnv('NO_COLOR', '1');
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += text;
      return true;
    });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  return said;
}

const of = { map: 'a.map', seconds: 1.234 };
const EVENTS: WorkerEvent[] = [
  { event: 'ready', name: 'w', threads: 2 },
  { event: 'begun', map: 'a.map' },
  { event: 'baked', ...of },
  { event: 'failed', map: 'a.map', error: new MapError('no row') },
  { event: 'trouble', text: 'the cache is full' },
];

describe('a worker reports its events', () => {
  const said = (how: { log?: 'text' | 'json'; json?: boolean; quiet?: boolean }, events = EVENTS) => {
    const text = printed();
    vi.spyOn(Date, 'now').mockReturnValue(77);
    for (const event of events) printEvent(event, { log: undefined, json: undefined, quiet: undefined, ...how });
    return text;
  };

  it('in words, what failed and its trouble on stderr', () => {
    expect(said({})).toEqual({
      stdout: ['worker w: 2 threads', 'a.map: begun', 'a.map: 1.23 s', ''].join('\n'),
      stderr: 'prep: a.map: no row\nprep: the cache is full\n',
    });
  });

  it.each([
    [() => parseJob({}), 'the job is not of this gridprep: tool (invalid_type)'],
    [() => parseTask(Buffer.from('{')), 'the task is not of this gridprep: all of it (invalid_type)'],
    [() => parseTask(Buffer.from('[null]')), 'the task is not of this gridprep: all of it (invalid_type)'],
  ])('a forged job in one line: %s', (parse, message) => {
    let error: unknown;
    try {
      parse();
    } catch (thrown) {
      error = thrown;
    }
    expect(said({}, [{ event: 'failed', map: 'a job', error }]).stderr).toBe(`prep: a job: ${message}\n`);
  });

  it('with --quiet no others', () => {
    expect(said({ quiet: true }, [EVENTS[0], EVENTS[4]])).toEqual({ stdout: '', stderr: 'prep: the cache is full\n' });
  });

  it('with --json as objects with their time, with --log json on stderr with their level', () => {
    const fault: WorkerEvent = { event: 'failed', map: 'a.map', error: 'no' };
    expect(said({ json: true }, [EVENTS[2], fault])).toEqual({
      stdout:
        '{"event":"baked","map":"a.map","seconds":1.234,"at":77}\n' +
        '{"event":"failed","map":"a.map","error":"no","at":77}\n',
      stderr: '',
    });
    const { stdout, stderr } = said({ log: 'json' }, [EVENTS[1], fault, EVENTS[4]]);
    expect(stdout).toBe('');
    expect(stderr.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')).toBe(
      '{"time":"TIME","level":"info","event":"begun","map":"a.map"}\n' +
        '{"time":"TIME","level":"error","event":"failed","map":"a.map","error":"no"}\n' +
        '{"time":"TIME","level":"warn","event":"trouble","text":"the cache is full"}\n',
    );
  });
});

describe.runIf(HAS_REDIS && IS_LONG)('a fleet (needs redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  /** A worker in this process, which a signal ends. */
  async function start(more: object) {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    // Other tests of this process may have left files that do not answer, for which a command kills itself.
    vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValue([]);
    const before = process.listeners('SIGTERM');
    exitOnSignal();
    const [onSignal] = process.listeners('SIGTERM').filter((one) => !before.includes(one));
    onTestFinished(() => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        for (const one of process.listeners(signal).slice(before.length)) process.off(signal, one);
    });
    const given = { fleet: redis.url, threads: 1, 'max-memory': '2GB', json: true, ...more };
    const ended = work(given as unknown as Parameters<typeof work>[0]);
    return async () => {
      onSignal('SIGTERM');
      await ended;
      await eventually(() => expect(exit).toHaveBeenCalledWith(143));
    };
  }

  it('bakes until a signal what builds give it; what takes too long fails', async () => {
    const folder = temporaryFolder();
    const cache = join(folder, 'cache');
    // Its bake takes longer than the millisecond that the second worker gives it.
    writeMap(join(folder, 'maps/a.map'), 'noise', 400, 0.2, 1);
    const config = { inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }], fleet: redis.url };
    writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
    const build = (...more: string[]) => prepIn(folder, ['build', ...more]);
    expect(await build()).toEqual({
      code: 2,
      stdout: '',
      stderr: 'prep: --fleet needs --cache, which the workers also use: inputs and outputs travel through it\n',
    });
    const said = printed();
    const end = await start({ cache, name: 'one' });
    await eventually(() => expect(said.stdout).toContain('"event":"ready"'));
    const ready = JSON.parse(said.stdout.split('\n')[0]);
    expect(ready).toEqual({ event: 'ready', name: 'one', threads: 1, at: expect.any(Number) });
    expect(await build('--cache', cache)).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^maps\/a\.map -> out\/a\.jps\.prep [\d.]+ kB {2}\d\.\d\d s {2}\(new; on one\)\nout\/index\.js: .+\n$/,
      ),
      stderr: '',
    });
    await end();
    const endSlow = await start({ cache, name: 'two', 'job-timeout': '1ms', json: false, quiet: true });
    // A build without a worker reports it.
    await eventually(async () => expect((await queueStatus(redis.url)).workers).toMatchObject([{ name: 'two' }]));
    const slow = 'queue: it took longer than 0.001 s (--job-timeout) on worker two';
    expect(await build('--cache', cache, '--force', '--out-dir', 'new', '--fleet-attempts', '1')).toEqual({
      code: 1,
      stdout: '',
      stderr: `prep: maps/a.map: ${slow}\n`,
    });
    await endSlow();
  });
});
