/**
 * Fleets under kills and losses: `npm run tool chaos -- [SECONDS] [SEED]`.
 *
 * Rounds of two builds at once on three workers, with an HTTP cache and a Redis that keeps every write. Meanwhile workers are killed and paused,
 * workers with another cache join, Redis is killed and started again, and the cache answers 503 or nothing. Every round ends with both builds
 * compared with a local one. An hour by default; exits with 1 unless all builds are right.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCacheServer } from '../test/cache-server.js';
import { type Process, start, startWorker, sums } from '../test/fleet.js';
import { random } from '../test/grids.js';
import { writeMap } from '../test/maps.js';
import { HAS_REDIS, startRedis } from '../test/redis.js';
import { printTable } from './maps.js';

const WORKERS = 3;
const KINDS = ['rooms', 'maze', 'noise'] as const;
/** Milliseconds between two troubles, at most. */
const EVERY_MS = 3000;
/** A build that takes longer than so many milliseconds counts as failed. */
const LIMIT_MS = 600_000;
/** Milliseconds for which a worker or the cache says nothing: longer than a worker's lock. */
const SILENT_MS = 8000;

/** Maps from tiny ones, which go in batches, to one whose bake is cut into shards. */
function writeProject(folder: string, seed: number): void {
  for (let i = 0; i < 24; i++) writeMap(join(folder, `maps/m${i}.map`), KINDS[i % 3], 10 + 3 * i, 0.2, seed + i);
  writeMap(join(folder, 'maps/large.map'), 'rooms', 170, 0.3, seed);
  const artifacts = { jps: {}, bounds: { boxes: 'cells' }, hpa: {} };
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ inputs: [{ maps: 'maps/*.map', artifacts }] }));
}

/** One round. @returns for each build `right`, `wrong` or why it failed */
async function round(next: () => number, counts: Map<string, number>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-chaos-'));
  const redis = await startRedis({ persistent: true });
  const cache = await startCacheServer();
  const workers = new Set<Process>();
  const pick = <T>(all: Iterable<T>): T => {
    const list = [...all];
    return list[Math.floor(next() * list.length)];
  };
  let names = 0;
  const addWorker = async (address = cache.url) => {
    const name = `w${names++}`;
    const worker = await startWorker(folder, redis.url, address, name, ['--shard-time', '0.2s']).catch(() => undefined);
    if (worker) workers.add(worker);
  };
  const troubles: Record<string, () => Promise<void>> = {
    async 'worker killed'() {
      const worker = pick(workers);
      worker?.child.kill('SIGKILL');
      workers.delete(worker);
      await addWorker();
    },
    async 'worker paused'() {
      const worker = pick(workers);
      worker?.child.kill('SIGSTOP');
      await sleep(SILENT_MS);
      worker?.child.kill('SIGCONT');
    },
    async 'worker with another cache'() {
      if (names < 4 * WORKERS) await addWorker(join(folder, 'other'));
    },
    async 'Redis killed'() {
      await redis.kill();
      await sleep(1000 * next());
      await redis.start();
    },
    async 'cache answers 503'() {
      const share = next();
      cache.instead = (_, response) => {
        if (next() > share) return false;
        response.writeHead(503).end();
        return true;
      };
      await sleep(2000);
      cache.instead = undefined;
    },
    async 'cache silent'() {
      cache.instead = () => true;
      await sleep(2000);
      cache.instead = undefined;
    },
  };
  try {
    writeProject(folder, Math.floor(1e6 * next()));
    const local = start(folder, ['build', '--cache', 'none', '-d', 'local']);
    await Promise.all([local.ended, ...Array.from({ length: WORKERS }, () => addWorker())]);
    const expected = JSON.stringify(sums(join(folder, 'local')));
    const builds = ['one', 'two'].map((out) =>
      start(folder, ['build', '--fleet', redis.url, '--cache', cache.url, '-d', out]),
    );
    // A build that finds no Redis when it starts ends at once, as it should.
    await Promise.all(builds.map((build) => build.until(() => true).catch(() => {})));
    let isOver = false;
    const all = Promise.all(builds.map(({ ended }) => ended)).finally(() => {
      isOver = true;
    });
    const limit = AbortSignal.timeout(LIMIT_MS);
    while (!isOver && !limit.aborted) {
      await Promise.race([all, sleep(EVERY_MS * next())]);
      if (isOver) break;
      const name = pick(Object.keys(troubles));
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await troubles[name]();
    }
    for (const { child } of builds) child.kill('SIGKILL');
    const codes = await all;
    return builds.map((build, i) => {
      const out = join(folder, i === 0 ? 'one' : 'two');
      if (codes[i] !== 0) return limit.aborted ? 'it took longer than ten minutes' : build.stderr.slice(-2000);
      return JSON.stringify(sums(out)) === expected ? 'right' : 'wrong';
    });
  } finally {
    for (const { child } of workers) child.kill('SIGKILL');
    await cache.close();
    await redis.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  if (!HAS_REDIS) throw new Error('there is no redis-server; install it, or name it in REDIS_SERVER');
  const [seconds = 3600, seed = 1] = process.argv.slice(2).map(Number);
  const next = random(seed);
  const counts = new Map<string, number>();
  const results: string[] = [];
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end) {
    results.push(...(await round(next, counts)));
    for (const text of results.slice(-2)) if (text !== 'right') console.error(text);
  }
  const right = results.filter((text) => text === 'right').length;
  const wrong = results.filter((text) => text === 'wrong').length;
  printTable(
    ['trouble', 'times'],
    [...counts].sort().map(([name, times]) => [name, times]),
  );
  console.log(
    `seed ${seed}, ${seconds} s: builds right / wrong / failed without cause = ${right} / ${wrong} / ${results.length - right - wrong}`,
  );
  if (right < results.length) process.exitCode = 1;
}

await main();
