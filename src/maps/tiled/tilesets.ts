/** Tiles of a map's tilesets by their numbers in layers; external tilesets are read. */
import { MapError } from '../../core/errors.js';
import { MAX_TILESETS } from '../../core/limits.js';
import { Fields } from '../fields.js';
import type { MapFiles, ReadFile } from '../files.js';
import { BLOCKED, priceOf } from '../plane.js';
import { type NumberRange, withinAny } from '../ranges.js';
import { quote } from '../text.js';
import { TILE_MASK } from './data.js';
import { readTiled } from './file.js';
import { isNamed, type Layer, type Names } from './layers.js';
import { classOf, propertiesOf, type TiledOptions, type Verdict, type Verdicts } from './properties.js';
import { barSide, shapesCover } from './shapes.js';

const MAX_TILE = 0x0fffffff;
/** Work of a property that an object inherits. */
const INHERITING = 100;

/** A tile that its set says something of, or all others of a set. */
export interface Tile {
  local: Verdict;
  set: Verdict;
  /** Share of the tile that its shapes of the collision editor cover; 0 without shapes. */
  shape: number;
  /** Class and properties, which objects inherit. */
  fields?: Fields;
}

interface Contents {
  /** Infinity where the file does not say how many it has. */
  tileCount: number;
  name: string;
  tiles: Map<number, Tile>;
  plain: Tile;
}

interface Tileset extends Contents {
  first: number;
}

/** Shared by a map and its templates. */
export interface Reading {
  files: MapFiles;
  options: TiledOptions;
  verdicts: Verdicts;
  /** Tilesets by their files. */
  known: Map<ReadFile, Contents>;
}

export class Tilesets {
  private constructor(
    private readonly sets: Tileset[],
    /** Why tilesets cannot be read, if only by their files. */
    readonly missing: readonly MapError[],
  ) {}

  /** @param names undefined for templates, which may lack tilesets of the map */
  static async of(map: Fields, file: string, reading: Reading, names?: Names) {
    const sets: Tileset[] = [];
    const missing: MapError[] = [];
    const entries = map.list('tilesets').length;
    if (entries > MAX_TILESETS)
      throw new MapError(`${file}: there are ${entries} tilesets, allowed are ${MAX_TILESETS}`);
    for (const entry of map.objects('tilesets')) {
      const first = entry.integer('firstgid', 1, MAX_TILE);
      sets.push({ first, ...(await contentsOf(entry, file, reading, missing)) });
    }
    for (const name of names ? Object.keys(reading.options.tilesets) : []) {
      if (!sets.some((set) => set.name === name))
        names?.lacks(
          `no tileset has the name ${quote(name)} of tiled.tilesets`,
          sets.map((set) => set.name),
        );
    }
    return new Tilesets(
      sets.sort((a, b) => a.first - b.first),
      missing,
    );
  }

  /** @param number as in a layer, flips masked @returns undefined if no tileset contains the number */
  find(number: number): Tile | undefined {
    let [from, to] = [0, this.sets.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.sets[middle].first <= number) from = middle + 1;
      else to = middle;
    }
    const set = this.sets[from - 1];
    if (!set || number >= set.first + set.tileCount) return undefined;
    return set.tiles.get(number - set.first) ?? set.plain;
  }

  /**
   * A list of the options as ranges of numbers.
   * @param option for errors @throws {MapError} if an entry is no number, range, or tile of a tileset
   */
  listed(entries: readonly (number | string)[], option: string, names: Names): TileList {
    const sets = this.sets.map((set) => set.name);
    const places = new Map([...sets.entries()].reverse().map(([i, name]) => [name, i]));
    const layers = new Map<string, boolean>();
    const hasLayer = (name: string) => {
      const known = layers.get(name) ?? names.layers.some((one) => isNamed(one, [name]));
      layers.set(name, known);
      return known;
    };
    const ranges = entries.flatMap((entry): TileRange[] => {
      const [, name, from, to = from, layer = '*'] = /^(?:(.+?):)?(\d+)(?:-(\d+))?(?:@(.+))?$/s.exec(`${entry}`) ?? [];
      if (from === undefined)
        throw new MapError(
          `${names.file}: ${option} has ${quote(entry)}, allowed are numbers of tiles as in layers (7), ` +
            'ranges (10-15), those of a tileset (NAME:3), and each only in a layer (NAME:3@LAYER)',
        );
      if (layer !== '*' && !hasLayer(layer)) {
        names.lacks(
          `no layer has the name, class or group ${quote(layer)} of ${option}`,
          names.layers.map((one) => one.name),
        );
        return [];
      }
      if (name === undefined) return [{ from: Number(from), to: Number(to), layer }];
      const at = places.get(name);
      if (at === undefined) {
        names.lacks(`no tileset has the name ${quote(name)} of ${option}`, sets);
        return [];
      }
      const { first, tileCount } = this.sets[at];
      const last = Math.min(first + tileCount, this.sets[at + 1]?.first ?? Infinity) - 1;
      return [{ from: first + Number(from), to: Math.min(last, first + Number(to)), layer }];
    });
    return new TileList(ranges);
  }
}

