/** Finds the maps of a project by content: files of editors anywhere, pictures and tables in folders of maps. */

import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { Pauses } from '../../src/core/busy.js';
import { type ReadFile, readWithin } from '../../src/maps/files.js';
import { foreignOf } from '../../src/maps/foreign.js';
import { SURE_ENDINGS } from '../../src/maps/formats.js';
import { Tones } from '../../src/maps/png.js';
import { readPngFile, readRows } from '../../src/maps/png-file.js';
import { detectFormat, headOf } from '../../src/maps/read-map.js';
import { UsageError } from './errors.js';

/** Folders that are never searched, and folders that are searched only if there are no maps elsewhere. */
const NEVER = ['**/{node_modules,dist,build,backups}/**', 'out/**'];
const RARELY = ['**/{test,tests,fixtures,examples}/**', '**/simplified/**'];
const OF_EDITORS = /\.(tmj|tmx|ldtk|dd2vtt|uvtt|df2vtt)$/i;
/** Files that are read wherever they lie, and files that are only looked at for the names of other editors. */
const ANYWHERE = /\.(json|map|ya?ml)$/i;
const OF_OTHERS = /\.(lua|world|tscn|oel|yy|sav|mask|xml)$/i;
const ENDINGS = 'map,tmj,tmx,ldtk,dd2vtt,uvtt,df2vtt,json,png,csv,tsv,txt,yaml,yml,lua,world,tscn,oel,yy,sav,mask,xml';
const PERHAPS = /(^|\/)(tile)?(maps?|levels?|floors?|worlds?)\/|^[^/]+$/i;
/** Pictures in such folders are of tiles, also below a folder of maps. */
const OF_TILES = /(^|\/)(tiles?|tilesets?|sprites?|textures?)\//i;
/** Pictures of maps have few colors and a pixel a cell. */
const MOST_COLORS = 16;
const MOST_PIXELS = 1 << 20;
/** Files are read without a pause, in which signals are handled: one after each hundred of them. */
export const STEPS_A_FILE = 20_000;

/**
 * @param cwd folder to search @param everywhere also searches tests and examples
 * @param others gets a line for each kind of map that is not supported
 * @returns sorted paths from `cwd`
 */
export async function findMaps(cwd = '.', everywhere = false, others: string[] = []): Promise<string[]> {
  const foreign = new Map<string, Set<string>>();
  const pauses = new Pauses();
  for (const ignore of everywhere ? [NEVER] : [[...NEVER, ...RARELY], NEVER]) {
    // Links may lead anywhere, for example to the root of the file system.
    const links = { followSymbolicLinks: false };
    const options = { cwd, ignore, onlyFiles: true, expandDirectories: false, caseSensitiveMatch: false, ...links };
    const files = await glob(`**/*.{${ENDINGS}}`, options);
    const maps: string[] = [];
    for (const file of files.sort()) {
      await pauses.after(STEPS_A_FILE);
      if (await isMap(file, join(cwd, file), foreign)) maps.push(file);
    }
    if (maps.length === 0 && ignore !== NEVER) continue;
    others.push(...[...foreign].map(lineOf));
    return maps;
  }
  return [];
}

const SURE = new RegExp(`\\.(${SURE_ENDINGS.join('|')})$`, 'i');

/** Paths of the maps of a folder at any depth, from that folder. @throws {UsageError} if there are none */
export async function mapsIn(path: string): Promise<string[]> {
  const sure = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => SURE.test(name) && !/node_modules/.test(name))
    .sort();
  const names = sure.length > 0 ? sure : await findMaps(path, true);
  if (names.length === 0)
    throw new UsageError(`${path}: no map in this folder, no .${SURE_ENDINGS.join(', .')}, PNG, CSV, text or JSON`);
  return names;
}

/** `12 .tscn, such as a.tscn: this is a scene or resource of Godot, which is not supported; ...` */
function lineOf([why, names]: [string, Set<string>]): string {
  const [first] = names;
  return names.size > 1 ? `${names.size} ${extname(first)}, such as ${first}: ${why}` : `${first}: ${why}`;
}

/** @param foreign gets the names of maps that are not supported, by reason */
async function isMap(name: string, path: string, foreign: Map<string, Set<string>>): Promise<boolean> {
  if (OF_EDITORS.test(name)) return true;
  if (!ANYWHERE.test(name) && !OF_OTHERS.test(name) && !PERHAPS.test(name)) return false;
  const bytes = await readWithin(path).catch(() => new Uint8Array());
  const other = foreignOf(headOf(bytes, name));
  if (other) {
    const { why, isAside } = other;
    // Most scenes of Godot are no maps.
    const isScene = /\.tscn$/i.test(name) && !Buffer.from(bytes).includes('TileMap');
    if (!isAside && !isScene) leave(foreign, why, name);
    return false;
  }
  if (OF_OTHERS.test(name)) return false;
  try {
    const format = detectFormat(bytes, name);
    // Other JSON has lists of numbers.
    if (format === 'rows') return PERHAPS.test(name) && (await hasTables({ file: name, bytes }));
    if (/\.ya?ml$/i.test(name)) return format === 'ros';
    if (format === 'png') return !OF_TILES.test(name) && (await isMask(bytes, name, foreign));
    if (format === 'movingai') return /^\ufeff?\s*type\s/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));
    return format !== 'csv' || isTable(new TextDecoder().decode(bytes.subarray(0, 4096)));
  } catch {
    return false;
  }
}

async function hasTables(source: ReadFile): Promise<boolean> {
  const { tableNames } = await import('../../src/maps/rows.js');
  return tableNames(source).length > 0;
}

async function isMask(bytes: Uint8Array, name: string, foreign: Map<string, Set<string>>): Promise<boolean> {
  const png = readPngFile(bytes, name);
  if (png.header.width * png.header.height > MOST_PIXELS) return false;
  const colors = new Set<number>();
  await readRows(png, name, (pixels) => {
    for (let i = 0; i < pixels.length && colors.size <= MOST_COLORS; i++) colors.add(pixels[i]);
  });
  if (colors.size < 2 || colors.size > MOST_COLORS) return false;
  const tones = new Tones();
  for (const color of colors) tones.add(color);
  if (!tones.isMask) leave(foreign, IN_COLOR, name);
  return tones.isMask;
}

const IN_COLOR =
  'this is a picture in color, or transparent; if it is a map, give its colors a meaning: key png.legend of an input';

function leave(foreign: Map<string, Set<string>>, why: string, name: string): void {
  foreign.set(why, (foreign.get(why) ?? new Set()).add(name));
}

/** Whether the first lines are numbers between separators, or a picture of a room's characters. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/).slice(0, -1);
  const [first = ''] = lines;
  return lines.length > 1 && first.length > 2 && lines.every((line) => /^[\d\s,;#@.]*$/.test(line));
}
