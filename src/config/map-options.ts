/** What a config says of the formats of maps; the command line has the same options, see `prep map --help`. */
import { z } from 'zod';
import { MAX_COST } from '../grid/grid.js';
import { MAP_FORMATS } from '../maps/read-map.js';

const meaning = z.union([z.enum(['blocked', 'open']), z.int().min(1).max(MAX_COST)]);
const names = z.array(z.string().min(1));
const legend = z.union([z.string().min(1), z.record(z.string(), meaning)]).optional();
const FILE = 'here, or in a JSON file beside the config';

const tiled = z.strictObject({
  layers: names
    .optional()
    .describe('Names or classes of the tile layers that are read, hidden ones too; all visible ones without it'),
  objectLayers: names
    .optional()
    .describe('Names or classes of the object layers that are read, hidden ones too; all visible ones without it'),
  blockedLayers: names.optional().describe('Names or classes of layers whose every tile blocks its cell'),
  solidProperty: z
    .string()
    .min(1)
    .optional()
    .describe('Boolean property of a tile, layer or tileset: true blocks the cell; default "solid"'),
  costProperty: z
    .string()
    .min(1)
    .optional()
    .describe('Number property of a tile, layer, tileset or object: the cost of a cell; default "cost"'),
  tilesets: z
    .record(z.string(), meaning)
    .optional()
    .describe('What tiles of a tileset stand for, where neither they nor their layer say it'),
  empty: z.enum(['blocked', 'open']).optional().describe('Cells without a tile; default "blocked"'),
});

const ldtk = z.strictObject({
  layer: z.string().min(1).optional().describe('Identifier of the IntGrid layer that is read'),
  legend: legend.describe(
    `What values stand for, by identifier or number, ${FILE}; without it 0 is open, all else blocked`,
  ),
  doors: names.optional().describe('Identifiers or tags of entities that are doors; default ["Door"]'),
  points: names.optional().describe('Identifiers or tags of entities that are points; default ["Point", "Goal"]'),
});

const png = z.strictObject({
  legend: legend.describe(`What colours stand for, "#rrggbb" or "#rrggbbaa", ${FILE}; without it a threshold decides`),
  threshold: z.number().min(0).max(255).optional().describe('Luminance that an open cell has at least; default 128'),
  by: z.enum(['luminance', 'alpha']).optional().describe('What the threshold is of; a cell of this alpha is blocked'),
  invert: z.boolean().optional().describe('Whether the threshold is meant the other way round'),
  cellSize: z.int().min(1).max(1024).optional().describe('Pixels of a cell, on each side'),
});

const csv = z.strictObject({ legend: legend.describe(`What characters, or words between commas, stand for, ${FILE}`) });

/** Part of what is said for all inputs, and for each of them. */
export const mapOptions = {
  format: z.enum(MAP_FORMATS).optional().describe('Kind of the map files, where their content does not tell'),
  root: z
    .string()
    .min(1)
    .optional()
    .describe('Folder that all files of a map must lie in, relative to the config file; that of the map without it'),
  tiled: tiled.optional().describe('What of Tiled maps is open'),
  ldtk: ldtk.optional().describe('What of LDtk levels is open'),
  png: png.optional().describe('What of pictures is open'),
  csv: csv.optional().describe('What of tables and of pictures in characters is open'),
};

/** Of an input alone. */
export const levels = names
  .min(1)
  .optional()
  .describe('Names of the levels that are baked, of files that have several; all without it');
