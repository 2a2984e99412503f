/** Builds and workers in one process, their queue and their cache in memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { build } from '../src/pipeline/build/build.js';
import type { BuildOptions } from '../src/pipeline/build/build-options.js';
import type { Row } from '../src/pipeline/build/events.js';
import { parseConfig } from '../src/pipeline/config/config.js';
import { findTargets } from '../src/pipeline/config/targets.js';
import { bakesHere } from '../src/pipeline/fleet/baker.js';
import { type FleetOptions, fleetOn } from '../src/pipeline/fleet/fleet.js';
import { JobRunner } from '../src/pipeline/fleet/job-runner.js';
import { WORKER_DEFAULTS, type WorkerEvent, type WorkerOptions } from '../src/pipeline/fleet/worker-options.js';
import type { Kind } from './grids.js';
import { writeMap } from './maps.js';
import { MemoryQueue } from './memory-queue.js';
import { memoryCache } from './memory-store.js';
import { temporaryFolder } from './prep.js';

/** A worker of a queue. */
export function workerOf(queue: MemoryQueue, options: Pick<WorkerOptions, 'cache'> & Partial<WorkerOptions>) {
  const events: WorkerEvent[] = [];
  let rests = 0;
  const own = { ...WORKER_DEFAULTS, threads: 1, name: 'w', onEvent: (event: WorkerEvent) => void events.push(event) };
  const rest = () => {
    rests++;
    queue.work(undefined);
  };
  const folder = temporaryFolder();
  const runner = new JobRunner(...queue.both, folder, { ...own, ...options }, rest, bakesHere);
  onTestFinished(() => runner.close());
  const start = () => queue.work((job, token) => runner.run(job, token));
  return { runner, events, start, rests: () => rests };
}

/** A build's end of a queue. */
export async function fleetOf(queue: MemoryQueue, options: FleetOptions) {
  const said: string[] = [];
  const onEvent: FleetOptions['onEvent'] = (event) =>
    said.push(event.event === 'workers' ? `${event.workers} workers, ${event.threads} threads` : event.text);
  const fleet = await fleetOn(...queue.both, { onEvent, ...options });
  onTestFinished(() => fleet.close());
  return Object.assign(fleet, { said });
}

/** A queue with a build and a worker, which is to be started. */
export async function opened(options: Partial<FleetOptions> = {}, work: Partial<WorkerOptions> = {}) {
  const { cache, store } = memoryCache();
  const queue = new MemoryQueue();
  const fleet = await fleetOf(queue, { cache, ...options });
  return { cache, store, queue, fleet, ...workerOf(queue, { cache, ...work }) };
}

/** Maps of a folder, and what is to be made of them. */
export function project(artifacts: object, more: object = {}) {
  const folder = temporaryFolder();
  const config = parseConfig({ inputs: [{ maps: 'maps/*.map', artifacts, ...more }] });
  const run = async (out: string, options: Partial<BuildOptions> = {}): Promise<Row[]> =>
    (
      await build(await findTargets(config, folder, 'config'), {
        folder,
        out: join(folder, out),
        threads: 1,
        ...options,
      })
    ).rows;
  const map = (name: string, kind: Kind, side: number, density: number, seed: number) =>
    writeMap(join(folder, 'maps', name), kind, side, density, seed);
  /** The outputs of a build, which are those of a local one. */
  const same = (rows: Row[], out: string) => {
    for (const { file } of rows.flatMap(({ outputs }) => outputs))
      expect(readFileSync(join(folder, out, file))).toEqual(readFileSync(join(folder, 'local', file)));
  };
  return { folder, run, map, same };
}
export const results = (rows: Row[]) =>
  rows.map(({ map, status, error }) => [map, status, (error as Error | undefined)?.message]);
/** Small maps, one job each. */
export const small = (count: number) => {
  const one = project({ jps: {} });
  for (let i = 0; i < count; i++) one.map(`m${i}.map`, 'noise', 12 + i, 0.2, i + 1);
  return one;
};

/** Waits until nothing throws any more, also on a busy machine. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });
