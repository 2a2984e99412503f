/**
 * Worlds in a build: whether one is right, and baking it. The bake keeps tiles that are right by itself; what the record has of a world
 * is what spares a build that bake, which reads every cell.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readMap } from '../maps/read-map.js';
import { Pool } from '../threads/pool.js';
import { bakeWorldBy, type WorldProgress } from '../world/bake.js';
import { isTileName } from '../world/section.js';
import { openWorld, partsIn } from '../world/source.js';
import type { BuildOptions } from './build-options.js';
import type { BuildEvent } from './events.js';
import type { Job } from './job.js';
import { readOptions } from './reading.js';
import { type Entry, sha256 } from './record.js';
import { titleOf } from './targets.js';
import { WORLD } from './world-targets.js';

/** SHA-256 of a world's map, and its bytes: of a folder all parts with their names. It is read in pieces, for it may not fit into memory. */
export async function worldSource(path: string): Promise<{ mapSha256: string; bytes: number }> {
  if (!(await stat(path)).isDirectory()) return fileSum(path);
  const all = createHash('sha256');
  let total = 0;
  for (const name of (await partsIn(path)).sort()) {
    const { mapSha256, bytes } = await fileSum(join(path, name));
    all.update(`${name}\n${mapSha256}\n`);
    total += bytes;
  }
  return { mapSha256: all.digest('hex'), bytes: total };
}

async function fileSum(file: string): Promise<{ mapSha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { mapSha256: hash.digest('hex'), bytes };
}

/** What the record says of the files beside an index. */
export type TileFiles = NonNullable<Entry['world']>;

/** The tiles that lie beside an index. */
export async function tileFiles(index: string): Promise<TileFiles> {
  const folder = dirname(index);
  const names = (await readdir(folder).catch(() => [])).filter(isTileName).sort();
  const all = createHash('sha256');
  let total = 0;
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    all.update(`${name}\n${sha256(bytes)}\n`);
    total += bytes.length;
  }
  return { tiles: names.length, bytes: total, sha256: all.digest('hex') };
}

/** Removes the tiles beside an index that is gone, if they are those of the record; and the folder, if nothing else is in it. */
export async function removeTiles(index: string, recorded: TileFiles): Promise<void> {
  const folder = dirname(index);
  if ((await tileFiles(index)).sha256 !== recorded.sha256) return;
  for (const name of await readdir(folder)) if (isTileName(name)) await unlink(join(folder, name));
  await rmdir(folder).catch(() => {});
}

/** What the record says of a world, beside where it is from. */
type WorldEntry = Omit<Entry, 'map' | 'mapSha256' | 'reading' | 'algorithmRevision' | 'tool'>;

/**
 * Bakes a world with threads of its own.
 * @throws as `bakeWorldBy`; ThreadError once the signal has ended it: its index is not there then
 */
export async function bakeWorld({ target, work }: Job, options: BuildOptions, tell: (event: BuildEvent) => void): Promise<WorldEntry> {
  const { folder, out, jobs, maxMemory, force, signal } = options;
  const start = performance.now();
  const map = titleOf(target);
  tell({ event: 'baking', map, work });
  const path = join(folder, target.map);
  const reading = readOptions(target.reading, folder);
  const [{ file, artifacts }] = target.outputs;
  const [{ options: given, codec, zstdLevel }] = artifacts;
  const index = join(out, file);
  const pool = new Pool('world/tile', jobs);
  const end = () => void pool.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    // Before the bake: what changes while it runs, the next build finds.
    const beside = await besideWorld(path, reading);
    signal?.throwIfAborted();
    const source = await openWorld(path, reading);
    const onProgress = ({ step, done, all }: WorldProgress) =>
      tell({ event: 'progress', map, artifact: WORLD, done: step === 'tiles' ? done : all + done, total: 2 * all });
    const how = { ...given, codec, zstdLevel, jobs, maxMemory, force, onProgress };
    const { fingerprint, openCells, layout } = await bakeWorldBy((task) => pool.run(task), source, dirname(index), how);
    const { width, height } = layout;
    const bytes = await readFile(index);
    return {
      ...(Object.keys(beside).length > 0 && { beside }),
      artifacts,
      madeFrom: [],
      sha256: sha256(bytes),
      bytes: bytes.length,
      world: await tileFiles(index),
      fingerprint,
      width,
      height,
      openCells,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    signal?.removeEventListener('abort', end);
    await pool.close();
  }
}

/** SHA-256 of the files that a world's map refers to, by their path from its folder; of a map of parts from the folder above them. */
async function besideWorld(path: string, reading: ReturnType<typeof readOptions>): Promise<Record<string, string>> {
  const refers = (file: string) => /\.(tmj|tmx|json|ldtk)$/i.test(file);
  const one = async (file: string) => (refers(file) ? (await readMap(file, { ...reading, file })).beside : {});
  if (!(await stat(path)).isDirectory()) return one(path);
  const all: Record<string, string> = {};
  for (const name of await partsIn(path)) {
    for (const [file, sum] of Object.entries(await one(join(path, name)))) all[posix.join(basename(path), file)] = sum;
  }
  return all;
}