interface TileRange extends NumberRange {
  /** Name, class or group of the only layer; `*` for all. */
  layer: string;
}

/** Tiles that an option names. */
export class TileList {
  constructor(private readonly ranges: readonly TileRange[]) {}

  /** Tests numbers of tiles of a layer. */
  in(layer: Layer): (number: number) => boolean {
    return withinAny(this.ranges.filter((one) => one.layer === '*' || isNamed(layer, [one.layer])));
  }
}

/** The tiles of a tileset, or of its file; no tiles where that is missing. */
async function contentsOf(entry: Fields, file: string, reading: Reading, missing: MapError[]): Promise<Contents> {
  if (!entry.has('source')) return readTileset(entry, file, reading);
  const { files, known } = reading;
  const loaded = await files.read(entry.text('source'), file, 'tileset').catch((error: MapError) => error);
  if (loaded instanceof Error) {
    files.work.spend(0, 'other files');
    missing.push(loaded);
    return readTileset(entry, file, reading);
  }
  let contents = known.get(loaded);
  if (!contents) {
    const fields = new Fields(await readTiled(loaded, ['tileset']), loaded.file);
    contents = readTileset(fields, loaded.file, reading);
    known.set(loaded, contents);
  }
  return contents;
}

function readTileset(fields: Fields, file: string, { options, verdicts }: Reading): Contents {
  const name = fields.text('name', '');
  const where = `${file}: tileset ${quote(name)}`;
  const price = Object.hasOwn(options.tilesets, name)
    ? priceOf(options.tilesets[name], `tiled.tilesets.${name}`)
    : undefined;
  const cause = 'tiled.tilesets';
  const given = price === BLOCKED ? { wall: true, cause } : price === undefined ? undefined : { price };
  // `type` is "tileset" here, not a class.
  const set = given ?? verdicts.of(new Fields({ ...objectOf(fields), type: '' }, where));
  const [width, height] = [fields.number('tilewidth', 0), fields.number('tileheight', 0)];
  const all = tilesOf(fields, where).map(([id, value]) => [id, new Fields(value, `${where}: tile ${id}`)] as const);
  verdicts.learn(all.map(([, tile]) => tile));
  const tiles = all.map(([id, tile]): [number, Tile] => {
    const group = tile.has('objectgroup') ? new Fields(tile.raw('objectgroup'), tile.where) : undefined;
    const shapes = group ? group.objects('objects') : [];
    const bars = shapes.map((shape) => (options.shapes === 'sides' ? barSide(shape, width, height) : undefined));
    const shape = shapesCover(
      shapes.filter((_, i) => !bars[i]),
      width * height,
    );
    const { sides = [], ...local } = verdicts.of(tile);
    sides.push(...bars.filter((bar) => bar !== undefined));
    return [id, { local: { ...local, ...(sides.length > 0 && { sides }) }, set, shape, fields: tile }];
  });
  // Collections of pictures number their tiles with gaps.
  const listed = tiles.reduce((most, [id]) => Math.max(most, id + 1), 0);
  const tileCount = fields.has('tilecount') ? Math.max(listed, fields.integer('tilecount', 0, MAX_TILE)) : Infinity;
  return { tileCount, name, tiles: new Map(tiles), plain: { local: {}, set, shape: 0 } };
}

