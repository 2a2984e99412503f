/** Tiled maps of every orientation: finite or infinite, in JSON or XML (doc.mapeditor.org, "JSON Map Format"). */
import { MapError } from '../../errors.js';
import { withMoves } from '../../grid/clearance.js';
import { checkPlaces } from '../../grid/places.js';
import { Fields } from '../fields.js';
import type { MapFiles, ReadFile } from '../files.js';
import { BLOCKED, type MapLevel, OPEN, Plane } from '../plane.js';
import { quote } from '../text.js';
import { tileNumbers } from './data.js';
import { readTiled } from './file.js';
import { chosen, isNamed, type Layer, layersOf } from './layers.js';
import { Objects } from './objects.js';
import type { TiledOptions } from './options.js';
import { type Orientation, orientationOf } from './orientation.js';
import { Tilesets } from './tilesets.js';

const MAX_TILE_SIDE = 65_536;
/** Chunks may lie anywhere that 32 bits reach. */
const MAX_COORDINATE = 2 ** 31;
/** Tiles that all layers together may have: four of 8192 x 8192, or sixteen of 4096 x 4096. */
const MOST_TILES = 2 ** 28;
const HINT =
  'a cell without a tile is blocked unless tiled.empty (--tiled.empty open) says otherwise, and one with a tile ' +
  'of property "solid" is; see prep map';

interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
  data: unknown;
  where: string;
  layer: Layer;
}

export async function readTiledMap(source: ReadFile, files: MapFiles, options: TiledOptions): Promise<MapLevel> {
  const { file } = source;
  const map = new Fields(await readTiled(source, ['map']), file);
  // But on orthogonal maps an offset lifts what is drawn, as of a roof, and no cell.
  const isFlat = map.text('orientation', 'orthogonal') === 'orthogonal';
  const layers = layersOf(map, file, options).map((layer) => (isFlat ? layer : { ...layer, offsetX: 0, offsetY: 0 }));
  const tiles = chosen(layers, 'tilelayer', options.layers, 'tiled.layers (--tiled.layers)', file);
  for (const one of options.blockedLayers) {
    if (!tiles.some((layer) => isNamed(layer, [one])))
      throw new MapError(
        `${file}: no tile layer that is read has the name or class ${quote(one)} of tiled.blockedLayers ` +
          '(--tiled.blocked-layers)',
      );
  }
  const sides = ['tilewidth', 'tileheight'].map((name) => map.integer(name, 1, MAX_TILE_SIDE));
  const blocks = tiles.flatMap((layer) => blocksOf(layer, sides));
  const [originX, originY, width, height] = map.flag('infinite', false)
    ? extent(blocks, file)
    : [0, 0, map.integer('width', 1, MAX_COORDINATE), map.integer('height', 1, MAX_COORDINATE)];
  const tileCount = blocks.reduce((sum, block) => sum + block.width * block.height, 0);
  if (tileCount > MOST_TILES)
    throw new MapError(`${file}: its layers have ${tileCount} tiles together, allowed are ${MOST_TILES}`);
  const orientation = orientationOf(map, { originX, originY, width, height }, file);
  const tilePlane = new Plane(width, height, file, OPEN);
  const painter = new Painter(tilePlane, await Tilesets.of(map, file, files, options), options);
  for (const block of blocks) painter.paint({ ...block, x: block.x - originX, y: block.y - originY });
  painter.finish();
  const plane = turn(tilePlane, orientation);
  const objects = new Objects(plane, orientation, files, options);
  for (const layer of chosen(
    layers,
    'objectgroup',
    options.objectLayers,
    'tiled.objectLayers (--tiled.object-layers)',
    file,
  ))
    await objects.add(layer);
  const { doors, markers } = objects;
  const places = { ...orientation.places, doors, markers };
  checkPlaces(places, file);
  const grid = plane.toGrid(HINT);
  const { rule } = orientation;
  return {
    name: '',
    grid: rule ? withMoves(grid, rule) : grid,
    places,
    ...objects.links(),
    warnings: objects.warnings,
  };
}

