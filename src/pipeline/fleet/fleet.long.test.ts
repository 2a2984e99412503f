import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Process, start, startWorker, sums } from '../../../test/fleet.js';
import { writeMap } from '../../../test/maps.js';
import { makeTemporaryFolder, prepAlone, temporaryFolder } from '../../../test/prep.js';
import { HAS_REDIS, queueStatus, type RedisServer, startRedis } from '../../../test/redis.js';
import { load } from '../../runtime/load-all.js';
import { openCache } from '../cache/shared-cache.js';
import { runWorker } from './worker.js';

/** Six small maps, one whose goal bounds take long, and one with a large table. */
function project(folder = temporaryFolder()): string {
  for (let i = 0; i < 6; i++)
    writeMap(join(folder, `maps/m${i}.map`), (['rooms', 'maze', 'noise'] as const)[i % 3], 24 + 2 * i, 0.2, i + 1);
  writeMap(join(folder, 'maps/large.map'), 'rooms', 120, 0.3, 99);
  writeMap(join(folder, 'wide/wide.map'), 'noise', 150, 0.2, 99);
  cpSync('fixtures/inputs', join(folder, 'maps'), { recursive: true });
  const artifacts = { jps: {}, bounds: { boxes: 'cells' }, hpa: {}, table: { maxNodes: 9000 } };
  const inputs = [
    { maps: 'maps/*.map', artifacts },
    { maps: 'wide/*.map', artifacts: { hpa: { cluster: 8 }, table: { maxNodes: 9000 } }, pack: true },
    { maps: 'maps/village.tmj', agents: { small: {}, big: { size: 2 } }, artifacts: { jps: {}, hpa: {} }, pack: true },
  ];
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ inputs }));
  return folder;
}

