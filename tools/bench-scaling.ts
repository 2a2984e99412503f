/**
 * Builds of up to 10,000 maps on up to 2,000 workers, simulated with measured times: `npm run tool bench-scaling -- [MAPS...]`.
 *
 * Measures what maps take and what a fleet costs beside them, then simulates builds of up to 10,000 maps on up to
 * 2,000 workers with these times, and writes docs/scaling.md and its plot. All that is measured is processor time, so that a busy machine tells the same.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../cli/shared/text-table.js';
import { ARTIFACTS } from '../src/artifacts/list.js';
import { compressHere } from '../src/blob/compress.js';
import { boundsParts } from '../src/bounds/part.js';
import { build } from '../src/build/build.js';
import { openCache } from '../src/cache/shared-cache.js';
import { parseConfig } from '../src/config/config.js';
import { findTargets } from '../src/config/targets.js';
import { openFleet } from '../src/fleet/fleet.js';
import { FLEET_COSTS, type FleetCosts, type SimulatedMap, simulateFleet } from '../src/fleet/simulate.js';
import { readMap } from '../src/maps/read-map.js';
import { mapText } from '../test/maps.js';
import { HAS_REDIS, startRedis } from '../test/redis.js';
import { mapFiles } from './maps.js';
import { scalingPlot } from './scaling-plot.js';

const PREP = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
const WORKERS = [1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000, 2000];
const MAPS = [100, 1000, 10_000];
/** Tiny maps, to see what a job costs beside its bake. */
const TINY = 300;
/** Ticks of /proc in a second. */
const TICKS = 100;
/** Maps whose times are measured, and the largest file. */
const MEASURED = 16;
const MOST_BYTES = 300_000;

/** Runs of chunks that stand for all of a map, and chunks in each. */
const SAMPLES = 6;
const SAMPLED = 8;
/** Floods and the compression of their boxes, over the floods alone. */
const COMPRESSION = 1.05;

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function secondsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function timesOf(file: string): Promise<SimulatedMap> {
  const context = {
    map: basename(file),
    codec: 'zstd',
    zstdLevel: 19,
    compressor: compressHere,
    threads: 1,
    made: {},
  } as const;
  const start = ownSeconds();
  const { grid } = await readMap(readFileSync(file), { file });
  await ARTIFACTS.jps.bake(grid, ARTIFACTS.jps.defaults, context);
  const before = ownSeconds();
  await ARTIFACTS.bounds.bake(grid, ARTIFACTS.bounds.defaults, context);
  const end = ownSeconds();
  return { seconds: end - start, shareable: end - before };
}

/** The same with boxes in every cell, from a sample of chunks all over the map. */
async function cellTimesOf(file: string): Promise<SimulatedMap> {
  const { grid } = await readMap(readFileSync(file), { file });
  const { chunks, bake } = boundsParts(grid, { at: 'cells', exact: true });
  const each = Math.min(SAMPLED, Math.floor(chunks / SAMPLES));
  bake(0, each);
  const start = ownSeconds();
  for (let i = 0; i < SAMPLES; i++)
    bake(Math.floor((i * (chunks - each)) / SAMPLES), Math.floor((i * (chunks - each)) / SAMPLES) + each);
  const seconds = ((ownSeconds() - start) * chunks) / Math.max(1, SAMPLES * each);
  return { seconds: seconds * COMPRESSION, shareable: seconds };
}

/** Of so many of all, those that lie evenly among their sizes. */
function spread<T>(all: T[], count: number): T[] {
  return all.length <= count
    ? all
    : Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]);
}

/** Processor times of builder, Redis and worker for a map of a few cells. */
async function costsOf(): Promise<FleetCosts> {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-scaling-'));
  mkdirSync(join(folder, 'maps'));
  for (let i = 0; i < TINY; i++) writeFileSync(join(folder, `maps/t${i}.map`), mapText('noise', 8, 0.2, i + 1));
  const redis = await startRedis();
  const redisSeconds = () => {
    const text = execFileSync('redis-cli', ['-u', redis.url, 'info', 'cpu'], { encoding: 'utf8' });
    return ['sys', 'user'].reduce(
      (sum, name) => sum + Number(new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(text)?.[1]),
      0,
    );
  };
  const worker = spawn(process.execPath, [PREP, 'worker', redis.url, '--cache', 'cache', '--threads', '1', '--json'], {
    cwd: folder,
  });
  await once(worker.stdout, 'data');
  worker.stdout.resume();
  const cache = await openCache(join(folder, 'cache'));
  const fleet = await openFleet(redis.url, { cache });
  const config = parseConfig({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] });
  const targets = await findTargets(config, folder, 'config');
  // The first maps warm all of it up.
  const run = (from: number, to: number) =>
    build(targets.slice(from, to), { folder, out: join(folder, 'out'), cache, elsewhere: fleet });
  await run(0, TINY / 3);
  const before = [ownSeconds(), redisSeconds(), secondsOf(worker.pid)];
  await run(TINY / 3, TINY);
  const after = [ownSeconds(), redisSeconds(), secondsOf(worker.pid)];
  const [own, redisTime, job] = after.map((seconds, i) => (seconds - before[i]) / ((2 * TINY) / 3));
  await fleet.close();
  worker.kill();
  await redis.close();
  rmSync(folder, { recursive: true });
  return { ...FLEET_COSTS, submit: own / 2, collect: own / 2, redis: redisTime, job };
}

