import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryCache } from '../../../test/memory-store.js';
import { temporaryFolder } from '../../../test/prep.js';
import { FleetError, MapError } from '../../core/errors.js';
import type { Order } from '../build/remote.js';
import { digestOf } from '../cache/entry.js';
import { parseConfig } from '../config/config.js';
import { findTargets } from '../config/targets.js';
import { mayWrite, withFiles, workerFolder } from './exchange.js';
import { JobError } from './failure.js';
import { type MapTask, parseTask, sourceOf, TOOL, targetOf } from './task.js';
import { uploadTask } from './upload.js';

/** An order for a map of the folder `a/b`, with a file above it. */
async function orderOf(format = 'tiled', beside: string[] = ['../tiles/t.tsj', 'c/d.txt']): Promise<Order> {
  const folder = temporaryFolder();
  for (const place of ['a/b/c', 'a/tiles']) mkdirSync(join(folder, place), { recursive: true });
  const texts: Record<string, string> = { 'm.map': 'a map', '../tiles/t.tsj': 'tiles', 'c/d.txt': 'more' };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, 'a/b', name), text);
  const config = parseConfig({ inputs: [{ maps: 'a/b/*.map', artifacts: { jps: {} }, terrain: '.' }] });
  const [target] = await findTargets(config, folder, 'config');
  const digests = beside.map((name) => [name, digestOf(Buffer.from(texts[name] ?? texts['m.map'])).sha256]);
  const bytes = Buffer.from('a map');
  const source = { mapSha256: digestOf(bytes).sha256, beside: Object.fromEntries(digests), format };
  return { target, stale: [0], source, bytes, folder, size: 5, force: false } as Order;
}

async function taskOf(order: Order) {
  const { cache, store } = memoryCache();
  const { task, bytes, tool } = await uploadTask(cache, order);
  expect(tool).toBe(TOOL);
  return { cache, store, task: parseTask((await cache.getFile({ sha256: task, bytes })) as Uint8Array) };
}

describe('an order', () => {
  it('becomes a task that says the same, its files as they lie from the map', async () => {
    const order = await orderOf();
    const { task } = await taskOf(order);
    expect(task.inputs.map(({ path, from }) => [path, from])).toEqual([
      ['in/m.map', 'm.map'],
      ['tiles/t.tsj', '../tiles/t.tsj'],
      ['in/c/d.txt', 'c/d.txt'],
    ]);
    expect(sourceOf(task)).toEqual(order.source);
    expect([task.map, task.size, task.stale, task.force]).toEqual(['m.map', 5, [0], false]);
    expect(targetOf(task).outputs).toEqual(order.target.outputs);
  });

  it('of floors of a config is of a map that is no file', async () => {
    const { folder, ...order } = await orderOf('floors', ['b/m.map']);
    const config = {
      floors: { low: 'b/m.map' },
      links: [{ from: 'low/a', to: [0, 0, 'low'] }],
      artifacts: { jps: {} },
    };
    const [target] = await findTargets(parseConfig(config), folder, 'config');
    const { task } = await taskOf({ ...order, target, folder: join(folder, 'a') });
    expect([task.map, task.format, task.reading.links]).toEqual(['floors.json', 'floors', config.links]);
    expect(task.inputs.map(({ path }) => path)).toEqual(['floors.json', 'b/m.map']);
  });

  it('is refused where a file has changed since, or it says more than a queue takes', async () => {
    const order = await orderOf();
    writeFileSync(join(order.folder, 'a/tiles/t.tsj'), 'other');
    await expect(taskOf(order)).rejects.toThrow(
      new MapError('../tiles/t.tsj was changed while it was read; build again'),
    );
    const large = await orderOf('x', []);
    large.target = { ...large.target, level: 'x'.repeat(2 ** 20) };
    await expect(taskOf(large)).rejects.toThrow(
      /^the task of this map has \d{7} bytes, a queue takes 1048576; build it without --fleet$/,
    );
  });
});

describe('the files of a task', () => {
  it('are in a separate folder, which is removed after its job, failed or not', async () => {
    const root = join(temporaryFolder(), 'worker');
    const { cache, task } = await taskOf(await orderOf());
    const first = await withFiles(cache, root, task, async (files) => {
      expect([Buffer.from(files.bytes).toString(), files.file]).toEqual(['a map', join(files.folder, 'in/m.map')]);
      expect(readFileSync(join(files.folder, 'tiles/t.tsj'), 'utf8')).toBe('tiles');
      return files.folder;
    });
    expect([existsSync(first), readdirSync(root)]).toEqual([false, []]);
    await expect(withFiles(cache, root, task, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(root)).toEqual([]);
  });

  it('are refused outside of their folder, and where one is missing', async () => {
    const root = temporaryFolder();
    const { cache, store, task } = await taskOf(await orderOf());
    const outside: MapTask = { ...task, inputs: [{ ...task.inputs[0], path: '../x' }] };
    await expect(withFiles(cache, root, outside, async () => {})).rejects.toThrow(
      new JobError("../x is not a file that the task's folder can have"),
    );
    store.kept.delete(`cas/${task.inputs[1].sha256}`);
    await expect(withFiles(cache, root, task, async () => {})).rejects.toThrow(
      new FleetError('the cache memory does not have ../tiles/t.tsj; is the --cache of this worker that of the build?'),
    );
  });
});

it('a worker removes the folders of killed workers, an hour later, and no others', async () => {
  const parent = temporaryFolder();
  const old = new Date(Date.now() - 2 * 3_600_000);
  // No process has this number.
  for (const name of [
    'gridprep-worker-4194999-a',
    'gridprep-worker-4194999-b',
    `gridprep-worker-${process.pid}-c`,
    'd',
  ]) {
    mkdirSync(join(parent, name, 'task-1'), { recursive: true });
    if (!name.endsWith('-b')) utimesSync(join(parent, name), old, old);
  }
  const made = await workerFolder(parent);
  const left = readdirSync(parent).map((name) => join(parent, name));
  expect(left.filter((path) => path !== made).sort()).toEqual(
    ['d', 'gridprep-worker-4194999-b', `gridprep-worker-${process.pid}-c`].map((name) => join(parent, name)).sort(),
  );
});

it('a worker on Windows writes to no device', () => {
  for (const path of ['CON', 'a/nul.map', 'com1', 'LPT9.tmj', 'conin$', 'a./b', 'a ', 'a*', 'a|b'])
    expect([mayWrite(path, 'win32'), mayWrite(path, 'linux')], path).toEqual([false, true]);
  for (const path of ['a.map', 'in/console.map', 'tiles/com.tsj', 'com10.map'])
    expect(mayWrite(path, 'win32')).toBe(true);
});
