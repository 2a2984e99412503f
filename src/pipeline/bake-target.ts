/** One map's outputs, in one thread, with the help of others for its floods. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import { ARTIFACTS } from '../artifacts/list.js';
import { compressHere } from '../blob/compress.js';
import { fingerprint } from '../blob/fingerprint.js';
import { packBlobs, unpackBlob } from '../blob/pack.js';
import type { Recruit } from '../bounds/build.js';
import type { CheckpointStore } from '../bounds/checkpoint.js';
import { ThreadError } from '../errors.js';
import { writeFileAtomic } from '../files/atomic.js';
import { countOpen } from '../grid/grid.js';
import { placesOf, readMap } from '../maps/read-map.js';
import { chooseFastest } from './choose.js';
import type { Baked, BakeTask, FromWorker, ToWorker } from './task.js';

export async function bakeTarget(task: BakeTask): Promise<Baked> {
  const { file, name, reading, port } = task;
  const say = (message: FromWorker) => port.postMessage(message);
  const map = await readMap(task.bytes, { ...reading, file });
  const { grid, beside } = map;
  const made: Record<string, Uint8Array> = {};
  for (const part of task.before.flatMap(unpackBlob)) if (task.intact.includes(part.artifact)) made[part.artifact] = part.bytes;
  const choice = task.choose ? chooseFastest(grid) : undefined;
  const isLeftOut = (artifact: string) => choice?.leftOut.includes(artifact);
  for (const { name: artifact, options, codec, zstdLevel } of task.wanted) {
    if (artifact in made || isLeftOut(artifact)) continue;
    const checkpoint = checkpointFile(`${task.checkpoint}${artifact}.checkpoint`);
    made[artifact] = await ARTIFACTS[artifact].bake(grid, options, {
      map: name,
      places: placesOf(map),
      codec,
      zstdLevel,
      compressor: compressHere,
      // Other threads are recruited: they are there already.
      jobs: 1,
      made,
      onProgress: (done, total) => say({ artifact, done, total }),
      recruit: recruiter(port),
      checkpoint: checkpoint.store,
    });
    await checkpoint.remove();
  }
  const outputs = task.outputs.map((all) => {
    const names = all.filter((artifact) => !isLeftOut(artifact));
    return names.length > 1 ? packBlobs(names.map((one) => made[one])) : made[names[0]];
  });
  return {
    outputs,
    ...(choice && { choice }),
    fingerprint: Buffer.from(fingerprint(grid)).toString('hex'),
    width: grid.width,
    height: grid.height,
    openCells: countOpen(grid),
    beside,
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
