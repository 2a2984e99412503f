/** The cells of an LDtk level: values of an IntGrid layer, or tiles with a tag such as `Wall` where there is none. */
import { MapError } from '../core/errors.js';
import type { Fields } from './fields.js';
import {
  type Definitions,
  type LdtkOptions,
  type LevelCells,
  MAX_PIXELS,
  NO_VALUES,
  nameOf,
  offsetOf,
  sidesOf,
  sizeOf,
  type Values,
} from './ldtk-layers.js';
import { blockTiles, chosenTiles, readTags } from './ldtk-tiles.js';
import { BLOCKED, OPEN, Plane, readLegend } from './plane.js';
import { quote, quoteAll } from './text.js';
import { hasWall, namesWalls, wallSides } from './tiled/names.js';
import { labelsOf, type WallReport } from './walls.js';
import type { Work } from './work.js';

/** Values of cells that units walk on although something is drawn there. */
const CLIMBED = /^(ladders?|stairs?|stairways?)$/i;

/**
 * @param layers of the level
 * @param isOpen whether it is meant to have no walls
 * @throws {MapError} naming level, layer and cell
 */
export function cellsOfLevel(
  level: Fields,
  layers: readonly Fields[],
  definitions: Definitions,
  options: LdtkOptions,
  isOpen: boolean,
  work: Work,
): LevelCells {
  const valuesIn = (layer: Fields) => definitions.values.get(nameOf(layer)) ?? NO_VALUES;
  const grids = layers.filter((layer) => layer.text('__type') === 'IntGrid');
  // A layer with only walls on sides lies over the layer of the cells.
  const all = grids.filter((layer) => !valuesIn(layer).areSides);
  const grid = gridLayer(options.layer === '' ? all : grids, valuesIn, options.layer, level.where);
  const walls: WallReport = { used: [], notUsed: [], warnings: [] };
  for (const other of all.slice(0, MOST_LISTED)) if (other !== grid) walls.notUsed.push(labelOf(other));
  const cells = grid
    ? readValues(grid, valuesIn(grid), options, walls)
    : readTags(level, layers, definitions, walls, work);
  work.allow(cells.plane.prices.length / 4);
  const chosen = chosenTiles(options.blockedTiles, definitions, level.where);
  const given = (options.blockedTiles.length > 0 ? layers : []).map((layer) => ({
    label: `ldtk.blockedTiles of layer ${quote(nameOf(layer))}`,
    cells: blockTiles(layer, definitions, (set, tile) => chosen(set.name, tile), cells, work),
  }));
  walls.used.push(...labelsOf(given.filter((one) => one.cells > 0)));
  for (const layer of grids) addSides(layer, valuesIn(layer).sides, cells.plane, work);
  if (walls.used.length === 0 && !cells.plane.walls && !isOpen) {
    const why = grid ? `${labelOf(grid)} blocks nothing` : 'there is no IntGrid layer and no tile tagged Wall or Solid';
    const way =
      all.length > 1 ? `name another layer with ldtk.layer (--ldtk.layer): ${labels(all)}` : 'draw walls there';
    walls.warnings.push(`${level.where}: ${why}, so every cell is open; ${way}, or say --open`);
  }
  return { ...cells, walls };
}

function addSides(layer: Fields, sides: Values['sides'], plane: Plane, work: Work): void {
  if (sides.size === 0) return;
  const [own, other] = [sidesOf(layer), [plane.width, plane.height]].map((lengths) => lengths.join(' x '));
  if (own !== other)
    throw new MapError(
      `${layer.where}: its walls are on sides of ${own} cells, and the level has ${other}; give both layers one size ` +
        'of cells',
    );
  work.spend(plane.prices.length, 'layers');
  const values = valuesOf(layer, plane.prices.length);
  for (let i = 0; i < plane.prices.length; i++)
    for (const side of sides.get(values[i] as number) ?? [])
      plane.addWall([i % plane.width, Math.floor(i / plane.width), side]);
}

/** Most layers and values that a line lists. */
const MOST_LISTED = 20;
const labelOf = (layer: Fields) => `IntGrid ${quote(nameOf(layer))}`;
const labels = (layers: readonly Fields[]) => quoteAll(layers.map(nameOf));

/** The only IntGrid layer, or the only one that names walls itself or in a value; undefined if there is none. */
function gridLayer(
  all: Fields[],
  valuesIn: (layer: Fields) => Values,
  wanted: string,
  where: string,
): Fields | undefined {
  if (wanted !== '') {
    const match = all.find((layer) => nameOf(layer) === wanted);
    if (match) return match;
    throw new MapError(`${where}: no IntGrid layer is called ${quote(wanted)}; there are ${labels(all)}`);
  }
  if (all.length < 2) return all[0];
  for (const isWalls of [
    (layer: Fields) => namesWalls(nameOf(layer)) === 'surely',
    (layer: Fields) => namesWalls(nameOf(layer)) !== undefined,
    (layer: Fields) => valuesIn(layer).hasWalls,
  ]) {
    const [only, ...more] = all.filter(isWalls);
    if (only && more.length === 0) return only;
  }
  throw new MapError(`${where}: ${all.length} IntGrid layers: ${labels(all)}; name one with ldtk.layer (--ldtk.layer)`);
}

