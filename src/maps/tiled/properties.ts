/** Meaning of class and properties of a tile, layer, tileset or object for its cells. */

import { MapError } from '../../core/errors.js';
import { ONE_WAY, type WallSide } from '../../core/grid/walls.js';
import { MAX_COST } from '../../core/limits.js';
import type { Fields } from '../fields.js';
import { type Meaning, OPEN } from '../plane.js';
import { plain, quote } from '../text.js';
import { blockedSide, isWall, propertyMeans, SIDES, wallSides } from './names.js';

export interface Verdict {
  /** Whether it is a wall; undefined where nothing says so. False overrides layer and tileset. */
  wall?: boolean | undefined;
  /** The mark that makes it a wall: `property "solid"`. */
  cause?: string;
  /** Cost of its cells. */
  price?: number;
  /** Whether cells are open even over what blocks them: class `open`. */
  opens?: boolean;
  /** A property that blocks from one to three sides, such as `collideUp`, and one that lets units pass: `passable`. */
  partial?: string;
  passes?: string;
  /** Sides of the cells of a tile that have a wall. */
  sides?: WallSide[];
}

/** Reads verdicts, and collects warnings about properties that are not read. */
export class Verdicts {
  readonly warnings: string[] = [];
  /** Properties that are true somewhere. */
  readonly flags: string[] = [];
  private readonly reported = new Set<string>();
  /** Properties that are true in words somewhere, so that an empty text is false. */
  private readonly worded = new Set<string>();

  constructor(
    private readonly options: TiledOptions,
    /** Whether other properties than `tiled.solidProperty`, or `solid`, make walls. */
    private readonly guess: boolean,
  ) {}

  /** Finds properties whose empty text means false, from all tiles of a tileset, before one of them is read. */
  learn(tiles: readonly Fields[]): void {
    for (const tile of tiles)
      for (const [name, value] of propertiesOf(tile)) if (value !== '' && isTrue(value)) this.worded.add(name);
  }

  /** @param isObject whether a cost in words may be the price of goods, so that it is no error */
  of(fields: Fields, isObject = false): Verdict {
    const properties = propertiesOf(fields);
    const sides = this.sidesOf(properties, fields.where);
    return { ...this.meaning(fields, properties, isObject), ...(sides.length > 0 && { sides }) };
  }

  private sidesOf(properties: ReadonlyMap<string, unknown>, where: string): WallSide[] {
    const given = properties.get('passage') ?? '';
    const passage = plain(given).toLowerCase();
    const isPassage = /^[nesw]+$/.test(passage);
    if (passage !== '' && !isPassage)
      this.warn(
        'passage',
        `${where}: property "passage" is ${quote(given)}, expected its open sides, such as "ns"; it is not read`,
      );
    const way = properties.get('oneWay') as WallSide;
    if (SIDES.includes(way)) this.warn('oneWay', `${where}: property "oneWay" is ${quote(way)}, not read: ${ONE_WAY}`);
    const closed = isPassage ? SIDES.filter(([letter]) => !passage.includes(letter)) : [];
    return [...closed, ...[...properties].flatMap(([name, value]) => (isTrue(value) ? wallSides(name) : []))];
  }

  private meaning(fields: Fields, properties: Map<string, unknown>, isObject: boolean): Verdict {
    const { costProperty: cost } = this.options;
    const name = classOf(fields);
    const kind = name.toLowerCase();
    const value = properties.get(cost);
    const price = value === undefined ? undefined : this.costOf(value, fields.where, isObject);
    const { wall, cause, partial, passes } = this.wallOf(properties, fields.where);
    if (wall) return { wall, ...(cause !== undefined && { cause }) };
    if (kind === 'blocked' || (this.guess && isWall(name))) return { wall: true, cause: `class ${quote(name)}` };
    if (kind === 'open') return { price: price ?? OPEN, opens: true };
    if (kind === 'cost' && price === undefined)
      throw new MapError(`${fields.where}: its class is "cost", but it has no number property ${quote(cost)}`);
    return {
      ...(price !== undefined && { price }),
      ...(wall === false && { wall }),
      ...(partial && { partial }),
      ...(passes && { passes }),
    };
  }

