/**
 * `index.js` and `index.d.ts` in the output folder: all maps by name, and `load` with the parts that their blobs
 * need. Worlds are not in it, because `loadWorld` fetches their tiles from a folder.
 */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blob } from '../../core/blob/read.js';
import { writeFileAtomic } from '../../core/files/atomic.js';
import { readHead, readRegular } from '../../core/files/regular.js';
import { sha256 } from '../../core/files/sha256.js';
import { version } from '../../core/version.js';
import type { NavAsset } from '../../runtime/load-url.js';
import type { Output, Target } from '../config/targets.js';
import { assetOf } from './asset.js';
import { loadOf, neededBy, partsOf } from './parts-of.js';
import type { Entries } from './record-file.js';

/** The module and its types. */
const [SCRIPT, TYPES] = ['index.js', 'index.d.ts'];
/** First line of both files; a hash of all outputs follows. */
const MARK = '// Written by prep build, and again when a map changes. ';
/** Most maps for which a module is written by default: bundlers copy the blobs of all its maps. */
const MOST_MAPS = 1000;

/** Whether a build writes a module. @param asked option of the flag or the config */
export function wantsModule(targets: readonly Target[], asked: boolean | 'few'): boolean {
  const maps = targets.filter(({ world }) => !world).length;
  return maps > 0 && (asked === 'few' ? maps <= MOST_MAPS : asked);
}

/** Files of a module in a folder that a build has written. */
export async function writtenModule(out: string): Promise<string[]> {
  const heads = await Promise.all([SCRIPT, TYPES].map((file) => headOf(join(out, file))));
  return [SCRIPT, TYPES].filter((_, i) => heads[i]?.startsWith(MARK));
}

/** Removes the files of a module that a build has written. */
export async function removeModule(out: string, removed: (file: string) => void): Promise<void> {
  for (const file of await writtenModule(out)) {
    await unlink(join(out, file));
    removed(file);
  }
}

/** The first line of a file; undefined without a file. */
async function headOf(file: string): Promise<string | undefined> {
  const head = await readHead(file, MARK.length + 64).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return head?.toString().split('\n')[0];
}

/** A written or up-to-date module. */
export interface WrittenModule {
  file: string;
  /** Whether it is another one than before. */
  isNew: boolean;
  /** Names in `gridprep/parts` of the parts of its `load`; empty if it is the one before. */
  parts: string[];
}

/**
 * Writes the module of a folder if an output has changed.
 * @param targets of a build without failures
 * @returns undefined if another file has its name; `refused` is called with the reason
 */
export async function writeModule(
  out: string,
  targets: readonly Target[],
  entries: Pick<Entries, 'get'>,
  refused: (text: string) => void,
): Promise<WrittenModule | undefined> {
  const maps = targets.filter(({ world }) => !world).sort((a, b) => (a.name < b.name ? -1 : 1));
  const sums = maps.map(({ name, outputs }) => [name, outputs.map(({ file }) => [file, entries.get(file)?.sha256])]);
  const head = MARK + sha256(JSON.stringify([version, sums])).slice(0, 16);
  const found = await Promise.all([SCRIPT, TYPES].map((file) => headOf(join(out, file))));
  if (found.every((line) => line === head)) return { file: SCRIPT, isNew: false, parts: [] };
  const foreign = found.findIndex((line) => line !== undefined && !line.startsWith(MARK));
  if (foreign >= 0) {
    const path = join(out, [SCRIPT, TYPES][foreign]);
    refused(`${path} is not of prep build and stays; move it, choose another outDir, or build with --no-module`);
    return undefined;
  }
  const needed: Record<string, boolean>[] = [];
  const lines: string[] = [];
  const names: string[] = [];
  for (const target of maps) {
    const blobs: Blob[] = [];
    for (const output of target.outputs) {
      const described = assetOf(await readRegular(join(out, output.file)), levelsOf(target, maps));
      blobs.push(...described.blobs);
      names.push(JSON.stringify(nameOf(target, output)));
      lines.push(`  ${keyOf(target, output)}: ${expressionOf(described.asset, output.file)},\n`);
    }
    needed.push(neededBy(blobs));
  }
  const parts = partsOf(...needed);
  const text = `${head}\n${loadOf(parts)}\nexport const maps = {\n${lines.join('')}};\n`;
  await writeFileAtomic(join(out, TYPES), [Buffer.from(typesOf(head, names))]);
  await writeFileAtomic(join(out, SCRIPT), [Buffer.from(text)]);
  return { file: SCRIPT, isNew: true, parts };
}

/** The name of an output: its map, or if the map has several outputs, its file. */
const nameOf = ({ name, outputs }: Target, { file }: Output): string =>
  outputs.length === 1 ? name : file.replace(/\.prep$/, '');

/** Its key in an object; a plain `__proto__` would be no key, but give the object another prototype. */
const keyOf = (target: Target, output: Output): string => {
  const name = nameOf(target, output);
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
};

const levelsOf = ({ map, level }: Target, all: readonly Target[]): string[] =>
  level === undefined ? [] : all.flatMap((other) => (other.map === map ? (other.level ?? []) : []));

/** Letters with another meaning in an address, and letters that addresses drop. */
const NOT_IN_ADDRESSES = /[%?#\\\t\n\r]/g;

/** JavaScript of a `NavAsset`. Bundlers know addresses of this form. */
function expressionOf(asset: Omit<NavAsset, 'url'>, file: string): string {
  const path = JSON.stringify(`./${file.replace(NOT_IN_ADDRESSES, encodeURIComponent)}`);
  return `{ ...${JSON.stringify(asset)}, url: new URL(${path}, import.meta.url).href }`;
}

/** @param names as JSON */
export const typesOf = (head: string, names: string[]): string => `${head}
import type { Load } from 'gridprep/parts';
import type { NavAsset } from 'gridprep/runtime';
/** Loads the blobs of these maps: exactly their engines, and the parts that they need. */
export declare const load: Load;
/** Maps by name: \`await loadUrl(load, maps.NAME)\`; in Node \`load(readFileSync(new URL(maps.NAME.url)))\`. */
export declare const maps: Record<${names.join(' | ')}, NavAsset>;
`;
