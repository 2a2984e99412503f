/**
 * Fleets under kills and losses: `npm run tool chaos -- [SECONDS] [SEED]`.
 *
 * Rounds of two simultaneous builds on three workers, with a cache in one Redis and a queue in another, which keeps every write. Meanwhile workers are killed and
 * paused, workers with another cache join, the queue's Redis is killed and started again, and the cache is killed or answers nothing. Every round ends with both builds
 * compared with a local one. A build that is not right is printed with its reason, the troubles of its round and what its workers said, and
 * kept in build/chaos-SEED.log. An hour by default; exits with 1 unless all builds are right.
 */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, type Process, start, startWorker, sums } from '../test/fleet.js';
import { random } from '../test/grids.js';
import { writeMap } from '../test/maps.js';
import { HAS_REDIS, type RedisServer, startRedis } from '../test/redis.js';
import { printTable } from './maps.js';

const WORKERS = 3;
const KINDS = ['rooms', 'maze', 'noise'] as const;
/** Milliseconds between two troubles, at most. */
const EVERY_MS = 3000;
/** Milliseconds after which a build counts as failed. */
const LIMIT_MS = 600_000;
/** Milliseconds for which a worker or the cache is silent: longer than a worker's lock. */
const SILENT_MS = 8000;
/** Lines of a process that are printed. */
const MOST_LINES = 20;

/** Maps from tiny ones to one whose bake takes long. */
function writeProject(folder: string, seed: number): void {
  for (let i = 0; i < 24; i++) writeMap(join(folder, `maps/m${i}.map`), KINDS[i % 3], 10 + 3 * i, 0.2, seed + i);
  writeMap(join(folder, 'maps/large.map'), 'rooms', 170, 0.3, seed);
  const artifacts = { jps: {}, bounds: { boxes: 'cells' }, hpa: {} };
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ inputs: [{ maps: 'maps/*.map', artifacts }] }));
}

/** One round of two builds. */
class Round {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gridprep-chaos-'));
  private readonly workers = new Set<Process>();
  private readonly all: [name: string, worker: Process][] = [];
  /** What has happened, with its seconds. */
  private readonly log: string[] = [];
  private readonly begun = performance.now();

  private constructor(
    private readonly next: () => number,
    private readonly redis: RedisServer,
    private readonly cache: RedisServer,
  ) {}

  static async open(next: () => number): Promise<Round> {
    return new Round(next, await startRedis({ persistent: true }), await startRedis());
  }

  /** @param counts of troubles @returns for each build `right`, `wrong` or why it failed */
  async run(counts: Map<string, number>): Promise<string[]> {
    const { folder, redis, cache, next } = this;
    writeProject(folder, Math.floor(1e6 * next()));
    const local = start(folder, ['build', '--cache', 'none', '-d', 'local']);
    await Promise.all([local.ended, ...Array.from({ length: WORKERS }, () => this.addWorker())]);
    const expected = JSON.stringify(sums(join(folder, 'local')));
    const outs = ['one', 'two'];
    const builds = outs.map((out) => start(folder, ['build', '--fleet', redis.url, '--cache', cache.url, '-d', out]));
    this.say('both builds start');
    let isOver = false;
    const all = Promise.all(builds.map(({ ended }) => ended)).finally(() => {
      isOver = true;
    });
    const limit = AbortSignal.timeout(LIMIT_MS);
    while (!isOver && !limit.aborted) {
      await Promise.race([all, sleep(EVERY_MS * next())]);
      if (isOver) break;
      const name = this.pick(Object.keys(this.troubles)) as keyof Round['troubles'];
      counts.set(name, (counts.get(name) ?? 0) + 1);
      this.say(name);
      await this.troubles[name]();
    }
    for (const { child } of builds) child.kill('SIGKILL');
    const codes = await all;
    return builds.map(({ stderr, lines }, i) => {
      if (codes[i] === 0) return JSON.stringify(sums(join(folder, outs[i]))) === expected ? 'right' : 'wrong';
      const why = limit.aborted ? `it took longer than ${LIMIT_MS / 60_000} minutes` : `exit code ${codes[i]}`;
      return [`build ${outs[i]}: ${why}`, ...reasonsIn(lines), ...stderr.trim().split('\n').slice(-MOST_LINES)].join(
        '\n  ',
      );
    });
  }

  /** What has happened, and what workers have said of failed jobs. */
  get history(): string {
    const said = this.all.flatMap(([name, { lines }]) => reasonsIn(lines).map((line) => `${name}: ${line}`));
    return [...this.log, ...said].join('\n  ');
  }

  async close(): Promise<void> {
    for (const { child } of this.workers) child.kill('SIGKILL');
    await this.cache.close();
    await this.redis.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private readonly troubles = {
    'worker killed': async () => {
      const worker = this.pick(this.workers);
      worker?.child.kill('SIGKILL');
      this.workers.delete(worker);
      await this.addWorker();
    },
    'worker paused': async () => {
      const worker = this.pick(this.workers);
      worker?.child.kill('SIGSTOP');
      await sleep(SILENT_MS);
      worker?.child.kill('SIGCONT');
    },
    'worker with another cache': async () => {
      if (this.all.length < 4 * WORKERS) await this.addWorker(join(this.folder, 'other'));
    },
    'Redis killed': async () => {
      await this.redis.kill();
      await sleep(1000 * this.next());
      await this.redis.start();
    },
    'cache killed, empty when it is back': async () => {
      await this.cache.kill();
      await sleep(1000 * this.next());
      await this.cache.start();
    },
    'cache silent': async () => {
      this.cache.signal('SIGSTOP');
      await sleep(2000);
      this.cache.signal('SIGCONT');
    },
  };

  private async addWorker(address = this.cache.url): Promise<void> {
    const name = `w${this.all.length}`;
    const worker = await startWorker(this.folder, this.redis.url, address, name);
    this.all.push([name, worker]);
    this.workers.add(worker);
  }

  /** Seconds since the round began. */
  get seconds(): string {
    return ((performance.now() - this.begun) / 1000).toFixed(1);
  }

  private say(text: string): void {
    this.log.push(`${this.seconds} s: ${text}`);
  }

  private pick<T>(all: Iterable<T>): T {
    const list = [...all];
    return list[Math.floor(this.next() * list.length)];
  }
}

/** Failed maps and jobs, and troubles, among the lines of a process. */
function reasonsIn(lines: Line[]): string[] {
  return lines
    .filter(({ event }) => event === 'failed' || event === 'trouble')
    .map((line) => JSON.stringify(line))
    .slice(-MOST_LINES);
}

async function main(): Promise<void> {
  if (!HAS_REDIS) throw new Error('there is no redis-server; install it, or name it in REDIS_SERVER');
  const [seconds = 3600, seed = 1] = process.argv.slice(2).map(Number);
  const next = random(seed);
  const counts = new Map<string, number>();
  const results: string[] = [];
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end) {
    const round = await Round.open(next);
    try {
      const both = await round.run(counts);
      results.push(...both);
      const state = both.map((text) => text.split('\n')[0]).join(', ');
      console.log(`round ${results.length / 2}, ${round.seconds} s: ${state}`);
      const not = both.filter((text) => text !== 'right');
      if (not.length === 0) continue;
      const text = [`round ${results.length / 2}`, ...not, round.history].join('\n  ');
      console.error(text);
      appendFileSync(`build/chaos-${seed}.log`, `${text}\n`);
    } finally {
      await round.close();
    }
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
