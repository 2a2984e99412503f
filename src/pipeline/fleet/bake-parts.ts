/** Thread of a worker: bakes a map or an artifact until that takes long, a batch, or a shard of a long bake. */
import type { MessagePort } from 'node:worker_threads';
import type { BakeParts, Options } from '../../core/artifacts/artifact.js';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import type { GameMap, ReadMapOptions } from '../../core/maps/read-map.js';
import { readMap } from '../../core/maps/read-map.js';
import { type About, bakeKinds, isWhole, packKinds } from '../build/bake-target.js';
import type { Baked, BakeTask } from '../build/task.js';
import { JobError } from './failure.js';

/** Milliseconds of a shard, as measured at the beginning of the bake, and of this beginning. */
export const SHARD_MS = 3000;
const REPORT_EVERY_MS = 500;

/** Who makes the artifact of a place. */
export const [FREE, HERE, OTHERS] = [0, 1, 2];

export interface MapWork {
  /** Tells tasks apart: what was read for one is good for the next one of the same. */
  same: string;
  task: Omit<BakeTask, 'port'>;
  places: string[];
  /** In shared memory, for each place: who makes it. Whoever finds it free takes it. */
  claims: Int32Array;
  /** Blobs by place, and what is known of the map by agent. */
  kept: [place: string, bytes: Uint8Array][];
  known: [agent: string, about: About][];
  /** Shards of long bakes that are done, by place: all of them. */
  parts: Record<string, Uint8Array[]>;
  shardMs: number;
  port: MessagePort;
}

/** Messages of a thread during the bake of a map. */
export type FromBake =
  | { artifact: string; done: number; total: number }
  | { place: string; bytes: Uint8Array }
  | { agent: string; about: About };

export interface BatchWork {
  batch: MapWork['task'][];
  shardMs: number;
}

export interface ShardWork {
  same: string;
  bytes: Uint8Array;
  agent: string;
  reading: ReadMapOptions;
  artifact: string;
  options: Options;
  made: Record<string, Uint8Array>;
  from: number;
  to: number;
}

/** What a bake came to, beside what it told on its way. */
export interface Outcome {
  /** All of it, if nothing was left to others. */
  baked?: Baked;
  /** What turned out to be long, and is to be shared. */
  split?: Split;
}

export async function bakeMap(work: MapWork): Promise<Outcome> {
  const { same, task, places, claims, parts, shardMs, port, ...before } = work;
  const controller = new AbortController();
  const post = (message: FromBake) => port.postMessage(message);
  const cut = new Cut(shardMs);
  let reported = -Infinity;
  const say = (progress: { artifact: string; done: number; total: number }) => {
    const now = performance.now();
    if (now - reported >= REPORT_EVERY_MS) post(progress);
    if (now - reported >= REPORT_EVERY_MS) reported = now;
    if (cut.look(progress, now)) controller.abort();
  };
  try {
    const kinds = await bakeKinds(task, {
      say,
      kept: telling(before.kept, (place, bytes) => post({ place, bytes })),
      known: telling(before.known, (agent, about) => post({ agent, about })),
      takes: (place) => Atomics.compareExchange(claims, places.indexOf(place), FREE, HERE) === FREE,
      read: (agent, read) => readOnce(same, agent, read),
      signal: controller.signal,
      checkpoint: (name) => cut.begin(name.replace(/\.checkpoint$/, ''), parts),
    });
    return isWhole(kinds) ? { baked: packKinds(kinds) } : {};
  } catch (error) {
    const split = cut.made();
    if (!split) throw error;
    return { split };
  } finally {
    port.close();
  }
}

function telling<T>(entries: [string, T][], tell: (name: string, value: T) => void) {
  const all = new Map(entries);
  return {
    get: (name: string) => all.get(name),
    set(name: string, value: T) {
      if (!all.has(name)) tell(name, value);
      all.set(name, value);
    },
  };
}

/** @returns undefined for maps that cannot be baked, and for those that are left when a shard's time is over */
export async function bakeBatch({ batch, shardMs }: BatchWork): Promise<(Baked | undefined)[]> {
  const store = { load: () => undefined, save: async () => {}, everyMs: Infinity };
  const around = { say() {}, checkpoint: () => ({ store, async remove() {} }) };
  const end = performance.now() + shardMs;
  const baked: (Baked | undefined)[] = [];
  for (const task of batch)
    baked.push(performance.now() > end ? undefined : await bakeKinds(task, around).then(packKinds, () => undefined));
  return baked;
}