/** A value of an IntGrid layer, on how many cells it lies, and what it costs. */
interface UsedValue {
  value: number;
  name: string;
  count: number;
  price: number;
}

function readValues(layer: Fields, { names }: Values, { legend }: LdtkOptions, walls: WallReport) {
  const [width, height] = sidesOf(layer);
  const numbers = valuesOf(layer, width * height);
  if (numbers.length !== width * height)
    throw new MapError(`${layer.where}: intGridCsv has ${numbers.length} values, expected ${width} x ${height}`);
  const meanings = readLegend(legend, 'ldtk.legend');
  const whereOf = (i: number) => `${layer.where}: cell ${i % width}, ${Math.floor(i / width)}`;
  const used = [...countValues(numbers, whereOf)].map(([value, { count, first }]): UsedValue => {
    const name = names.get(value) ?? '';
    return { value, count, name: name || `${value}`, price: valuePrice(value, name, meanings, whereOf(first)) };
  });
  const guess = Object.keys(legend).length === 0;
  const hasSides = ({ name }: UsedValue) => wallSides(name).length > 0;
  const isFull = guess && used.every((one) => one.price === BLOCKED || hasSides(one));
  // If no cell is 0, as on terrain, only walls block.
  if (isFull) for (const one of used) one.price = hasWall(one.name) && !hasSides(one) ? BLOCKED : OPEN;

  const prices = new Map<unknown, number>(used.map(({ value, price }) => [value, price]));
  const plane = new Plane(width, height, layer.where);
  for (let i = 0, last: unknown, price = BLOCKED; i < numbers.length; i++) {
    // Most cells equal the one before.
    if (numbers[i] !== last) price = prices.get(numbers[i]) as number;
    plane.prices[i] = price;
    last = numbers[i];
  }

  const blocked = used.filter(({ price }) => price === BLOCKED);
  const opened = used.filter(({ value, price }) => value > 0 && price === OPEN);
  if (blocked.length > 0) walls.used.push(`${labelOf(layer)} (${countsOf(blocked)})`);
  if (opened.length > 0) walls.notUsed.push(`open values (${countsOf(opened)})`);
  if (guess) {
    const isSure =
      namesWalls(layer.text('__identifier')) ||
      [...names.values()].some(hasWall) ||
      blocked.some(({ name, value }) => name === `${value}`);
    const guessed = isFull ? opened : isSure ? [] : blocked;
    if (guessed.length > 0) walls.warnings.push(`${layer.where}: ${guessedText(guessed, isFull)}`);
  }
  return { plane, size: sizeOf(layer), offset: offsetOf(layer) };
}

/** Count and first cell of each value. @throws {MapError} naming a cell whose value is no whole number */
function countValues(numbers: ArrayLike<unknown>, whereOf: (i: number) => string) {
  const counts = new Map<number, { value: unknown; count: number; first: number }>();
  for (let i = 0, last = { value: undefined as unknown, count: 0, first: 0 }; i < numbers.length; i++) {
    const value = numbers[i];
    if (value !== last.value) {
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
        throw new MapError(`${whereOf(i)} is ${quote(value)}, expected a whole number from 0`);
      last = counts.get(value) ?? { value, count: 0, first: i };
      counts.set(value, last);
    }
    last.count++;
  }
  return counts;
}

function countsOf(values: readonly UsedValue[]): string {
  const cells = values.reduce((sum, { count }) => sum + count, 0);
  const listed = values.slice(0, MOST_LISTED).map(({ name, count }) => `${quote(name)} ${count}`);
  return `${cells} cells: ${listed.join(', ')}${values.length > MOST_LISTED ? ', ...' : ''}`;
}

function guessedText(values: readonly UsedValue[], isFull: boolean): string {
  const [guess, way] = isFull
    ? ['are open, since no cell has the value 0', 'do not walk']
    : ['block, and none has the name of a wall', 'walk'];
  return (
    `${quoteAll(values.map(({ name }) => name))} ${guess}; if units ${way} there say so with ldtk.legend ` +
    '(--ldtk.legend FILE)'
  );
}

/** One number per cell. LDtk before 0.8 lists only values above 0, each one less and with its place. */
export function valuesOf(layer: Fields, cells: number): ArrayLike<unknown> {
  if (layer.has('intGridCsv') || !layer.has('intGrid')) return layer.list('intGridCsv');
  const values = new Float64Array(cells);
  for (const one of layer.objects('intGrid'))
    values[one.integer('coordId', 0, cells - 1)] = one.integer('v', 0, MAX_PIXELS) + 1;
  return values;
}

function valuePrice(value: number, identifier: string, prices: Map<string, number>, where: string): number {
  for (const key of [identifier, String(value)]) {
    const price = prices.get(key);
    if (key !== '' && price !== undefined) return price;
  }
  if (value === 0 || wallSides(identifier).length > 0) return OPEN;
  if (prices.size === 0) return CLIMBED.test(identifier) ? OPEN : BLOCKED;
  const name = identifier === '' ? '' : ` (${quote(identifier)})`;
  throw new MapError(
    `${where}: value ${value}${name} is not in ldtk.legend (--ldtk.legend), which has ${quoteAll(prices.keys())}`,
  );
}
