/** What a build puts into the cache for a worker: a map, the files beside it, and the task. */
import { randomUUID } from 'node:crypto';
import { dirname, join, posix, sep } from 'node:path';
import type { Order } from '../build/elsewhere.js';
import { patiently } from '../cache/patiently.js';
import { digestOf, type SharedCache } from '../cache/shared-cache.js';
import { FleetError, MapError } from '../errors.js';
import { readWithin } from '../maps/files.js';
import { MOST_TASK, parseTask, type Task, type TaskRef, TOOL } from './task.js';

/** Puts a map's files and its task into the cache. @throws {FleetError} if that does not take them @throws {MapError} if the map has changed */
export async function uploadTask(cache: SharedCache, order: Order, tool = TOOL): Promise<TaskRef> {
  const { target, stale, source, size, force } = order;
  const inputs = await uploadInputs(cache, order);
  const { root: _, ...reading } = target.reading;
  const task = {
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
    ...(force && { once: randomUUID() }),
    inputs,
  } satisfies Record<Exclude<keyof Task, 'once'>, unknown>;
  const bytes = Buffer.from(JSON.stringify(task));
  if (bytes.length > MOST_TASK)
    throw new MapError(
      `all that is said of this map has ${bytes.length} bytes, a queue takes ${MOST_TASK}; build it without --fleet`,
    );
  // What a worker would refuse is not sent.
  parseTask(bytes);
  const digest = digestOf(bytes);
  if (!(await patiently(cache, () => cache.putFile(bytes, digest))))
    throw new FleetError(`the cache ${cache.address} does not take what is put there; a queue needs one that does`);
  return { tool: task.tool, task: digest.sha256, bytes: digest.bytes };
}

/** A file, and where it lies in the folder of a task. */
type InputFile = Task['inputs'][0];

/**
 * Puts a map and what lies beside it into the cache.
 * @returns where each goes: as it lies from the map, which is put as deep as its files go up
 * @throws {FleetError} if the cache does not take them
 * @throws {MapError} if one is not what the map was examined with
 */
async function uploadInputs(cache: SharedCache, { target, source, bytes, folder }: Order): Promise<InputFile[]> {
  const name = posix.basename(target.map);
  const beside = Object.keys(source.beside).map((from) => from.replaceAll(sep, '/'));
  const up = Math.max(
    0,
    ...beside.map(
      (from) =>
        posix
          .normalize(from)
          .split('/')
          .filter((part) => part === '..').length,
    ),
  );
  const home = 'in/'.repeat(up);
  const put = async (path: string, from: string, content: Uint8Array): Promise<InputFile> => {
    const digest = digestOf(content);
    if (!(await patiently(cache, () => cache.putFile(content, digest))))
      throw new FleetError(`the cache ${cache.address} does not take ${name}; a queue needs one that does`);
    return { path: posix.normalize(path), from, ...digest };
  };
  const inputs = [await put(`${home}${name}`, name, bytes)];
  for (const [from, sha256] of Object.entries(source.beside)) {
    const content = await readWithin(join(dirname(join(folder, target.map)), from));
    const input = await put(`${home}${from}`, from, content);
    if (input.sha256 !== sha256) throw new MapError(`${from} was changed while it was read; build again`);
    inputs.push(input);
  }
  return inputs;
}
