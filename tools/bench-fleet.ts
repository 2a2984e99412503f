/**
 * Builds on one worker and on two: `npm run tool bench-fleet -- [DIR]`.
 *
 * Builds on one worker and on two, each a process of one job at once, over a Redis of its own: 60 generated maps, and one
 * map's exact goal bounds in every cell; some four minutes on two free cores. Wall-clock times are of this machine and this moment; beside them the processor time of the busiest worker,
 * which two free cores would be bound by. Then what a queue costs a shard, and what a second machine's build takes of a shared cache.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mapText } from '../test/maps.js';
import { HAS_REDIS, startRedis } from '../test/redis.js';
import { printTable } from './maps.js';

const PREP = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
const KINDS = ['rooms', 'maze', 'noise'] as const;
const TICKS = 100;
/** What is asked of two workers against one, and of what a queue adds to a shard, in percent. */
const [TIMES, OVERHEAD] = [1.8, 2];

interface Job {
  begun: number;
  done: number;
  isShard: boolean;
}

/** A worker process: what it did when, and its processor time. */
async function startWorker(folder: string, queue: string, name: string) {
  const child = spawn(
    process.execPath,
    [PREP, 'worker', queue, '--cache', 'cache', '--threads', '1', '--name', name, '--json'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const jobs: Job[] = [];
  let begun = 0;
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((done) => {
    lines.on('line', (line) => {
      const event = JSON.parse(line);
      if (event.event === 'ready') done();
      if (event.event === 'begun' && event.sharedWith === undefined) begun = performance.now();
      if (event.event === 'baked' || event.sharedWith !== undefined)
        jobs.push({ begun, done: performance.now(), isShard: event.shard !== undefined });
    });
  });
  await ready;
  const seconds = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  };
  const start = seconds();
  return {
    jobs,
    seconds: () => seconds() - start,
    async end() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** @returns seconds of the build, of the busiest worker, and the gaps between jobs on one */
async function measure(folder: string, workers: number, out: string) {
  const redis = await startRedis();
  rmSync(join(folder, 'cache'), { recursive: true, force: true });
  const all = await Promise.all(Array.from({ length: workers }, (_, i) => startWorker(folder, redis.url, `w${i}`)));
  const start = performance.now();
  const build = spawn(process.execPath, [PREP, 'build', '-q', '--fleet', redis.url, '--cache', 'cache', '-d', out], {
    cwd: folder,
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`the build has ended with ${code}`);
  const wall = (performance.now() - start) / 1000;
  const spent = all.map(({ seconds }) => seconds());
  const shards = all.flatMap(({ jobs }) =>
    jobs.slice(1).flatMap(({ begun, isShard }, i) => (isShard && jobs[i].isShard ? [begun - jobs[i].done] : [])),
  );
  const took = all.flatMap(({ jobs }) => jobs.filter(({ isShard }) => isShard).map(({ begun, done }) => done - begun));
  for (const worker of all) await worker.end();
  await redis.close();
  return { wall, busiest: Math.max(...spent), all: spent.reduce((a, b) => a + b, 0), shards, took };
}

const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);

async function main(): Promise<void> {
  if (!HAS_REDIS) throw new Error('there is no redis-server here; install it, or name it in REDIS_SERVER');
  const base = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'gridprep-fleet-'));
  const many = join(base, 'many');
  const large = join(base, 'large');
  for (const folder of [many, large]) mkdirSync(join(folder, 'maps'), { recursive: true });
  for (let i = 0; i < 60; i++) {
    const kind = KINDS[i % 3];
    const side = Math.round(kind === 'noise' ? 27 + 0.6 * i : kind === 'maze' ? 34 + 2.2 * i : 45 + 4.4 * i);
    writeFileSync(join(many, `maps/m${i}.map`), mapText(kind, side, 0.2, i + 1));
  }
  writeFileSync(
    join(many, 'prep.config.json'),
    '{"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{},"bounds":{"at":"cells"},"hpa":{}},"pack":true}]}',
  );
  writeFileSync(join(large, 'maps/large.map'), mapText('rooms', 1100, 0.3, 5));
  writeFileSync(
    join(large, 'prep.config.json'),
    '{"inputs":[{"maps":"maps/*.map","artifacts":{"bounds":{"at":"cells"}}}]}',
  );
  const rows: string[][] = [];
  let shards = '';
  for (const [name, folder] of [
    ['60 maps', many],
    ['one map, exact bounds in every cell', large],
  ]) {
    const one = await measure(folder, 1, 'one');
    const two = await measure(folder, 2, 'two');
    execFileSync('diff', ['-r', '-x', '.prep-record', join(folder, 'one'), join(folder, 'two')]);
    const seconds = [one.wall, two.wall, one.all, two.all, two.busiest].map((value) => value.toFixed(1));
    rows.push([
      name,
      ...seconds,
      String(TIMES),
      (one.wall / two.wall).toFixed(2),
      (one.busiest / two.busiest).toFixed(2),
    ]);
    if (folder === large) {
      const [gap, took] = [mean(one.shards), mean(one.took)];
      shards = `${one.took.length} shards of ${(took / 1000).toFixed(2)} s, ${gap.toFixed(1)} ms between two of them: asked less than ${OVERHEAD} %, reached ${((100 * gap) / took).toFixed(2)} %`;
    }
  }
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(1)}`);
  console.log(
    'Seconds by the clock; processor seconds of all workers, and of the busier one; times two workers are faster than one.',
  );
  printTable(
    ['', 'one', 'two', 'processor one', 'two', 'busier', 'times asked', 'by the clock', 'by the busier'],
    rows,
  );
  console.log(shards);
  const second = performance.now();
  const lines = execFileSync(process.execPath, [PREP, 'build', '--json', '--cache', 'cache', '-d', 'third'], {
    cwd: many,
    encoding: 'utf8',
  });
  const fetched = lines.match(/"event":"fetched"/g)?.length ?? 0;
  console.log(
    `a second machine: ${fetched} maps fetched in ${((performance.now() - second) / 1000).toFixed(2)} s, start of the process included`,
  );
  rmSync(base, { recursive: true });
}

await main();
