/** What a build puts into the cache for a worker: a map, the files beside it, and the task. */
import { randomUUID } from 'node:crypto';
import { dirname, join, posix, sep } from 'node:path';
import type { Order } from '../build/remote.js';
import { digestOf } from '../cache/action-result.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { MapError } from '../errors.js';
import { readWithin } from '../maps/files.js';
import { putFile } from './exchange.js';
import { BATCH, MOST_TASK, parseBatch, parseTask, type Task, type TaskRef, TOOL } from './task.js';

/** Whether a map may be in a batch. */
export function isSmall({ bytes, source, force }: Order): boolean {
  const isAlone = source.format === 'movingai' && Object.keys(source.beside).length === 0;
  return isAlone && bytes.length <= BATCH.bytes && !force;
}

/** Stores small maps and their tasks as one object. @throws {FleetError} if the cache does not take it */
export async function uploadBatch(cache: SharedCache, orders: Order[], tool = TOOL): Promise<TaskRef> {
  const maps = orders.map((order) => {
    const name = posix.basename(order.target.map);
    const input = { path: name, from: name, ...digestOf(order.bytes) };
    return { task: taskOf(order, [input], tool), text: Buffer.from(order.bytes).toString('latin1') };
  });
  return storeTask(cache, Buffer.from(JSON.stringify({ gridprep: 1, kind: 'batch', tool, maps })), tool, parseBatch);
}

/**
 * Stores a map's files and its task.
 * @throws {FleetError} if the cache does not take them
 * @throws {MapError} if the map has changed
 */
export async function uploadTask(cache: SharedCache, order: Order, tool = TOOL): Promise<TaskRef> {
  const task = { ...taskOf(order, await uploadInputs(cache, order), tool), ...(order.force && { once: randomUUID() }) };
  const bytes = Buffer.from(JSON.stringify(task));
  if (bytes.length > MOST_TASK)
    throw new MapError(
      `all that is said of this map has ${bytes.length} bytes, a queue takes ${MOST_TASK}; build it without --fleet`,
    );
  return storeTask(cache, bytes, tool, parseTask);
}

/** @param parse refuses what a worker would refuse */
export async function storeTask(
  cache: SharedCache,
  bytes: Uint8Array,
  tool: string,
  parse: (bytes: Uint8Array) => unknown,
): Promise<TaskRef> {
  parse(bytes);
  const digest = await putFile(cache, bytes);
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
  } satisfies Record<Exclude<keyof Task, 'once'>, unknown>;
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