/** The cells of a staggered map's tiles in the grid that is turned; what no tile is in is blocked. */
function turn(tiles: Plane, { turned }: Orientation): Plane {
  if (!turned) return tiles;
  const plane = new Plane(turned.width, turned.height, tiles.file);
  for (let y = 0, i = 0; y < tiles.height; y++) {
    for (let x = 0; x < tiles.width; x++, i++) {
      const [u, v] = turned.cellOf(x, y);
      plane.prices[v * turned.width + u] = tiles.prices[i];
    }
  }
  return plane;
}

/** A layer as blocks of tiles, shifted as it is, to whole cells. */
function blocksOf(layer: Layer, [tileWidth, tileHeight]: number[]): Block[] {
  const { fields, offsetX, offsetY } = layer;
  const dx = Math.round(offsetX / tileWidth);
  const dy = Math.round(offsetY / tileHeight);
  const block = (part: Fields, where: string): Block => ({
    x: part.integer('x', -MAX_COORDINATE, MAX_COORDINATE, 0) + dx,
    y: part.integer('y', -MAX_COORDINATE, MAX_COORDINATE, 0) + dy,
    width: part.integer('width', 1, MAX_COORDINATE),
    height: part.integer('height', 1, MAX_COORDINATE),
    data: part.raw('data'),
    where,
    layer,
  });
  if (!fields.has('chunks')) return fields.has('data') ? [block(fields, fields.where)] : [];
  return fields.objects('chunks').map((chunk, i) => block(chunk, `${fields.where}: chunks[${i}]`));
}

/** Bounding box of all chunks. @throws {MapError} if there are none */
function extent(blocks: Block[], file: string): [number, number, number, number] {
  if (blocks.length === 0)
    throw new MapError(`${file}: the map is infinite, and the layers that are read have no chunk`);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of blocks) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return [left, top, right - left, bottom - top];
}

/** Effect of a tile on its cell as one number: none, a price, or a price that overrides blocking. */
const NOTHING = -1;
const OPENS = 256;

class Painter {
  private readonly covered: Uint8Array;

  constructor(
    private readonly plane: Plane,
    private readonly tilesets: Tilesets,
    private readonly options: TiledOptions,
  ) {
    this.covered = new Uint8Array(plane.prices.length);
  }

  /** Lays a block over the cells: what blocks stays, of other prices the topmost does. @throws {MapError} */
  paint({ x, y, width, height, data, where, layer }: Block): void {
    const { plane, covered } = this;
    if (width * height > plane.prices.length + MAX_TILE_SIDE)
      throw new MapError(`${where}: ${width} x ${height} tiles in a map of ${plane.width} x ${plane.height}`);
    const how = { encoding: layer.fields.text('encoding', 'csv'), compression: layer.fields.text('compression', '') };
    const numbers = tileNumbers(data, how, width * height, where);
    const effects = new Map<number, number>();
    for (let row = Math.max(0, -y); row < Math.min(height, plane.height - y); row++) {
      for (let column = Math.max(0, -x); column < Math.min(width, plane.width - x); column++) {
        const number = numbers[row * width + column];
        if (number === 0) continue;
        const i = (y + row) * plane.width + x + column;
        let effect = effects.get(number);
        if (effect === undefined) {
          effect = this.effectOf(number, layer, `${where}: cell ${x + column}, ${y + row}`);
          effects.set(number, effect);
        }
        covered[i] = 1;
        if (effect >= OPENS) plane.prices[i] = effect - OPENS;
        else if (effect === BLOCKED || (effect > BLOCKED && plane.prices[i] !== BLOCKED)) plane.prices[i] = effect;
      }
    }
  }

  /** The tile's property wins over its layer's, that over its tileset's. */
  private effectOf(number: number, layer: Layer, where: string): number {
    const { local, set } = this.tilesets.find(number, where);
    const blocks = isNamed(layer, this.options.blockedLayers);
    const above = blocks ? { price: BLOCKED } : layer.verdict.price === undefined ? set : layer.verdict;
    const decided = local.price === undefined ? above : local;
    if (decided.price === undefined || (decided.price === BLOCKED && local.passable)) return NOTHING;
    return decided.price + (decided.opens ? OPENS : 0);
  }

  finish(): void {
    if (this.options.empty === 'open') return;
    const { prices } = this.plane;
    for (let i = 0; i < prices.length; i++) if (this.covered[i] === 0) prices[i] = BLOCKED;
  }
}