  /** @throws {MapError} unless it is a cost, or a text of an object in a property that no option names */
  private costOf(value: unknown, where: string, isObject: boolean): number | undefined {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_COST) return value;
    const { costProperty: name } = this.options;
    const allowed = `allowed is a whole number from 1 to ${MAX_COST}`;
    const found = `${where}: property ${quote(name)} is ${quote(value)}, ${allowed}`;
    if (!isObject || typeof value !== 'string' || name !== 'cost') throw new MapError(found);
    this.warn(`cost ${quote(value)}`, `${found}; it is not read`);
    return undefined;
  }

  private wallOf(properties: Map<string, unknown>, where: string): Verdict {
    const found: Verdict = {};
    const sides = new Set<WallSide>();
    for (const [name, value] of properties) {
      if (value === true && this.flags.length < 20 && !this.flags.includes(name)) this.flags.push(name);
      // Before there were classes.
      const isType = this.guess && name.toLowerCase() === 'type' && typeof value === 'string' && isWall(value);
      if (isType) return { wall: true, cause: `property ${quote(name)}` };
      const means = this.meaningOf(name);
      if (means === 'sides' && isTrue(value) === true) {
        sides.add(blockedSide(name));
        found.partial ??= name;
      }
      if (means !== 'blocks' && means !== 'passes') continue;
      const flag = value === '' && this.worded.has(name) ? false : isTrue(value);
      if (flag === undefined) this.refuse(name, value, where);
      const wall = flag === undefined ? undefined : flag === (means === 'blocks');
      if (wall) return { wall, cause: `property ${quote(name)}` };
      if (wall === false) found.wall = false;
      if (flag && means === 'passes') found.passes ??= name;
    }
    return sides.size < 4 ? found : { wall: true, cause: `property ${quote(found.partial)} and three others` };
  }

  private meaningOf(name: string): ReturnType<typeof propertyMeans> {
    if (name === (this.options.solidProperty || 'solid')) return 'blocks';
    if (name === this.options.openProperty) return 'passes';
    return this.guess && this.options.solidProperty === '' ? propertyMeans(name) : undefined;
  }

  /** @throws {MapError} if an option names the property */
  private refuse(name: string, value: unknown, where: string): void {
    const found = `${where}: property ${quote(name)} is ${quote(value)}, expected true or false`;
    if ([this.options.solidProperty, this.options.openProperty].includes(name)) throw new MapError(found);
    this.warn(`${name} ${quote(value)}`, `${found}; it is not read`);
  }

  /** Adds each kind of warning once, and at most 20 of them. */
  private warn(key: string, text: string): void {
    if (this.reported.has(key) || this.reported.size === 20) return;
    this.reported.add(key);
    this.warnings.push(text);
  }
}

/** The class of a layer, tile or object. Tiled 1.9 calls it `class`, other versions `type`. */
export function classOf(fields: Fields): string {
  return fields.text('class', '') || fields.text('type', '');
}

/** Undefined if the value is neither true nor false. Tiled before 0.17 had only texts, and an empty one meant true. */
function isTrue(value: unknown): boolean | undefined {
  const text = plain(value).toLowerCase();
  return ['true', '1', ''].includes(text) ? true : ['false', '0'].includes(text) ? false : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Properties by name, those inside of a class (an object) too; before Tiled 1.2 all were one object. */
export function propertiesOf(fields: Fields): Map<string, unknown> {
  const raw = fields.raw('properties');
  const all: [string, unknown][] =
    isObject(raw) && !Array.isArray(raw)
      ? Object.entries(raw)
      : fields.objects('properties').map((one) => [one.text('name'), one.raw('value')]);
  const inner = all.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []));
  return new Map([...inner, ...all]);
}

/** The layers, objects and properties of a Tiled map that decide which cells are open. */
export interface TiledOptions {
  /** Names or classes of the tile layers that are read, hidden ones too; all visible ones where none is named. */
  layers: readonly string[];
  /** Names or classes of the object layers that are read, hidden ones too; all visible ones where none is named. */
  objectLayers: readonly string[];
  /** Names or classes of layers whose every tile blocks its cell, hidden ones too. */
  blockedLayers: readonly string[];
  /** Names or classes of layers that are all of the ground, hidden ones too: cells that none of them covers block. */
  openLayers: readonly string[];
  /** Tiles that block their cells, by the number in layers or by that in a tileset: 7, '10-15', 'terrain:3'; and only
   * in a layer by its name, class or group: 'terrain:3@Ground'. */
  blockedTiles: readonly (number | string)[];
  /** The only tiles that do not block their cells, as `blockedTiles`. Those with a layer, or `@*` for all, are only
   * exceptions: nothing else blocks because of them. */
  openTiles: readonly (number | string)[];
  /** With `off` only what options name makes walls, and class `blocked` and property `solid`. */
  marks?: 'read' | 'off';
  /** Boolean property of a tile, its layer or its tileset: true blocks the cell. Empty for `solid` and its kin. */
  solidProperty: string;
  /** Boolean property of a tile, its layer or its tileset: false blocks the cell. */
  openProperty: string;
  /** Number property of a tile, its layer, its tileset or an object: the cell's cost, 1 to 255. */
  costProperty: string;
  /** Meaning of tiles by tileset, where neither tile nor layer decides. */
  tilesets: Readonly<Record<string, Meaning>>;
  /** Shapes of Tiled's collision editor that make walls: undefined for any, where nothing else is marked; with `sides`
   * thin bars along a side of the tile are walls between cells. */
  shapes?: 'any' | 'sides' | 'half' | 'off';
  /** Cells without a tile in any layer that is read; undefined where the map decides. */
  empty?: 'blocked' | 'open';
}

/** Whether `openTiles` names tiles for all layers: then every other tile blocks. */
export const opensOnly = ({ openTiles }: TiledOptions): boolean => openTiles.some((one) => !String(one).includes('@'));

/** Whether marks that no option names make walls, besides class `blocked` and property `solid`. */
export const guesses = (options: TiledOptions): boolean => options.marks !== 'off' && !opensOnly(options);