/** So many maps, the measured ones again and again. */
function many(times: SimulatedMap[], count: number): SimulatedMap[] {
  return Array.from({ length: count }, (_, i) => ({ ...times[i % times.length] }));
}

const ms = (seconds: number) => `${(1000 * seconds).toFixed(2)} ms`;
const percent = (share: number) => `${Math.round(100 * share)} %`;

async function main(): Promise<void> {
  if (!HAS_REDIS) throw new Error('there is no redis-server here; install it, or name it in REDIS_SERVER');
  const files = mapFiles(process.argv.slice(2)).filter((file) => readFileSync(file).length <= MOST_BYTES);
  const times: SimulatedMap[] = [];
  const cellTimes: SimulatedMap[] = [];
  for (const file of spread(files, MEASURED)) {
    times.push(await timesOf(file));
    cellTimes.push(await cellTimesOf(file));
  }
  const costs = await costsOf();
  const total = (maps: SimulatedMap[]) => maps.reduce((sum, { seconds }) => sum + seconds, 0);
  const builds = [
    ...MAPS.map((count) => ({ what: 'jump points', all: times, count })),
    { what: 'every cell', all: cellTimes, count: 10_000 },
  ];
  const curves = builds.map(({ what, all, count }) => {
    const maps = many(all, count);
    return {
      what,
      count,
      alone: total(maps),
      runs: WORKERS.map((workers) => ({ workers, ...simulateFleet(maps, workers, costs) })),
    };
  });
  writeFileSync(
    'docs/pictures/scaling.svg',
    scalingPlot(
      curves.map(({ what, count, alone, runs }) => ({
        name: what === 'jump points' ? `${count} maps` : `${count}, every cell`,
        points: runs.map((run) => [run.workers, alone / run.seconds]),
      })),
    ),
  );
  const rows = curves.flatMap(({ what, count, alone, runs }) =>
    runs
      .filter(({ workers }) => [1, 8, 64, 250, 1000, 2000].includes(workers))
      .map(({ workers, seconds, busy }) => [
        String(count),
        what,
        String(workers),
        seconds.toFixed(1),
        (alone / seconds).toFixed(1),
        percent(busy.workers),
        percent(busy.builder),
        percent(busy.redis),
      ]),
  );
  const header = [
    'maps',
    'goal bounds in',
    'workers',
    'seconds',
    'times one thread',
    'workers busy',
    'builder busy',
    'Redis busy',
  ];
  const mean = total(times) / times.length;
  const perSecond = 1 / (costs.submit + costs.collect);
  writeFileSync(
    'docs/scaling.md',
    `# How a fleet scales

\`npm run tool bench-scaling\` writes this page: a simulation of the queue's own rules (\`src/fleet/simulate.ts\`), with times that were measured. Processor times of ${cpus()[0].model.trim()}, Node ${process.version}.

- **Maps**: ${times.length} of \`../shared/maps\`, at most 512 x 512, jump distances and exact goal bounds at jump points: ${ms(Math.min(...times.map(({ seconds }) => seconds)))} to ${Math.max(...times.map(({ seconds }) => seconds)).toFixed(2)} s each, ${mean.toFixed(2)} s in the mean, again and again until there are enough. With exact boxes in every cell instead, from samples of ${SAMPLES} times ${SAMPLED} chunks: ${(total(cellTimes) / cellTimes.length).toFixed(1)} s in the mean, up to ${Math.max(...cellTimes.map(({ seconds }) => seconds)).toFixed(0)} s; 5 % for the compression, which is not shared.
- **The machine that builds**: ${ms(costs.submit + costs.collect)} a map, to read it, put it into the cache, give the job, take the outputs and write them. **Redis**: ${ms(costs.redis)} a job. **A worker**: ${ms(costs.job)} a job beside a larger map's bake (that of a map of 8 x 8, all included).
- A shard of a long bake: ${costs.shard} s; ${ms(costs.prepare)} to make a map ready for it, ${ms(costs.merge)} to take its part.

![Times faster than one thread, by workers](pictures/scaling.svg)

| ${header.join(' | ')} |
|${header.map(() => '--:').join('|')}|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

## Where it stops, and why

- **With few maps, at the longest one**: a map that is shared takes a second until that is known, a shard, and its compression, which one thread does. More workers than maps and shards have nothing to do.
- **With many maps, at the machine that builds**: it gives and takes at most ${perSecond.toFixed(0)} maps a second, so ${mean.toFixed(2)} s a map keep ${(mean * perSecond).toFixed(0)} workers busy, and no more. Redis, at ${(1 / costs.redis).toFixed(0)} jobs a second, comes after that.
- So beyond that, two builds with half of the maps each, on two machines, share the queue and the cache; longer bakes move the limit up in proportion: with boxes in every cell the same machine keeps ${Math.round((total(cellTimes) / cellTimes.length) * perSecond)} workers busy.
- **Worlds**: a tile of 1024 x 1024 cells of \`prep generate land\` takes 530 ms of a worker's processor time (two jobs: the bake, then its gates) and 86 ms of the machine's that builds: read, looked for in the cache, packed, given, taken and written, two thirds of it on the build's threads (\`--threads\`), the rest on its main one. So each thread keeps six workers busy, all together some twenty; of an unchanged world a tile takes 30 ms.
- Not in here: the network and the cache's disk. Of a map and its outputs some hundred kB travel; at ${perSecond.toFixed(0)} maps a second that is what a gigabit can carry.

\`prep estimate --workers N\` asks the same model about your maps.
`,
  );
  console.log(table([header, ...rows], 0));
}

await main();
