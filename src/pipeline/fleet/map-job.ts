/**
 * Jobs of a map and of its parts. One worker bakes the map; if that takes long, artifacts that nobody has begun become
 * jobs, and of a long one shards; the map's job packs the outputs after them
 * (docs/decisions/fleet.md).
 */
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { memoryFor } from '../build/job.js';
import { giveOutput, keyOf } from '../build/shared-outputs.js';
import type { Baked } from '../build/task.js';
import type { Output } from '../config/targets.js';
import { type BatchWork, FREE, LOOK_AFTER, type MapWork, OTHERS, type Outcome, type ShardWork } from './bake-parts.js';
import { keep } from './exchange.js';
import { JobError } from './failure.js';
import type { Part, Shard } from './jobs.js';
import { lastOf, type Place, placesOf } from './parts.js';
import { type Batch, type MapTask, sourceOf, targetOf } from './task.js';
import {
  begin,
  claimsOf,
  inThread,
  type Made,
  type Result,
  readingOf,
  type Work,
  type WorkerContext,
  workOf,
} from './work.js';

export function mapJob(work: Work): Promise<Result> {
  const { part } = work.data;
  if (!part) return wholeJob(work);
  return part.kind === 'artifact' ? artifactJob(work, part.place) : shardJob(work, part);
}

async function wholeJob(work: Work): Promise<Result> {
  const { task, target, parts, context } = work;
  const stale = task.stale.map((i) => target.outputs[i]);
  const source = sourceOf(task);
  const keys = stale.map((output) => keyOf(target, output, source));
  const there = task.force ? [] : await Promise.all(keys.map((key) => context.options.cache.has(key)));
  if (there.length > 0 && there.every(Boolean)) return false;
  const end = begin(context, { map: task.map });
  const all = placesOf(target, stale);
  const done = async (baked: Baked) => {
    await keepOutputs(context, task, baked);
    end();
    return true;
  };
  if (!(await parts.flow())) {
    const opening = new Opening(work, all, stale);
    const outcome = await work.bake(stale, { claims: opening.claims }, opening);
    if (outcome.baked) return done(outcome.baked);
    await keepRest(work, all, outcome);
  }
  const flow = await parts.flow();
  const places = await Promise.all(
    all
      .filter(({ place }) => flow?.places.includes(place))
      .map(async (one) => ({ ...one, made: await parts.artifact(one.place) })),
  );
  const missing = places.filter(({ made }) => !made);
  if (missing.length > 0) {
    end(missing.length);
    return jobsOf(missing);
  }
  const kept: MapWork['kept'] = places.flatMap(({ place, made }) => (made ? [[place, made.bytes]] : []));
  const known: MapWork['known'] = places.flatMap(({ agent, made }) => (made ? [[agent, made.about]] : []));
  const choice = flow?.choice;
  // The map has chosen with its first agent.
  if (choice) for (const [agent, about] of known) if (agent === all[0].agent) about.choice = choice;
  const { baked } = await work.bake(stale, { kept, known });
  if (!baked) throw new JobError(`parts of ${task.map} are missing`);
  return done(baked);
}

/** Jobs of artifacts, those of what they are made from not among them. */
function jobsOf(places: Place[]): Part[] {
  return lastOf(places).map(({ place }) => ({ kind: 'artifact', place }));
}

async function keepOutputs({ options: { cache } }: WorkerContext, task: MapTask, baked: Baked): Promise<void> {
  const target = targetOf(task);
  for (const [i, at] of task.stale.entries()) {
    const output = target.outputs[at];
    const key = keyOf(target, output, sourceOf(task));
    await keep(cache, () => giveOutput(cache, key, baked.outputs[i], baked, output.file));
  }
}

/** Keeps what one worker has made of a map whose rest is shared. */
async function keepRest({ parts }: Work, all: Place[], { kept, known, split }: Outcome & Made): Promise<void> {
  for (const { place, agent } of all) {
    const bytes = kept.get(place);
    const about = known.get(agent);
    if (bytes && about) await parts.keepArtifact(place, bytes, about);
  }
  if (split) await parts.keepPlan(split.place, split.done, split.ends);
  const choice = known.get(all[0].agent)?.choice;
  const places = all.filter(({ wanted }) => !choice?.leftOut.includes(wanted.name)).map(({ place }) => place);
  await parts.keepFlow({ places, ...(choice && { choice }) });
}

class Opening {
  readonly claims: Int32Array;
  private made: Made = { kept: new Map(), known: new Map() };
  private timer: NodeJS.Timeout | undefined;
  private isDue = false;
  private opened: Promise<void> | undefined;

  constructor(
    private readonly work: Work,
    private readonly all: Place[],
    private readonly stale: Output[],
  ) {
    this.claims = claimsOf(all);
  }

  begin(made: Made): void {
    this.made = made;
    this.timer = setTimeout(() => {
      this.isDue = true;
      this.open();
    }, this.work.context.options.shardMs * LOOK_AFTER);
  }

  more(): void {
    if (this.isDue) this.open();
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    await this.opened;
  }

