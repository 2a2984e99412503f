/** Finished parts of a map's bake in the cache: artifacts, plans of long ones, shards; each worker finds them. */
import { z } from 'zod';
import { ARTIFACTS } from '../artifacts/list.js';
import type { About } from '../build/bake-target.js';
import { wantedOf } from '../build/job.js';
import { aboutSchema, choiceSchema } from '../build/shared-outputs.js';
import type { Kept, SharedCache } from '../cache/shared-cache.js';
import type { Target, Wanted } from '../config/targets.js';
import { CacheError, FleetError } from '../errors.js';
import { MOST_SHARDS } from './bake-parts.js';
import { answered, keep } from './exchange.js';
import type { Shard } from './jobs.js';
import { keyOf } from './task.js';

/** An artifact that a map, or one of its agents, is to have. */
export interface Place {
  /** The artifact's name, with the agent's and a dot before it. */
  place: string;
  /** The agent's name with a dot behind it; empty where there is none. */
  agent: string;
  wanted: Wanted;
  /** Places of what it is made from. */
  needs: string[];
}

/** The places of a target, in the order of a local bake. @param stale its outputs that are to be made */
export function placesOf(target: Target, stale = target.outputs): Place[] {
  const wanted = wantedOf(target, stale);
  const agents = Object.entries(target.reading.agents ?? {});
  const of = (agent: string, names?: readonly string[]) =>
    wanted
      .filter(({ name }) => names?.includes(name) ?? true)
      .map((one) => ({
        place: `${agent}${one.name}`,
        agent,
        wanted: one,
        needs: (ARTIFACTS[one.name].needs ?? []).map((need) => `${agent}${need}`),
      }));
  return agents.length === 0 ? of('') : agents.flatMap(([name, { artifacts }]) => of(`${name}.`, artifacts));
}

/** Those of some places that nothing else among them waits for. */
export function lastOf(places: Place[]): Place[] {
  return places.filter(({ place }) => !places.some(({ needs }) => needs.includes(place)));
}

const chunk = z
  .int()
  .min(0)
  .max(2 ** 31);
const planSchema = z.object({
  ends: z
    .array(chunk)
    .min(2)
    .max(MOST_SHARDS + 1),
});
const flowSchema = z.object({ places: z.array(z.string().max(128)).max(4096), choice: choiceSchema.optional() });
/** The places of a map whose artifacts are jobs, and which ones it has chosen. */
export type Flow = z.output<typeof flowSchema>;

/** An artifact that is there. */
export interface MadePlace {
  bytes: Uint8Array;
  about: About;
}

/** A bake that was cut. */
export interface Plan {
  shards: Shard[];
  /** What was baked before the first shard, in the form of one. */
  done: Uint8Array;
}

/** What the jobs of one task have put into the cache. */
export class Parts {
  /** @param task its SHA-256 @param map its name, for people */
  constructor(
    private readonly cache: SharedCache,
    private readonly task: string,
    private readonly map: string,
  ) {}

  /** Undefined where one worker bakes them all. */
  async flow(): Promise<Flow | undefined> {
    const kept = await this.get(keyOf('flow', this.task));
    return flowSchema.safeParse(kept?.about).data;
  }

  async keepFlow(flow: Flow): Promise<void> {
    await this.keep(keyOf('flow', this.task), [], flow);
  }

  async artifact(place: string): Promise<MadePlace | undefined> {
    const kept = await this.get(this.artifactKey(place));
    const about = aboutSchema.safeParse(kept?.about);
    return kept && about.success && kept.files.length === 1
      ? { bytes: kept.files[0], about: { ...about.data, beside: {} } as About }
      : undefined;
  }

  hasArtifact(place: string): Promise<boolean> {
    return this.cache.has(this.artifactKey(place));
  }

  async keepArtifact(place: string, bytes: Uint8Array, { beside: _, ...about }: About): Promise<void> {
    await this.keep(this.artifactKey(place), [bytes], about, `${place} of ${this.map}`);
  }

  /** How an artifact was cut, if it was. */
  async plan(place: string): Promise<Plan | undefined> {
    const kept = await this.get(keyOf('plan', this.task, place));
    const about = planSchema.safeParse(kept?.about);
    if (!kept || !about.success || kept.files.length !== 1) return undefined;
    const { ends } = about.data;
    return { shards: ends.slice(1).map((to, i) => ({ kind: 'shard', place, from: ends[i], to })), done: kept.files[0] };
  }

  /** Two workers may cut the same bake, after one was taken for dead: the plan that is there first is that of both. */
  async keepPlan(place: string, done: Uint8Array, ends: number[]): Promise<void> {
    await this.keep(keyOf('plan', this.task, place), [done], { ends }).catch((error) => {
      if (!(error instanceof CacheError)) throw error;
    });
  }

  async shard(shard: Shard): Promise<Uint8Array | undefined> {
    return (await this.get(this.shardKey(shard)))?.files[0];
  }

  hasShard(shard: Shard): Promise<boolean> {
    return this.cache.has(this.shardKey(shard));
  }

  async keepShard(shard: Shard, bytes: Uint8Array): Promise<void> {
    await this.keep(this.shardKey(shard), [bytes], {}, `a part of ${this.map}`);
  }

  /** @throws {FleetError} if the cache does not keep it, which is tried again */
  private async keep(key: string, files: Uint8Array[], about: object, what?: string): Promise<void> {
    await keep(this.cache, () => this.cache.put(key, files, about, what));
  }

  /** @throws {FleetError} if the cache does not answer: nothing follows from that, least of all a bake of the whole */
  private async get(key: string): Promise<Kept | undefined> {
    const entry = await answered(this.cache, () => this.cache.get(key));
    if (!entry && this.cache.isOff) throw new FleetError(`the cache ${this.cache.address} does not answer`);
    return entry;
  }

  private artifactKey(place: string): string {
    return keyOf('artifact', this.task, place);
  }

  private shardKey({ place, from, to }: Shard): string {
    return keyOf('shard', this.task, place, from, to);
  }
}
