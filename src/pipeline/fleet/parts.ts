/** Finished parts of a map's bake in the cache: artifacts, plans of long ones, shards; each worker finds them. */
import { z } from 'zod';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { CacheError, FleetError } from '../../core/errors.js';
import type { About } from '../build/bake-target.js';
import { wantedOf } from '../build/job.js';
import { aboutSchema, choiceSchema } from '../build/shared-outputs.js';
import type { SharedCache } from '../cache/shared-cache.js';
import type { Target, Wanted } from '../config/targets.js';
import { MOST_SHARDS } from './bake-parts.js';
import { answered, keep } from './exchange.js';
import type { Part, Shard } from './jobs.js';
import { keyOf, upTo } from './task.js';

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

const planSchema = z.object({
  ends: z
    .array(upTo(0, 2 ** 31))
    .min(2)
    .max(MOST_SHARDS + 1),
});
const flowSchema = z.object({ places: z.array(z.string().max(128)).max(4096), choice: choiceSchema.optional() });
/** The places of a map whose artifacts are jobs, and which ones it has chosen. */
export type Flow = z.output<typeof flowSchema>;

export class Parts {
  /** @param task its SHA-256 @param map its name, for people */
  constructor(
    private readonly cache: SharedCache,
    private readonly task: string,
    private readonly map: string,
  ) {}

  /** Undefined where one worker bakes them all. */
  async flow(): Promise<Flow | undefined> {
    return (await this.read(keyOf('flow', this.task), flowSchema, 0))?.about;
  }

  async keepFlow(flow: Flow): Promise<void> {
    await this.keep(keyOf('flow', this.task), [], flow);
  }

  has(part: Part): Promise<boolean> {
    return this.cache.has(this.keyOf(part));
  }

  async artifact(place: string) {
    const made = await this.read(this.keyOf({ kind: 'artifact', place }), aboutSchema, 1);
    return made && { bytes: made.bytes, about: { ...made.about, beside: {} } as About };
  }

  async keepArtifact(place: string, bytes: Uint8Array, { beside: _, ...about }: About): Promise<void> {
    await this.keep(this.keyOf({ kind: 'artifact', place }), [bytes], about, `${place} of ${this.map}`);
  }

  /** How an artifact was cut, if it was, and what was baked before the first shard, in the form of one. */
  async plan(place: string) {
    const made = await this.read(keyOf('plan', this.task, place), planSchema, 1);
    if (!made) return undefined;
    const { ends } = made.about;
    const shards = ends.slice(1).map((to, i): Shard => ({ kind: 'shard', place, from: ends[i], to }));
    return { shards, done: made.bytes };
  }

  /** Two workers may cut the same bake, after one was taken for dead: the plan that is there first is that of both. */
  async keepPlan(place: string, done: Uint8Array, ends: number[]): Promise<void> {
    await this.keep(keyOf('plan', this.task, place), [done], { ends }).catch((error) => {
      if (!(error instanceof CacheError)) throw error;
    });
  }

  async shard(shard: Shard): Promise<Uint8Array | undefined> {
    return (await this.read(this.keyOf(shard), z.unknown(), 1))?.bytes;
  }

  async keepShard(shard: Shard, bytes: Uint8Array): Promise<void> {
    await this.keep(this.keyOf(shard), [bytes], {}, `a part of ${this.map}`);
  }

  /** @throws {FleetError} if the cache does not keep it, which is tried again */
  private async keep(key: string, files: Uint8Array[], about: object, what?: string): Promise<void> {
    await keep(this.cache, () => this.cache.put(key, files, about, what));
  }

  /**
   * @param count of the files that it has
   * @throws {FleetError} if the cache does not answer: nothing follows from that, least of all a bake of the whole
   */
  private async read<T extends z.ZodType>(key: string, schema: T, count: number) {
    const entry = await answered(this.cache, () => this.cache.get(key));
    if (!entry && this.cache.isOff) throw new FleetError(`the cache ${this.cache.address} does not answer`);
    const { success, data } = schema.safeParse(entry?.about);
    return entry?.files.length === count && success ? { about: data as z.output<T>, bytes: entry.files[0] } : undefined;
  }

  private keyOf(part: Part): string {
    return part.kind === 'artifact'
      ? keyOf('artifact', this.task, part.place)
      : keyOf('shard', this.task, part.place, part.from, part.to);
  }
}
