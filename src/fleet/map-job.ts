/**
 * Job of a map: one worker bakes it. If that takes long, artifacts that nobody has begun become jobs; the map's job
 * packs the outputs after them (docs/decisions/fleet-artifacts-as-jobs.md).
 */
import { memoryFor } from '../build/job.js';
import { giveOutput, keyOf } from '../build/shared-outputs.js';
import type { Baked } from '../build/task.js';
import type { Output } from '../config/targets.js';
import { FREE, type FromBake, type MapWork, OTHERS, type Outcome } from './bake-parts.js';
import { LOOK_AFTER } from './cut.js';
import { keep as keepIn } from './exchange.js';
import { lastOf, type Place, placesOf } from './parts.js';
import { sourceOf } from './task.js';
import { type Result, type Work, workOf } from './work.js';

export async function mapJob(work: Work): Promise<Result> {
  const { task, target, parts, context } = work;
  const { cache } = context.options;
  const stale = task.stale.map((i) => target.outputs[i]);
  const source = sourceOf(task);
  const keys = stale.map((output) => keyOf(target, output, source));
  const there = task.force ? [] : await Promise.all(keys.map((key) => cache.has(key)));
  if (there.length > 0 && there.every(Boolean)) return false;
  const start = performance.now();
  work.report({ event: 'begun', map: task.map });
  const all = placesOf(target, stale);
  const seconds = () => (performance.now() - start) / 1000;
  const keep = async (baked: Baked) => {
    for (const [i, output] of stale.entries()) {
      await keepIn(cache, () => giveOutput(cache, keys[i], baked.outputs[i], baked, output.file));
    }
    work.report({ event: 'baked', map: task.map, seconds: seconds() });
    return true;
  };
  if (!(await parts.flow())) {
    const outcome = await bakeWhole(work, all, stale);
    if (outcome.baked) return keep(outcome.baked);
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
    work.report({ event: 'begun', map: task.map, seconds: seconds(), sharedWith: missing.length });
    return lastOf(missing).map(({ place }) => ({ kind: 'artifact', place }));
  }
  const kept: MapWork['kept'] = places.flatMap(({ place, made }) => (made ? [[place, made.bytes]] : []));
  const known: MapWork['known'] = places.flatMap(({ agent, made }) => (made ? [[agent, made.about]] : []));
  const choice = flow?.choice;
  // The map has chosen with its first agent.
  if (choice) for (const [agent, about] of known) if (agent === all[0].agent) about.choice = choice;
  const { baked } = await work.within(memoryFor({ target: { ...target, outputs: stale }, size: task.size }), (files) =>
    work.bake({
      task: workOf(target, stale, files),
      places: all.map(({ place }) => place),
      claims: claimsOf(all),
      kept,
      known,
      parts: {},
    }),
  );
  if (!baked) throw new RangeError(`parts of ${task.map} are missing`);
  return keep(baked);
}

function claimsOf(all: Place[]): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * all.length));
}

async function bakeWhole(work: Work, all: Place[], stale: Output[]): Promise<Outcome> {
  const { target, task } = work;
  return work.within(memoryFor({ target: { ...target, outputs: stale }, size: task.size }), async (files) => {
    const asked = workOf(target, stale, files);
    const opening = new Opening(work, all, asked.choose);
    try {
      return await work.bake(
        { task: asked, places: all.map(({ place }) => place), claims: opening.claims, kept: [], known: [], parts: {} },
        opening.heard,
      );
    } finally {
      await opening.end();
    }
  });
}

/** Keeps what one worker has made of a map whose rest is shared. */
async function keepRest({ parts }: Work, all: Place[], { kept, known, split }: Outcome): Promise<void> {
  const about = new Map(known);
  for (const { place, agent } of all) {
    const bytes = kept.find(([name]) => name === place)?.[1];
    const known = about.get(agent);
    if (bytes && known) await parts.keepArtifact(place, bytes, known);
  }
  if (split) await parts.keepPlan(split.place, split.done, split.ends);
  await keepFlow(parts, all, about);
}

async function keepFlow(parts: Work['parts'], all: Place[], known: Map<string, Outcome['known'][0][1]>): Promise<void> {
  const choice = known.get(all[0].agent)?.choice;
  const places = all.filter(({ wanted }) => !choice?.leftOut.includes(wanted.name)).map(({ place }) => place);
  await parts.keepFlow({ places, ...(choice && { choice }) });
}

/** A map that is baked, and what becomes of its artifacts if that takes long. */
class Opening {
  readonly claims: Int32Array;
  private readonly kept = new Map<string, Uint8Array>();
  private readonly known = new Map<string, Outcome['known'][0][1]>();
  private readonly timer: NodeJS.Timeout;
  private isDue = false;
  private opened: Promise<void> | undefined;

  constructor(
    private readonly work: Work,
    private readonly all: Place[],
    private readonly choose: boolean,
  ) {
    this.claims = claimsOf(all);
    this.timer = setTimeout(() => {
      this.isDue = true;
      this.open();
    }, work.context.options.shardMs * LOOK_AFTER);
  }

  readonly heard = (message: FromBake): void => {
    if ('bytes' in message) this.kept.set(message.place, message.bytes);
    else if ('about' in message) this.known.set(message.agent, message.about);
    if (this.isDue) this.open();
  };

  async end(): Promise<void> {
    clearTimeout(this.timer);
    await this.opened;
  }

  private open(): void {
    if (this.opened || (this.choose && this.known.size === 0)) return;
    this.opened = this.share();
    // Whoever ends it gets to know.
    this.opened.catch(() => {});
  }

  private async share(): Promise<void> {
    const { work, all, claims, known } = this;
    const leftOut = known.get(all[0].agent)?.choice?.leftOut ?? [];
    const taken = all.filter(({ wanted, needs }, i) => {
      // What is made from something that is being made here stays here.
      const canGo = needs.every(
        (need) => this.kept.has(need) || claims[all.findIndex(({ place }) => place === need)] === OTHERS,
      );
      return canGo && !leftOut.includes(wanted.name) && Atomics.compareExchange(claims, i, FREE, OTHERS) === FREE;
    });
    if (taken.length === 0) return;
    await keepRest(work, all, { kept: [...this.kept], known: [...known] });
    await work.give(lastOf(taken).map(({ place }) => ({ kind: 'artifact', place })));
  }
}
