/** What objects of a map inherit: from their templates, and tile objects from their tiles. */
import { Fields } from '../fields.js';
import type { MapFiles } from '../files.js';
import { TILE_MASK } from './data.js';
import { readTiled } from './file.js';
import type { TiledOptions } from './options.js';
import { classOf, propertiesOf, type Verdicts } from './properties.js';
import { type Tile, Tilesets } from './tilesets.js';

export class Templates {
  private readonly known = new Map<string, Fields>();

  constructor(
    private readonly tilesets: Tilesets,
    private readonly files: MapFiles,
    private readonly options: TiledOptions,
    private readonly verdicts: Verdicts,
  ) {}

  /** An object with what it inherits, and the tile that it shows. @throws {MapError} if its template cannot be read */
  async complete(object: Fields, file: string): Promise<{ whole: Fields; tile: Tile | undefined }> {
    const tile = tileOf(object, this.tilesets);
    const own = inherit(object, ofTile(tile));
    return { whole: object.has('template') ? inherit(own, await this.read(object.text('template'), file)) : own, tile };
  }

  private async read(reference: string, file: string): Promise<Fields> {
    const known = this.known.get(reference);
    if (known) return known;
    const loaded = await this.files.read(reference, file, 'template');
    const root = new Fields(await readTiled(loaded, ['template']), loaded.file);
    const object = new Fields(root.raw('object'), `${loaded.file}: object`);
    // Its tiles are numbered by the template's tileset.
    const sets = new Fields({ tilesets: root.has('tileset') ? [root.raw('tileset')] : [] }, loaded.file);
    const { files, verdicts } = this;
    const tilesets = await Tilesets.of(sets, loaded.file, files, { ...this.options, tilesets: {} }, verdicts);
    const whole = inherit(object, ofTile(tileOf(object, tilesets)));
    this.known.set(reference, whole);
    return whole;
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

/** Values of an object over those that it inherits; properties are joined by name. */
function inherit(object: Fields, from: Fields | undefined): Fields {
  if (!from) return object;
  const properties = Object.fromEntries([...propertiesOf(from), ...propertiesOf(object)]);
  const kind = classOf(object) || classOf(from);
  const values = [...entriesOf(from), ...entriesOf(object).filter(([, value]) => value !== '')];
  return new Fields({ ...Object.fromEntries(values), type: '', class: kind, properties }, object.where);
}

const entriesOf = (fields: Fields) => fields.names().map((name): [string, unknown] => [name, fields.raw(name)]);
