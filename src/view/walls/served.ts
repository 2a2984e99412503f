/** Gives the walls assistant the files that a map names inside its project, and no others. */
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { MapError } from '../../core/errors.js';
import { isBelow } from '../../core/files/below.js';
import { readRegular } from '../../core/files/regular.js';
import { MAX_FILE_BYTES } from '../../core/limits.js';
import { MapFiles, projectOf, readWithin } from '../../maps/files.js';
import { detectFormat, readMap } from '../../maps/read-map.js';
import { imageFault } from './image-size.js';
import { pictureOf } from './open-picture.js';
import { imagesOf } from './picture.js';

export interface WallsFile {
  /** Path from the project, with slashes. */
  name: string;
  read(): Promise<Uint8Array>;
}

const placeOf = (file: string, root: string | undefined) => {
  const map = resolve(file);
  return { map, project: resolve(root ?? projectOf(dirname(map))) };
};

/** The map itself. Parameters are those of {@link wallsFiles}. @throws {MapError} */
export async function wallsMap(file: string, root?: string): Promise<WallsFile> {
  const { map, project } = placeOf(file, root);
  const found = await served(map, project, () => undefined);
  if (!found) throw new MapError(`${map} lies outside of the project`);
  return found;
}

/**
 * The map, and the files that it names. They are found by reading it.
 * @param root folder of all files. Default: the project of the map @throws {MapError}
 */
export async function wallsFiles(file: string, root?: string, level?: string): Promise<WallsFile[]> {
  const { map, project } = placeOf(file, root);
  const bytes = await readWithin(map);
  const files = new MapFiles(map, project);
  const picture = await pictureOf(detectFormat(bytes, map), { file: map, bytes }, files, {}, level);
  // Options do not decide which files the reader wants.
  const beside = await readMap(bytes, { file: map, root: project, leaveAbsent: true, level }).then(
    (found) => Object.keys(found.beside),
    () => [],
  );
  const named = new Set([...files.beside.keys(), ...beside]);
  const texts = [map, ...[...named].map((name) => resolve(dirname(map), name))];
  const images = imagesOf(picture).map((name) => resolve(name));
  const all = await Promise.all([
    ...texts.map((path) => served(path, project, () => undefined)),
    ...images.map((path) => served(path, project, imageFault)),
  ]);
  return all.filter((one) => one !== undefined);
}

async function served(
  path: string,
  project: string,
  faultOf: (bytes: Uint8Array) => string | undefined,
): Promise<WallsFile | undefined> {
  const isInside = async () => isBelow(path, project) && isBelow(await realpath(path), await realpath(project));
  if (!(await isInside().catch(() => false))) return undefined;
  return {
    name: `/${relative(project, path).split(sep).join('/')}`,
    async read() {
      // The file may have become a link since.
      if (!(await isInside())) throw new MapError(`${path} lies outside of the project`);
      const bytes = await readRegular(path, MAX_FILE_BYTES);
      const fault = faultOf(bytes);
      if (fault) throw new MapError(`${path}: ${fault}`);
      return bytes;
    },
  };
}
