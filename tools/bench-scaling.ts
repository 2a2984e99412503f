/**
 * Builds of up to 10,000 maps on up to 2,000 workers, modelled with measured times: `npm run tool bench-scaling -- [MAPS...]`.
 *
 * Measures the bakes of some maps and the costs of a fleet beside them, then models builds (`fleet-model.ts`) and writes docs/scaling.md and its plot,
 * in less than five minutes. Only processor time is measured, which a busy machine changes little.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../cli/shared/output.js';
import { ARTIFACTS } from '../src/core/artifacts/list.js';
import { compressHere } from '../src/core/blob/compress.js';
import { boundsParts } from '../src/core/bounds/part.js';
import { readMap } from '../src/core/maps/read-map.js';
import { build } from '../src/pipeline/build/build.js';
import { openCache } from '../src/pipeline/cache/shared-cache.js';
import { parseConfig } from '../src/pipeline/config/config.js';
import { findTargets } from '../src/pipeline/config/targets.js';
import { openFleet } from '../src/pipeline/fleet/fleet.js';
import { startCacheServer } from '../test/cache-server.js';
import { mapText } from '../test/maps.js';
import { HAS_REDIS, startRedis } from '../test/redis.js';
import {
  type Faults,
  FLEET_COSTS,
  type FleetCosts,
  type ModelMap,
  NO_FAULTS,
  type Simulated,
  simulateFleet,
} from './fleet-model.js';
import { logPlot } from './log-plot.js';
import { mapFiles } from './maps.js';

const PREP = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
const WORKERS = [1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000, 2000];
/** Of them in the table. */
const SHOWN = [1, 8, 64, 250, 1000, 2000];
const MAPS = [100, 1000, 10_000];
/** Maps to measure what a job costs beside its bake, and their side: larger than those that are given in batches. */
const TINY = 150;
const SIDE = 72;
/** Ticks of /proc in a second. */
const TICKS = 100;
/** Maps whose times are measured, in this order, until so many seconds are over; and the largest file. */
const MEASURED = [0, 4, 2, 6, 1, 5, 3, 7];
const MEASURE_SECONDS = 20;
const MOST_BYTES = 70_000;

/** Runs of chunks that stand for all of a map, and chunks in each. */
const SAMPLES = 6;
const SAMPLED = 1;
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

