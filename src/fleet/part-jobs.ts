/** Jobs that are parts of a map's: an artifact of it, and shards of what is long. */
import { ARTIFACTS } from '../artifacts/list.js';
import { memoryFor } from '../build/job.js';
import { type MapWork, OTHERS, type ShardWork } from './bake-parts.js';
import { type Place, placesOf } from './parts.js';
import type { Shard } from './task.js';
import { inThread, type Result, readingOf, type Work, workOf } from './work.js';

/** Bakes an artifact; or cuts it, where that takes long, and merges the shards when they are there. */
export async function artifactJob(work: Work, name: string): Promise<Result> {
  const { task, target, parts, job } = work;
  if (await parts.hasArtifact(name)) return false;
  const part = placeOf(work, name);
  const needed = await Promise.all(part.needs.map(async (need) => [need, await parts.artifact(need)] as const));
  const lacking = needed.filter(([, made]) => !made);
  if (lacking.length > 0) return lacking.map(([place]) => ({ kind: 'artifact', place }));
  const plan = await parts.plan(name);
  const shards = await Promise.all(
    (plan?.shards ?? []).map(async (shard) => ({ shard, made: await parts.shard(shard) })),
  );
  const missing = shards.flatMap(({ shard, made }) => (made ? [] : [shard]));
  const total = shards.length;
  const artifact = part.wanted.name;
  if (missing.length > 0) {
    await job.updateProgress({ artifact, done: total - missing.length, total, shardsOf: name });
    return missing;
  }
  const start = performance.now();
  work.report({ event: 'begun', map: task.map, place: name });
  const stale = [{ file: name, artifacts: [part.wanted] }];
  const all = placesOf(target);
  const kept: MapWork['kept'] = needed.flatMap(([place, made]) => (made ? [[place, made.bytes]] : []));
  const outcome = await work.within(memoryFor({ target: { ...target, outputs: stale }, size: task.size }), (files) => {
    const asked = workOf(target, stale, files);
    const agent = part.agent.slice(0, -1);
    return work.bake({
      task: { ...asked, ...(asked.agents && { agents: { [agent]: asked.agents[agent] } }) },
      places: all.map(({ place }) => place),
      claims: new Int32Array(all.map(({ place }) => (place === name ? 0 : OTHERS))),
      kept,
      known: [],
      parts: plan ? { [name]: [plan.done, ...shards.flatMap(({ made }) => made ?? [])] } : {},
    });
  });
  const seconds = (performance.now() - start) / 1000;
  if (outcome.split) {
    const { done, ends } = outcome.split;
    await parts.keepPlan(name, done, ends);
    work.report({ event: 'begun', map: task.map, place: name, seconds, sharedWith: ends.length - 1 });
    return artifactJob(work, name);
  }
  const bytes = new Map(outcome.kept).get(name);
  const about = new Map(outcome.known).get(part.agent);
  if (!bytes || !about) throw new RangeError(`${name} of ${task.map} was not baked`);
  await parts.keepArtifact(name, bytes, about);
  work.report({ event: 'baked', map: task.map, place: name, seconds });
  return true;
}

/** Bakes chunks of an artifact. */
export async function shardJob(work: Work, { place, from, to }: Shard): Promise<Result> {
  const { task, target, parts, context, data } = work;
  const shard = { kind: 'shard', place, from, to } as const;
  if (await parts.hasShard(shard)) return false;
  const { wanted, agent, needs } = placeOf(work, place);
  const { name: artifact, options } = wanted;
  const made: ShardWork['made'] = {};
  for (const need of needs) {
    const artifact = await parts.artifact(need);
    if (!artifact) return [{ kind: 'artifact', place: need }];
    made[need.slice(agent.length)] = artifact.bytes;
  }
  const start = performance.now();
  work.report({ event: 'begun', map: task.map, place, shard: { from, to } });
  const bytes = await work.within(ARTIFACTS[artifact].memory(task.size, options), (files) => {
    const reading = readingOf(target, files, agent);
    const one: ShardWork = { same: data.task, bytes: files.bytes, agent, reading, artifact, options, made, from, to };
    return inThread<Uint8Array>(context, one);
  });
  await parts.keepShard(shard, bytes);
  work.report({
    event: 'baked',
    map: task.map,
    place,
    shard: { from, to },
    seconds: (performance.now() - start) / 1000,
  });
  return true;
}

/** @throws {RangeError} if the map has no such place */
function placeOf({ target, task }: Work, name: string): Place {
  const place = placesOf(target).find(({ place }) => place === name);
  if (!place) throw new RangeError(`${task.map} has no ${name}`);
  return place;
}
