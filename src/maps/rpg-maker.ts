/**
 * Maps of RPG Maker MV and MZ: `MapNNN.json`, next to `Tilesets.json` (rpgmakerofficial.com, help of "Tilesets").
 *
 * The topmost tile without a star decides from which sides a cell is left and entered, and a step needs both of its
 * cells, so each closed side is a wall. Tiles of events that lie below characters are on top of the map's tiles.
 */

import { MapError } from '../core/errors.js';
import { withMoves } from '../core/grid/clearance.js';
import { checkPlaces, type Place } from '../core/grid/places.js';
import { MAX_PLACE_CELLS, MAX_PLACES } from '../core/limits.js';
import { Fields, parseJson } from './fields.js';
import type { MapFiles, ReadFile } from './files.js';
import { BLOCKED, type MapLevel, type Meaning, OPEN, Plane, readLegend } from './plane.js';
import { quote } from './text.js';
import { countWalls, type WallReport } from './walls.js';

/** What regions, damage floors and events of a map of RPG Maker mean. */
export interface RpgMakerOptions {
  /** Meaning of regions: blocked, or the cost of their cells where tiles let a unit in. */
  legend: Readonly<Record<string, Meaning>>;
  /** Regions that are doors, by number. */
  doors: readonly string[];
  /** Cost of a cell with a damage floor, where its region has none. */
  damageCost: number;
  /** Cells of events that stop units when a new game begins. */
  events: 'open' | 'blocked';
}

/** Layers of a map: four of tiles, then shadows and regions. */
export const [TILES, REGIONS, LAYERS] = [4, 5, 6];
/** Sides that a tile closes, by the lowest bits of its flags; others follow. */
const SIDES = ['south', 'west', 'east', 'north'] as const;
const [ALL_SIDES, STAR, DAMAGE] = [0x0f, 0x10, 0x100];
const MOST_NUMBER = 2 ** 31;
const LOOPS = ['', 'from top to bottom', 'from side to side', 'in both directions'];
const CONDITIONS = ['switch1Valid', 'switch2Valid', 'selfSwitchValid', 'itemValid', 'actorValid'];

/** @throws {MapError} naming the file and what is wrong in it */
export async function readRpgMaker(
  { file, bytes }: ReadFile,
  files: MapFiles,
  options: RpgMakerOptions,
): Promise<MapLevel> {
  const map = new Fields(parseJson(bytes, file), file);
  const plane = new Plane(map.number('width'), map.number('height'), file, OPEN);
  const { width, height, prices } = plane;
  const size = prices.length;
  const data = numbersOf(map, 'data');
  // Maps that were once larger keep their numbers.
  if (data.length < LAYERS * size)
    throw new MapError(`${file}: data has ${data.length} numbers, expected ${LAYERS} x ${width} x ${height}`);
  const { flags, name } = await tilesetOf(map, files);
  const { markers, solid, tiles: above, warnings } = eventsOf(map, plane);
  const doors = layTiles(plane, data, flags, above, options);
  const blocked = prices.reduce((count, price) => count + Number(price === BLOCKED), 0);
  const between = countWalls(plane.walls);
  const passage = `passage of tileset ${quote(name)} (${blocked} cells, ${between} walls between cells)`;
  const walls: WallReport = { used: [passage], notUsed: [], warnings: [] };
  const isUsed = options.events === 'blocked';
  const label = `solid events (${solid.length}${isUsed ? '' : '; --rpgmaker.events blocked'})`;
  if (solid.length > 0) walls[isUsed ? 'used' : 'notUsed'].push(label);
  if (isUsed) for (const cell of solid) prices[cell] = BLOCKED;
  const loop = LOOPS[map.integer('scrollType', 0, 3, 0)];
  if (loop) warnings.push(`${file}: the map loops ${loop}, which is not read; paths end at its borders`);
  const places = { doors, markers };
  checkPlaces(places, file);
  const isEmpty = !data.some((tile, i) => i < TILES * size && tile > 0);
  const hint = isEmpty
    ? 'the map has no tiles; draw some in the editor, or leave it out'
    : 'tiles, regions or events block all; see --rpgmaker.legend and --rpgmaker.events';
  const grid = plane.toGrid(hint, walls);
  return { name: '', grid: withMoves(grid, 'never'), places, warnings, walls };
}

/**
 * Lays costs and walls of tiles and regions. As in the game, the highest tile without a star decides where units pass.
 * @param above tiles of events, by cell
 * @returns regions that are doors, with their cells
 */