async function timesOf(file: string): Promise<ModelMap> {
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
async function cellTimesOf(file: string): Promise<ModelMap> {
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

/** A worker process and a build of the first maps, which loads all code. */
async function startFleet(folder: string, url: string, cacheAddress: string) {
  const worker = spawn(process.execPath, [PREP, 'worker', url, '--cache', cacheAddress, '--threads', '1', '--json'], {
    cwd: folder,
  });
  await once(worker.stdout, 'data');
  worker.stdout.resume();
  const cache = await openCache(cacheAddress, { folder });
  const fleet = await openFleet(url, { cache });
  const config = parseConfig({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] });
  const targets = await findTargets(config, folder, 'config');
  const out = mkdtempSync(join(folder, 'out-'));
  const run = (from: number, to: number) => build(targets.slice(from, to), { folder, out, cache, remote: fleet });
  await run(0, TINY / 3);
  const close = async () => {
    await fleet.close();
    worker.kill();
  };
  return { run, cache, pid: worker.pid, close };
}

/** Processor times of builder, Redis and worker for a map of a few cells, and its requests to the cache. */
async function costsOf(): Promise<FleetCosts> {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-scaling-'));
  mkdirSync(join(folder, 'maps'));
  for (let i = 0; i < TINY; i++) writeFileSync(join(folder, `maps/t${i}.map`), mapText('noise', SIDE, 0.2, i + 1));
  const redis = await startRedis();
  const redisSeconds = () => {
    const text = execFileSync('redis-cli', ['-u', redis.url, 'info', 'cpu'], { encoding: 'utf8' });
    return ['sys', 'user'].reduce(
      (sum, name) => sum + Number(new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(text)?.[1]),
      0,
    );
  };
  const one = await startFleet(folder, redis.url, join(folder, 'cache'));
  const seconds = () => [ownSeconds(), redisSeconds(), secondsOf(one.pid)];
  const before = seconds();
  await one.run(TINY / 3, TINY);
  const [builder, redisTime, job] = seconds().map((value, i) => (value - before[i]) / ((2 * TINY) / 3));
  await one.close();
  const server = await startCacheServer();
  const other = await startFleet(folder, redis.url, server.url);
  const [all, asked] = [server.asked.length, other.cache.counts.requests];
  await other.run(TINY / 3, TINY);
  const perMap = (count: number) => Math.round(count / ((2 * TINY) / 3));
  const mine = perMap(other.cache.counts.requests - asked);
  const requests = { submit: mine - 1, job: perMap(server.asked.length - all) - mine, collect: 1 };
  await other.close();
  await server.close();
  await redis.close();
  rmSync(folder, { recursive: true });
  return { ...FLEET_COSTS, submit: builder / 2, collect: builder / 2, redis: redisTime, job, requests };
}

/** So many maps, the measured ones again and again. */
function many(times: ModelMap[], count: number): ModelMap[] {
  return Array.from({ length: count }, (_, i) => ({ ...times[i % times.length] }));
}

const ms = (seconds: number) => `${(1000 * seconds).toFixed(2)} ms`;
const percent = (share: number) => `${Math.round(100 * share)} %`;
const total = (maps: ModelMap[]) => maps.reduce((sum, { seconds }) => sum + seconds, 0);
const mean = (maps: ModelMap[]) => total(maps) / maps.length;

/** Builds of {@link MAPS} maps, and one with boxes in every cell. */
function scale(times: ModelMap[], cellTimes: ModelMap[], costs: FleetCosts) {
  const builds = [
    ...MAPS.map((count) => ({ what: 'jump points', all: times, count })),
    { what: 'every cell', all: cellTimes, count: 10_000 },
  ];
  return builds.map(({ what, all, count }) => {
    const maps = many(all, count);
    const runs = WORKERS.map((workers) => ({ workers, ...simulateFleet(maps, workers, costs) }));
    return { what, count, alone: total(maps), runs };
  });
}

/** A build of 10,000 maps with boxes in every cell on 250 workers, with what goes wrong. */
function troubles(cellTimes: ModelMap[], costs: FleetCosts): string[][] {
  const cases: [string, Partial<Faults>, Partial<FleetCosts>?][] = [
    ['nothing', {}],
    ['a tenth of the workers three times slower', { stragglers: 0.1, slowdown: 3 }],
    ['each worker dies once in ten minutes', { lifetime: 600 }],
    ['each worker dies once a minute', { lifetime: 60 }],
    ['a fifth of the workers with another cache', { wrongCache: 0.2 }],
    ['a round trip of 50 ms to the cache', {}, { roundTrip: 0.05 }],
    ['a cache that takes 5 ms for a request', {}, { cache: 0.005 }],
  ];
  const run = ([, faults, other]: (typeof cases)[0]): Simulated =>
    simulateFleet(many(cellTimes, 10_000), 250, { ...costs, ...other }, { ...NO_FAULTS, ...faults });
  return cases.map((one) => {
    const { seconds, repeated, busy } = run(one);
    return [one[0], seconds.toFixed(0), String(repeated), percent(busy.workers), percent(busy.cache)];
  });
}

const markdown = ([header, ...rows]: string[][]) =>
  [
    `| ${header.join(' | ')} |`,
    `|--|${header
      .slice(1)
      .map(() => '--:|')
      .join('')}`,
  ]
    .concat(rows.map((row) => `| ${row.join(' | ')} |`))
    .join('\n');

function page(times: ModelMap[], cellTimes: ModelMap[], costs: FleetCosts, rows: string[][]): string {
  const perSecond = 1 / (costs.submit + costs.collect);
  const seconds = times.map((map) => map.seconds);
  const { submit, job, collect } = costs.requests;
  return `# How a fleet scales

\`npm run tool bench-scaling\` writes this page: a model of the fleet's rules (\`tools/fleet-model.ts\`) with measured times. Processor times of
${cpus()[0].model.trim()}, Node ${process.version}.

- **Maps**: ${times.length} of \`../shared/maps\`, at most 256 x 256, jump distances and exact goal bounds at jump points: ${ms(Math.min(...seconds))} to ${Math.max(...seconds).toFixed(2)} s each, ${mean(times).toFixed(2)} s in the mean, again and again until there are enough. With exact boxes in every cell instead, from samples of ${SAMPLES} times ${SAMPLED} chunks: ${mean(cellTimes).toFixed(1)} s in the mean, up to ${Math.max(...cellTimes.map((map) => map.seconds)).toFixed(0)} s; 5 % for the compression, which is not shared.
- **The machine that builds**: ${ms(costs.submit + costs.collect)} a map, to read it, put it into the cache, give the job, take the outputs and write them. **Redis**: ${ms(costs.redis)} a job. **A worker**: ${ms(costs.job)} a job (that of a map of ${SIDE} x ${SIDE}, its bake included).
- **The cache**: ${submit + job + collect} requests a map, ${job} of them of the worker. Assumed: ${ms(costs.cache)} of the server for each, and a round trip of ${ms(costs.roundTrip)}.
- A shard of a long bake: ${costs.shard} s; ${ms(costs.prepare)} to make a map ready for it, ${ms(costs.merge)} to take its part.

![Times faster than one thread, by workers](pictures/scaling.svg)

${markdown(rows)}

## What goes wrong, and what it costs

10,000 maps with boxes in every cell on 250 workers. A worker that dies is back after ${NO_FAULTS.restart} s, its job is given again after ${NO_FAULTS.lock} s; one with another cache gives its job back and rests for ${NO_FAULTS.rest} s.

${markdown([['trouble', 'seconds', 'jobs given again', 'workers busy', 'cache busy'], ...troubles(cellTimes, costs)])}

## Where it stops, and why

- **With few maps, at the longest one**: a map that is shared takes a second until that is known, a shard, and its compression, which one thread does. More workers than maps and shards have nothing to do.
- **With many maps, at the machine that builds**: it gives and takes at most ${perSecond.toFixed(0)} maps a second, so ${mean(times).toFixed(2)} s a map keep ${(mean(times) * perSecond).toFixed(0)} workers busy, and no more. Redis, at ${(1 / costs.redis).toFixed(0)} jobs a second, comes after that.
- So beyond that, two builds with half of the maps each, on two machines, share the queue and the cache; longer bakes move the limit up in proportion: with boxes in every cell the same machine keeps ${Math.round(mean(cellTimes) * perSecond)} workers busy.
- **Worlds**: a tile of 1024 x 1024 cells of \`prep generate land\` takes 530 ms of a worker's processor time (two jobs: the bake, then its gates) and 86 ms of the machine's that builds: read, looked for in the cache, packed, given, taken and written, two thirds of it on the build's threads (\`--threads\`), the rest on its main one. So each thread keeps six workers busy, all together some twenty; of an unchanged world a tile takes 30 ms.
- Not in here: bandwidth. Of a map and its outputs some hundred kB travel; at ${perSecond.toFixed(0)} maps a second that is what a gigabit can carry.

\`prep estimate --workers N\` says about your maps what bounds them: the workers together, the longest map, or the machine that builds.
`;
}

async function main(): Promise<void> {
  if (!HAS_REDIS) throw new Error('there is no redis-server; install it, or name it in REDIS_SERVER');
  const files = mapFiles(process.argv.slice(2)).filter((file) => readFileSync(file).length <= MOST_BYTES);
  const times: ModelMap[] = [];
  const cellTimes: ModelMap[] = [];
  const some = spread(files, MEASURED.length);
  for (const file of MEASURED.flatMap((i) => some[i] ?? [])) {
    if (ownSeconds() > MEASURE_SECONDS) break;
    times.push(await timesOf(file));
    cellTimes.push(await cellTimesOf(file));
  }
  const costs = await costsOf();
  const curves = scale(times, cellTimes, costs);
  const plotted = curves.map(({ what, count, alone, runs }) => ({
    name: what === 'jump points' ? `${count} maps` : `${count}, every cell`,
    points: runs.map((run) => [run.workers, alone / run.seconds]),
  }));
  const title = 'How much faster a build is with more workers';
  const axes: [string, string] = ['workers', 'times faster than one thread'];
  writeFileSync('docs/pictures/scaling.svg', logPlot({ title, axes, series: plotted, curves: true }));
  const header = ['maps', 'goal bounds in', 'workers', 'seconds', 'times one thread'];
  const rows = [[...header, 'workers busy', 'builder busy', 'Redis busy', 'cache busy']];
  for (const { what, count, alone, runs } of curves)
    for (const { workers, seconds, busy } of runs.filter((run) => SHOWN.includes(run.workers)))
      rows.push([
        ...[String(count), what, String(workers), seconds.toFixed(1), (alone / seconds).toFixed(1)],
        ...[busy.workers, busy.builder, busy.redis, busy.cache].map(percent),
      ]);
  writeFileSync('docs/scaling.md', page(times, cellTimes, costs, rows));
  console.log(table(rows, 0));
}

await main();
