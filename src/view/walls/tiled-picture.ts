/** The pictures of Tiled maps: the tiles of their layers, and the images of their tilesets. */
import { MapError } from '../../core/errors.js';
import { Fields } from '../../maps/fields.js';
import { keptPart, type MapFiles, type ReadFile } from '../../maps/files.js';
import { TILE_MASK, tileNumbers } from '../../maps/tiled/data.js';
import { readTiled } from '../../maps/tiled/file.js';
import { latticeOf } from './lattice.js';
import { checkCells, MOST_CELLS, type Picture, type PictureLayer, type TileSet } from './picture.js';

const MOST_SIDE = 65_536;
/** Chunks may lie anywhere that 32 bits reach. */
const MOST_PLACE = 2 ** 31;

/** @throws {MapError} */
export async function tiledPicture(source: ReadFile, files: MapFiles): Promise<Picture> {
  const { file } = source;
  const map = new Fields(await readTiled(source, ['map']), file);
  const [w, h] = ['tilewidth', 'tileheight'].map((name) => map.integer(name, 1, MOST_SIDE));
  const flat = map.text('orientation', 'orthogonal') === 'orthogonal';
  const layers = layersOf(map).map((layer) => ({ ...layer, blocks: blocksOf(layer.fields) }));
  const all = layers.flatMap(({ blocks, dx, dy }) =>
    // The reader moves layers of orthogonal maps by whole cells.
    blocks.map((block) => ({ ...block, x: block.x + whole(dx, w, flat), y: block.y + whole(dy, h, flat) })),
  );
  const own = { x: 0, y: 0, width: map.integer('width', 0, 2 ** 31, 0), height: map.integer('height', 0, 2 ** 31, 0) };
  const parts = map.flag('infinite', false) ? all : [own, ...all];
  const [left, top] = [least(parts.map(({ x }) => x)), least(parts.map(({ y }) => y))];
  const width = -least(parts.map((part) => -(part.x + part.width))) - left;
  const height = -least(parts.map((part) => -(part.y + part.height))) - top;
  checkCells(width, height, layers.length, file);
  // Chunks may lie on one another.
  const tiles = all.reduce((sum, block) => sum + block.width * block.height, 0);
  if (tiles > MOST_CELLS) throw new MapError(`${file}: its chunks have ${tiles} tiles, which are too many to show`);
  const drawn = layers.map(({ fields, blocks, dx, dy, ...layer }): PictureLayer => {
    const [right, down] = [whole(dx, w, flat), whole(dy, h, flat)];
    const numbers = layer.isTiles ? new Uint32Array(width * height) : new Uint32Array();
    for (const block of blocks) {
      const found = tilesOf(fields, block, source.kept);
      for (let y = 0; y < block.height; y++) {
        const start = (block.y + down - top + y) * width + block.x + right - left;
        numbers.set(found.subarray(y * block.width, (y + 1) * block.width), start);
      }
    }
    const count = layer.isTiles ? tilesIn(numbers) : fields.list('objects').length;
    return { ...layer, dx: dx - right * w, dy: dy - down * h, count, numbers };
  });
  const sets: TileSet[] = [];
  for (const entry of map.objects('tilesets')) {
    // The reader reports tilesets that are missing.
    const set = await tileSetOf(entry, file, files).catch(() => undefined);
    if (set) sets.push(set);
  }
  const lattice = latticeOf(map, { left, top, width, height, tile: [w, h] });
  return { format: 'tiled', lattice, layers: drawn, sets: sets.sort((a, b) => a.first - b.first) };
}

const whole = (pixels: number, side: number, flat: boolean) => (flat ? Math.round(pixels / side) : 0);
const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);

type Above = Pick<PictureLayer, 'isVisible' | 'opacity' | 'dx' | 'dy' | 'tint'>;
type Found = Above & { name: string; isTiles: boolean; fields: Fields };

function layersOf(parent: Fields, above: Above = { isVisible: true, opacity: 1, dx: 0, dy: 0 }): Found[] {
  return parent.objects('layers').flatMap((fields) => {
    const tint = fields.text('tintcolor', above.tint ?? '');
    const own = {
      isVisible: above.isVisible && fields.flag('visible', true),
      opacity: above.opacity * Number(fields.raw('opacity') ?? 1),
      dx: above.dx + fields.number('offsetx', 0),
      dy: above.dy + fields.number('offsety', 0),
      ...(tint !== '' && { tint }),
    };
    const type = fields.text('type');
    if (type === 'group') return layersOf(fields, own);
    const isTiles = type === 'tilelayer';
    return isTiles || type === 'objectgroup' ? [{ ...own, isTiles, name: fields.text('name', ''), fields }] : [];
  });
}

interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
  data: unknown;
}

const blocksOf = (fields: Fields): Block[] =>
  (fields.has('chunks') ? fields.objects('chunks') : fields.has('data') ? [fields] : []).map((part) => ({
    x: part.integer('x', -MOST_PLACE, MOST_PLACE, 0),
    y: part.integer('y', -MOST_PLACE, MOST_PLACE, 0),
    width: part.integer('width', 1, MOST_SIDE),
    height: part.integer('height', 1, MOST_SIDE),
    data: part.raw('data'),
  }));

/** Cells of a block. If parts are kept, the reader does not unpack them again. */
function tilesOf(fields: Fields, { data, width, height }: Block, kept: ReadFile['kept']): Uint32Array {
  const how = { encoding: fields.text('encoding', 'csv'), compression: fields.text('compression', '') };
  return keptPart(kept, data, () => tileNumbers(data, how, width * height, fields.where));
}

function tilesIn(numbers: Uint32Array): number {
  let count = 0;
  for (const number of numbers) if (number > 0) count++;
  return count;
}

async function tileSetOf(entry: Fields, file: string, files: MapFiles): Promise<TileSet> {
  let [fields, from] = [entry, file];
  if (entry.has('source')) {
    const loaded = await files.read(entry.text('source'), file, 'tileset');
    [fields, from] = [new Fields(await readTiled(loaded, ['tileset']), loaded.file), loaded.file];
  }
  const path = (image: unknown) => `${folderOf(from)}${String(image).replaceAll('\\', '/')}`;
  const tiles = fields.raw('tiles');
  const images = (Array.isArray(tiles) ? tiles : []).flatMap((tile): [number, string][] =>
    typeof tile?.image === 'string' ? [[Number(tile.id), path(tile.image)]] : [],
  );
  const { x = 0, y = 0 } = (fields.raw('tileoffset') ?? {}) as { x?: number; y?: number };
  const [image, clear] = [fields.text('image', ''), fields.text('transparentcolor', '')];
  return {
    first: entry.integer('firstgid', 1, TILE_MASK),
    name: fields.text('name', ''),
    columns: fields.number('columns', 0),
    width: fields.number('tilewidth', 1),
    height: fields.number('tileheight', 1),
    margin: fields.number('margin', 0),
    spacing: fields.number('spacing', 0),
    offset: [Number(x), Number(y)],
    images: new Map(images),
    ...(image !== '' && { image: path(image) }),
    ...(/^#?[\da-f]{6,8}$/i.test(clear) && { clear: `#${clear.slice(-6)}` }),
  };
}

const folderOf = (file: string) => file.replace(/[^/\\]*$/, '');
