/** Finds the maps of a project by content: files of editors anywhere, pictures and tables in folders of maps. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { type ReadFile, readWithin } from '../../src/maps/files.js';
import { SURE_ENDINGS } from '../../src/maps/formats.js';
import { readPngFile, readRows } from '../../src/maps/png-file.js';
import { detectFormat } from '../../src/maps/read-map.js';
import { UsageError } from './errors.js';

/** Folders that are never searched, and folders that are searched only if there are no maps elsewhere. */
const NEVER = ['**/{node_modules,dist,build,backups}/**', 'out/**'];
const RARELY = ['**/{test,tests,fixtures,examples}/**'];
const OF_EDITORS = /\.(tmj|tmx|ldtk)$/i;
const PERHAPS = /(^|\/)(tile)?(maps?|levels?|floors?|worlds?)\/|^[^/]+$/i;
/** Pictures of maps have few colors and a pixel a cell. */
const MOST_COLORS = 16;
const MOST_PIXELS = 1 << 20;

/** @param cwd folder to search @param everywhere also searches tests and examples @returns sorted paths from `cwd` */
export async function findMaps(cwd = '.', everywhere = false): Promise<string[]> {
  for (const ignore of everywhere ? [NEVER] : [[...NEVER, ...RARELY], NEVER]) {
    // Links may lead anywhere, for example to the root of the file system.
    const links = { followSymbolicLinks: false };
    const options = { cwd, ignore, onlyFiles: true, expandDirectories: false, caseSensitiveMatch: false, ...links };
    const files = await glob('**/*.{map,tmj,tmx,ldtk,json,png,csv,tsv,txt}', options);
    const maps: string[] = [];
    for (const file of files.sort()) if (await isMap(file, join(cwd, file))) maps.push(file);
    if (maps.length > 0) return maps;
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

async function isMap(name: string, path: string): Promise<boolean> {
  if (OF_EDITORS.test(name)) return true;
  const isJson = /\.json$/i.test(name);
  if (!isJson && !/\.map$/i.test(name) && !PERHAPS.test(name)) return false;
  const bytes = await readWithin(path).catch(() => new Uint8Array());
  try {
    const format = detectFormat(bytes, name);
    // Other JSON has lists of numbers.
    if (format === 'rows') return PERHAPS.test(name) && (await hasTables({ file: name, bytes }));
    if (format === 'png') return await isDrawn(bytes, name);
    if (format === 'movingai') return /^\ufeff?\s*type\s/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));
    return format !== 'csv' || isTable(new TextDecoder().decode(bytes.subarray(0, 4096)));
  } catch (error) {
    // A map of an unsupported editor is reported.
    return isJson && /which is not supported/.test((error as Error).message);
  }
}

async function hasTables(source: ReadFile): Promise<boolean> {
  const { tableNames } = await import('../../src/maps/rows.js');
  return tableNames(source).length > 0;
}

async function isDrawn(bytes: Uint8Array, name: string): Promise<boolean> {
  const png = readPngFile(bytes, name);
  if (png.header.width * png.header.height > MOST_PIXELS) return false;
  const colors = new Set<number>();
  await readRows(png, name, (pixels) => {
    for (let i = 0; i < pixels.length && colors.size <= MOST_COLORS; i++) colors.add(pixels[i]);
  });
  return colors.size > 1 && colors.size <= MOST_COLORS;
}

/** Whether the first lines are numbers between separators, or a picture of a room's characters. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/).slice(0, -1);
  const [first = ''] = lines;
  return lines.length > 1 && first.length > 2 && lines.every((line) => /^[\d\s,;#@.]*$/.test(line));
}
