/** A world in tiles: tiles are fetched when they come into sight, paths on request. */
import { gridOf } from '../../core/blob/grid.js';
import type { Blob } from '../../core/blob/read.js';
import { unzstd } from '../../core/blob/unzstd.js';
import { groundColors } from '../../core/maps/colors.js';
import { WorldSearch } from '../../world/query.js';
import { readIndex, tileName, type WorldIndex } from '../../world/section.js';
import { tileOf } from '../../world/tile.js';
import { type LoadTile, Tiles } from '../../world/tiles.js';
import type { LegendEntry } from '../layer.js';
import { nearestCell } from '../nearest.js';
import { gridLines, type Surface } from '../surface.js';
import type { Theme } from '../theme.js';
import type { Cell } from './measure.js';
import { type Answered, NO_ANSWER } from './steps.js';
import { TILE_SIDE, tilePixels } from './tile-pixels.js';
import type { Values } from './values.js';

export type FileReader = (name: string) => Promise<Uint8Array>;

/** Bytes of tiles in memory, for pictures and for the search each. */
const MOST_BYTES = 96e6;
/** A tile without a file: every cell is blocked. */
const BLOCKED = new Uint8Array(0);
/** Pixels of a cell from which gates are drawn. */
const GATE_SCALE = 0.5;
/** Pairs of gates that are tried for a first query. */
const FAR_PAIRS = 8;

export class WorldView {
  readonly index: WorldIndex;
  private readonly search: WorldSearch;
  private readonly costs: Tiles<ReturnType<WorldView['costsOf']>>;
  private highest = 2;

  /** @throws {BlobError} if it is no index, or damaged */
  constructor(index: Uint8Array, read: FileReader) {
    this.index = readIndex(index, unzstd);
    const load: LoadTile = (_x, _y, name) => read(name);
    this.search = new WorldSearch(this.index, new Tiles(this.index, load, unzstd, MOST_BYTES, tileOf));
    this.costs = new Tiles(this.index, load, unzstd, MOST_BYTES, (blob) => this.costsOf(blob));
  }

