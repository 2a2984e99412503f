/** Worlds in a build. The bake keeps valid tiles; the record avoids the bake, which reads every cell. */
import { createHash } from 'node:crypto';
import { readdir, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { openRegular, readRegular } from '../../core/files/regular.js';
import { sha256 } from '../../core/files/sha256.js';
import { Pool } from '../../core/threads/pool.js';
import { readMap } from '../../maps/read-map.js';
import { bakeWorldBy } from '../../world/bake.js';
import type { WorldProgress } from '../../world/options.js';
import { isTileName } from '../../world/section.js';
import { openWorld, partsIn } from '../../world/source.js';
import { readOptions } from '../config/reading.js';
import { titleOf } from '../config/targets.js';
import type { BuildOptions } from './build-options.js';
import type { BuildEvent } from './events.js';
import type { Job } from './job.js';
import type { Entry } from './record-file.js';

/** Bytes of a file that are read in one piece. */
const PIECE = 1 << 20;

/** SHA-256 and bytes of a world's map, or of all parts of a folder. Reads in pieces, because it may not fit memory. */
export async function worldSource(path: string): Promise<Sum> {
  return (await stat(path)).isDirectory() ? sumOfAll(path, await partsIn(path)) : sumOf(path);
}

interface Sum {
  sha256: string;
  bytes: number;
}

/** @param expected bytes of a file that is read only if it has as many; the hash of others is empty */
export async function sumOf(file: string, expected?: number): Promise<Sum> {
  const hash = createHash('sha256');
  let bytes = 0;
  const { handle, size } = await openRegular(file);
  if (expected !== undefined && size !== expected) {
    await handle.close();
    return { sha256: '', bytes: size };
  }
  // The stream closes the file.
  for await (const chunk of handle.createReadStream({ highWaterMark: PIECE })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function sumOfAll(folder: string, names: string[]): Promise<Sum> {
  const all = createHash('sha256');
  let total = 0;
  for (const name of names.sort()) {
    const { sha256, bytes } = await sumOf(join(folder, name));
    all.update(`${name}\n${sha256}\n`);
    total += bytes;
  }
  return { sha256: all.digest('hex'), bytes: total };
}

export type TileFiles = NonNullable<Entry['world']>;

export async function tileFiles(index: string): Promise<TileFiles> {
  const folder = dirname(index);
  const names = (await readdir(folder).catch(() => [])).filter(isTileName);
  const { bytes, sha256 } = await sumOfAll(folder, names);
  return { tiles: names.length, bytes, sha256 };
}

/** Removes the recorded tiles of a deleted index, and its folder if it is empty then. */
export async function removeTiles(index: string, recorded: TileFiles): Promise<void> {
  const folder = dirname(index);
  if ((await tileFiles(index)).sha256 !== recorded.sha256) return;
  for (const name of await readdir(folder)) if (isTileName(name)) await unlink(join(folder, name));
  await rmdir(folder).catch(() => {});
}

/**
 * Bakes a world in its own threads.
 * @returns its entry without the origin, and the origin of its tiles
 * @throws as `bakeWorldBy`; ThreadError after the signal, without an index
 */
export async function bakeWorld({ target, work }: Job, options: BuildOptions, report: (event: BuildEvent) => void) {
  const { folder, out, threads, maxMemory, force, signal, cache } = options;
  const start = performance.now();
  const map = titleOf(target);
  report({ event: 'baking', map, work });
  const path = join(folder, target.map);
  const reading = readOptions(target.reading, folder);
  const [{ file, artifacts }] = target.outputs;
  const [{ options: given, codec, zstdLevel }] = artifacts;
  const index = join(out, file);
  const pool = new Pool('world/tile', threads);
  const end = () => void pool.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    // Read before the bake, so that the next build finds changes during it.
    const beside = await besideWorld(path, reading);
    signal?.throwIfAborted();
    const source = await openWorld(path, reading);
    const onProgress = ({ step, done, all }: WorldProgress) =>
      report({ event: 'progress', map, artifact: step, done, total: all });
    const { tile: tiles, storePaths: paths, ...rest } = given as { tile: number; storePaths: boolean };
    const how = { ...rest, tiles, paths, codec, zstdLevel, threads, maxMemory, force, onProgress };
    const made = await bakeWorldBy((task) => pool.run(task), source, dirname(index), how, cache);
    const { fingerprint, openCells, layout, tiles: count, kept, fetched, searched } = made;
    const { width, height } = layout;
    const bytes = await readRegular(index);
    const sizes = { bytes: bytes.length, width, height, openCells, seconds: (performance.now() - start) / 1000 };
    const entry = {
      ...sizes,
      ...(Object.keys(beside).length > 0 && { beside }),
      ...(target.agent !== undefined && { agents: { [target.agent]: fingerprint } }),
      ...{ artifacts, madeFrom: [], sha256: sha256(bytes), world: await tileFiles(index), fingerprint },
    };
    return { entry, tiles: { all: count, kept, fetched, baked: count - kept - fetched, searched } };
  } finally {
    signal?.removeEventListener('abort', end);
    await pool.close();
  }
}

/** SHA-256 of the files that a world's map refers to, by path from its folder, or from the folder of its parts. */
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
