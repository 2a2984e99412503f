/** Tiles of LDtk levels that block: by a tag such as `Wall`, or by an option. */
import { MapError } from '../core/errors.js';
import type { Fields } from './fields.js';
import {
  type Definitions,
  type LdtkOptions,
  type LdtkTileset,
  type LevelCells,
  MAX_PIXELS,
  nameOf,
  offsetOf,
  sidesOf,
  sizeOf,
} from './ldtk-layers.js';
import { BLOCKED, OPEN, Plane } from './plane.js';
import { type NumberRange, withinAny } from './ranges.js';
import { quote, quoteAll } from './text.js';
import { labelsOf, type WallReport } from './walls.js';
import type { Work } from './work.js';

/** Cells below tiles that are tagged as walls; all others are open. */
export function readTags(
  level: Fields,
  layers: readonly Fields[],
  definitions: Definitions,
  walls: WallReport,
  work: Work,
): Omit<LevelCells, 'walls'> {
  const { tilesets, gridSize } = definitions;
  const marked = layers.filter((layer) => {
    const { tagged } = tilesets.get(uidOf(layer)) ?? {};
    return tagged?.size && tilesOf(layer).some((tile) => tagged.has(tile.number('t', -1)));
  });
  const base: Fields | undefined = marked[0] ?? layers.find((layer) => layer.has('__cWid'));
  const size = base ? sizeOf(base) : gridSize;
  const sides = base
    ? sidesOf(base)
    : (['pxWid', 'pxHei'].map((side) => Math.ceil(level.integer(side, 1, MAX_PIXELS) / size)) as [number, number]);
  const cells = { plane: new Plane(...sides, level.where, OPEN), size, offset: base ? offsetOf(base) : NO_OFFSET };
  const tagged = marked.map((layer) => ({
    label: `tagged tiles of layer ${quote(nameOf(layer))}`,
    cells: blockTiles(layer, definitions, (set, tile) => set.tagged.has(tile), cells, work),
  }));
  walls.used.push(...labelsOf(tagged));
  return cells;
}

const NO_OFFSET = [0, 0] as const;
export const uidOf = (layer: Fields) => layer.number('__tilesetDefUid', -1);
export const tilesOf = (layer: Fields) => [...layer.objects('gridTiles'), ...layer.objects('autoLayerTiles')];

/** Blocks the cells below some tiles of a layer. @returns how many were open */
export function blockTiles(
  layer: Fields,
  { tilesets }: Definitions,
  blocks: (set: LdtkTileset, tile: number) => boolean,
  { plane, size, offset }: Omit<LevelCells, 'walls'>,
  work: Work,
): number {
  const set = tilesets.get(uidOf(layer));
  if (!set) return 0;
  const [left, top] = offsetOf(layer).map((pixels, i) => pixels - offset[i]);
  // Tiles of more cells than that are pictures; the product bounds the work.
  const reach = Math.min(Math.ceil(set.side / size), 8);
  let cells = 0;
  for (const tile of tilesOf(layer).filter((one) => blocks(set, one.number('t', -1)))) {
    const [x, y] = tile
      .list('px')
      .map((pixels, i) => Math.floor(((typeof pixels === 'number' ? pixels : Number.NaN) + [left, top][i]) / size));
    work.spend(reach * reach, 'tiles');
    for (let cy = Math.max(y, 0); cy < Math.min(y + reach, plane.height); cy++)
      for (let cx = Math.max(x, 0); cx < Math.min(x + reach, plane.width); cx++) {
        cells += Number(plane.prices[cy * plane.width + cx] > BLOCKED);
        plane.prices[cy * plane.width + cx] = BLOCKED;
      }
  }
  return cells;
}

/** Whether the option names a tile. @throws {MapError} if an entry is no tile of a tileset of the project */
export function chosenTiles(entries: LdtkOptions['blockedTiles'], { tilesets }: Definitions, where: string) {
  const names = new Set([...tilesets.values()].map(({ name }) => name));
  const ranges = new Map<string, NumberRange[]>();
  for (const entry of entries) {
    const [, name, from, to = from] = /^(.+):(\d+)(?:-(\d+))?$/s.exec(`${entry}`) ?? [];
    if (name === undefined || !names.has(name))
      throw new MapError(
        `${where}: ldtk.blockedTiles (--ldtk.blocked-tiles) has ${quote(entry)}, expected a tile TILESET:3 or a ` +
          `range TILESET:3-7; tilesets are ${quoteAll(names)}`,
      );
    const ofSet = ranges.get(name) ?? [];
    ofSet.push({ from: Number(from), to: Number(to) });
    ranges.set(name, ofSet);
  }
  const within = new Map([...ranges].map(([name, all]) => [name, withinAny(all)]));
  return (name: string, tile: number): boolean => within.get(name)?.(tile) ?? false;
}
