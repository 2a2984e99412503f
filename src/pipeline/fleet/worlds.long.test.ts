import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Line, type Process, start, startWorker, sums } from '../../../test/fleet.js';
import { makeTemporaryFolder, prepAlone, temporaryFolder } from '../../../test/prep.js';
import { HAS_REDIS, queueStatus, type RedisServer, startRedis } from '../../../test/redis.js';

const SIDE = 640;
const MAP = { map: 'land.map', tile: 128, cluster: 16 };
/** Tiles of the world: none of them is all walls. */
const TILES = 25;

/** A world of 25 tiles and one of 4, of a walker of two cells. */
async function project(folder = temporaryFolder()): Promise<string> {
  await prepAlone(folder, [
    'generate',
    'caves',
    '--width',
    `${SIDE}`,
    '--height',
    `${SIDE}`,
    '--seed',
    '5',
    '-o',
    'land.map',
  ]);
  await prepAlone(folder, ['generate', 'rooms', '--width', '200', '--height', '150', '--seed', '5', '-o', 'small.map']);
  const worlds = [MAP, { map: 'small.map', tile: 128, agents: { tank: { size: 2 } } }];
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ worlds }));
  return folder;
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const failures = ({ lines, stderr }: Process) =>
  JSON.stringify(lines.filter(({ event }) => event === 'failed' || event === 'trouble')) + stderr;

/** Tiles that workers have baked, and those whose gates they have searched from, each time that they did. */
const bakedBy = (processes: Process[]) =>
  processes
    .flatMap(({ lines }) =>
      lines.flatMap(({ event, map, tile, gates }) => (event === 'baked' ? [JSON.stringify([map, tile, gates])] : [])),
    )
    .sort();

