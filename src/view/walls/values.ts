/** Clicks on values as options: texts of tables, colors, IntGrid values and tiles of LDtk, regions of RPG Maker. */
import type { Meaning } from '../../maps/plane.js';
import { type Choice, type Chooser, type Given, rangesOf, type TileRole, tilesIn } from './chooser.js';
import { tileSetFor } from './tile-names.js';

/** Options that clicks decide. */
const CLICKED = ['legend', 'blocked', 'layer', 'blockedTiles', 'invert', 'events'];

const legendOf = ({ legend }: Given) => (typeof legend === 'object' ? (legend as Record<string, Meaning>) : {});
const isRole = (value: unknown): value is TileRole => value === 'blocked' || value === 'open';

/** Numbers of the values in use by set and key. */
function* valuesIn({ sets, used }: Chooser) {
  for (const number of used.keys()) {
    const set = tileSetFor(sets, number);
    const key = set?.values?.[number - set.first];
    if (set && key !== undefined) yield { set: set.name, key, number };
  }
}

export function valueChoice(given: Given, chooser: Chooser): Choice {
  const legend = legendOf(given);
  const tiles = new Map<string, TileRole>();
  for (const { key, number } of valuesIn(chooser)) {
    const role = given.blocked === undefined ? legend[key] : given.blocked === key ? 'blocked' : 'open';
    if (isRole(role)) tiles.set(String(number), role);
  }
  for (const { number } of tilesIn(given.blockedTiles, chooser)) tiles.set(String(number), 'blocked');
  const roles = new Map(typeof given.layer === 'string' ? [[given.layer, 'read'] as const] : []);
  const empty = chooser.format === 'ldtk' && isRole(legend['0']) ? legend['0'] : undefined;
  return { roles, tiles, empty, marksOff: given.invert === true || given.events === 'blocked' };
}

/** @param prices of values, as the map is read without clicks; 0 blocked */
export function valueOptions(
  { roles, tiles, empty, marksOff }: Choice,
  given: Given,
  chooser: Chooser,
  prices: ReadonlyMap<number, number>,
): Given {
  const { format } = chooser;
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !CLICKED.includes(name)));
  const all = [...valuesIn(chooser)];
  const roleOf = (number: number) => tiles.get(String(number));
  const [chosen = all.find(({ number }) => roleOf(number))?.set] = roles.keys();
  const values = all.filter(({ set }) => format !== 'ldtk' || chosen === undefined || set === chosen);
  const isClicked = empty !== undefined || values.some(({ number }) => roleOf(number));
  const meaningOf = (number: number): Meaning => {
    const price = prices.get(number) ?? Number(format !== 'ldtk');
    return roleOf(number) ?? (price > 1 ? price : price === 1 ? 'open' : 'blocked');
  };
  const legend: Record<string, Meaning> = { ...legendOf(given), ...(empty && { 0: empty }) };
  for (const { key, number } of values)
    if (format !== 'rpgmaker') legend[key] = meaningOf(number);
    else if (roleOf(number)) legend[key] = meaningOf(number);
  const digits = values
    .map(({ key }) => key)
    .sort()
    .join();
  const [digit, ...more] = Object.keys(legend).filter((key) => legend[key] === 'blocked');
  const isDigit = /^(csv|rows)$/.test(format) && digits === '0,1' && digit !== undefined && more.length === 0;
  const layers = new Set(all.map(({ set }) => set));
  const valueKeys = new Set(all.map(({ number }) => String(number)));
  const blockedTiles = rangesOf(
    [...tiles].filter(([key, role]) => role === 'blocked' && !valueKeys.has(key)),
    chooser,
  );
  return {
    ...rest,
    ...(isClicked && (isDigit ? { blocked: digit } : { legend })),
    ...(format === 'ldtk' && chosen !== undefined && layers.size > 1 && { layer: chosen }),
    ...(blockedTiles.length > 0 && { blockedTiles }),
    ...(marksOff && (format === 'png' ? { invert: true } : { events: 'blocked' })),
  };
}