  /** A picture of cells, as `tilePixels`. @throws {TileError} if a tile of it is damaged */
  async pixels(theme: Theme, level: number, tx: number, ty: number): Promise<Uint32Array<ArrayBuffer>> {
    const { width, height, tile: side } = this.index.layout;
    const span = TILE_SIDE << level;
    const [x0, y0] = [tx, ty].map((at) => Math.floor((at * span) / side));
    const x1 = Math.ceil(Math.min(width, (tx + 1) * span) / side);
    const y1 = Math.ceil(Math.min(height, (ty + 1) * span) / side);
    const tiles: Uint8Array[] = [];
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) tiles.push(await this.tile(x, y));
    const colors = groundColors(theme, this.highest);
    const colorAt = (x: number, y: number) => {
      const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
      return colors[this.costAt(tiles[(row - y0) * (x1 - x0) + column - x0], x, y)];
    };
    return tilePixels({ width, height, colorAt }, level, tx, ty);
  }

  /** Cost of a cell of the world in its tile, 0 blocked. */
  private costAt(cells: Uint8Array, x: number, y: number): number {
    const { tile, width } = this.index.layout;
    const [left, top] = [x - (x % tile), y - (y % tile)];
    return cells === BLOCKED ? 0 : cells[(y - top) * Math.min(tile, width - left) + x - left];
  }

  /** Costs of a tile's cells, row by row, 0 blocked. */
  private async tile(x: number, y: number): Promise<Uint8Array> {
    return (await this.costs.get(x, y))?.cells ?? BLOCKED;
  }

  private costsOf(blob: Blob): { cells: Uint8Array; bytes: number } {
    const grid = gridOf(blob);
    const cells = new Uint8Array(grid.width * grid.height);
    for (let row = 0; row < grid.height; row++) {
      const first = grid.cell(0, row);
      cells.set((grid.costs ?? grid.open).subarray(first, first + grid.width), row * grid.width);
    }
    if (grid.costs) this.highest = cells.reduce((a, b) => Math.max(a, b), this.highest);
    return { cells, bytes: cells.length };
  }

  draw(surface: Surface, layers: ReadonlySet<string>, theme: Theme): void {
    const { tile, cluster } = this.index.layout;
    if (layers.has('clusters')) gridLines(surface, cluster, theme.levels[0], 0.08);
    if (layers.has('tiles')) gridLines(surface, tile, theme.levels[1], 0.3);
    if (!layers.has('gates') || surface.scale < GATE_SCALE) return;
    const { xs, ys } = this.index.gates;
    const { x0, y0, x1, y1 } = surface.area;
    for (let i = 0; i < xs.length; i++)
      if (xs[i] >= x0 && xs[i] < x1 && ys[i] >= y0 && ys[i] < y1)
        surface.disc(xs[i] + 0.5, ys[i] + 0.5, 0.6, theme.nodes[1]);
  }

  legend(layers: ReadonlySet<string>, theme: Theme): LegendEntry[] {
    const { tile, cluster } = this.index.layout;
    const entries: [layer: string, entry: LegendEntry][] = [
      ['terrain', { fill: theme.open, text: 'open' }],
      ['terrain', { fill: theme.blocked, text: 'blocked' }],
      ['tiles', { fill: theme.levels[1], text: `tiles of ${tile} x ${tile} cells` }],
      ['clusters', { fill: theme.levels[0], text: `clusters of ${cluster} x ${cluster} cells` }],
      ['gates', { fill: theme.nodes[1], text: 'gate between two tiles' }],
      ['path', { fill: theme.path, text: 'path' }],
      ['ends', { fill: theme.start, text: 'start' }],
      ['ends', { fill: theme.goal, text: 'goal' }],
    ];
    return entries.flatMap(([layer, entry]) => (layers.has(layer) ? [entry] : []));
  }

  async values([x, y]: Cell): Promise<Values> {
    const { tile } = this.index.layout;
    const [column, row] = [Math.floor(x / tile), Math.floor(y / tile)];
    const cells = await this.tile(column, row);
    const cost = this.costAt(cells, x, y);
    return {
      entries: [
        ['cell', `${x}, ${y}`],
        ['terrain', cost === 0 ? 'blocked' : `open, cost ${cost}`],
        ['tile', `${column}, ${row}: ${cells === BLOCKED ? 'all blocked, no file' : tileName(column, row)}`],
      ],
    };
  }

  async nearestOpen([x, y]: Cell): Promise<Cell | undefined> {
    const { tile, width, height } = this.index.layout;
    const [left, top] = [x - (x % tile), y - (y % tile)];
    const cells = await this.tile(left / tile, top / tile);
    const isInside = (cx: number, cy: number) =>
      cx >= left && cy >= top && cx < Math.min(width, left + tile) && cy < Math.min(height, top + tile);
    return nearestCell([x, y], tile, (cx, cy) => isInside(cx, cy) && this.costAt(cells, cx, cy) > 0);
  }

  /** Two gates far apart that a path joins: few pairs are tried. */
  async farCells(): Promise<[Cell, Cell] | undefined> {
    const { xs, ys } = this.index.gates;
    const order = Array.from(xs, (_, i) => i).sort((a, b) => xs[a] + ys[a] - xs[b] - ys[b]);
    for (let tried = 0; tried < Math.min(FAR_PAIRS, order.length >> 1); tried++) {
      const [start, goal] = [order[tried], order[order.length - 1 - tried]].map((i): Cell => [xs[i], ys[i]]);
      if (await this.search.route(...start, ...goal)) return [start, goal];
    }
    return undefined;
  }

  /** A path across tiles. @throws {TileError} if one cannot be loaded */
  async path(start: Cell, goal: Cell): Promise<Answered> {
    const route = await this.search.route(...start, ...goal);
    if (!route) return NO_ANSWER;
    const cells: number[] = [];
    for (let piece = await route.next(); piece; piece = await route.next()) cells.push(...piece.cells);
    const name = `path through ${route.tiles.length} tiles, cost ${route.cost.toFixed(4)}`;
    return { ...NO_ANSWER, stages: [{ name, path: true }], path: Uint16Array.from(cells), cost: route.cost };
  }
}
