/** Uploads of a build for a worker: the map, the files that it refers to, and the task. */

import { dirname, join, posix, sep } from 'node:path';
import { MapError } from '../../core/errors.js';
import { MOST_TASK } from '../../core/limits.js';
import { readWithin } from '../../maps/files.js';
import type { Order } from '../build/remote.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { putFile } from './exchange.js';
import type { TaskRef } from './jobs.js';
import { type MapTask, parseTask, TOOL } from './task.js';

/** Stores a map's files and its task. @throws {FleetError} if the cache refuses @throws {MapError} if it changed */
export async function uploadTask(cache: SharedCache, order: Order, tool = TOOL): Promise<TaskRef> {
  const json = Buffer.from(JSON.stringify(taskOf(order, await uploadInputs(cache, order), tool)));
  if (json.length > MOST_TASK)
    throw new MapError(
      `the task of this map has ${json.length} bytes, a queue takes ${MOST_TASK}; build it without --fleet`,
    );
  parseTask(json);
  const digest = await putFile(cache, json);
  return { tool, task: digest.sha256, bytes: digest.bytes };
}

function taskOf({ target, stale, source, size, force }: Order, inputs: InputFile[], tool: string) {
  const { root: _, ...reading } = target.reading;
  return {
    gridprep: 1,
    tool,
    map: posix.basename(target.map),
    level: target.level,
    reading,
    outputs: target.outputs,
    stale,
    format: source.format,
    size,
    force,
    inputs,
  } as const satisfies Record<keyof MapTask, unknown>;
}

type InputFile = MapTask['inputs'][0];

/**
 * Stores a map and the files that it refers to.
 * @returns their paths: as from the map, which is in a folder as deep as its files go up
 * @throws {FleetError} if the cache refuses them
 * @throws {MapError} if a file has changed
 */
async function uploadInputs(cache: SharedCache, { target, source, bytes, folder }: Order): Promise<InputFile[]> {
  const name = posix.basename(target.map);
  const beside = Object.keys(source.beside).map((from) => from.replaceAll(sep, '/'));
  const stepsUp = (from: string) => posix.normalize(from).match(/^(\.\.\/)*/)?.[0].length ?? 0;
  const home = 'in/'.repeat(Math.max(0, ...beside.map(stepsUp)) / 3);
  const put = async (path: string, from: string, content: Uint8Array): Promise<InputFile> => ({
    path: posix.normalize(path),
    from,
    ...(await putFile(cache, content, name)),
  });
  const inputs = [await put(`${home}${name}`, name, bytes)];
  for (const [from, sha256] of Object.entries(source.beside)) {
    const content = await readWithin(join(dirname(join(folder, target.map)), from));
    const input = await put(`${home}${from}`, from, content);
    if (input.sha256 !== sha256) throw new MapError(`${from} was changed while it was read; build again`);
    inputs.push(input);
  }
  return inputs;
}
