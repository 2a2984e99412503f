/** Imports of maps, `./arena.tmj?nav` and `./world.ldtk?level=Cave&nav`, and their modules. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { loadOf } from '../build/parts-of.js';
import type { BakedMap, Wanted } from './bake.js';

/** Prefix of our ids. Bundlers leave ids with a zero byte to the plugin that made them. */
export const OURS = '\0gridprep:';
/** Suffix of the path of our ids, because other plugins of Vite claim all paths that end in `.json`. */
const ENDING = '.nav';
/** Imported and resolved ids of maps. */
export const CLAIMED = /[?&]nav(?:&|=?$)/;

/**
 * The id of an imported map with its level and agent; undefined for other imports.
 * @param importer id of the importing module. Default: paths start from the root
 * @param root folder of paths with a leading slash, if there is such a file, as in Vite
 */
export function resolveMap(id: string, importer: string | undefined, root: string): string | undefined {
  const [path, query] = split(id);
  if (path.includes('\0') || !CLAIMED.test(query)) return undefined;
  const parameters = new URLSearchParams(query);
  const kept = new URLSearchParams(
    [...parameters].filter(([name], i, all) => isAsked(name) && all.findIndex(([other]) => other === name) === i),
  );
  const wanted = kept.size > 0 ? `?${kept}&nav` : '?nav';
  return `${OURS}${fileOf(path.replace(/^\/@fs\/(?=[a-z]:)|^\/@fs(?=\/)/i, ''), importer, root)}${ENDING}${wanted}`;
}

function isAsked(name: string): boolean {
  return name === 'level' || name === 'agent';
}

function fileOf(path: string, importer: string | undefined, root: string): string {
  const inRoot = join(root, path);
  if (isAbsolute(path)) return path.startsWith('/') && existsSync(inRoot) ? inRoot : resolve(path);
  return resolve(importer === undefined || importer.startsWith('\0') ? root : dirname(split(importer)[0]), path);
}

function split(id: string): [path: string, query: string] {
  const at = id.indexOf('?');
  return at < 0 ? [id, ''] : [id.slice(0, at), id.slice(at)];
}

/** The map, level and agent of a resolved id; undefined for other ids. */
export function wantedOf(id: string, importer?: string): Wanted | undefined {
  if (!id.startsWith(OURS)) return undefined;
  const [path, query] = split(id.slice(OURS.length));
  if (!path.endsWith(ENDING)) return undefined;
  const map = path.slice(0, -ENDING.length);
  const parameters = new URLSearchParams(query);
  const [level, agent] = [parameters.get('level'), parameters.get('agent')];
  return { map, importer, ...(level !== null && { level }), ...(agent !== null && { agent }) };
}

/** JavaScript of a module that exports a map and its `load`. @param url expression of its address */
export function moduleOf({ asset, parts }: BakedMap, url: string, imports = ''): string {
  return `${imports}${loadOf(parts)}export default Object.assign(${JSON.stringify(asset)}, { url: ${url} });
`;
}
