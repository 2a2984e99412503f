/** Tilesets and names of tiles by their numbers in layers, and the sheets of their small pictures. */

/** Pixels of a small picture, pictures of a row, and of a sheet. */
export const [CHIP, ROW, SHEET] = [32, 32, 1024];

/** A tileset with its first number; lists of them are in this order. */
export interface NamedSet {
  first: number;
  name: string;
  /** Values in place of tiles. */
  values?: readonly string[];
}

/** The tileset of a number. */
export function tileSetFor<S extends NamedSet>(sets: readonly S[], number: number): S | undefined {
  let [from, to] = [0, sets.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sets[middle].first <= number) from = middle + 1;
    else to = middle;
  }
  return sets[from - 1];
}

/** A tile as options and people name it: `terrain:14`, or its number where other tilesets have the name. */
export function tileName(sets: readonly NamedSet[], number: number): string {
  const set = tileSetFor(sets, number);
  const value = set?.values?.[number - set.first];
  if (value !== undefined) return [set?.name, /^\S+$/.test(value) ? value : `"${value}"`].filter(Boolean).join(' ');
  const isNamed = set && set.name !== '' && sets.findIndex(({ name }) => name === set.name) === sets.indexOf(set);
  return isNamed ? `${set.name}:${number - set.first}` : String(number);
}

/** Whether a number stands for a value or for a tile of a tileset. */
export function isNamed(sets: readonly NamedSet[], number: number): boolean {
  const set = tileSetFor(sets, number);
  return set !== undefined && (set.name !== '' || set.values?.[number - set.first] !== undefined);
}
