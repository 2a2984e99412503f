/** Options of single formats: what flags, config keys and `readMap` have in common. */
import { HEX_LAYOUTS } from '../core/grid/rules.js';
import { MAX_COST } from '../core/limits.js';
import {
  choice,
  flag,
  legend,
  type Meaning,
  names,
  number,
  type Option,
  text,
  tiles,
  whole,
} from '../core/options/option.js';

export const TILED = {
  layers: names('Tile layers that are read, by name or class; all visible ones without it'),
  objectLayers: names('Object layers that are read, by name or class; all visible ones without it'),
  blockedLayers: names('Layers whose every tile or shape blocks, by name or class'),
  openLayers: names('Layers that are all of the ground, by name or class: what none of them covers blocks'),
  blockedTiles: tiles('Tiles that block, by number: 7,10-15,terrain:3; only in a layer: terrain:3@Ground'),
  openTiles: tiles('The only tiles that do not block; with a layer or @* only exceptions: terrain:5@*'),
  marks: {
    ...choice('Marks of walls in the file; off: only options say what blocks', ['read', 'off']),
    shown: 'read',
  },
  solidProperty: {
    ...text('Boolean property of a tile, layer, tileset or object: true blocks the cell'),
    shown: 'solid, collides and the like',
  },
  openProperty: text('Boolean property of a tile, layer, tileset or object: false blocks the cell'),
  costProperty: text('Number property of a tile, layer, tileset or object: the cost of a cell', 'cost'),
  shapes: {
    ...choice('Shapes of the collision editor that block their tile; sides: thin bars are walls between cells', [
      'any',
      'sides',
      'half',
      'off',
    ]),
    shown: 'any, if nothing else is marked',
  },
  empty: { ...choice('Cells without a tile', ['blocked', 'open']), shown: 'blocked, unless they are the ground' },
};
export const tilesets: Option<Readonly<Record<string, Meaning>>> = {
  kind: 'meanings',
  about: 'What tiles of a tileset stand for, where neither they nor their layer have a property',
};

export const LDTK = {
  layer: text('Identifier of the IntGrid layer that is read'),
  legend: legend('Meaning of values: {"walls":"blocked","mud":5}; without it 0 is open, all else blocked'),
  blockedTiles: tiles('Tiles that block, by tileset and number: Trees:7,Trees:10-15'),
};
export const LDTK_PLACES = {
  doors: names('Entities that are doors, by identifier or tag', ['Door']),
  markers: names('Entities that are markers, by identifier or tag', ['Marker', 'Point', 'Goal']),
};

export const PNG = {
  legend: legend('Meaning of colors: {"#000000":"blocked","#00ff00":3}; without it a threshold decides'),
  threshold: number('Luminance that an open cell has at least', 0, 255, 128),
  by: choice('Channel of the threshold; with alpha, opaque cells are blocked', ['luminance', 'alpha'], 'luminance'),
  invert: flag('Invert the threshold', false),
  cellSize: whole('Side of a cell in pixels', 1, 1024, 1),
};

export const CSV = {
  legend: legend('Meaning of characters, or words between commas: {"~":5,"x":"blocked"}'),
  hex: choice('Layout of cells that are hexagons', HEX_LAYOUTS),
  blocked: { ...choice('Digit that blocks, in tables of 0 and 1', ['0', '1']), shown: '1, unless the border is of 0' },
};

export const RPG_MAKER = {
  legend: legend('Meaning of regions: {"7":"blocked","8":5}'),
  doors: names('Regions that are doors, by number'),
  damageCost: whole('Cost of a cell with a damage floor', 1, MAX_COST, 1),
  events: choice('Cells of events that stop units when a game begins', ['open', 'blocked'], 'open'),
};

export const ROS = { unknown: choice('Cells that are neither occupied nor free', ['blocked', 'open'], 'blocked') };

export const VTT = {
  windows: choice('Portals that do not stop light', ['blocked', 'door'], 'blocked'),
  objects: choice('Objects that stop light', ['open', 'blocked'], 'open'),
};
