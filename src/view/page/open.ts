/** Files into scenes, in the browser: blobs of one map, or a map. */
import { MAGIC } from '../../blob/layout.js';
import { readBlob } from '../../blob/read.js';
import { unzstd } from '../../blob/unzstd.js';
import { MapError } from '../../errors.js';
import { readCells } from '../../maps/cells.js';
import { readCsv } from '../../maps/csv.js';
import { parseMap } from '../../maps/movingai.js';
import type { PageFile } from '../page-data.js';
import { type Scene, sceneOf, sceneOfMap } from '../scene.js';

/** A file that was read. */
export interface Source {
  name: string;
  bytes: Uint8Array;
}

export function isBlob({ bytes, name }: Source): boolean {
  const magic = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return magic === MAGIC || name.endsWith('.prep');
}

export async function sourceOf({ name, url, data }: PageFile): Promise<Source> {
  if (data !== undefined) return { name, bytes: Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)) };
  const response = await fetch(url ?? '', { cache: 'no-store' });
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** @throws {Error} naming the files, what was found and what is allowed */
export function openScene(sources: Source[], agent?: string): Scene {
  const blobs = sources.filter(isBlob);
  if (blobs.length === 0) return openMap(sources[0]);
  try {
    return sceneOf(
      blobs.map(({ bytes }) => bytes),
      unzstd,
      agent,
    );
  } catch (error) {
    throw new Error(`${blobs.map(({ name }) => name).join(', ')}: ${(error as Error).message}`);
  }
}

/** A map that needs no other file, and no package, to be read. */
function openMap({ name, bytes }: Source): Scene {
  const head = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart();
  const file = { file: name, bytes };
  if (/^type\s/.test(head)) return sceneOfMap(parseMap(bytes, { file: name }), undefined, name);
  const isCells = head.startsWith('{') && /"gridprep"\s*:/.test(head);
  if (!isCells && (bytes.length === 0 || bytes.subarray(0, 4096).includes(0) || /^[{<]/.test(head)))
    throw new MapError(`${name}: this is no blob, MovingAI map, CSV or JSON of prep map; open other maps with prep view --map ${name}`);
  const { grid, places } = isCells ? readCells(file) : readCsv(file);
  return sceneOfMap(grid, places, name);
}

/** Blobs of one map together, each map by itself. */
export function grouped(sources: Source[]): Source[][] {
  const groups = new Map<string, Source[]>();
  for (const source of sources) {
    const key = isBlob(source) ? readBlob(source.bytes, unzstd).fingerprint : source.name;
    groups.set(key, [...(groups.get(key) ?? []), source]);
  }
  return [...groups.values()];
}
