/** Imports of maps: `./arena.tmj?nav`, `./world.ldtk?level=Cave&nav`, and the modules they become. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { BakedMap, Wanted } from './bake.js';

/** Marks ids as ours; bundlers leave ids with a zero byte to the plugin that made them. */
export const OURS = '\0gridprep:';
/** Ends the path of our ids: other plugins of Vite claim what ends with `.json`, whatever it begins with. */
const ENDING = '.nav';
/** Ids as imports have them, and as they are resolved. */
export const CLAIMED = /[?&]nav(?:&|=?$)/;

/**
 * The id of an imported map, or undefined for what is none of ours; of its query, what the map is asked for with is left.
 * @param importer id of the module that imports it; where there is none, paths start from the root
 * @param root folder that paths with a slash in front start from, where there is such a file, as in Vite
 */
export function resolveMap(id: string, importer: string | undefined, root: string): string | undefined {
  const [path, query] = split(id);
  if (path.includes('\0') || !CLAIMED.test(query)) return undefined;
  const asked = new URLSearchParams(query);
  const kept = new URLSearchParams(
    [...asked].filter(([name], i, all) => isAsked(name) && all.findIndex(([other]) => other === name) === i),
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

/** What a resolved id asks for; undefined for what is none of ours. */
export function wantedOf(id: string, importer?: string): Wanted | undefined {
  if (!id.startsWith(OURS)) return undefined;
  const [path, query] = split(id.slice(OURS.length));
  if (!path.endsWith(ENDING)) return undefined;
  const map = path.slice(0, -ENDING.length);
  const asked = new URLSearchParams(query);
  const [level, agent] = [asked.get('level'), asked.get('agent')];
  return { map, importer, ...(level !== null && { level }), ...(agent !== null && { agent }) };
}

/** JavaScript of a module that gives a map. @param url an expression that gives its address */
export function moduleOf({ asset }: BakedMap, url: string, imports = ''): string {
  return `${imports}export default Object.assign(${JSON.stringify(asset)}, { url: ${url} });\n`;
}