/** The last map that this thread has read; two large ones need not fit. */
let last: { same: string; map: Promise<GameMap> } | undefined;

function readOnce(task: string, agent: string, read: () => Promise<GameMap>): Promise<GameMap> {
  const same = `${task} ${agent}`;
  if (last?.same !== same) {
    ready = undefined;
    last = { same, map: read() };
    // What cannot be read is tried again.
    last.map.catch(() => {
      last = undefined;
    });
  }
  return last.map;
}

let ready: { same: string; parts: BakeParts } | undefined;

/** @returns the shard, in the form of a checkpoint */
export async function bakeShard(work: ShardWork): Promise<Uint8Array> {
  const { same: task, bytes, agent, reading, artifact, options, made, from, to } = work;
  const { parts } = ARTIFACTS[artifact];
  if (!parts) throw new JobError(`${artifact} has no shards`);
  const same = `${task} ${agent}${artifact}`;
  const { grid } = await readOnce(task, agent, () => readMap(bytes, reading));
  if (ready?.same !== same) {
    ready = undefined;
    ready = { same, parts: parts.ready(grid, options, { made }) };
  }
  const { chunks, bake } = ready.parts;
  if (to > chunks) throw new JobError(`the shard ends at chunk ${to}, the map has ${chunks}`);
  return bake(from, to);
}

/** Least remaining work, in shards, that is worth distributing. */
const WORTH_SHARING = 1.5;
/**
 * Fraction of a shard's time after which the speed of a bake is measured, and unstarted artifacts of its map are queued
 * for other workers.
 */
export const LOOK_AFTER = 1 / 3;
/** Fraction of a shard's time that a shard is sized for: bakes start up to three times as fast as they continue. */
const CUT_AT = 1 / 2;
/** Maximum number of shards of one bake. */
export const MOST_SHARDS = 10_000;

export interface Split {
  place: string;
  /** Checkpoint of the chunks before the first shard. */
  done: Uint8Array;
  /** First chunk of each shard, and the end of the last one. */
  ends: number[];
}

/** Looks at long bakes, and cuts what is left of one at the speed that it had. */
export class Cut {
  private place = '';
  private first: { at: number; done: number } | undefined;
  private ends: number[] | undefined;
  private saved: Uint8Array | undefined;

  constructor(private readonly shardMs: number) {}

  /** @returns where a bake keeps what is done */
  begin(place: string, parts: Record<string, Uint8Array[]>) {
    this.place = place;
    this.first = undefined;
    const save = async (bytes: Uint8Array) => {
      this.saved = bytes;
    };
    return { store: { load: () => parts[place], save, everyMs: Infinity }, async remove() {} };
  }

  /** @returns whether the bake is to be shared */
  look({ artifact, done, total }: { artifact: string; done: number; total: number }, now: number): boolean {
    const { parts } = ARTIFACTS[artifact];
    if (!parts || this.ends) return false;
    this.first ??= { at: now, done };
    const spent = now - this.first.at;
    const each = spent / Math.max(1, done - this.first.done);
    if (spent < LOOK_AFTER * this.shardMs || each * (total - done) < WORTH_SHARING * this.shardMs) return false;
    this.ends = endsOf(
      Math.ceil(done / parts.chunk),
      Math.ceil(total / parts.chunk),
      (each * parts.chunk) / (CUT_AT * this.shardMs),
    );
    return this.ends !== undefined;
  }

  made(): Split | undefined {
    const { place, saved, ends } = this;
    return saved && ends && { place, done: saved, ends };
  }
}

/**
 * The ends of shards: at least a chunk each, however long that takes.
 * @param share of a shard that a chunk takes
 * @returns nothing where there are no two shards
 */
export function endsOf(first: number, end: number, share: number): number[] | undefined {
  const about = Math.round((end - first) * share);
  // Of an odd number one is left at the end, for half of the workers where these are two.
  const count = Math.min(about < 4 ? about : about + (about % 2), end - first, MOST_SHARDS);
  if (count < 2) return undefined;
  return Array.from({ length: count + 1 }, (_, i) => first + Math.round(((end - first) * i) / count));
}
