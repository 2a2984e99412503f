/** Tiles of a map's tilesets by their numbers in layers; external tilesets are read. */
import { MapError } from '../../errors.js';
import { Fields } from '../fields.js';
import type { MapFiles } from '../files.js';
import { BLOCKED, priceOf } from '../plane.js';
import { quote, quoteAll } from '../text.js';
import { readTiled } from './file.js';
import type { TiledOptions } from './options.js';
import type { Verdict, Verdicts } from './properties.js';
import { barSide, shapesCover } from './shapes.js';

const MAX_TILE = 0x0fffffff;

/** A tile that its set says something of, or all others of a set. */
export interface Tile {
  /** Verdicts of the tile and of its tileset. */
  local: Verdict;
  set: Verdict;
  /** Share of the tile that its shapes of the collision editor cover; 0 without shapes. */
  shape: number;
  /** Class and properties, which objects inherit. */
  fields?: Fields;
}

interface Tileset {
  first: number;
  /** Numbers of its tiles are below this; Infinity where the file does not say how many it has. */
  end: number;
  name: string;
  tiles: Map<number, Tile>;
  plain: Tile;
}

export class Tilesets {
  private constructor(
    private readonly sets: Tileset[],
    /** Why tilesets cannot be read, if only by their files. */
    readonly missing: readonly MapError[],
  ) {}

  static async of(map: Fields, file: string, files: MapFiles, options: TiledOptions, verdicts: Verdicts) {
    const sets: Tileset[] = [];
    const missing: MapError[] = [];
    for (const entry of map.objects('tilesets'))
      sets.push(await readTileset(entry, file, files, options, verdicts, missing));
    for (const name of Object.keys(options.tilesets)) {
      if (!sets.some((set) => set.name === name))
        throw new MapError(
          `${file}: no tileset has the name ${quote(name)} of tiled.tilesets; there are ` +
            `${quoteAll(sets.map((set) => set.name))}`,
        );
    }
    return new Tilesets(
      sets.sort((a, b) => a.first - b.first),
      missing,
    );
  }

  /** @param number as in a layer, flips masked @returns undefined for a number that is of no tileset */
  find(number: number): Tile | undefined {
    let [from, to] = [0, this.sets.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.sets[middle].first <= number) from = middle + 1;
      else to = middle;
    }
    const set = this.sets[from - 1];
    if (!set || number >= set.end) return undefined;
    return set.tiles.get(number - set.first) ?? set.plain;
  }

  /**
   * Tests numbers of tiles against a list of the options; undefined for an empty list.
   * @param option for errors @throws {MapError} if an entry is no number, range, or tile of a tileset
   */
  listed(
    entries: readonly (number | string)[],
    option: string,
    file: string,
  ): ((number: number) => boolean) | undefined {
    if (entries.length === 0) return undefined;
    const ranges = entries.map((entry): [number, number] => {
      const [, name, from, to = from] = /^(?:(.+):)?(\d+)(?:-(\d+))?$/s.exec(String(entry)) ?? [];
      const set = name === undefined ? { first: 0 } : this.sets.find((one) => one.name === name);
      if (from === undefined || !set)
        throw new MapError(
          `${file}: ${option} has ${quote(entry)}, allowed are numbers of tiles as in layers (7), ranges (10-15) and ` +
            `those of a tileset (NAME:3); tilesets are ${quoteAll(this.sets.map((one) => one.name))}`,
        );
      return [set.first + Number(from), set.first + Number(to)];
    });
    return (number) => ranges.some(([from, to]) => from <= number && number <= to);
  }
}

async function readTileset(
  entry: Fields,
  file: string,
  files: MapFiles,
  options: TiledOptions,
  verdicts: Verdicts,
  missing: MapError[],
): Promise<Tileset> {
  const first = entry.integer('firstgid', 1, MAX_TILE);
  let fields = entry;
  if (entry.has('source')) {
    const loaded = await files.read(entry.text('source'), file, 'tileset').catch((error: MapError) => error);
    if (loaded instanceof Error) missing.push(loaded);
    else fields = new Fields(await readTiled(loaded, ['tileset']), loaded.file);
  }
  const name = fields.text('name', '');
  const where = `${fields === entry ? file : fields.where}: tileset ${quote(name)}`;
  const price = Object.hasOwn(options.tilesets, name)
    ? priceOf(options.tilesets[name], `tiled.tilesets.${name}`)
    : undefined;
  const by = 'tiled.tilesets';
  const given = price === BLOCKED ? { wall: true, by } : price === undefined ? undefined : { price };
  // A tileset's `type` says that it is one, which is no class.
  const set = given ?? verdicts.of(new Fields({ ...objectOf(fields), type: '' }, where));
  const [width, height] = [fields.number('tilewidth', 0), fields.number('tileheight', 0)];
  const tiles = tilesOf(fields, where).map(([id, value]): [number, Tile] => {
    const tile = new Fields(value, `${where}: tile ${id}`);
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
  const end = fields.has('tilecount') ? Math.max(listed, fields.integer('tilecount', 0, MAX_TILE)) : Infinity;
  return { first, end: first + end, name, tiles: new Map(tiles), plain: { local: {}, set, shape: 0 } };
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