describe.skipIf(!HAS_REDIS)('worlds on a fleet (needs redis-server)', () => {
  let redis: RedisServer;
  const processes: Process[] = [];
  let local: Record<string, string>;

  const worker = async (folder: string, name: string) => {
    const one = await startWorker(folder, redis.url, join(folder, 'cache'), name);
    processes.push(one);
    return one;
  };
  const submit = (folder: string, out = 'out', more: string[] = []) => {
    const one = start(folder, [
      'build',
      '--fleet',
      redis.url,
      '--cache',
      'cache',
      '--out-dir',
      out,
      '--threads',
      '1',
      ...more,
    ]);
    processes.push(one);
    return one;
  };

  beforeAll(async () => {
    const folder = await project(makeTemporaryFolder());
    expect((await prepAlone(folder, ['build', '-q'])).code).toBe(0);
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

  it.each([1, 3])(
    'makes the bytes of a local build with %i workers, each tile once, and says who did what',
    async (count) => {
      const folder = await project();
      const workers = await Promise.all(Array.from({ length: count }, (_, i) => worker(folder, `w${i}`)));
      const build = submit(folder);
      expect(await build.ended, failures(build)).toBe(0);
      expect(sums(join(folder, 'out'))).toEqual(local);
      const built = build.lines.filter(({ event }) => event === 'built');
      expect(built.map(({ map }) => map).sort()).toEqual(['land.map', 'small.map (tank)']);
      for (const { worker: who } of built) expect(who).toMatch(/^w\d(, w\d)*$/);
      expect(built.find(({ map }) => map === 'land.map')).toMatchObject({
        tiles: { all: TILES, kept: 0, fetched: 0, baked: TILES },
      });
      const told = build.lines.filter(({ event, artifact }) => event === 'progress' && artifact === 'tiles');
      expect(told.at(-1)).toMatchObject({ worker: expect.stringMatching(/^w\d$/) });
      const baked = bakedBy(workers);
      expect(new Set(baked).size).toBe(baked.length);
      expect(baked.filter((one) => /^\["land.*null\]$/.test(one))).toHaveLength(TILES);
      // The next build bakes nothing, anywhere; of a world with another cell it bakes a tile.
      const again = submit(folder, 'again');
      expect(await again.ended).toBe(0);
      expect(again.lines.filter(({ event }) => event === 'fetched')).toHaveLength(2);
      expect(sums(join(folder, 'again'))).toEqual(local);
      expect(bakedBy(workers)).toHaveLength(baked.length);
    },
  );

  it('gets over workers that are killed, and a Redis that is started again', async () => {
    const folder = await project();
    const begun = performance.now();
    const all = await Promise.all(['w0', 'w1', 'w2'].map((name) => worker(folder, name)));
    // On a machine that is so busy that a worker takes seconds to start, none would live to see a job.
    const every = Math.max(500, performance.now() - begun);
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
    expect(await ended, failures(build)).toBe(0);
    expect(sums(join(folder, 'out'))).toEqual(local);
    const lines = processes.flatMap((one) => one.lines).filter(({ tile }) => tile !== undefined);
    const keyOf = ({ map, tile, gates }: Line) => JSON.stringify([map, tile, gates]);
    const finished = new Map<string, number>();
    for (const line of lines)
      if (line.event === 'baked')
        finished.set(keyOf(line), Math.min(Number(line.at), finished.get(keyOf(line)) ?? Infinity));
    // Whoever came to a tile after it was told to be baked has left it alone.
    for (const line of lines)
      if (line.event === 'begun') expect(Number(line.at)).toBeLessThanOrEqual(finished.get(keyOf(line)) ?? Infinity);
    expect(processes.filter(({ child }) => child.signalCode === 'SIGKILL').length).toBeGreaterThan(0);
  });

  it('takes from a cache in Redis what another machine has baked', async () => {
    const folder = await project();
    const run = async (out: string) => prepAlone(folder, ['build', '--cache', redis.url, '--out-dir', out, '--json']);
    expect((await run('one')).code).toBe(0);
    const { stdout } = await run('two');
    const fetched = stdout.split('\n').filter((line) => line.includes('"event":"fetched"'));
    expect(fetched).toHaveLength(2);
    for (const out of ['one', 'two']) expect(sums(join(folder, out))).toEqual(local);
  });

  it('bakes once what two builds ask for', async () => {
    const folder = await project();
    const builds = [submit(folder, 'one'), submit(folder, 'two')];
    await Promise.all(builds.map((build) => build.until(({ event }) => event === 'baking')));
    await sleep(1500);
    const who = await worker(folder, 'w0');
    for (const build of builds) expect(await build.ended, failures(build)).toBe(0);
    for (const out of ['one', 'two']) expect(sums(join(folder, out))).toEqual(local);
    const baked = bakedBy([who]);
    expect(new Set(baked).size).toBe(baked.length);
  });

  it('takes its tiles back when it is interrupted, leaves no index, and goes on from there', async () => {
    const folder = await project();
    const build = submit(folder);
    await build.until(({ event }) => event === 'baking');
    const waiting = () => queueStatus(redis.url);
    while ((await waiting()).waiting < 4) await sleep(200);
    build.child.kill('SIGINT');
    expect(await build.ended).toBe(130);
    expect(await waiting()).toMatchObject({ waiting: 0, active: 0, builds: [] });
    expect(
      readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('world.prep'),
      ),
    ).toEqual([]);
    const who = await worker(folder, 'w0');
    const next = submit(folder);
    await who.until(({ event }) => event === 'baked');
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(130);
    const last = submit(folder);
    expect(await last.ended, failures(last)).toBe(0);
    expect(sums(join(folder, 'out'))).toEqual(local);
    const baked = bakedBy([who]);
    expect(new Set(baked).size).toBe(baked.length);
  });

  it('fails a world that cannot be read alone, with the words of a local build, and takes back what it has given', async () => {
    const folder = await project();
    const row = 5 * 128 - 1;
    const text = readFileSync(join(folder, 'land.map'), 'utf8').split('\n');
    text[4 + row] = `x${text[4 + row].slice(1)}`;
    writeFileSync(join(folder, 'land.map'), text.join('\n'));
    const build = submit(folder);
    await build.until(({ event }) => event === 'failed');
    await worker(folder, 'w0');
    expect(await build.ended).toBe(1);
    expect(build.lines.find(({ event }) => event === 'failed')).toEqual({
      event: 'failed',
      map: 'land.map',
      error: 'land.map:644:1: unknown terrain letter "x"; known are .GSTWO@',
    });
    expect(sums(join(folder, 'out'))['small.tank.world/world.prep']).toBe(local['small.tank.world/world.prep']);
  });
});
