/** Maps and blobs as scenes: what is looked at. */
import { decompressor } from '../../src/core/blob/decompress.js';
import { isBlob } from '../../src/core/blob/pack.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { placesOf } from '../../src/core/maps/read-map.js';
import { type DrawOptions, drawPng, drawSvg } from '../../src/view/draw.js';
import { type Scene, sceneOf, sceneOfMap } from '../../src/view/scene.js';
import { UsageError } from './errors.js';
import { namingBlobs, ofAgent, readMapFile, readNamedMap } from './input.js';
import type { MapArguments } from './options.js';

/** A map, or blobs of one map. @throws {UsageError} if several files are not all blobs */
export async function readScene(
  files: string[],
  argv: MapArguments & { costs?: string | undefined; agent?: string | undefined },
): Promise<Scene> {
  const sources = await Promise.all(files.map(readMapFile));
  const maps = files.filter((file, i) => !isBlob(sources[i]) && !/\.prep$/i.test(file));
  if (maps.length === 0) return namingBlobs(files, () => sceneFor(sources, argv.agent));
  if (files.length > 1) throw new UsageError(`${maps[0]}: this is a map; give one map alone, or blobs of one map`);
  const map = await readNamedMap(files[0], argv);
  return sceneOfMap(map.grid, placesOf(map), files[0]);
}

function sceneFor(sources: Uint8Array[], agent: string | undefined): Scene {
  try {
    return sceneOf(sources, decompressor, agent);
  } catch (error) {
    throw ofAgent(error);
  }
}

/** @throws {UsageError} unless a file to write ends as a picture */
export function checkPicture(out: string): void {
  if (!/\.(png|svg)$/i.test(out))
    throw new UsageError(`--out-file is "${out}", expected a file that ends in .png or .svg`);
}

/** Draws a scene into a file. @returns its bytes */
export async function writeDrawing(out: string, scene: Scene, options: DrawOptions, title: string): Promise<number> {
  const isPng = /\.png$/i.test(out);
  const bytes = isPng ? await drawPng(scene, options) : Buffer.from(drawSvg(scene, options, title));
  await writeFileAtomic(out, bytes);
  return bytes.length;
}
