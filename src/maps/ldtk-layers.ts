/** Layers and definitions of LDtk projects, and the options that they are read with. */
import type { WallSide } from '../core/grid/walls.js';
import type { Fields } from './fields.js';
import { checkSides, type Meaning, type Plane } from './plane.js';
import { namesWalls, wallSides } from './tiled/names.js';
import type { WallReport } from './walls.js';

/** Which layer of an LDtk level says what is open, and how. */
export interface LdtkOptions {
  /** Identifier of the IntGrid layer that is read; may be left out where a level has only one. */
  layer: string;
  /** Meaning of values, by identifier or number; without it 0 is open and all others are blocked. */
  legend: Readonly<Record<string, Meaning>>;
  /** Tiles that block, `TILESET:7` or `TILESET:10-15`, by the identifier of their tileset. */
  blockedTiles: readonly (number | string)[];
  /** Identifiers or tags of entities that are doors. */
  doors: readonly string[];
  /** Identifiers or tags of entities that are markers. */
  markers: readonly string[];
}

export const MAX_PIXELS = 2 ** 31;
/** Definitions of a project for all its levels. */
export interface Definitions {
  /** Values of each IntGrid layer, by the layer's identifier. */
  values: ReadonlyMap<string, Values>;
  /** By their uid. */
  tilesets: ReadonlyMap<number, LdtkTileset>;
  /** Side of a cell of levels without layers, in pixels. */
  gridSize: number;
}

export interface LdtkTileset {
  fields: Fields;
  name: string;
  /** Of its tiles, in pixels. */
  side: number;
  /** Tiles that are tagged as walls. */
  tagged: ReadonlySet<number>;
}

export interface Values {
  names: ReadonlyMap<number, string>;
  /** `#rrggbb` */
  colors: ReadonlyMap<number, string>;
  /** Sides of cells that have a wall: of `wallNorth`. */
  sides: ReadonlyMap<number, WallSide[]>;
  /** Whether all of them are sides, or one is named as a wall. */
  areSides: boolean;
  hasWalls: boolean;
}
export const NO_VALUES: Values = {
  names: new Map(),
  colors: new Map(),
  sides: new Map(),
  areSides: false,
  hasWalls: false,
};

export interface LevelCells {
  plane: Plane;
  /** Side of a cell in pixels. */
  size: number;
  /** Offset of the cells from the level's corner, in pixels. */
  offset: readonly [x: number, y: number];
  walls: WallReport;
}

export const definitionsOf = (defs: Fields | undefined, gridSize: number): Definitions => ({
  values: new Map(defs?.objects('layers').map((layer) => [layer.text('identifier'), definedValues(layer)])),
  tilesets: new Map(
    defs?.objects('tilesets').map((fields) => {
      const tags = fields.objects('enumTags').filter((tag) => namesWalls(tag.text('enumValueId')));
      const tagged = new Set(tags.flatMap((tag) => tag.list('tileIds') as number[]));
      const side = fields.integer('tileGridSize', 1, MAX_PIXELS, gridSize);
      return [fields.integer('uid', 0, MAX_PIXELS), { fields, name: fields.text('identifier', ''), side, tagged }];
    }),
  ),
  gridSize,
});

/** LDtk before 0.8 counts values from the first, which is 1. */
function definedValues(layer: Fields): Values {
  const all = layer
    .objects('intGridValues')
    .map((value, i) => ({ value: value.integer('value', 0, MAX_PIXELS, i + 1), fields: value }));
  const names = all.map(({ value, fields }): [number, string] => [value, fields.text('identifier', '')]);
  const sides = names
    .map(([value, name]): [number, WallSide[]] => [value, wallSides(name)])
    .filter(([, { length }]) => length > 0);
  return {
    names: new Map(names),
    colors: new Map(all.map(({ value, fields }) => [value, fields.text('color', '')])),
    sides: new Map(sides),
    areSides: names.length > 0 && sides.length === names.length,
    hasWalls: names.some(([, name]) => namesWalls(name)),
  };
}

export const nameOf = (layer: Fields) => layer.text('__identifier');
export const sidesOf = (layer: Fields): [width: number, height: number] => {
  const sides: [number, number] = [layer.integer('__cWid', 1, MAX_PIXELS), layer.integer('__cHei', 1, MAX_PIXELS)];
  checkSides(...sides, layer.where);
  return sides;
};
export const sizeOf = (layer: Fields) => layer.integer('__gridSize', 1, MAX_PIXELS);
export const offsetOf = (layer: Fields): [x: number, y: number] => [
  layer.number('__pxTotalOffsetX', 0),
  layer.number('__pxTotalOffsetY', 0),
];
