/** What a thread of a worker does: bakes a map, until that turns out to be long; or a part of what was long. */
import type { MessagePort } from 'node:worker_threads';
import { type BoundsParts, boundsParts } from '../bounds/part.js';
import { type BoundsAt, CHUNK } from '../bounds/share.js';
import { type ReadMapOptions, readMap } from '../maps/read-map.js';
import { bakeTarget } from '../pipeline/bake-target.js';
import type { Baked, BakeTask } from '../pipeline/task.js';

/** Milliseconds of a shard, as measured at the beginning of the bake, and of this beginning. */
export const SHARD_MS = 3000;
/** A rest of fewer shards is done sooner than shared. */
const WORTH_SHARING = 1.5;
const TELL_EVERY_MS = 500;

/** A map to be baked. */
export interface MapWork {
  task: Omit<BakeTask, 'port'>;
  /** Parts of long bakes that are done, by the name of their checkpoint: all of them. */
  parts: Record<string, Uint8Array[]>;
  /** Blobs of single artifacts that are done. */
  kept: [name: string, bytes: Uint8Array][];
  /** Milliseconds of a shard. */
  shardMs: number;
  /** To tell how far it is. */
  port: MessagePort;
}

/** A part to be baked. */
export interface ShardWork {
  /** Tells maps, agents and options apart: what was made ready for a part is good for the next one. */
  same: string;
  bytes: Uint8Array;
  reading: ReadMapOptions;
  options: { at: BoundsAt; exact: boolean };
  from: number;
  to: number;
}

/** What a bake came to: its end, or that it is to be shared. */
export type Outcome = { baked: Baked } | { split: Split };

export interface Split {
  /** Of the checkpoint. */
  name: string;
  /** Checkpoint of the chunks before the first shard. */
  done: Uint8Array;
  /** First chunk of each shard, and the end of the last one. */
  ends: number[];
  kept: [name: string, bytes: Uint8Array][];
}

export async function bakeMap({ task, parts, kept: before, shardMs, port }: MapWork): Promise<Outcome> {
  const controller = new AbortController();
  const kept = new Map(before);
  let place = '';
  let saved: Uint8Array | undefined;
  let split: Omit<Split, 'done' | 'kept'> | undefined;
  let first: { at: number; done: number } | undefined;
  let told = -Infinity;
  const say = ({ artifact, done, total }: { artifact: string; done: number; total: number }) => {
    const now = performance.now();
    if (now - told >= TELL_EVERY_MS) port.postMessage({ artifact, done, total });
    if (now - told >= TELL_EVERY_MS) told = now;
    if (artifact !== 'bounds' || split) return;
    first ??= { at: now, done };
    const each = (now - first.at) / Math.max(1, done - first.done);
    if (now - first.at < shardMs || each * (total - done) < WORTH_SHARING * shardMs) return;
    split = { name: place, ends: endsOf(Math.ceil(done / CHUNK), Math.ceil(total / CHUNK), (each * CHUNK) / shardMs) };
    controller.abort();
  };
  try {
    const around = {
      say,
      kept,
      signal: controller.signal,
      checkpoint(name: string) {
        [place, first] = [name, undefined];
        const save = async (bytes: Uint8Array) => {
          saved = bytes;
        };
        return { store: { load: () => parts[name], save, everyMs: Infinity }, async remove() {} };
      },
    };
    return { baked: await bakeTarget({ ...task, port }, around) };
  } catch (error) {
    if (!split || !saved) throw error;
    return { split: { ...split, done: saved, kept: [...kept] } };
  } finally {
    port.close();
  }
}

/** @param share of a shard that a chunk takes */
function endsOf(first: number, end: number, share: number): number[] {
  const count = Math.max(1, Math.round((end - first) * share));
  return Array.from({ length: count + 1 }, (_, i) => first + Math.round(((end - first) * i) / count));
}

let ready: { same: string; parts: BoundsParts } | undefined;

/** @returns checkpoint of the shard */
export async function bakeShard({ same, bytes, reading, options, from, to }: ShardWork): Promise<Uint8Array> {
  if (ready?.same !== same) {
    // The one before goes first: two large maps need not fit.
    ready = undefined;
    const { grid } = await readMap(bytes, reading);
    ready = { same, parts: boundsParts(grid, options) };
  }
  const { chunks, bake } = ready.parts;
  if (to > chunks) throw new RangeError(`the shard ends at chunk ${to}, the map has ${chunks}`);
  return bake(from, to);
}
