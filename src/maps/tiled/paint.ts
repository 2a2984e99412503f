/** Paints tile layers onto a map: cells with a tile, their costs, and marks of walls. */

import { Pauses } from '../../core/busy.js';
import { MapError } from '../../core/errors.js';
import type { WallSide } from '../../core/grid/walls.js';
import { keptPart, type ReadFile } from '../files.js';
import { OPEN } from '../plane.js';
import { TILE_MASK, tileNumbers, turnedSide } from './data.js';
import type { Layer, Names } from './layers.js';
import { COVERED, EXACT, GIVEN, type Marks, SHAPES, type Source } from './marks.js';
import { opensOnly, type TiledOptions, type Verdict } from './properties.js';
import type { Tile, TileList, Tilesets } from './tilesets.js';

/** Tiles that a block may have in addition to the number of cells of the map. */
const SPARE_TILES = 65_536;

/** Numbers of tiles below this are looked up in an array, on layers of no fewer tiles. */
const SMALL_NUMBERS = 4096;

/** Tiles of a layer: all, or a chunk of them. */
export interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
  data: unknown;
  where: string;
}

/** How many cells of the map show a tile, and how many of them lie on its border. */
export interface Seen {
  cells: number;
  border: number;
}

interface Effect {
  wall: Source | undefined;
  price: number | undefined;
  opens: boolean | undefined;
  shape: boolean | undefined;
  sides: readonly WallSide[] | undefined;
  /** No tileset has the tile. */
  isOrphan: boolean | undefined;
  seen: Seen | undefined;
}

const NONE: Effect = {
  ...{ wall: undefined, price: undefined, opens: undefined, shape: undefined },
  ...{ sides: undefined, isOrphan: undefined, seen: undefined },
};
/** All effects have the same fields in the same order: loops over a million cells are three times as fast. */
const withAll = (effect: Partial<Effect>): Effect => ({ ...NONE, ...effect });

type Paint = (number: number) => Effect;

/** Remembers the effects of numbers below a limit. */
function withMemory(limit: number, effectOf: Paint): Paint {
  const small: (Effect | undefined)[] = new Array(limit);
  return (number) => {
    if (number >= limit) return effectOf(number);
    let effect = small[number];
    if (effect === undefined) {
      effect = effectOf(number);
      small[number] = effect;
    }
    return effect;
  };
}

export class Painter {
  readonly warnings: string[] = [];
  /** Cells of the map that have a tile of a layer, by the layer's name. */
  readonly cells = new Map<string, number>();
  /** Sources of walls that tiles have, by their numbers, as bits of {@link Marks.why}. */
  readonly walls = new Map<number, number>();
  /** Cells of tiles that have properties or a class. */
  readonly seen = new Map<Tile, Seen>();
  private readonly shapes: Source;
  private readonly blocked: TileList;
  private readonly open: TileList;
  private readonly pauses = new Pauses();

  constructor(
    private readonly marks: Marks,
    private readonly tilesets: Tilesets,
    private readonly options: TiledOptions,
    names: Names,
    private readonly kept: ReadFile['kept'],
  ) {
    this.shapes = marks.source('tiles with shapes', SHAPES);
    const { blockedTiles, openTiles } = options;
    this.blocked = tilesets.listed(blockedTiles, 'tiled.blockedTiles (--tiled.blocked-tiles)', names);
    this.open = tilesets.listed(openTiles, 'tiled.openTiles (--tiled.open-tiles)', names);
  }

  /** Lays a layer over the cells: what blocks stays, of prices the topmost does. @throws {MapError} */
  async add(layer: Layer, blocks: readonly Block[]): Promise<void> {
    const tiles = blocks.reduce((sum, { width, height }) => sum + width * height, 0);
    // A layer of one block is unpacked once for both looks; of many chunks none is kept.
    const only = blocks.length === 1 ? this.unpack(blocks[0], layer) : undefined;
    const numbersOf = (block: Block) => only ?? this.unpack(block, layer);
    const hasWalls = (block: Block) =>
      numbersOf(block).some((n) => this.tilesets.find(n & TILE_MASK)?.local.wall === true);
    const needsLook = layer.walls === 'surely' || layer.verdict.wall === true;
    const effectOf = this.effectsOf(layer, needsLook && blocks.some(hasWalls), tiles);
    let [orphans, first, cells] = [0, '', this.cells.get(layer.name) ?? 0];
    for (const block of blocks) {
      cells += await this.paint(block, numbersOf(block), layer, effectOf, (number, x, y) => {
        if (orphans++ === 0) first = `cell ${x}, ${y}: tile ${number}`;
      });
    }
    this.cells.set(layer.name, cells);
    if (orphans > 0)
      this.warnings.push(
        `${layer.fields.where}: ${first} is of no tileset` +
          `${orphans > 1 ? `, nor are ${orphans - 1} more tiles` : ''}; ` +
          'read as cells without a tile, which --tiled.empty open or blocked decides',
      );
  }

  private unpack({ data, width, height, where }: Block, { fields }: Layer): Uint32Array {
    const { marks } = this;
    if (width * height > marks.bits.length + SPARE_TILES)
      throw new MapError(`${where}: ${width} x ${height} tiles in a map of ${marks.width} x ${marks.height}`);
    const how = { encoding: fields.text('encoding', 'csv'), compression: fields.text('compression', '') };
    return keptPart(this.kept, data, () => tileNumbers(data, how, width * height, where));
  }