/** Tiles by their numbers; before Tiled 1.2 in objects, `tiles` and `tileproperties`. */
function tilesOf(fields: Fields, where: string): [id: number, value: unknown][] {
  const raw = fields.raw('tiles');
  if (raw !== undefined && Array.isArray(raw))
    return raw.map((value, i) => [new Fields(value, `${where}: tiles[${i}]`).integer('id', 0, MAX_TILE), value]);
  const [tiles, properties] = ['tiles', 'tileproperties'].map((name) =>
    objectOf(new Fields(fields.raw(name) ?? {}, `${where}: ${name}`)),
  );
  return [...new Set([...Object.keys(tiles), ...Object.keys(properties)])]
    .filter((id) => /^\d{1,9}$/.test(id))
    .map((id) => [Number(id), { ...(tiles[id] as object), properties: properties[id] ?? [] }]);
}

function objectOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(fields.names().map((name) => [name, fields.raw(name)]));
}

/** What objects of a map inherit: from their templates, and tile objects from their tiles. */
export class Templates {
  private readonly known = new Map<ReadFile, Fields>();

  constructor(
    private readonly tilesets: Tilesets,
    private readonly reading: Reading,
  ) {}

  /** An object with the fields of its template, and the tile that it shows. @throws {MapError} on a bad template */
  async complete(object: Fields, file: string): Promise<{ whole: Fields; tile: Tile | undefined }> {
    const tile = tileOf(object, this.tilesets);
    const own = this.inherit(object, ofTile(tile));
    if (!object.has('template')) return { whole: own, tile };
    return { whole: this.inherit(own, await this.read(object.text('template'), file)), tile };
  }

  private async read(reference: string, file: string): Promise<Fields> {
    const loaded = await this.reading.files.read(reference, file, 'template');
    const known = this.known.get(loaded);
    if (known) return known;
    const root = new Fields(await readTiled(loaded, ['template']), loaded.file);
    const object = new Fields(root.raw('object'), `${loaded.file}: object`);
    // Its tiles are numbered by the template's tileset.
    const sets = new Fields({ tilesets: root.has('tileset') ? [root.raw('tileset')] : [] }, loaded.file);
    const tilesets = await Tilesets.of(sets, loaded.file, this.reading);
    const whole = this.inherit(object, ofTile(tileOf(object, tilesets)));
    this.known.set(loaded, whole);
    return whole;
  }

  /** The values of an object replace inherited ones; properties are merged by name. */
  private inherit(object: Fields, from: Fields | undefined): Fields {
    if (!from) return object;
    const [inherited, others] = [propertiesOf(from), entriesOf(from)];
    this.reading.files.work.spend(INHERITING * (inherited.size + others.length), 'inherited properties');
    const properties = Object.fromEntries([...inherited, ...propertiesOf(object)]);
    const kind = classOf(object) || classOf(from);
    const values = [...others, ...entriesOf(object).filter(([, value]) => value !== '')];
    return new Fields({ ...Object.fromEntries(values), type: '', class: kind, properties }, object.where);
  }
}

function tileOf(object: Fields, tilesets: Tilesets): Tile | undefined {
  return object.has('gid') ? tilesets.find(object.integer('gid', 0, 2 ** 32) & TILE_MASK) : undefined;
}

/** Class and properties of a tile. */
function ofTile(tile: Tile | undefined): Fields | undefined {
  const { fields } = tile ?? {};
  return fields && new Fields({ class: classOf(fields), properties: fields.raw('properties') ?? [] }, fields.where);
}

const entriesOf = (fields: Fields) => fields.names().map((name): [string, unknown] => [name, fields.raw(name)]);
