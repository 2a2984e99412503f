/**
 * Limits of what comes from outside: every count in a map, a blob, a save and a message. Readers check them before they
 * allocate or loop. `test/limits.test.ts` has a row for each, with an input that crosses it.
 */

// Maps.

/** Width and height of a map, in cells. */
export const MAX_SIDE = 8192;
export const MAX_COST = 255;
/** Side of the square that walks, in cells. */
export const MAX_SIZE = 16;
/** Cost of a cell, and side, of a map with walls between cells. */
export const MOST_WALLED_COST = 128;
export const MOST_WALLED_SIDE = MAX_SIDE / 2;
/** Distances at which walls add to costs. */
export const MOST_WALL_COSTS = 8;
export const MAX_LINKS = 65_536;
/** Steps that a link costs. */
export const MAX_LINK_COST = 100_000;
/** Letters of a link's name. */
export const MAX_LINK_NAME = 255;
/** Doors, and markers, of a map. */
export const MAX_PLACES = 4096;
/** Cells of all doors and markers together. */
export const MAX_PLACE_CELLS = 65_536;
/** Tilesets of a Tiled map. */
export const MAX_TILESETS = 65_536;
/** Letters of a name of a door, marker or floor. */
export const MAX_NAME = 128;
/** Letters of all these names together; with the cells they stay below the size of a blob's metadata. */
export const MAX_NAMES = 65_536;
export const MAX_FLOORS = 256;

// Files of maps.

/** Steps of work of a read of any map beyond one for each byte and four cells: half a second (`maps/work.ts`). */
export const BASE_WORK = 20_000_000;
/** Bytes of a file: a map of 8192 x 8192 letters has half of it. */
export const MAX_FILE_BYTES = 128 << 20;
/** Bytes of all files of a map together. */
export const MAX_FILES_BYTES = 2 * MAX_FILE_BYTES;
/** Pieces of a PNG's pixels. Each takes memory, however short it is; programs write at most one for some rows. */
export const MOST_PNG_PIECES = 65_536;
/** Objects and lists of JSON together. Each takes some 60 bytes, however short it is written. */
export const MOST_JSON_LISTS = 2_000_000;
/** Letters of a text in JSON, except base64. */
export const MOST_JSON_TEXT = 1 << 24;
/** Nesting of JSON: functions that visit the values call themselves for each level. */
export const MOST_JSON_DEPTH = 256;
/** Letters and nesting of code in JavaScript that is plain data. */
export const MOST_CODE = 1 << 24;
export const MOST_CODE_DEPTH = 64;
/** Tables of a file of JSON or code. */
export const MOST_TABLES = 256;
/** XML elements: a map of 512 x 512 in the oldest form has one for each cell. */
export const MOST_XML_ELEMENTS = 500_000;
/** Attributes of an XML element. */
export const MOST_XML_ATTRIBUTES = 100;
export const MOST_XML_DEPTH = 64;
/** Letters of an XML attribute, comment or DOCTYPE, which sax collects one by one. Texts may be longer. */
export const MOST_XML_VALUE = 2 ** 20;
/** Nesting of Tiled's groups. */
export const MOST_GROUPS = 32;
/** Tiles of all layers of Tiled together: four of 8192 x 8192, or sixteen of 4096 x 4096. */
export const MOST_TILES = 2 ** 28;

// Blobs.

export const MAX_SECTIONS = 255;
export const MAX_META_BYTES = 1 << 20;
/** Values of all metadata that are read together; a list, map or text counts eight more and its letters. */
export const MOST_META_VALUES = 1 << 23;
/** Lists and maps around a value of metadata. */
export const MOST_META_DEPTH = 8;
/** Bytes of the list of arrays of the layout `mapped`. */
export const MOST_LIST = 1 << 14;
/** Side of a cluster of HPA*, in cells: a cell's place in its cluster fits 12 bits. */
export const MAX_CLUSTER = 64;
/** Nodes of HPA*; on maps above 2^22 cells one for each four. Clusters of 6 cells and more never have as many. */
export const MOST_HPA_NODES = 1_048_576;
/** Runs of the paths in all clusters, for each cell of the map; random obstacles have twelve. */
export const RUNS_A_CELL = 64;
/** Levels of a hierarchy; 512 x 512 cells with a tenth blocked at random have 110. */
export const MOST_RANKS = 1024;
/** Nodes of a table that `load` accepts by default; its memory grows with their square. */
export const MOST_NODES_AT_LOAD = 2000;
export const MOST_LANDMARKS = 16;
/** Width and height of a world, in cells: x and y fit 16 bits. */
export const MAX_WORLD_SIDE = 65_536;
/** Side of a tile of a world, in cells. */
export const MAX_TILE = 4096;
/** Tiles of a world. */
export const MAX_TILES = 65_536;
/** Pairs of gates in the tiles of a world, 6 bytes each: four times those of a full world with a gate per 64 cells. */
export const MOST_PAIRS = 33_554_432;

// Messages and files of builds, in bytes.

/** A task of a fleet, and files of its map. */
export const MOST_TASK = 2 ** 20;
export const MOST_TASK_FILES = 4096;
export const MOST_JOB = 1024;
/** Letters of the error of a job. */
export const MOST_FAILURE_TEXT = 2000;
/** An entry of a cache. */
export const MOST_ENTRY = 2 ** 20;
export const MOST_CONFIG = 2 ** 26;
/** Inputs, and worlds, of a config. */
export const MOST_INPUTS = 65_536;
/** Keys of an object in a config. */
export const MOST_KEYS = 65_536;
/** Agents of a map. */
export const MOST_AGENTS = 255;
/** Letters of a glob in a config. */
export const MOST_PATTERN = 1000;
/** The record of a build: two million outputs. */
export const MOST_RECORD = 2 ** 28;