  /** @returns how many tiles lie in the map */
  private async paint(
    { x, y, width, height }: Block,
    numbers: Uint32Array,
    { isGround, opens }: Layer,
    effectOf: Paint,
    orphan: (number: number, x: number, y: number) => void,
  ): Promise<number> {
    const { marks } = this;
    let tiles = 0;
    const { bits, prices } = marks;
    let [last, effect]: [number, Effect] = [0, NONE];
    for (let row = Math.max(0, -y); row < Math.min(height, marks.height - y); row++) {
      const start = (y + row) * marks.width + x;
      const isEdge = y + row === 0 || y + row === marks.height - 1;
      for (let column = Math.max(0, -x); column < Math.min(width, marks.width - x); column++) {
        const number = numbers[row * width + column] & TILE_MASK;
        if (number === 0) continue;
        const i = start + column;
        tiles++;
        if (number !== last) {
          last = number;
          effect = effectOf(number);
        }
        if (effect.isOrphan) orphan(number, x + column, y + row);
        else if (isGround) bits[i] |= COVERED;
        if (opens) marks.cover(i);
        if (effect.seen) {
          effect.seen.cells++;
          if (isEdge || x + column === 0 || x + column === marks.width - 1) effect.seen.border++;
        }
        if (effect.opens) marks.open(i, effect.price ?? OPEN);
        else if (isGround && effect.price !== undefined) prices[i] = effect.price;
        if (effect.wall) marks.mark(i, effect.wall);
        if (effect.shape) marks.mark(i, this.shapes);
        if (effect.sides)
          for (const side of effect.sides)
            marks.addWall([x + column, y + row, turnedSide(side, numbers[row * width + column])]);
      }
      await this.pauses.after(width);
    }
    return tiles;
  }

  /** @param tilesDecide whether tiles of the layer are marked, so that its name and marks are not for all of them */
  private effectsOf(layer: Layer, tilesDecide: boolean, tiles: number): Paint {
    const ofTile = this.tileEffects(layer, tilesDecide);
    const listed = this.listedEffects(layer);
    return withMemory(Math.min(SMALL_NUMBERS, tiles), (number) => {
      const effect = listed(number) ?? ofTile(number);
      this.noteWalls(number, effect);
      return effect;
    });
  }

  /** Effects of tiles that the options list; undefined for others. */
  private listedEffects(layer: Layer): (number: number) => Effect | undefined {
    const isBlocked = this.blocked.in(layer);
    const isOpen = this.open.in(layer);
    const given = (label: string) => withAll({ wall: this.marks.source(label, GIVEN) });
    return (number) => {
      if (layer.isCounted) return NONE;
      if (isBlocked(number)) return given('tiled.blockedTiles');
      if (isOpen(number)) return NONE;
      return opensOnly(this.options) ? given('not tiled.openTiles') : undefined;
    };
  }

  /** Effects of tiles by their own marks and those around them. @param tilesDecide as for {@link effectsOf} */
  private tileEffects(layer: Layer, tilesDecide: boolean): Paint {
    const named = layer.walls && !tilesDecide ? this.marks.named('tile', layer) : undefined;
    const above = tilesDecide && layer.verdict.wall ? {} : layer.verdict;
    const make = (tile: Tile | undefined): Partial<Effect> => {
      if (!tile) return { isOrphan: !named, wall: named };
      const seen = tile.fields && { seen: this.seenOf(tile) };
      return { ...this.effectOf(tile, layer, named, above), sides: tile.local.sides, ...seen };
    };
    // By kind of tile: a hostile layer has more numbers than a Map holds.
    const effects = new Map<Tile | undefined, Effect>();
    return (number) => {
      const tile = this.tilesets.find(number);
      let effect = effects.get(tile);
      if (!effect) {
        effect = withAll(make(tile));
        effects.set(tile, effect);
      }
      return effect;
    };
  }

  /** Records why a tile blocks, where the marks record it. */
  private noteWalls(number: number, { wall, shape }: Effect): void {
    if (!this.marks.why || !(wall || shape)) return;
    const bits = (wall?.place ?? 0) | (shape ? this.shapes.place : 0);
    this.walls.set(number, (this.walls.get(number) ?? 0) | bits);
  }

  private seenOf(tile: Tile): Seen {
    const seen = this.seen.get(tile) ?? { cells: 0, border: 0 };
    this.seen.set(tile, seen);
    return seen;
  }

  /** The tile's own marks win over its layer's, those over its tileset's; a layer that does not block has no walls. */
  private effectOf(
    { local, set, shape }: Tile,
    layer: Layer,
    named: Source | undefined,
    layerSays: Verdict,
  ): Partial<Effect> {
    const shapes = local.wall !== false && (this.options.shapes === 'half' ? shape >= 0.5 : shape > 0);
    const exact = ({ cause = '' }: Verdict) => this.marks.source(cause, EXACT);
    if (local.opens) return { opens: true, price: local.price };
    if (layer.verdict.wall === false && layer.walls !== 'option')
      return { price: local.price ?? layerSays.price ?? set.price };
    if (local.wall) return { wall: exact(local), shape: shapes };
    const own = local.price ?? set.price;
    if (named && local.wall !== false && !(layer.walls === 'option' && local.price !== undefined))
      return { wall: named, price: own, shape: shapes };
    if (local.price !== undefined) return { price: local.price, shape: shapes };
    const above = layerSays.wall === undefined && layerSays.price === undefined ? set : layerSays;
    if (above.wall) return local.wall === false ? {} : { wall: exact(above), shape: shapes };
    return { price: above.price, opens: above.opens, shape: shapes };
  }
}
