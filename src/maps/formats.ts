/** The formats of map files, one object each: how a file is recognized, which options it has, and its reader. */

import { MapError } from '../core/errors.js';
import { choice, flag, type OptionTable, text } from '../core/options/option.js';
import { complete } from './complete.js';
import type { CsvOptions } from './csv.js';
import type { MapFiles, ReadFile } from './files.js';
import { CSV, LDTK, LDTK_PLACES, PNG, ROS, RPG_MAKER, TILED, tilesets, VTT } from './format-options.js';
import type { LdtkOptions } from './ldtk-layers.js';
import { DEFAULT_TERRAIN, parseMap, TERRAIN_LETTERS } from './movingai.js';
import type { MapLevel } from './plane.js';
import type { PngOptions } from './png.js';
import { type Head, isRos, isScene, isTable } from './recognize.js';
import type { RosOptions } from './ros.js';
import type { RpgMakerOptions } from './rpg-maker.js';
import { quote } from './text.js';
import type { TiledOptions } from './tiled/properties.js';
import type { VttOptions } from './vtt.js';
import { blockedBy } from './walls.js';

/** Options of single formats, as a caller or a config gives them. */
export interface FormatOptions {
  tiled?: Partial<TiledOptions> | undefined;
  ldtk?: Partial<LdtkOptions> | undefined;
  png?: Partial<PngOptions> | undefined;
  csv?: Partial<CsvOptions> | undefined;
  rpgmaker?: Partial<RpgMakerOptions> | undefined;
  ros?: Partial<RosOptions> | undefined;
  vtt?: Partial<VttOptions> | undefined;
}

interface Request extends FormatOptions {
  files: MapFiles;
  /** Whether the map is meant to be without walls. */
  open?: boolean | undefined;
  leaveAbsent?: boolean | undefined;
  /** Whether to keep the reason of each wall. */
  trace?: boolean;
  /** Meaning of spaces, of missing ends of short lines, and of empty fields. */
  blank?: 'open' | 'blocked' | undefined;
  /** Name of the level; the first one without it. */
  level?: string | undefined;
  other(source: ReadFile, level?: string): Promise<MapLevel>;
  /** Open letters, and costs by letter or by cell; costs by cell replace the costs of the file. */
  terrain?: string | undefined;
  costs?: Readonly<Record<string, number>> | readonly (readonly number[])[] | undefined;
}

interface Format {
  /** Name in error messages. */
  title: string;
  endings: readonly string[];
  /** Endings of files that may be of this format, or no maps at all. */
  sharedEndings?: readonly string[];
  /**
   * Whether a file is of this format. Formats are tried from the last to the first.
   * @throws {MapError} if it is a part of a map
   */
  test?(head: Head): boolean;
  about?: string;
  options?: OptionTable;
  configOptions?: OptionTable;
  /** Names of the levels, of formats whose files may have several. @throws {MapError} */
  levels?(source: ReadFile): Promise<string[]>;
  /** Imports the reader when a map is of this format. @throws {MapError} */
  read(source: ReadFile, request: Request): Promise<MapLevel>;
}

const TILED_KEYS =
  /"tilewidth"|"tiledversion"|"orientation"\s*:\s*"(orthogonal|isometric|staggered|hexagonal|oblique)"/;
const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47];

