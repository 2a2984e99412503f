/** `prep build` as a function. */
import { basename, dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { FleetError, ThreadError } from '../../core/errors.js';
import { removeLeftovers } from '../../core/files/atomic.js';
import { sha256 } from '../../core/files/sha256.js';
import { MemoryBudget, PROCESS } from '../../core/threads/memory.js';
import { defaultJobs } from '../../core/threads/pool.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { checkLinks } from '../config/output-folder.js';
import { type Output, type Target, titleOf } from '../config/targets.js';
import { BUILD_DEFAULTS, type BuildOptions } from './build-options.js';
import { bakeThreads, Crew, type OnProgress } from './crew.js';
import type { BuildEvent, Row, Summary } from './events.js';
import { Examiner } from './examine.js';
import { forAll, inBatches } from './for-all.js';
import { type Job, memoryFor, rowOf, toBake } from './job.js';
import { removeModule, type WrittenModule, wantsModule, writeModule, writtenModule } from './loader-module.js';
import { writeManifest } from './manifest.js';
import { OutFolder, originOf } from './out-folder.js';
import { type Order, type Remote, withPath } from './remote.js';
import { giveOutput, keyOf } from './shared-outputs.js';
import { takeRight } from './taken.js';
import type { Baked } from './task.js';
import { bakeWorld } from './worlds.js';

const FETCHED_AT_ONCE = 16;

/**
 * Bakes outputs that are not up to date, and writes the record and the manifest.
 *
 *     const { config, folder, file } = await readConfig('prep.config.json');
 *     const targets = await findTargets(config, folder, file);
 *     const summary = await build(targets, { folder, out: join(folder, config.outDir) });
 */
export async function build(targets: Target[], options: Partial<BuildOptions> = {}): Promise<Summary> {
  const all = { ...BUILD_DEFAULTS, ...options };
  const { out, dryRun } = all;
  const files = targets.flatMap(({ outputs }) => outputs.map(({ file }) => file));
  if (!dryRun) {
    const folders = new Set([out, ...files.map((file) => dirname(join(out, file)))]);
    await checkLinks(folders, out, all.folder);
    await removeLeftovers(folders);
  }
  return new Build(targets, all, await OutFolder.open(out)).run();
}

class Build {
  private readonly report = (event: BuildEvent) => this.options.onEvent?.(event);
  private readonly rows: Row[] = [];
  private readonly faults: unknown[] = [];
  private readonly fetching = pLimit(FETCHED_AT_ONCE);
  private readonly checking = pLimit(1);
  private readonly examiner: Examiner;
  /** The world under way; it ends after its threads. */
  private world: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly targets: Target[],
    private readonly options: BuildOptions,
    private readonly outputs: OutFolder,
  ) {
    this.examiner = new Examiner(targets, options, outputs.entries);
  }

  async run(): Promise<Summary> {
    const { out, dryRun, clean, signal } = this.options;
    const { entries } = this.outputs;
    let jobs = (await inBatches(this.targets, (target) => this.examine(target))).flat();
    const hasModule = wantsModule(this.targets, this.options.module);
    // A build without a module on purpose; a plugin's folders have none.
    const goneModule = hasModule ? [] : await writtenModule(out);
    const gone = [...this.outputs.orphans(this.targets), ...goneModule];
    let module: WrittenModule | undefined;
    let cleaned = false;
    const work = jobs.reduce((sum, job) => sum + job.work, 0);
    const stale = jobs.length;
    this.report({ event: 'start', maps: this.targets.length, stale, work, orphans: gone });
    if (dryRun) for (const job of jobs) this.add(job, 'stale');
    else {
      // Before the first bake: one error instead of one per map.
      if (stale > 0) await this.outputs.tryWriting();
      jobs = await this.fetchAll(jobs);
      await this.bakeAll(jobs);
      // The module that stays after a failure names outputs of earlier builds.
      cleaned = clean && !signal?.aborted && (this.isWhole || !hasModule);
      if (cleaned) {
        const removed = (file: string) => this.report({ event: 'removed', file });
        if (!hasModule) await removeModule(out, removed);
        await this.outputs.removeOrphans(gone, removed);
      }
      const isChanged = stale > 0 || (cleaned && gone.length > 0) || this.outputs.isRenamed;
      if (isChanged) await this.outputs.record().catch((error) => this.faults.push(error));
      signal?.throwIfAborted();
      if (hasModule) module = await this.writeModule().catch((error) => void this.faults.push(error));
      await writeManifest(out, this.rows, entries, module?.file).catch((error) => this.faults.push(error));
    }
    this.rows.sort((a, b) => (a.map < b.map ? -1 : 1));
    const { rows, faults } = this;
    const untried = this.targets.length - rows.length;
    return { rows, orphans: gone, cleaned, untried, ...(module && { module }), faults };
  }

  /** Whether all maps were tried, and none failed. */
  private get isWhole(): boolean {
    return this.rows.length === this.targets.length && this.rows.every(({ status }) => status !== 'failed');
  }

  /** Writes the module of a build without failures; otherwise the old one stays. */
  private async writeModule(): Promise<WrittenModule | undefined> {
    const { targets, outputs, options } = this;
    if (!this.isWhole) return undefined;
    return writeModule(options.out, targets, outputs.entries, (text) => this.report({ event: 'trouble', text }));
  }

  private async examine(target: Target): Promise<Job[]> {
    this.options.signal?.throwIfAborted();
    try {
      const job = await this.examiner.examine(target);
      if (job.reasons.some(Boolean)) return [job];
      for (const { file } of target.outputs) this.outputs.renamed(file, target.map);
      this.add(job, 'cached');
    } catch (error) {
      this.fail(target, error);
    }
    return [];
  }

  /** Takes outputs from the shared cache. @returns the jobs left to bake */
  private async fetchAll(jobs: Job[]): Promise<Job[]> {
    const { cache, force, signal } = this.options;
    if (!cache || force) return jobs;
    const left = await inBatches(
      jobs,
      async (job) => {
        if (job.target.world) return true;
        const start = performance.now();
        // The bake reports errors.
        const isThere = !signal?.aborted && (await this.fetch(job, cache).catch(() => false));
        if (isThere) this.add(job, 'fetched', (performance.now() - start) / 1000);
        return !isThere;
      },
      FETCHED_AT_ONCE,
    );
    return jobs.filter((_, i) => left[i]);
  }

  private async fetch(job: Job, cache: SharedCache): Promise<boolean> {
    const { target, reasons, source } = job;
    const stale = target.outputs.filter((_, i) => reasons[i] !== '');
    // One map at a time, because its cells are in memory.
    const prints = () => this.checking(() => this.examiner.printsOf(target, source.mapSha256));
    const outputs = await takeRight(cache, job, stale, this.options.out, prints);
    const made = { ...originOf(target, source.mapSha256), seconds: 0 };
    for (const [i, output] of stale.entries()) {
      const taken = outputs[i];
      if (taken) await this.outputs.keep(target, output, taken.bytes, { ...taken.about, beside: source.beside }, made);
    }
    return outputs.every((taken) => taken !== undefined);
  }

  /** Whether the cache has a wrong value, so that a worker would use it. */
  private isWrongInCache({ target, source }: Job): boolean {
    return target.outputs.some((output) => this.options.cache?.wasWrong(keyOf(target, output, source)));
  }

  private async bakeAll(jobs: Job[]): Promise<void> {
    if (jobs.length === 0) return;
    const { remote, threads, maxMemory, signal } = this.options;
    const atHome = threads || defaultJobs();
    const memory = new MemoryBudget(maxMemory);
    const pool = this.options.pool ?? bakeThreads(atHome);
    const crew = new Crew(pool, atHome, () => jobs.length, memory);
    const locally = (job: Job) => memory.within(memoryFor(job), () => this.bake(job, crew));
    // A world takes all memory: one at a time.
    const world = (job: Job) => memory.within(maxMemory - PROCESS, () => this.bakeWorld(job));
    const remotely = (job: Job, remote: Remote) =>
      this.bakeRemotely(job, remote).catch((error) => (remote.bakesHere ? locally(job) : Promise.reject(error)));
    try {
      await forAll(jobs, remote?.atOnce ?? atHome, {
        bake: (job) =>
          job.target.world ? world(job) : remote && !this.isWrongInCache(job) ? remotely(job, remote) : locally(job),
        failed: (job, error) => {
          this.fail(job.target, error);
          return !this.options.bail;
        },
        stop: async () => {
          await (remote?.withdraw() ?? pool.close());
          await this.world;
        },
        signal,
      });
    } finally {
      if (pool !== this.options.pool) await pool.close();
    }
  }

  /** Lets another machine bake a map. @returns a function that takes the outputs from the cache */
  private async bakeRemotely(examined: Job, remote: Remote): Promise<() => Promise<void>> {
    const { cache } = this.options;
    if (!cache) throw new FleetError('machines that bake need a cache that they share with the build');
    const start = performance.now();
    const map = titleOf(examined.target);
    this.report({ event: 'baking', map, work: examined.work });
    let job = examined;
    const order = async () => {
      const bytes = await this.examiner.read(job.target);
      // The map may have changed since it was examined.
      if (sha256(bytes) !== job.source.mapSha256) job = await this.examiner.examine(job.target);
      return this.orderOf(job, bytes);
    };
    const give = () =>
      remote
        .bake(order, (progress) => this.report({ event: 'progress', map, ...progress }))
        .catch((error) => Promise.reject(withPath(error, examined.target.map, this.examiner.pathOf(examined.target))));
    const take = () => this.fetching(() => cache.retry(() => this.fetch(job, cache)));
    let { worker } = await give();
    return async () => {
      if (!(await take())) {
        // The job may be of an earlier build, and the cache may have evicted its outputs.
        ({ worker } = await give());
        if (!(await take())) throw cache.missing(worker, 'it');
      }
      this.add(job, 'built', (performance.now() - start) / 1000, { worker });
    };
  }

  private orderOf({ target, reasons, source, size }: Job, bytes: Uint8Array): Order {
    const { folder, force } = this.options;
    const stale = reasons.flatMap((reason, i) => (reason === '' ? [] : [i]));
    return { target, stale, source, bytes, folder, size, force };
  }

  /** @returns a function that writes the outputs */
  private async bake(job: Job, crew: Crew): Promise<() => Promise<void>> {
    const { target } = job;
    const { signal } = this.options;
    const start = performance.now();
    this.report({ event: 'baking', map: titleOf(target), work: job.work });
    const bytes = await this.examiner.read(target);
    const mapSha256 = sha256(bytes);
    // The map may have changed since it was examined.
    const reasons = await this.examiner.reasonsOf(target, mapSha256);
    const stale = target.outputs.filter((_, i) => reasons[i] !== '');
    const file = this.examiner.pathOf(target);
    const map = { bytes, file, name: basename(target.map), reading: this.examiner.readingOf(target) };
    const onProgress: OnProgress = (artifact, done, total) =>
      this.report({ event: 'progress', map: titleOf(target), artifact, done, total });
    const baked = await crew.bake(toBake(target, stale, map), onProgress).catch((error) => {
      throw error instanceof ThreadError ? new ThreadError(`${error.message}; build again`) : error;
    });
    signal?.throwIfAborted();
    const seconds = (performance.now() - start) / 1000;
    const source = this.examiner.sourceOf(target, bytes, baked.beside);
    return () => this.write({ ...job, reasons, source }, stale, baked, seconds);
  }

  private async bakeWorld(examined: Job): Promise<() => Promise<void>> {
    // The map may have changed since it was examined.
    const job = { ...(await this.examiner.examine(examined.target)), work: examined.work };
    const made = bakeWorld(job, this.options, this.report);
    this.world = made.catch(() => {});
    const { entry, ...more } = await made;
    const { fetched, baked, searched } = more.tiles;
    this.outputs.entries.set(job.target.outputs[0].file, { ...originOf(job.target, job.source.mapSha256), ...entry });
    this.add(job, fetched > 0 && baked + searched === 0 ? 'fetched' : 'built', entry.seconds, more);
    return async () => {};
  }

  private async write(job: Job, stale: Output[], baked: Baked, seconds: number): Promise<void> {
    const { target, source } = job;
    const { cache } = this.options;
    const { outputs, warnings, walls, ...about } = baked;
    this.examiner.warn(warnings);
    const made = { ...originOf(target, source.mapSha256), seconds: seconds / stale.length };
    for (const [i, output] of stale.entries()) {
      // The cache comes first: if it has another value for the key, none is written.
      if (cache) await giveOutput(cache, keyOf(target, output, source), outputs[i], baked, output.file);
      await this.outputs.keep(target, output, outputs[i], about, made);
    }
    this.add(job, 'built', seconds, walls && { walls });
    await this.outputs.recordNowAndThen();
  }

  private add(job: Job, status: Row['status'], seconds = 0, more: Pick<Row, 'worker' | 'tiles' | 'walls'> = {}): void {
    const row = Object.assign(rowOf(job, status, seconds, this.outputs.entries), more);
    this.rows.push(row);
    this.report(status === 'fetched' ? { ...row, event: status, work: job.work } : { ...row, event: status });
  }

  private fail(target: Target, error: unknown): void {
    const map = titleOf(target);
    this.rows.push({ map, status: 'failed', seconds: 0, reason: '', outputs: [], openCells: 0, error });
    this.report({ event: 'failed', map, path: this.examiner.pathOf(target), error });
  }
}
