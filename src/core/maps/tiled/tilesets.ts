/** Cells by tile of a map's tilesets; external tilesets are read. */
import { MapError } from '../../errors.js';
import { Fields } from '../fields.js';
import type { MapFiles } from '../files.js';
import { priceOf } from '../plane.js';
import { quote, quoteAll } from '../text.js';
import { readTiled } from './file.js';
import type { TiledOptions } from './options.js';
import { type Verdict, verdictOf } from './properties.js';

const MAX_TILE = 0x0fffffff;

interface Tileset {
  first: number;
  name: string;
  /** Defaults of tiles without properties. */
  verdict: Verdict;
  tiles: Map<number, Verdict>;
  /** Places of its tiles are below this; Infinity where the file does not say how many it has. */
  end: number;
}

export class Tilesets {
  private constructor(private readonly sets: Tileset[]) {}

  static async of(map: Fields, file: string, files: MapFiles, options: TiledOptions): Promise<Tilesets> {
    const sets: Tileset[] = [];
    for (const entry of map.objects('tilesets')) sets.push(await readTileset(entry, file, files, options));
    for (const name of Object.keys(options.tilesets)) {
      if (!sets.some((set) => set.name === name))
        throw new MapError(
          `${file}: no tileset has the name ${quote(name)} of tiled.tilesets; there are ` +
            `${quoteAll(sets.map((set) => set.name))}`,
        );
    }
    return new Tilesets(sets.sort((a, b) => b.first - a.first));
  }

  /**
   * What a tile says itself, and what its set says of it.
   * @param number as in a layer, flips masked
   * @param where beginning of error messages
   * @throws {MapError} if no set has the tile
   */
  find(number: number, where: string): { local: Verdict; set: Verdict } {
    const set = this.sets.find(({ first }) => first <= number);
    if (!set) throw new MapError(`${where}: tile ${number} is of no tileset`);
    if (number - set.first >= set.end)
      throw new MapError(
        `${where}: tile ${number} is beyond the end of tileset ${quote(set.name)}, which has ${set.end} tiles ` +
          `from ${set.first} on; ` +
          'replace the tile in Tiled, or give the tileset its tiles back',
      );
    return { local: set.tiles.get(number - set.first) ?? {}, set: set.verdict };
  }
}

async function readTileset(entry: Fields, file: string, files: MapFiles, options: TiledOptions): Promise<Tileset> {
  const first = entry.integer('firstgid', 1, MAX_TILE);
  let fields = entry;
  if (entry.has('source')) {
    const loaded = await files.read(entry.text('source'), file, 'tileset');
    fields = new Fields(await readTiled(loaded, ['tileset']), loaded.file);
  }
  const name = fields.text('name', '');
  const where = `${fields === entry ? file : fields.where}: tileset ${quote(name)}`;
  if (fields.has('tileproperties'))
    throw new MapError(`${where}: it was saved by Tiled before 1.2; save it again with a newer version`);
  const given = Object.hasOwn(options.tilesets, name)
    ? { price: priceOf(options.tilesets[name], `tiled.tilesets.${name}`) }
    : undefined;
  const tiles = fields.list('tiles').map((value, i): [number, Verdict] => {
    const id = new Fields(value, `${where}: tiles[${i}]`).integer('id', 0, MAX_TILE);
    return [id, verdictOf(new Fields(value, `${where}: tile ${id}`), options)];
  });
  // Collections of pictures number their tiles with gaps.
  const listed = tiles.reduce((most, [id]) => Math.max(most, id + 1), 0);
  const end = fields.has('tilecount') ? Math.max(listed, fields.integer('tilecount', 0, MAX_TILE)) : Infinity;
  return {
    first,
    name,
    verdict: given ?? verdictOf(new Fields(withoutType(fields), where), options),
    tiles: new Map(tiles),
    end,
  };
}

/** A tileset's `type` says that it is one, which is no class. */
function withoutType(fields: Fields): object {
  return Object.fromEntries(
    fields
      .names()
      .filter((name) => name !== 'type')
      .map((name) => [name, fields.raw(name)]),
  );
}
