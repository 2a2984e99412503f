/** Clicks in the walls assistant as options of the map's format. Choices are values: undo keeps the old ones. */
import { kebab } from '../../core/options/option.js';
import {
  type Choice,
  type Chooser,
  type Given,
  namesIn,
  type Role,
  rangesOf,
  type TileRole,
  tilesIn,
} from './chooser.js';
import { valueChoice, valueOptions } from './values.js';

/** Options that clicks decide. */
const CLICKED = ['layers', 'objectLayers', 'blockedLayers', 'blockedTiles', 'openTiles', 'empty', 'marks'];

const isWhole = (entry: string) => !/@(?!\*$)/.test(entry);

/** @param given options of the config, which may say more than can be clicked */
export function choiceOf(given: Given, chooser: Chooser): Choice {
  if (chooser.format !== 'tiled') return valueChoice(given, chooser);
  const { layers } = chooser;
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
    for (const { number, layer } of tilesIn(entries, chooser))
      tiles.set(layer === '*' ? String(number) : `${number}@${layer}`, role);
  };
  take(namesIn(given.blockedTiles), 'blocked');
  take(
    namesIn(given.openTiles).filter((entry) => entry.includes('@')),
    'open',
  );
  const empty = given.empty === 'open' || given.empty === 'blocked' ? given.empty : undefined;
  return { roles, tiles, empty, marksOff: given.marks === 'off' };
}

/** @param prices of values, as the map is read without clicks @returns also options that no click changes */
export function optionsOf(
  choice: Choice,
  given: Given,
  chooser: Chooser,
  prices: ReadonlyMap<number, number> = new Map(),
): Record<string, unknown> {
  if (chooser.format !== 'tiled') return valueOptions(choice, given, chooser, prices);
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !CLICKED.includes(name)));
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
  const others = namesIn(given.blockedLayers).filter((name) => !chooser.layers.some((layer) => layer.name === name));
  const lists = {
    layers: [...new Set(listed(true))],
    objectLayers: [...new Set(listed(false))],
    blockedLayers: [...new Set([...blocked, ...others])],
    blockedTiles: byRole('blocked'),
    openTiles: [...namesIn(given.openTiles).filter((entry) => !entry.includes('@')), ...byRole('open').map(forAll)],
  };
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(choice.empty && { empty: choice.empty }),
    ...(choice.marksOff && { marks: 'off' }),
  };
}

const forAll = (entry: string) => (isWhole(entry) && !entry.endsWith('@*') ? `${entry}@*` : entry);

const quoted = (text: string) => (/^[\w.:,/*@-]+$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, '\\$1')}"`);

/**
 * A command that bakes the map with options of its format; options that have no flag are left out.
 * @param key of the options of the format
 */
export function commandLine(map: string, options: Given, key = 'tiled'): string {
  const files: string[] = [];
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const isLegend = name === 'legend' && typeof value === 'object';
    if (isLegend) files.push(`legend.json: ${JSON.stringify(value)}\n`);
    else if (typeof value === 'object' && !Array.isArray(value)) return [];
    const text = Array.isArray(value)
      ? value.map((one) => String(one).replaceAll(',', '\\,')).join(',')
      : isLegend
        ? 'legend.json'
        : String(value);
    return [` --${key}.${kebab(name)}${value === true ? '' : ` ${quoted(text)}`}`];
  });
  return `${files.join('')}npx gridprep jps ${quoted(map)}${flags.join('')}`;
}
