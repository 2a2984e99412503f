/** Inputs of a config for the maps that `prep init` has found. */
import { dirname, posix } from 'node:path';
import { escapePath, glob } from 'tinyglobby';

interface Found {
  map: string;
  options: object;
}

/** One input per folder, ending and set of options: a glob if it matches no or few other files, or a list. */
export async function inputsFor(tried: readonly Found[]): Promise<object[]> {
  const found = new Map<string, string[]>();
  const inputs: object[] = [];
  for (const { pattern, maps, options } of groupsOf(tried)) {
    const all =
      found.get(pattern) ??
      (await glob(pattern, { onlyFiles: true, expandDirectories: false, followSymbolicLinks: false }));
    found.set(pattern, all);
    const named = new Set(maps);
    // Many groups may share a pattern: not each looks at all of its files.
    const others = all.length > 2 * maps.length ? all : all.filter((file) => !named.has(file)).sort();
    const byGlob = { maps: pattern, ...(others.length > 0 && { exclude: others.map(escapePath) }) };
    const chosen = others.length <= maps.length ? byGlob : { maps: maps.map(escapePath) };
    inputs.push({ ...chosen, ...options, preset: 'fastest' });
  }
  return inputs;
}

export function groupsOf(tried: readonly Found[]) {
  const groups = new Map<string, { pattern: string; maps: string[]; options: object }>();
  for (const { map, options } of tried) {
    const anywhere = `${escapePath(dirname(map).split('/')[0])}/**/*${posix.extname(map)}`.replace(/^\.\/\*\*\//, '');
    // RPG Maker has other JSON next to its maps, and numbers these.
    const pattern = /(^|\/)Map\d{3,}\.json$/.test(map)
      ? posix.join(escapePath(dirname(map)), 'Map[0-9]*.json')
      : anywhere;
    const key = pattern + JSON.stringify(options);
    const group = groups.get(key) ?? { pattern, options, maps: [] };
    groups.set(key, group);
    group.maps.push(map);
  }
  return [...groups.values()];
}