export const FORMATS = {
  movingai: {
    title: 'MovingAI maps',
    endings: ['map'],
    test: ({ text }) => /^type\s/i.test(text),
    read: async ({ file, bytes }, { terrain = DEFAULT_TERRAIN, costs = {} }) => {
      const byLetter = Array.isArray(costs) ? {} : (costs as Record<string, number>);
      const counts = new Uint32Array(256);
      const grid = parseMap(bytes, { file, terrain, costs: byLetter }, counts);
      const letters = [...TERRAIN_LETTERS].filter((letter) => !grid.terrain.includes(letter));
      const walls = blockedBy(letters.map((letter) => [quote(letter), counts[letter.charCodeAt(0)]]));
      return { name: '', grid, places: { doors: [], markers: [] }, walls };
    },
  },
  // Asked after all formats of objects in JSON.
  rows: {
    title: 'rows in JSON or code',
    endings: [],
    sharedEndings: ['json', 'js', 'mjs', 'cjs', 'ts', 'mts'],
    test: isTable,
    levels: async (source) => (await import('./rows.js')).tableNames(source),
    read: async (source, { csv, blank, level }) =>
      (await import('./rows.js')).readTable(source, complete('csv', CSV, csv), blank, level),
  },
  tiled: {
    title: 'Tiled (.tmj, .tmx)',
    endings: ['tmj', 'tmx'],
    test({ text, json, file }) {
      const types = [...json.matchAll(/"type"\s*:\s*"(map|tileset|template)"/g)].map(([, type]) => type);
      // Before version 1.0 a tileset has no type.
      if (types.length === 0 && /"tilecount"/.test(json) && !/"(layers|orientation)"/.test(json)) types.push('tileset');
      if (types.length > 0 && !types.includes('map'))
        throw new MapError(`${file}: this is a Tiled ${types[0]}, not a map; name the map that uses it`);
      const isXml = /^<(\?xml|!--|!DOCTYPE|map\b|tileset\b)/i.test(text);
      return isXml || types.length > 0 || TILED_KEYS.test(json);
    },
    about: 'How Tiled maps are read',
    options: TILED,
    configOptions: { tilesets },
    read: async (source, { files, tiled, ...request }) => {
      const options = complete<TiledOptions>('tiled', { ...TILED, tilesets }, tiled);
      return (await import('./tiled/read.js')).readTiledMap(source, files, options, request);
    },
  },
  ldtk: {
    title: 'LDtk (.ldtk)',
    endings: ['ldtk'],
    sharedEndings: ['ldtkl'],
    test: ({ json }) => /"app"\s*:\s*"LDtk"|"__header__"/.test(json),
    about: 'How LDtk levels are read',
    options: LDTK,
    configOptions: LDTK_PLACES,
    levels: async (source) => (await import('./ldtk.js')).ldtkLevels(source),
    read: async (source, { files, level, ldtk, open }) => {
      const options = complete('ldtk', { ...LDTK, ...LDTK_PLACES }, ldtk);
      return (await import('./ldtk.js')).readLdtk(source, files, level, options, open);
    },
  },
  png: {
    title: 'PNG',
    endings: [],
    sharedEndings: ['png'],
    test: ({ bytes }) => PNG_MAGIC.every((byte, i) => bytes[i] === byte),
    about: 'How pictures are read',
    options: PNG,
    read: async (source, { png, open }) => {
      const isSaid = [png?.threshold, png?.by, png?.invert].some((one) => one !== undefined);
      return (await import('./png.js')).readPng(source, complete('png', PNG, png), isSaid, open);
    },
  },
  csv: {
    title: 'CSV or ASCII',
    endings: [],
    sharedEndings: ['csv', 'tsv', 'txt'],
    about: 'How tables, and pictures in characters, are read',
    options: CSV,
    read: async (source, { csv, blank }) =>
      (await import('./csv.js')).readCsv(source, complete('csv', CSV, csv), blank),
  },
  json: {
    title: 'the JSON of prep map',
    endings: [],
    sharedEndings: ['json'],
    test: ({ json }) => /"gridprep"\s*:\s*"map"/.test(json),
    read: async (source) => (await import('./cells.js')).readCells(source),
  },
  floors: {
    title: 'floors in JSON',
    endings: [],
    sharedEndings: ['json'],
    test: ({ json }) => /"gridprep"\s*:\s*"floors"/.test(json),
    read: async (source, { files, other }) => (await import('./floors.js')).readFloors(source, files, other),
  },
  rpgmaker: {
    title: 'RPG Maker MV and MZ',
    endings: [],
    sharedEndings: ['json'],
    test: ({ json }) => /"autoplayBgm"\s*:/.test(json) && /"(disableDashing|encounterList|tilesetId)"\s*:/.test(json),
    about: 'How maps of RPG Maker are read',
    options: RPG_MAKER,
    read: async (source, { files, rpgmaker }) =>
      (await import('./rpg-maker.js')).readRpgMaker(source, files, complete('rpgmaker', RPG_MAKER, rpgmaker)),
  },
  ros: {
    title: 'occupancy grids of ROS',
    endings: ['pgm'],
    sharedEndings: ['yaml', 'yml'],
    test: isRos,
    about: 'How occupancy grids are read',
    options: ROS,
    read: async (source, { files, ros }) =>
      (await import('./ros.js')).readRos(source, files, complete('ros', ROS, ros)),
  },
  vtt: {
    title: 'Universal VTT and scenes of Foundry',
    endings: ['dd2vtt', 'uvtt', 'df2vtt'],
    sharedEndings: ['json'],
    test: isScene,
    about: 'How scenes of virtual tabletops are read',
    options: VTT,
    read: async (source, { files, vtt, open }) =>
      (await import('./vtt.js')).readVtt(source, files, complete('vtt', VTT, vtt), open),
  },
} satisfies Record<string, Format>;

/** Name of a format that `readMap` reads. */
export type MapFormat = keyof typeof FORMATS;
export const MAP_FORMATS = Object.keys(FORMATS) as MapFormat[];
export const formatOf = (name: MapFormat): Format => FORMATS[name];

/** Endings of map files, which names of outputs omit; detection looks at the content first. */
export const MAP_ENDINGS = Object.values<Format>(FORMATS).flatMap((one) => [
  ...one.endings,
  ...(one.sharedEndings ?? []),
]);
/** Endings of files that are maps without a look at them. */
export const SURE_ENDINGS = Object.values<Format>(FORMATS).flatMap(({ endings }) => endings);
export const MAP_ENDING = new RegExp(`\\.(${MAP_ENDINGS.join('|')})$`, 'i');

export const FILES = {
  format: choice('Kind of the map files, where their content does not tell', MAP_FORMATS),
  blank: choice('Spaces, short lines and empty fields of text and CSV', ['open', 'blocked'], 'open'),
  open: flag('The map is meant to have no walls: no warning where nothing marks any'),
  root: { ...text('Folder that all files of a map must lie in'), shown: "the map's project" },
};

export const FORMAT_OPTIONS = Object.entries<Format>(FORMATS).flatMap(
  ([name, { about = '', options, configOptions }]) =>
    options
      ? [{ name: name as keyof FormatOptions, about, flags: options, config: { ...options, ...configOptions } }]
      : [],
);
