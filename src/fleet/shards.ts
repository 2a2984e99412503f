/**
 * Long bakes in parts. What is to be shared is found by baking: after some seconds the rest is cut at the speed that was measured. The cut is kept
 * in the cache, and so is every part: whoever takes the map up again finds them.
 */
import { z } from 'zod';
import type { SharedCache } from '../cache/shared-cache.js';
import { CacheError } from '../errors.js';
import type { Target } from '../pipeline/targets.js';
import type { Split } from './bake-shards.js';
import { keyOf, type Shard } from './task.js';

const planSchema = z.object({
  ends: z
    .array(
      z
        .int()
        .min(0)
        .max(2 ** 31),
    )
    .min(2)
    .max(100_000),
  kept: z.array(z.string().max(256)).max(64),
});

/** A bake that was cut. */
export interface Plan {
  name: string;
  shards: Shard[];
  /** Checkpoint of what comes before the first shard. */
  done: Uint8Array;
  kept: [name: string, bytes: Uint8Array][];
}

/** Names of the checkpoints of a target that may be cut: of each agent's goal bounds. */
export function shardNames({ reading, outputs }: Target): string[] {
  if (!outputs.some(({ artifacts }) => artifacts.some(({ name }) => name === 'bounds'))) return [];
  const agents = Object.keys(reading.agents ?? {});
  return agents.length === 0 ? ['bounds.checkpoint'] : agents.map((agent) => `${agent}.bounds.checkpoint`);
}

const planKey = (task: string, name: string) => keyOf('plan', task, name);
export const shardKey = (task: string, { name, from, to }: Shard) => keyOf('shard', task, name, from, to);

/** The plans of a task that there are. */
export async function plansOf(cache: SharedCache, task: string, names: string[]): Promise<Plan[]> {
  const found = await Promise.all(names.map(async (name) => [name, await cache.get(planKey(task, name))] as const));
  return found.flatMap(([name, kept]) => {
    const about = planSchema.safeParse(kept?.about);
    if (!kept || !about.success || kept.files.length !== about.data.kept.length + 1) return [];
    const { ends } = about.data;
    const [done, ...blobs] = kept.files;
    return [
      {
        name,
        shards: ends.slice(1).map((to, i) => ({ name, from: ends[i], to })),
        done,
        kept: about.data.kept.map((one, i): [string, Uint8Array] => [one, blobs[i]]),
      },
    ];
  });
}

/** Two workers may cut the same bake, after one was taken for dead: the plan that is there first is that of both. */
export async function keepPlan(cache: SharedCache, task: string, { name, done, ends, kept }: Split): Promise<void> {
  const files = [done, ...kept.map(([, bytes]) => bytes)];
  await cache.put(planKey(task, name), files, { ends, kept: kept.map(([one]) => one) }).catch((error) => {
    if (!(error instanceof CacheError)) throw error;
  });
}
