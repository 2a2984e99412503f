/** One map's outputs, in one thread, with the help of others for its floods. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import { ARTIFACTS } from '../artifacts/list.js';
import { packAgents, unpackAgents } from '../blob/agents.js';
import { compressHere } from '../blob/compress.js';
import { fingerprint } from '../blob/fingerprint.js';
import { packBlobs, unpackBlob } from '../blob/pack.js';
import type { Recruit } from '../bounds/build.js';
import type { CheckpointStore } from '../bounds/checkpoint.js';
import { ThreadError } from '../errors.js';
import { writeFileAtomic } from '../files/atomic.js';
import { countOpen } from '../grid/grid.js';
import { placesOf, readMap } from '../maps/read-map.js';
import { type Choice, chooseFastest } from './choose.js';
import type { Baked, BakeTask, FromWorker, ToWorker } from './task.js';

/** Where a bake takes place: who helps, who is told, and where it keeps what is done. */
export interface Surroundings {
  say(message: { artifact: string; done: number; total: number }): void;
  /** Brings in other threads, where there are some. */
  recruit?: Recruit;
  /** @param name that tells agent and artifact from others of the task */
  checkpoint(name: string): { store: CheckpointStore; remove(): Promise<void> };
  /** Blobs of single artifacts that are there already, by that name; what is baked is added. */
  kept?: Map<string, Uint8Array>;
  signal?: AbortSignal;
}

/** @param around without it the thread that the task's port leads to */
export async function bakeTarget(task: BakeTask, around: Surroundings = besidePort(task.port)): Promise<Baked> {
  const { agents } = task;
  const [first, ...others] = agents ? Object.entries(agents) : [];
  if (!first) return bakeKind(task, around);
  const baked: [name: string, Baked][] = [];
  const made = new Map<string, Baked>();
  let choice: Choice | undefined;
  for (const [name, { artifacts: wanted, ...reading }] of [first, ...others]) {
    const isWanted = (artifact: string) => wanted?.includes(artifact) ?? true;
    const own: BakeTask = {
      ...task,
      reading: { ...task.reading, ...reading },
      wanted: task.wanted.filter((one) => isWanted(one.name)),
      outputs: task.outputs.map((names) => names.filter(isWanted)),
      // The map chooses once, with its first agent.
      choose: task.choose && choice === undefined,
      before: task.before.flatMap(unpackAgents).flatMap((agent) => (agent.name === name ? [agent.bytes] : [])),
      checkpoint: `${task.checkpoint}${name}.`,
    };
    if (choice) leaveOut(own, choice);
    try {
      const found = await bakeKind(own, around, made);
      choice ??= found.choice;
      baked.push([name, found]);
    } catch (error) {
      if (error instanceof Error) error.message = `agent ${name}: ${error.message}`;
      throw error;
    }
  }
  const [[, { outputs, fingerprint: _, ...about }]] = baked;
  return {
    ...about,
    ...(choice && { choice }),
    fingerprint: baked[0][1].fingerprint,
    agents: Object.fromEntries(baked.map(([name, one]) => [name, one.fingerprint])),
    beside: Object.assign({}, ...baked.map(([, { beside }]) => beside)),
    outputs: outputs.map((__, i) =>
      packAgents(baked.flatMap(([name, one]) => (one.outputs[i].length > 0 ? [{ name, bytes: one.outputs[i] }] : []))),
    ),
  };
}

function leaveOut(task: BakeTask, { leftOut }: Choice): void {
  task.wanted = task.wanted.filter(({ name }) => !leftOut.includes(name));
  task.outputs = task.outputs.map((names) => names.filter((name) => !leftOut.includes(name)));
}

/**
 * The outputs of one kind of walker. An output without any artifact is empty.
 * @param equal what was made for kinds before, by fingerprint and artifacts: who is equal is baked once
 */
async function bakeKind(task: BakeTask, around: Surroundings, equal?: Map<string, Baked>): Promise<Baked> {
  const { file, name, reading } = task;
  const map = await readMap(task.bytes, { ...reading, file });
  const { grid, beside } = map;
  const print = Buffer.from(fingerprint(grid)).toString('hex');
  const key = `${print} ${task.wanted.map((one) => one.name)}`;
  const before = equal?.get(key);
  if (before) return before;
  const made: Record<string, Uint8Array> = {};
  for (const part of task.before.flatMap(unpackBlob)) if (task.intact.includes(part.artifact)) made[part.artifact] = part.bytes;
  const choice = task.choose ? chooseFastest(grid) : undefined;
  const isLeftOut = (artifact: string) => choice?.leftOut.includes(artifact);
  for (const { name: artifact, options, codec, zstdLevel } of task.wanted) {
    if (artifact in made || isLeftOut(artifact)) continue;
    const place = `${task.checkpoint}${artifact}`;
    const checkpoint = around.checkpoint(`${place}.checkpoint`);
    made[artifact] =
      around.kept?.get(place) ??
      (await ARTIFACTS[artifact].bake(grid, options, {
        map: name,
        places: placesOf(map),
        codec,
        zstdLevel,
        compressor: compressHere,
        // Other threads are recruited: they are there already.
        jobs: 1,
        made,
        onProgress: (done, total) => around.say({ artifact, done, total }),
        ...(around.recruit && { recruit: around.recruit }),
        ...(around.signal && { signal: around.signal }),
        checkpoint: checkpoint.store,
      }));
    around.kept?.set(place, made[artifact]);
    await checkpoint.remove();
  }
  const outputs = task.outputs.map((all) => {
    const names = all.filter((artifact) => !isLeftOut(artifact));
    if (names.length === 0) return new Uint8Array();
    return names.length > 1 ? packBlobs(names.map((one) => made[one])) : made[names[0]];
  });
  const baked: Baked = {
    outputs,
    ...(choice && { choice }),
    fingerprint: print,
    width: grid.width,
    height: grid.height,
    openCells: countOpen(grid),
    beside,
  };
  equal?.set(key, baked);
  return baked;
}

function besidePort(port: MessagePort): Surroundings {
  return {
    say: (message) => port.postMessage(message satisfies FromWorker),
    recruit: recruiter(port),
    checkpoint: checkpointFile,
  };
}

function recruiter(port: MessagePort): Recruit {
  return (share) => {
    port.postMessage({ share } satisfies FromWorker);
    return async () => {
      const answer = once(port, 'message');
      port.postMessage({ finished: true } satisfies FromWorker);
      const [{ error }] = (await answer) as [ToWorker];
      if (error !== undefined) throw new ThreadError(error);
    };
  };
}

/** Long bakes go on from where an interrupted build stopped; a checkpoint of another bake counts as none. */
function checkpointFile(file: string): { store: CheckpointStore; remove(): Promise<void> } {
  let there = existsSync(file);
  return {
    store: {
      lenient: true,
      load: () => (there ? readFileSync(file) : undefined),
      async save(bytes) {
        there = true;
        await writeFileAtomic(file, bytes);
      },
    },
    async remove() {
      if (there) await unlink(file).catch(() => {});
    },
  };
}
