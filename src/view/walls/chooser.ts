/** Clicks in the walls assistant, and the layers and tiles of the map that they are on. */
import type { MapFormat } from '../../maps/formats.js';
import { type NamedSet, tileName, tileSetFor } from './tile-names.js';

export type Role = 'read' | 'blocked' | 'off';
export type TileRole = 'blocked' | 'open';

export interface Choice {
  /** Of layers, by name; others are read if they are visible. */
  roles: ReadonlyMap<string, Role>;
  /** Of tiles, by number, with `@LAYER` where it is only for one layer. */
  tiles: ReadonlyMap<string, TileRole>;
  empty?: TileRole | undefined;
  /** Whether the map's own marks are not read; of pictures, whether light blocks; of RPG Maker, whether events do. */
  marksOff?: boolean;
}

export const NOTHING: Choice = { roles: new Map(), tiles: new Map() };

/** Layers and tiles of a map. */
export interface Chooser {
  format: MapFormat;
  layers: readonly { name: string; isTiles: boolean; isVisible: boolean }[];
  sets: readonly NamedSet[];
  /** Numbers of the tiles in use: ranges run over numbers that the map lacks. */
  used: ReadonlyMap<number, number>;
}

export type Given = Readonly<Record<string, unknown>>;

export const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Tiles in use that entries of an option name. */
export function tilesIn(entries: unknown, { sets, used }: Chooser): { number: number; layer: string }[] {
  return namesIn(entries).flatMap((entry) => {
    const [, name, from, to = from, layer = '*'] = /^(?:(.+?):)?(\d+)(?:-(\d+))?(?:@(.+))?$/s.exec(entry) ?? [];
    const set = sets.find((one) => one.name === name);
    if (name !== undefined && !set) return [];
    const first = set?.first ?? 0;
    return [...used.keys()]
      .filter((number) => number >= first + Number(from) && number <= first + Number(to))
      .filter((number) => !set || tileSetFor(sets, number) === set)
      .map((number) => ({ number, layer }));
  });
}

/** Tiles as entries of an option: ranges of a tileset, by layer. */
export function rangesOf(chosen: readonly (readonly [key: string, TileRole])[], { sets, used }: Chooser): string[] {
  const byLayer = new Map<string, Set<number>>();
  for (const [key] of chosen) {
    const [, number, layer = ''] = /^(\d+)(?:@(.*))?$/s.exec(key) ?? [];
    const numbers = byLayer.get(layer) ?? new Set();
    byLayer.set(layer, numbers.add(Number(number)));
  }
  return [...byLayer].flatMap(([layer, numbers]) => {
    const ranges: { set: unknown; from: number; to: number }[] = [];
    let isOpen = false;
    for (const number of [...new Set([...used.keys(), ...numbers])].sort((a, b) => a - b)) {
      const set = tileSetFor(sets, number);
      const last = ranges.at(-1);
      if (!numbers.has(number)) isOpen = false;
      else if (isOpen && last?.set === set && last) last.to = number;
      else {
        ranges.push({ set, from: number, to: number });
        isOpen = true;
      }
    }
    return ranges.map(({ from, to }) => {
      const name = tileName(sets, from);
      const end = to > from ? `-${Number(/\d+$/.exec(name.slice(-10))?.[0]) + to - from}` : '';
      return `${name}${end}${layer === '' ? '' : `@${layer}`}`;
    });
  });
}