  private open(): void {
    const waits = this.made.known.size === 0 && this.stale.some(({ choose }) => choose);
    if (this.opened || waits) return;
    this.opened = this.share();
    // Whoever ends it gets to know.
    this.opened.catch(() => {});
  }

  private async share(): Promise<void> {
    const { work, all, claims, made } = this;
    const { kept, known } = made;
    const leftOut = known.get(all[0].agent)?.choice?.leftOut ?? [];
    const taken = all.filter(({ wanted, needs }, i) => {
      // What is made from something that is being made here stays here.
      const canGo = needs.every(
        (need) => kept.has(need) || claims[all.findIndex(({ place }) => place === need)] === OTHERS,
      );
      return canGo && !leftOut.includes(wanted.name) && Atomics.compareExchange(claims, i, FREE, OTHERS) === FREE;
    });
    if (taken.length === 0) return;
    await keepRest(work, all, made);
    await work.give(jobsOf(taken));
  }
}

/** Bakes an artifact; or cuts it, where that takes long, and merges the shards when they are there. */
async function artifactJob(work: Work, name: string): Promise<Result> {
  const { task, parts, job } = work;
  if (await parts.has({ kind: 'artifact', place: name })) return false;
  const { needs, agent, wanted } = placeOf(work, name);
  const needed = await Promise.all(needs.map(async (need) => [need, await parts.artifact(need)] as const));
  const lacking = needed.filter(([, made]) => !made);
  if (lacking.length > 0) return lacking.map(([place]) => ({ kind: 'artifact', place }));
  const plan = await parts.plan(name);
  const shards = await Promise.all(
    (plan?.shards ?? []).map(async (shard) => ({ shard, made: await parts.shard(shard) })),
  );
  const missing = shards.flatMap(({ shard, made }) => (made ? [] : [shard]));
  const total = shards.length;
  if (missing.length > 0) {
    await job.updateProgress({ artifact: wanted.name, done: total - missing.length, total, shardsOf: name });
    return missing;
  }
  const end = begin(work.context, { map: task.map, place: name });
  const outcome = await work.bake([{ file: name, artifacts: [wanted] }], {
    only: { place: name, agent },
    kept: needed.flatMap(([place, made]): MapWork['kept'] => (made ? [[place, made.bytes]] : [])),
    parts: plan ? { [name]: [plan.done, ...shards.flatMap(({ made }) => made ?? [])] } : {},
  });
  if (outcome.split) {
    const { done, ends } = outcome.split;
    await parts.keepPlan(name, done, ends);
    end(ends.length - 1);
    return artifactJob(work, name);
  }
  const bytes = outcome.kept.get(name);
  const about = outcome.known.get(agent);
  if (!bytes || !about) throw new JobError(`${name} of ${task.map} was not baked`);
  await parts.keepArtifact(name, bytes, about);
  end();
  return true;
}

async function shardJob(work: Work, shard: Shard): Promise<Result> {
  const { task, target, parts, context, data } = work;
  const { place, from, to } = shard;
  if (await parts.has(shard)) return false;
  const { wanted, agent, needs } = placeOf(work, place);
  const { name: artifact, options } = wanted;
  const made: ShardWork['made'] = {};
  for (const need of needs) {
    const artifact = await parts.artifact(need);
    if (!artifact) return [{ kind: 'artifact', place: need }];
    made[need.slice(agent.length)] = artifact.bytes;
  }
  const end = begin(context, { map: task.map, place, shard: { from, to } });
  const bytes = await work.within(ARTIFACTS[artifact].memory(task.size, options), (files) => {
    const reading = readingOf(target, files, agent);
    const one: ShardWork = { same: data.task, bytes: files.bytes, agent, reading, artifact, options, made, from, to };
    return inThread<Uint8Array>(context, one);
  });
  await parts.keepShard(shard, bytes);
  end();
  return true;
}

/** @throws {JobError} if the map has no such place */
function placeOf({ target, task }: Work, name: string): Place {
  const place = placesOf(target).find(({ place }) => place === name);
  if (!place) throw new JobError(`${task.map} has no ${name}`);
  return place;
}

/** Bakes the maps of a batch in one thread. @returns places of those that failed: each becomes a job of its own */
export async function batchJob(context: WorkerContext, { maps }: Batch): Promise<number[]> {
  const all = maps.map(({ task, text }) => {
    const target = targetOf(task);
    const stale = task.stale.map((i) => target.outputs[i]);
    const work = workOf(target, stale, { folder: '', file: task.map, bytes: Buffer.from(text, 'latin1') });
    return { work, memory: memoryFor({ target: { ...target, outputs: stale }, size: task.size }) };
  });
  const batch: BatchWork = { batch: all.map(({ work }) => work), shardMs: context.options.shardMs };
  const baked = await context.memory.within(Math.max(...all.map(({ memory }) => memory)), () =>
    inThread<(Baked | undefined)[]>(context, batch),
  );
  for (const [i, made] of baked.entries()) if (made) await keepOutputs(context, maps[i].task, made);
  return baked.flatMap((made, i) => (made ? [] : [i]));
}
