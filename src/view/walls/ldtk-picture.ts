/** Pictures of LDtk levels: tiles of their layers, and the values of IntGrid layers above them. */
import type { Fields } from '../../maps/fields.js';
import type { MapFiles, ReadFile } from '../../maps/files.js';
import { type LdtkLevel, ldtkLevel } from '../../maps/ldtk.js';
import { valuesOf as cellsOf } from '../../maps/ldtk-cells.js';
import { MAX_PIXELS, NO_VALUES, nameOf, offsetOf, sidesOf, sizeOf } from '../../maps/ldtk-layers.js';
import { tilesOf, uidOf } from '../../maps/ldtk-tiles.js';
import { squares } from './lattice.js';
import { checkCells, layerOf, MOST_CELLS, type Picture, type PictureLayer, type TileSet, valuesOf } from './picture.js';

/** Tiles that lie on one another in a cell of a layer. */
const MOST_TILES = 16;

/** @throws {MapError} */
export async function ldtkPicture(source: ReadFile, files: MapFiles, level: string | undefined): Promise<Picture> {
  const read = await ldtkLevel(source, files, level);
  // Layers are listed from the topmost.
  const layers = read.layers.filter((layer) => layer.text('__type') !== 'Entities').reverse();
  const unit = layers.reduce((least, layer) => Math.min(least, sizeOf(layer)), MAX_PIXELS);
  const [width, height] = ['pxWid', 'pxHei'].map((side) => Math.ceil(read.whole.integer(side, 1, MAX_PIXELS) / unit));
  checkCells(width, height, layers.length * 2, read.whole.where);
  const drawing = new Drawing(read, source.file, unit, width, height);
  const grids = layers.filter((layer) => layer.text('__type') === 'IntGrid');
  const values = grids.map((layer) => drawing.values(layer));
  const tiles = layers.filter((layer) => layer.flag('visible', true)).flatMap((layer) => drawing.tiles(layer));
  const opacity = tiles.length > 0 ? 0.4 : 1;
  const lattice = squares({ left: 0, top: 0, width, height, tile: [unit, unit] });
  const above = values.map((layer) => ({ ...layer, opacity }));
  return { format: 'ldtk', lattice, layers: [...tiles, ...above], sets: drawing.sets };
}

class Drawing {
  readonly sets: TileSet[] = [];
  private readonly firsts = new Map<number, number>();
  private next = 1;
  /** Layers that can still be made. */
  private room: number;

  constructor(
    private readonly level: LdtkLevel,
    private readonly file: string,
    private readonly unit: number,
    private readonly width: number,
    private readonly height: number,
  ) {
    this.room = Math.floor(MOST_CELLS / (width * height));
  }

  /** The values of an IntGrid layer but 0. */
  values(layer: Fields): PictureLayer {
    const { names, colors } = this.level.definitions.values.get(nameOf(layer)) ?? NO_VALUES;
    const [across, down] = sidesOf(layer);
    const cells = cellsOf(layer, across * down);
    const found = [...new Set(Array.from(cells, Number))].filter((value) => value > 0).sort((a, b) => a - b);
    const first = this.next;
    this.next += found.length;
    const keys = found.map((value) => names.get(value) || String(value));
    const shown = found.map((value) => colors.get(value) || undefined);
    this.sets.push(valuesOf(nameOf(layer), first, keys, this.unit, shown));
    const numbers = new Map(found.map((value, i) => [value, first + i]));
    const all = new Uint32Array(this.width * this.height);
    const [scale, [left, top]] = [sizeOf(layer), offsetOf(layer)];
    for (let y = 0, i = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++, i++) {
        const u = Math.floor((x * this.unit - left) / scale);
        const v = Math.floor((y * this.unit - top) / scale);
        if (u >= 0 && v >= 0 && u < across && v < down) all[i] = numbers.get(Number(cells[v * across + u])) ?? 0;
      }
    return layerOf(nameOf(layer), all, { isValues: true });
  }

  /** The tiles of a layer, in as many layers as lie on one another. */
  tiles(layer: Fields): PictureLayer[] {
    const tiles = tilesOf(layer);
    const first = this.firstOf(uidOf(layer));
    if (tiles.length === 0 || first === undefined) return [];
    const all: { numbers: Uint32Array; moved: Map<number, [right: number, down: number]> }[] = [];
    const { unit, width, height } = this;
    const offset = offsetOf(layer);
    for (const tile of tiles) {
      const [left, top] = offset.map((pixels, i) => Number(tile.list('px')[i]) + pixels);
      if (!(left > -unit && top > -unit && left < width * unit && top < height * unit)) continue;
      // Rules may move tiles by pixels, also over the edge.
      const [x, y] = [left, top].map((pixels) => Math.max(0, Math.floor(pixels / unit)));
      const i = y * width + x;
      if (
        all.length < MOST_TILES &&
        (this.room > 0 || all.length === 0) &&
        all.every(({ numbers }) => numbers[i] > 0)
      ) {
        all.push({ numbers: new Uint32Array(width * height), moved: new Map() });
        this.room--;
      }
      // The topmost is replaced if there are too many.
      const { numbers, moved } = all.find((one) => one.numbers[i] === 0) ?? all[all.length - 1];
      // Bits of turns, as in Tiled.
      const turns = tile.number('f', 0);
      numbers[i] = (first + tile.number('t')) | ((turns & 1) << 31) | ((turns & 2) << 29);
      if (left !== x * unit || top !== y * unit) moved.set(i, [left - x * unit, top - y * unit]);
      else moved.delete(i);
    }
    const opacity = Number(layer.raw('__opacity') ?? 1);
    return all.map(({ numbers, moved }) => layerOf(nameOf(layer), numbers, { opacity, moved }));
  }

  /** The first number of a tileset. */
  private firstOf(uid: number): number | undefined {
    const set = this.level.definitions.tilesets.get(uid);
    if (!set || this.firsts.has(uid)) return this.firsts.get(uid);
    const { fields, name, side } = set;
    const columns = fields.integer('__cWid', 0, MAX_PIXELS, 1);
    const image = fields.raw('relPath');
    const folder = this.file.replace(/[^/\\]*$/, '');
    this.firsts.set(uid, this.next);
    this.sets.push({
      ...valuesOf(name, this.next, [], side),
      ...{ columns, margin: fields.number('padding', 0), spacing: fields.number('spacing', 0) },
      // Tiles hang below the corner of their cell, other than Tiled's.
      offset: [0, side - this.unit],
      ...(typeof image === 'string' && { image: `${folder}${image.replaceAll('\\', '/')}` }),
    });
    this.next += Math.max(1, columns * fields.integer('__cHei', 0, MAX_PIXELS, 1));
    return this.firsts.get(uid);
  }
}
