/** Options of maps and of who walks on them. */
import { MAX_COST, MAX_SIZE } from '../grid/grid.js';
import { ALL_RULES, MOVE_RULES, RULE_TEXTS } from '../grid/rules.js';
import { choice, flag, legend, type Meaning, names, number, type Option, text, whole, wholes } from './option.js';

/** Formats of map files. */
export const MAP_FORMATS = ['movingai', 'tiled', 'ldtk', 'png', 'csv', 'json'] as const;

/** Which files belong to a map. */
export const FILES = {
  format: choice('Kind of the map files, where their content does not tell', MAP_FORMATS),
  root: { ...text('Folder that all files of a map must lie in'), shown: "the map's" },
};

export const TILED = {
  layers: names('Tile layers that are read, by name or class; all visible ones without it'),
  objectLayers: names('Object layers that are read, by name or class; all visible ones without it'),
  blockedLayers: names('Layers whose every tile blocks its cell, by name or class'),
  solidProperty: text('Boolean property of a tile, layer or tileset: true blocks the cell', 'solid'),
  costProperty: text('Number property of a tile, layer, tileset or object: the cost of a cell', 'cost'),
  empty: choice('Cells without a tile', ['blocked', 'open'], 'blocked'),
};

export const LDTK = {
  layer: text('Identifier of the IntGrid layer that is read'),
  legend: legend('Meaning of values: {"walls":"blocked","mud":5}; without it 0 is open, all else blocked'),
};

export const PNG = {
  legend: legend('Meaning of colors: {"#000000":"blocked","#00ff00":3}; without it a threshold decides'),
  threshold: number('Luminance that an open cell has at least', 0, 255, 128),
  by: choice('What the threshold is of; a cell of this alpha is blocked', ['luminance', 'alpha'], 'luminance'),
  invert: flag('Invert the threshold', false),
  cellSize: whole('Side of a cell in pixels', 1, 1024, 1),
};

export const CSV = { legend: legend('Meaning of characters, or words between commas: {"~":5,"x":"blocked"}') };

/** The formats that have options, and what each is called in a config. */
export const FORMATS = { tiled: TILED, ldtk: LDTK, png: PNG, csv: CSV };

const tilesets: Option<Readonly<Record<string, Meaning>>> = {
  kind: 'meanings',
  about: 'What tiles of a tileset stand for, where neither they nor their layer have a property',
};

/** Options of formats that a config alone has. */
export const CONFIG_FORMATS = {
  tiled: { ...TILED, tilesets },
  ldtk: {
    ...LDTK,
    doors: names('Entities that are doors, by identifier or tag', ['Door']),
    markers: names('Entities that are markers, by identifier or tag', ['Marker', 'Point', 'Goal']),
  },
  png: PNG,
  csv: CSV,
};

/** Costs by letter; on the command line a JSON file, which may hold rows of costs instead. */
const costs: Option<Readonly<Record<string, number>>, string> = {
  kind: 'costs',
  about: 'costs by letter, {".":1,"S":3}',
  more: '1 for other letters',
};

/** Options of walkers. */
export const WALKER = {
  terrain: { ...text('Open letters of .map files, of .GSTWO@', '.GS'), pattern: /^[.GSTWO@]+$/ },
  costs,
  wallCosts: {
    ...wholes('What walls add to costs, by distance: 4,2', 0, MAX_COST - 1),
    more: 'cells at distance 1, 2, ... of a wall cost so much more',
  },
  size: { ...whole('Side of the unit in cells', 1, MAX_SIZE, 1), more: 'a square, anchored at its top left cell' },
  diagonals: {
    ...choice('Diagonal moves', ALL_RULES, 'no-corners'),
    more: `${MOVE_RULES.map((rule) => `${rule}: ${RULE_TEXTS[rule]}`).join('; ')}; hex...: hexagons`,
  },
};