/** What to say where a build has failed. */
const failures = ({ lines, stderr }: Process) =>
  JSON.stringify(lines.filter(({ event }) => event === 'failed' || event === 'trouble')) + stderr;
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe.skipIf(!HAS_REDIS)('a fleet (needs redis-server)', () => {
  let redis: RedisServer;
  const processes: Process[] = [];
  let local: Record<string, string>;

  /** A process that ends with the test. */
  const run = (folder: string, argv: string[], env?: Record<string, string>) => {
    const one = start(folder, argv, env);
    processes.push(one);
    return one;
  };
  const worker = async (folder: string, name: string, cache = join(folder, 'cache')) => {
    const one = await startWorker(folder, redis.url, cache, name);
    processes.push(one);
    return one;
  };
  const submit = (folder: string, out = 'out') =>
    run(folder, ['build', '--fleet', redis.url, '--cache', 'cache', '--out-dir', out]);
  beforeAll(async () => {
    const folder = project(makeTemporaryFolder());
    expect((await prepAlone(folder, 'build -q')).code).toBe(0);
    local = sums(join(folder, 'out'));
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    redis = await startRedis({ persistent: true });
  });
  afterEach(async () => {
    for (const { child } of processes.splice(0)) child.kill('SIGKILL');
    await redis.close();
  });

  it('takes fleet, cache, size, threads, maxMemory and outDir out of the config', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b']) writeMap(join(folder, `maps/${name}.map`), 'rooms', 40, 0.4, 1);
    const inputs = [
      { maps: 'maps/a.map', size: 2, preset: 'tiny' },
      { maps: 'maps/b.map', preset: 'tiny' },
    ];
    const config = {
      size: 3,
      threads: 1,
      maxMemory: '500MB',
      cache: 'cache',
      outDir: 'blobs',
      fleet: redis.url,
      inputs,
    };
    writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
    await worker(folder, 'w');
    const build = run(folder, ['build']);
    expect(await build.ended, failures(build)).toBe(0);
    expect(build.lines.flatMap((line) => (line.event === 'built' ? [line.worker] : []))).toEqual(['w', 'w']);
    const navs = ['a', 'b'].map((name) => load(readFileSync(join(folder, `blobs/${name}.jps.prep`))));
    expect(navs.map(({ size }) => size)).toEqual([2, 3]);
  });

  it.each([1, 3])('makes the bytes of a local build with %i workers, and says who did what', async (count) => {
    const folder = project();
    const workers = await Promise.all(Array.from({ length: count }, (_, i) => worker(folder, `w${i}`)));
    const build = submit(folder);
    expect(await build.ended, failures(build)).toBe(0);
    expect(sums(join(folder, 'out'))).toEqual(local);
    const built = build.lines.filter(({ event }) => event === 'built');
    expect(built).toHaveLength(9);
    for (const { worker: who } of built) expect(who).toMatch(/^w[012]$/);
    const baked = workers.flatMap(({ lines }) => lines.filter(({ event }) => event === 'baked'));
    expect(new Set(baked.map(({ map }) => map)).size).toBe(baked.length);
    // The next build bakes nothing, anywhere.
    const again = submit(folder, 'again');
    expect(await again.ended).toBe(0);
    expect(again.lines.filter(({ event }) => event === 'fetched')).toHaveLength(9);
    expect(sums(join(folder, 'again'))).toEqual(local);
  });

  it('gets over workers that are killed, and a Redis that is started again: nothing is lost', async () => {
    const folder = project();
    const begun = performance.now();
    const all = await Promise.all(['w0', 'w1', 'w2'].map((name) => worker(folder, name)));
    // On a machine that is so busy that a worker takes seconds to start, none would live to see a job.
    const every = Math.max(2000, performance.now() - begun);
    const build = submit(folder);
    let isDone = false;
    const ended = build.ended.finally(() => {
      isDone = true;
    });
    for (let i = 0; !isDone && i < 200; i++) {
      await Promise.race([sleep(every), ended]);
      if (isDone) break;
      all[i % 3].child.kill('SIGKILL');
      if (i === 2) {
        await redis.kill();
        await redis.start();
      }
      const next = start(folder, ['worker', redis.url, '--cache', 'cache', '--threads', '1', '--name', `w${3 + i}`]);
      processes.push(next);
      all[i % 3] = next;
    }
    expect(await ended, build.stderr).toBe(0);
    expect(sums(join(folder, 'out'))).toEqual(local);
  });

  it('has a map that ends the process that bakes it: its worker stays, no other gets it, one line names it', async () => {
    const folder = temporaryFolder();
    for (let i = 0; i < 6; i++) writeMap(join(folder, `maps/m${i}.map`), 'rooms', 24, 0.2, i + 1);
    writeFileSync(
      join(folder, 'prep.config.json'),
      JSON.stringify({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] }),
    );
    const faults = `--import ${pathToFileURL('build/test/faults.js').href}`;
    const env = { GRIDPREP_FAULT: 'deadly:m3.map', NODE_OPTIONS: faults };
    const workers = ['a', 'b'].map((name) =>
      run(folder, ['worker', redis.url, '--cache', 'cache', '--threads', '2', '--name', name], env),
    );
    await Promise.all(workers.map((one) => one.until(({ event }) => event === 'ready')));
    const build = submit(folder);
    expect(await build.ended).toBe(1);
    expect(build.lines.filter(({ event }) => event === 'built')).toHaveLength(5);
    const failed = build.lines.filter(({ event }) => event === 'failed');
    expect(failed).toHaveLength(1);
    expect(failed[0].error).toMatch(
      /^maps\/m3\.map: it ended the process that baked it on worker [ab] \(SIGKILL\); no other worker gets it\. Build it without --fleet to see why$/,
    );
    expect(
      workers.flatMap(({ lines }) => lines.filter(({ event, map }) => event === 'begun' && map === 'm3.map')),
    ).toHaveLength(1);
    expect(workers.map(({ child }) => child.exitCode)).toEqual([null, null]);
  });

  it('gives its maps again to a Redis that has lost them', async () => {
    await redis.close();
    redis = await startRedis();
    const folder = project();
    const build = submit(folder);
    await build.until(({ event }) => event === 'baking');
    await sleep(1500);
    await redis.kill();
    await redis.start();
    await worker(folder, 'w0');
    expect(await build.ended, failures(build)).toBe(0);
    expect(sums(join(folder, 'out'))).toEqual(local);
  });

  it('bakes a map of two builds once, and fails only a bad map, with the message of a local build', async () => {
    const folder = project();
    writeFileSync(join(folder, 'maps/bad.map'), 'type octile\nheight 2\nwidth 2\nmap\n..\n.x\n');
    const [one, two] = [submit(folder, 'one'), submit(folder, 'two')];
    await Promise.all([one, two].map((build) => build.until(({ event }) => event === 'baking')));
    await sleep(1500);
    const who = await worker(folder, 'w0');
    expect(await Promise.all([one.ended, two.ended])).toEqual([1, 1]);
    const here = await prepAlone(folder, 'build --out-dir here --json');
    const errorOf = (lines: Process['lines']) => lines.find(({ event }) => event === 'failed');
    const said = here.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(errorOf(one.lines)).toEqual(errorOf(said));
    expect(errorOf(two.lines)).toEqual(errorOf(said));
    for (const out of ['one', 'two']) expect(sums(join(folder, out))).toEqual(local);
    const maps = who.lines.flatMap(({ event, map }) => (event === 'baked' ? [map] : []));
    expect([...maps].sort()).toEqual([...new Set(maps)].sort());
  });

  it('takes its jobs back when it is interrupted, and another build continues', async () => {
    const folder = project();
    const [one, two] = [submit(folder, 'one'), submit(folder, 'two')];
    await Promise.all([one, two].map((build) => build.until(({ event }) => event === 'baking')));
    await sleep(1500);
    two.child.kill('SIGINT');
    one.child.kill('SIGINT');
    expect(await Promise.all([one.ended, two.ended])).toEqual([130, 130]);
    const status = await queueStatus(redis.url);
    expect(status).toMatchObject({ waiting: 0, active: 0, workers: [] });
    const three = submit(folder, 'three');
    const four = submit(folder, 'four');
    await Promise.all([three, four].map((build) => build.until(({ event }) => event === 'baking')));
    await sleep(1500);
    three.child.kill('SIGINT');
    await three.ended;
    await worker(folder, 'w0');
    expect(await four.ended, four.stderr).toBe(0);
    expect(sums(join(folder, 'four'))).toEqual(local);
  });

  it('refuses by name a worker of another version, which refuses the build', async () => {
    const folder = project();
    const end = new AbortController();
    const messages: string[] = [];
    const build = submit(folder);
    await build.until(({ event }) => event === 'baking');
    const cache = await openCache(join(folder, 'cache'));
    const other = runWorker(redis.url, {
      cache,
      name: 'old',
      tool: '0.0.9-r1',
      signal: end.signal,
      onEvent: (event) => event.event === 'trouble' && messages.push(event.text),
    });
    const line = await build.until(({ text }) => `${text}`.includes('worker old'));
    expect(line.text).toMatch(
      /^queue: worker old is of gridprep 0\.0\.9-r1, this build of \d+\.\d+\.\d+-r\d+: it gets none of its jobs; install the same version$/,
    );
    expect(messages).toEqual([]);
    end.abort();
    await other;
  });

  it('keeps its password to itself', async () => {
    await redis.close();
    redis = await startRedis({ persistent: true, args: ['--requirepass', 'hush-hush'] });
    const folder = project();
    const refused = await prepAlone(folder, `build --fleet ${redis.url} --cache cache`);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^prep: the queue redis:\/\/127\.0\.0\.1:\d+ cannot be reached \(.*\); credentials are taken from GRIDPREP_FLEET_USER and GRIDPREP_FLEET_PASSWORD\n$/,
    );
    vi.stubEnv('GRIDPREP_FLEET_PASSWORD', 'hush-hush');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const who = await worker(folder, 'w0');
    const build = submit(folder);
    expect(await build.ended, failures(build)).toBe(0);
    const said = [who, build].map(({ lines, stderr }) => JSON.stringify(lines) + stderr).join();
    expect(said).not.toMatch('hush');
    for (const place of ['out', 'cache'])
      for (const name of readdirSync(join(folder, place), { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\.json$|^ac\/..\/./.test(file),
      ))
        expect(readFileSync(join(folder, place, name), 'latin1')).not.toMatch('hush');
  });

  it('says what is missing', async () => {
    const folder = temporaryFolder();
    writeMap(join(folder, 'maps/a.map'), 'noise', 9, 0.2, 2);
    writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{}}}]}');
    const said = async (...argv: string[]) => {
      const { code, stderr } = await prepAlone(folder, argv);
      return [code, stderr.trim()];
    };
    expect(await said('build', '--fleet', redis.url)).toEqual([
      2,
      'prep: --fleet needs --cache, which the workers also use: inputs and outputs travel through it',
    ]);
    expect(await said('worker', redis.url)).toEqual([
      2,
      'prep: a worker needs the --cache of the builds: inputs and outputs travel through it',
    ]);
    expect(await said('worker', 'redis://:secret@127.0.0.1', '--cache', 'cache')).toEqual([
      2,
      "prep: the queue's address redis://127.0.0.1 has a user or password in it, which would be shown; take it out and set GRIDPREP_FLEET_USER and GRIDPREP_FLEET_PASSWORD in the environment",
    ]);
  });
});
