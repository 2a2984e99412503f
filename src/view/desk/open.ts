/** Opens files as scenes: blobs of one map, a map, or the index of a world. */
import { gridOf } from '../../core/blob/grid.js';
import * as KIND from '../../core/blob/kinds.js';
import { MAGIC } from '../../core/blob/layout.js';
import { readBlob } from '../../core/blob/read.js';
import { unzstd } from '../../core/blob/unzstd.js';
import { MapError } from '../../core/errors.js';
import { readCells } from '../../maps/cells.js';
import { layLinks } from '../../maps/links.js';
import { parseMap } from '../../maps/movingai.js';
import { readMeta } from '../../runtime/meta.js';
import { PACKED } from '../page-data.js';
import { type Scene, sceneOf, sceneOfMap } from '../scene.js';

/** A file as bytes or base64. */
export interface FileSource {
  name: string;
  bytes?: Uint8Array;
  data?: string;
}

export interface FileBytes {
  name: string;
  bytes: Uint8Array;
}

export function decoded({ name, bytes, data = '' }: FileSource): FileBytes {
  return { name, bytes: bytes ?? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)) };
}

export function isBlob({ bytes, name }: FileBytes): boolean {
  const magic = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return magic === MAGIC || name.endsWith('.prep');
}

export function isWorld(source: FileBytes): boolean {
  return isBlob(source) && readBlob(source.bytes, unzstd).has(KIND.worldInfo);
}

/** Files as a scene. @param agent default: the first @throws {Error} with the files and what is allowed */
export function openScene(sources: readonly FileBytes[], agent: string | undefined): Scene {
  const blobs = sources.filter(isBlob);
  if (blobs.length === 0) return openMap(sources[0]);
  try {
    const { agents } = readBlob(blobs[0].bytes, unzstd);
    const known = agent !== undefined && agents.includes(agent) ? agent : undefined;
    const bytes = blobs.map((blob) => blob.bytes);
    const scene = sceneOf(bytes, unzstd, known);
    // A blob without artifacts is opened as a map.
    return scene.artifacts.some((name) => name !== PACKED) ? scene : packedMap(blobs[0]);
  } catch (error) {
    throw new Error(`${blobs.map(({ name }) => name).join(', ')}: ${(error as Error).message}`);
  }
}

function packedMap({ bytes }: FileBytes): Scene {
  const { doors, markers, floors, axes, map } = readMeta(bytes, { decompress: unzstd });
  return sceneOfMap(gridOf(readBlob(bytes, unzstd)), { doors, markers, floors, axes }, map);
}

/** Opens a map in a format that needs no other file. */
function openMap({ name, bytes }: FileBytes): Scene {
  const head = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart();
  if (/^type\s/.test(head)) return sceneOfMap(parseMap(bytes, { file: name }), undefined, name);
  if (!head.startsWith('{') || !/"gridprep"\s*:/.test(head))
    throw new MapError(
      `${name}: this is not a blob, and not a MovingAI map or JSON of prep map; other maps open with prep view ${name}`,
    );
  const { grid, places, links = [] } = readCells({ file: name, bytes });
  layLinks(grid, links);
  return sceneOfMap(grid, places, name);
}

/** Names of the files of each map, and errors of invalid files. */
export function grouped(sources: Iterable<FileBytes>) {
  const groups = new Map<string, string[]>();
  const faults: string[] = [];
  for (const source of sources) {
    try {
      const key = isBlob(source) ? readBlob(source.bytes, unzstd).fingerprint : source.name;
      if (!isWorld(source)) openScene([source], undefined);
      groups.set(key, [...(groups.get(key) ?? []), source.name]);
    } catch (error) {
      const { message } = error as Error;
      faults.push(message.startsWith(source.name) ? message : `${source.name}: ${message}`);
    }
  }
  return { groups: [...groups.values()], faults };
}