function layTiles(
  plane: Plane,
  data: readonly number[],
  flags: readonly number[],
  above: ReadonlyMap<number, number[]>,
  options: RpgMakerOptions,
): Place[] {
  const { width, prices } = plane;
  const size = prices.length;
  const legend = readLegend(options.legend, 'rpgmaker.legend');
  const strange = [...legend.keys(), ...options.doors].find((region) => !/^[1-9]\d{0,2}$/.test(region));
  if (strange !== undefined)
    throw new MapError(`rpgmaker.legend and rpgmaker.doors have ${quote(strange)}, expected a region, 1 to 255`);
  const doors = options.doors.map((region) => ({ name: `region ${region}`, cells: [] as number[] }));
  for (let cell = 0; cell < size; cell++) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const tiles = [3, 2, 1, 0].map((layer) => data[layer * size + cell]);
    const region = String(data[REGIONS * size + cell]);
    // Tiles without flags are open.
    const top = [...(above.get(cell) ?? []), ...tiles].find((tile) => !(flags[tile] & STAR));
    const closed = top === undefined ? ALL_SIDES : flags[top] & ALL_SIDES;
    const floor = tiles.some((tile) => flags[tile] & DAMAGE) ? options.damageCost : OPEN;
    prices[cell] = closed === ALL_SIDES ? BLOCKED : (legend.get(region) ?? floor);
    if (closed !== ALL_SIDES)
      for (const [i, side] of SIDES.entries()) if (closed & (1 << i)) plane.addWall([x, y, side]);
    doors[options.doors.indexOf(region)]?.cells.push(x, y);
  }
  return doors.filter(({ cells }) => cells.length > 0);
}

async function tilesetOf(map: Fields, files: MapFiles): Promise<{ name: string; flags: number[] }> {
  const { file, bytes } = await files.read('Tilesets.json', map.where, 'list of tilesets').catch((error: MapError) => {
    throw new MapError(`${error.message}; copy it from the data folder of the project`);
  });
  const sets = parseJson(bytes, file);
  const id = map.integer('tilesetId', 1, MOST_NUMBER);
  if (!Array.isArray(sets)) throw new MapError(`${file}: found ${quote(sets)}, expected a list of tilesets`);
  if (!sets[id]) throw new MapError(`${map.where}: tilesetId is ${id}, and ${file} has no such tileset`);
  const set = new Fields(sets[id], `${file}: tileset ${id}`);
  return { name: set.text('name', ''), flags: numbersOf(set, 'flags') };
}

/** Whole numbers; null is 0. @throws {MapError} naming the value that is not one */
export function numbersOf(fields: Fields, name: string): number[] {
  return fields.list(name).map((value, i) => {
    if (value !== null && !Number.isInteger(value)) fields.fail(`${name}[${i}]`, value, 'a whole number');
    return (value ?? 0) as number;
  });
}

/** Events at the start of a new game: cells of events that stop units, and tiles below characters, by cell. */
function eventsOf(map: Fields, { width, height }: Plane) {
  const [markers, solid, warnings]: [Place[], number[], string[]] = [[], [], []];
  const tiles = new Map<number, number[]>();
  const events = map.list('events');
  if (events.length > MAX_PLACE_CELLS)
    throw new MapError(`${map.where}: there are ${events.length} events, allowed are ${MAX_PLACE_CELLS}`);
  for (const [i, value] of events.entries()) {
    if (value === null) continue;
    const event = new Fields(value, `${map.where}: events[${i}]`);
    const name = event.text('name', '') || `event ${i}`;
    const [x, y] = ['x', 'y'].map((key) => event.integer(key, -MOST_NUMBER, MOST_NUMBER));
    if (x < 0 || y < 0 || x >= width || y >= height) {
      warnings.push(`${event.where}: event ${quote(name)} lies outside the map, at ${x}, ${y}, and is left out`);
      continue;
    }
    if (markers.push({ name, cells: [x, y] }) > MAX_PLACES)
      throw new MapError(`${map.where}: there are more than ${MAX_PLACES} events, which become markers; remove some`);
    const page = event.objects('pages').findLast(isFirst);
    if (!page || page.flag('through', false)) continue;
    const [cell, priority] = [y * width + x, page.number('priorityType', 0)];
    const tile = new Fields(page.raw('image') ?? {}, `${page.where}: image`).integer('tileId', 0, MOST_NUMBER, 0);
    if (priority === 1) solid.push(cell);
    if (priority === 0 && tile > 0) tiles.set(cell, [...(tiles.get(cell) ?? []), tile]);
  }
  return { markers, solid, tiles, warnings };
}

/** Whether a page of an event is used before any switch is on. */
function isFirst(page: Fields): boolean {
  const conditions = new Fields(page.raw('conditions') ?? {}, `${page.where}: conditions`);
  const isLow = !conditions.flag('variableValid', false) || conditions.number('variableValue', 0) <= 0;
  return isLow && !CONDITIONS.some((name) => conditions.flag(name, false));
}
