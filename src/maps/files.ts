/** Files of a map: read once, of bounded size, from the map's project; hashed, so that stale outputs are known. */

import { readdirSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { MapError } from '../core/errors.js';
import { isBelow } from '../core/files/below.js';
import { readSmall, withRegular } from '../core/files/regular.js';
import { sha256 } from '../core/files/sha256.js';
import { MAX_FILE_BYTES, MAX_FILES_BYTES } from '../core/limits.js';
import { quote } from './text.js';
import { Work } from './work.js';

/** Work of opening a file. */
const OPENING = 12_000;

export interface ReadFile {
  file: string;
  bytes: Uint8Array;
  /** Parts that readers keep for the next reading with other options. Default: nothing is kept. */
  kept?: Map<unknown, unknown>;
}

/** A part of a file, made once if the file keeps parts. */
export function keptPart<T>(kept: ReadFile['kept'], key: unknown, make: () => T): T {
  const part = kept?.has(key) ? (kept.get(key) as T) : make();
  kept?.set(key, part);
  return part;
}

/** Names in the top folder of a project. */
const OF_PROJECT = /^(package\.json|\.git|prep\.config\.(json|[cm]?js))$|\.tiled-project$/;

/** The nearest folder of a project above a map's. Default: the working folder if it holds the map, or the map's own. */
export function projectOf(file: string): string {
  const own = resolve(file);
  for (let folder = own; ; folder = dirname(folder)) {
    if (isProject(folder)) return folder;
    if (folder === dirname(folder)) return isBelow(own, '.') ? resolve('.') : own;
  }
}

/** Whether folders are projects, by when names in them last changed: lists of 100,000 names take long. */
const known = new Map<string, { changed: number; isProject: boolean }>();
const MOST_KNOWN = 10_000;
/** Milliseconds in which another name may be added at the same time of the file system. */
const CLOCK_MS = 1000;

function isProject(folder: string): boolean {
  try {
    const changed = statSync(folder).mtimeMs;
    const before = known.get(folder);
    if (before?.changed === changed) return before.isProject;
    const isProject = readdirSync(folder).some((name) => OF_PROJECT.test(name));
    if (known.size >= MOST_KNOWN) known.clear();
    if (Date.now() - changed > CLOCK_MS) known.set(folder, { changed, isProject });
    return isProject;
  } catch {
    return false;
  }
}

export class MapFiles {
  /** SHA-256 of each other file that was read, by its path from the map's folder, with slashes. */
  readonly beside = new Map<string, string>();
  readonly work: Work;

  private project: string | undefined;
  private bytes = 0;
  /** By path; undefined outside the allowed folder. */
  private readonly known = new Map<string, Promise<ReadFile | undefined>>();

  /** @param file the map; undefined if only bytes are known @param root allowed folder, by default the map's project */
  constructor(
    private readonly file: string | undefined,
    private readonly root: string | undefined,
  ) {
    this.work = new Work(file ?? 'map');
  }

  /**
   * Reads a file that the map, or a file of it, refers to; the same object for the same file.
   * @param reference as it stands in the file `from`
   * @param what it is, in error messages: `tileset`
   * @throws {MapError} if it lies where nothing may be read, is too large or not there
   */
  async read(reference: string, from: string, what: string): Promise<ReadFile> {
    if (this.file === undefined)
      throw new MapError(
        `${from}: ${what} ${quote(reference)} is a separate file; give the path of the map with the option "file"`,
      );
    const folder = dirname(this.file);
    const path = resolve(dirname(from), reference.replaceAll('\\', '/'));
    const named = `${from}: ${what} ${quote(reference)}`;
    const refuse = (error: Error): never => {
      if (error instanceof MapError) throw new MapError(`${named}: ${error.message}`);
      throw new MapError(`${named} cannot be read: ${error.message.split(',')[0]}`);
    };
    const isPath = !/^[a-z]:/i.test(reference) && !reference.includes('\0');
    const loading = this.known.get(path) ?? (isPath ? this.load(path, folder) : undefined);
    if (loading) this.known.set(path, loading);
    const loaded = await loading?.catch(refuse);
    if (!loaded)
      throw new MapError(
        `${named} lies outside the folder ${relativeTo(this.rootOf(folder))}; allow it with --root FOLDER ` +
          '(option "root")',
      );
    return loaded;
  }

  private async load(path: string, folder: string): Promise<ReadFile | undefined> {
    this.work.spend(OPENING, 'other files');
    if (!(await this.allows(path, folder))) return undefined;
    const bytes = await readWithin(path);
    this.bytes += bytes.length;
    if (this.bytes > MAX_FILES_BYTES)
      throw new MapError(`the files of the map have more than ${MAX_FILES_BYTES} bytes together`);
    this.work.allow(bytes.length);
    this.beside.set(relative(resolve(folder), path).replaceAll(sep, '/'), sha256(bytes));
    return { file: relativeTo(path), bytes };
  }

  /** Whether a file lies below the root, or in the map's own folder, which may be a link out of its project. */
  private async allows(path: string, folder: string): Promise<boolean> {
    return (this.root === undefined && (await liesIn(path, resolve(folder)))) || liesIn(path, this.rootOf(folder));
  }

  private rootOf(folder: string): string {
    this.project ??= this.root === undefined ? projectOf(folder) : resolve(this.root);
    return this.project;
  }
}

/** Links are followed second: whether a file outside exists stays unknown. */
async function liesIn(path: string, folder: string): Promise<boolean> {
  return isBelow(path, folder) && isBelow(await realpath(path), await realpath(folder));
}

/** @throws {MapError} if a file is too large, or changes while it is read; the system's error if it is not regular */
export const readWithin = async (path: string): Promise<Uint8Array> =>
  readSmall(path) ??
  withRegular(path, async (handle, size) => {
    if (size > MAX_FILE_BYTES) throw new MapError(tooLarge(size));
    const bytes = await handle.readFile();
    if (bytes.length !== size)
      throw new MapError(`the file had ${size} bytes and then ${bytes.length} while it was read; read it again`);
    return bytes;
  });

export function tooLarge(bytes: number): string {
  return `the file has ${bytes} bytes, allowed are ${MAX_FILE_BYTES}`;
}

/** A path as messages show it: relative in the working folder, otherwise absolute. */
function relativeTo(path: string): string {
  return isBelow(path, '.') ? relative('.', path) || '.' : path;
}
