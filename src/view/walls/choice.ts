/** Clicks in the walls assistant as options of `tiled`. Choices are values: undo keeps the old ones. */
import { kebab } from '../../core/options/option.js';
import { type NamedSet, tileName, tileSetFor } from './tile-names.js';

export type Role = 'read' | 'blocked' | 'off';
export type TileRole = 'blocked' | 'open';

export interface Choice {
  /** Of layers, by name; others are read if they are visible. */
  roles: ReadonlyMap<string, Role>;
  /** Of tiles, by number, with `@LAYER` where it is only for one layer. */
  tiles: ReadonlyMap<string, TileRole>;
  empty?: TileRole | undefined;
  /** Whether the map's own marks are not read. */
  marksOff?: boolean;
}

export const NOTHING: Choice = { roles: new Map(), tiles: new Map() };

/** Layers and tiles of a map. */
export interface Chooser {
  layers: readonly { name: string; isTiles: boolean; isVisible: boolean }[];
  sets: readonly NamedSet[];
  /** Numbers of the tiles in use: ranges run over numbers that the map lacks. */
  used: ReadonlyMap<number, number>;
}

export type TiledGiven = Readonly<Record<string, unknown>>;

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const isWhole = (entry: string) => !/@(?!\*$)/.test(entry);

/** @param given options of the config, which may say more than can be clicked */
export function choiceOf(given: TiledGiven, { layers, sets, used }: Chooser): Choice {
  const roles = new Map<string, Role>();
  for (const [key, isTiles] of [['layers', true] as const, ['objectLayers', false] as const]) {
    const wanted = namesIn(given[key]);
    if (wanted.length > 0)
      for (const layer of layers)
        if (layer.isTiles === isTiles) roles.set(layer.name, wanted.includes(layer.name) ? 'read' : 'off');
  }
  for (const name of namesIn(given.blockedLayers)) roles.set(name, 'blocked');
  const tiles = new Map<string, TileRole>();
  const take = (entries: string[], role: TileRole) => {
    for (const entry of entries) {
      const [, name, from, to = from, layer = '*'] = /^(?:(.+?):)?(\d+)(?:-(\d+))?(?:@(.+))?$/s.exec(entry) ?? [];
      const set = sets.find((one) => one.name === name);
      if (name !== undefined && !set) continue;
      const first = set?.first ?? 0;
      for (const number of used.keys())
        if (number >= first + Number(from) && number <= first + Number(to))
          if (!set || tileSetFor(sets, number) === set)
            tiles.set(layer === '*' ? String(number) : `${number}@${layer}`, role);
    }
  };
  take(namesIn(given.blockedTiles), 'blocked');
  take(
    namesIn(given.openTiles).filter((entry) => entry.includes('@')),
    'open',
  );
  const empty = given.empty === 'open' || given.empty === 'blocked' ? given.empty : undefined;
  return { roles, tiles, empty, marksOff: given.marks === 'off' };
}

/** The options, with those of the config that no click changes. */
export function optionsOf(choice: Choice, given: TiledGiven, chooser: Chooser): Record<string, unknown> {
  const {
    layers: _,
    objectLayers: __,
    blockedLayers,
    blockedTiles: ___,
    openTiles,
    empty: ____,
    marks,
    ...rest
  } = given;
  const roleOf = (name: string, isVisible: boolean) => choice.roles.get(name) ?? (isVisible ? 'read' : 'off');
  const listed = (isTiles: boolean) => {
    const all = chooser.layers.filter((layer) => layer.isTiles === isTiles);
    const isDefault = all.every(({ name, isVisible }) => {
      const role = roleOf(name, isVisible);
      return role === 'blocked' || (role === 'read') === isVisible;
    });
    return isDefault
      ? []
      : all.filter(({ name, isVisible }) => roleOf(name, isVisible) !== 'off').map(({ name }) => name);
  };
  const byRole = (role: TileRole) =>
    rangesOf(
      [...choice.tiles].filter(([, one]) => one === role),
      chooser,
    );
  const blocked = [...choice.roles].filter(([, role]) => role === 'blocked').map(([name]) => name);
  const others = namesIn(blockedLayers).filter((name) => !chooser.layers.some((layer) => layer.name === name));
  const lists = {
    layers: [...new Set(listed(true))],
    objectLayers: [...new Set(listed(false))],
    blockedLayers: [...new Set([...blocked, ...others])],
    blockedTiles: byRole('blocked'),
    openTiles: [...namesIn(openTiles).filter((entry) => !entry.includes('@')), ...byRole('open').map(forAll)],
  };
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(choice.empty && { empty: choice.empty }),
    ...(choice.marksOff && { marks: 'off' }),
  };
}

const forAll = (entry: string) => (isWhole(entry) && !entry.endsWith('@*') ? `${entry}@*` : entry);

/** Tiles as entries of an option: ranges of a tileset, by layer. */
function rangesOf(chosen: readonly (readonly [key: string, TileRole])[], { sets, used }: Chooser): string[] {
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
      const end = to > from ? `-${Number(/\d+$/.exec(name)?.[0]) + to - from}` : '';
      return `${name}${end}${layer === '' ? '' : `@${layer}`}`;
    });
  });
}

const quoted = (text: string) => (/^[\w.:,/*@-]+$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, '\\$1')}"`);

/** A command that bakes the map with the options; options that have no flag are left out. */
export function commandLine(map: string, options: TiledGiven): string {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    if (typeof value === 'object' && !Array.isArray(value)) return [];
    const text = Array.isArray(value)
      ? value.map((one) => String(one).replaceAll(',', '\\,')).join(',')
      : String(value);
    return [` --tiled.${kebab(name)} ${quoted(text)}`];
  });
  return `npx gridprep jps ${quoted(map)}${flags.join('')}`;
}
