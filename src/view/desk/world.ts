/** A world in tiles as it is looked at: tiles are fetched when they come into sight, a path when it is asked for. */
import { gridOf } from '../../blob/grid.js';
import { unzstd } from '../../blob/unzstd.js';
import { WorldSearch } from '../../world/query.js';
import { openTile, readIndex, tileName, type WorldIndex } from '../../world/section.js';
import { Tiles } from '../../world/tiles.js';
import type { LegendEntry } from '../layer.js';
import type { Surface } from '../surface.js';
import { between, type Colour, type Theme } from '../theme.js';
import type { Cell } from './measure.js';
import { type Answered, NO_ANSWER } from './steps.js';
import { TILE_SIDE, tilePixels } from './tile-pixels.js';
import type { Values } from './values.js';

/** Layers of a world, in the order in which they are drawn. */
export const WORLD_LAYERS = ['terrain', 'tiles', 'clusters', 'gates', 'path', 'ends'] as const;
export type WorldLayer = (typeof WORLD_LAYERS)[number];

/** Gives the bytes of a file beside the index. */
export type FileReader = (name: string) => Promise<Uint8Array>;

/** Bytes that tiles of cells take: those least recently seen are forgotten. */
const MOST_BYTES = 96e6;
/** What has no tile: all of it is blocked. */
const BLOCKED = new Uint8Array(0);
/** Pixels between two lines that can be told apart. */
const APART = 4;
/** Pixels of a cell from which gates are drawn. */
const GATE_SCALE = 0.5;

export class WorldView {
  readonly index: WorldIndex;
  private readonly search: WorldSearch;
  /** Per tile the cost of each cell, 0 blocked; least recently used first. */
  private readonly costs = new Map<string, Uint8Array>();
  private readonly coming = new Map<string, Promise<Uint8Array>>();
  private bytes = 0;
  /** Costs from 2 to this have a colour between cheap and dear. */
  private highest = 2;

  /** @throws {BlobError} if it is no index, or damaged */
  constructor(
    index: Uint8Array,
    private readonly read: FileReader,
  ) {
    this.index = readIndex(index, unzstd);
    this.search = new WorldSearch(
      this.index,
      new Tiles(this.index, (x, y) => read(tileName(x, y)), unzstd, MOST_BYTES),
    );
  }

  /** The picture of some cells; fetches the tiles that it shows. @throws {BlobError} if one of them is damaged */
  async pixels(theme: Theme, level: number, tx: number, ty: number): Promise<Uint32Array<ArrayBuffer>> {
    const { width, height, tile: side } = this.index.layout;
    const span = TILE_SIDE << level;
    const [x0, y0] = [tx * span, ty * span].map((at) => Math.floor(at / side));
    const [x1, y1] = [Math.min(width, (tx + 1) * span), Math.min(height, (ty + 1) * span)].map((end) =>
      Math.ceil(end / side),
    );
    const shown: Uint8Array[] = [];
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) shown.push(await this.tile(x, y));
    const columns = x1 - x0;
    const colours = Array.from({ length: 256 }, (_, cost) => groundColour(theme, cost, this.highest));
    const colourAt = (x: number, y: number): Colour => {
      const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
      const cells = shown[(row - y0) * columns + column - x0];
      const across = Math.min(side, width - column * side);
      return colours[cells === BLOCKED ? 0 : cells[(y - row * side) * across + x - column * side]];
    };
    return tilePixels({ width, height, colourAt }, level, tx, ty);
  }

  private async tile(x: number, y: number): Promise<Uint8Array> {
    if (!this.index.has(x, y)) return BLOCKED;
    const name = tileName(x, y);
    const known = this.costs.get(name);
    if (known) {
      this.costs.delete(name);
      this.costs.set(name, known);
      return known;
    }
    const coming = this.coming.get(name) ?? this.open(x, y).finally(() => this.coming.delete(name));
    this.coming.set(name, coming);
    return coming;
  }

  private async open(x: number, y: number): Promise<Uint8Array> {
    const { layout, checks } = this.index;
    const name = tileName(x, y);
    const grid = gridOf(openTile(await this.read(name), unzstd, layout, x, y, checks[y * layout.columns + x]));
    const cells = new Uint8Array(grid.width * grid.height);
    const from = grid.costs ?? grid.open;
    for (let row = 0; row < grid.height; row++) {
      const first = grid.cell(0, row);
      cells.set(from.subarray(first, first + grid.width), row * grid.width);
    }
    if (grid.costs) this.highest = Math.max(this.highest, ...new Set(cells));
    this.costs.set(name, cells);
    this.bytes += cells.length;
    for (const [other, { length }] of this.costs) {
      if (this.bytes <= MOST_BYTES || other === name) break;
      this.costs.delete(other);
      this.bytes -= length;
    }
    return cells;
  }

  draw(surface: Surface, layers: ReadonlySet<string>, theme: Theme): void {
    const { tile, cluster } = this.index.layout;
    if (layers.has('clusters')) lines(surface, cluster, theme.levels[0], 0.08);
    if (layers.has('tiles')) lines(surface, tile, theme.levels[1], 0.3);
    if (!layers.has('gates') || surface.scale < GATE_SCALE) return;
    const { xs, ys } = this.index.gates;
    const { x0, y0, x1, y1 } = surface.area;
    for (let i = 0; i < xs.length; i++)
      if (xs[i] >= x0 && xs[i] < x1 && ys[i] >= y0 && ys[i] < y1)
        surface.disc(xs[i] + 0.5, ys[i] + 0.5, 0.6, theme.nodes[1]);
  }

  legend(layers: ReadonlySet<string>, theme: Theme): LegendEntry[] {
    const { tile, cluster } = this.index.layout;
    const entries: [WorldLayer, LegendEntry][] = [
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
    const { tile, width } = this.index.layout;
    const [column, row] = [Math.floor(x / tile), Math.floor(y / tile)];
    const cells = await this.tile(column, row);
    const across = Math.min(tile, width - column * tile);
    const cost = cells === BLOCKED ? 0 : cells[(y - row * tile) * across + x - column * tile];
    return {
      entries: [
        ['cell', `${x}, ${y}`],
        ['terrain', cost === 0 ? 'blocked' : `open, cost ${cost}`],
        ['tile', `${column}, ${row}: ${cells === BLOCKED ? 'all blocked, no file' : tileName(column, row)}`],
      ],
    };
  }

  /** @returns the open cell nearest to a cell in its tile */
  async nearestOpen([x, y]: Cell): Promise<Cell | undefined> {
    const { tile, width } = this.index.layout;
    const [column, row] = [Math.floor(x / tile), Math.floor(y / tile)];
    const cells = await this.tile(column, row);
    const across = Math.min(tile, width - column * tile);
    let [best, found] = [Infinity, -1];
    for (let i = 0; i < cells.length; i++) {
      if (cells[i] === 0) continue;
      const away = (column * tile + (i % across) - x) ** 2 + (row * tile + Math.floor(i / across) - y) ** 2;
      if (away < best) [best, found] = [away, i];
    }
    return found < 0 ? undefined : [column * tile + (found % across), row * tile + Math.floor(found / across)];
  }

  /** A path through as many tiles as it takes; stages name the tiles. @throws {TileError} if one cannot be loaded */
  async path(start: Cell, goal: Cell): Promise<Answered> {
    const route = await this.search.route(...start, ...goal);
    if (!route) return NO_ANSWER;
    const cells: number[] = [];
    for (let piece = await route.next(); piece; piece = await route.next()) cells.push(...piece.cells);
    const name = `path through ${route.tiles.length} tiles, cost ${route.cost.toFixed(4)}`;
    return { ...NO_ANSWER, stages: [{ name, path: true }], path: Uint16Array.from(cells), cost: route.cost };
  }
}

function lines(surface: Surface, span: number, stroke: Colour, width: number): void {
  if (span * surface.scale < APART) return;
  const { x0, y0, x1, y1 } = surface.area;
  for (let x = Math.ceil(x0 / span) * span; x <= x1; x += span) surface.line([x, y0, x, y1], stroke, width);
  for (let y = Math.ceil(y0 / span) * span; y <= y1; y += span) surface.line([x0, y, x1, y], stroke, width);
}

function groundColour(theme: Theme, cost: number, highest: number): Colour {
  if (cost < 2) return cost === 1 ? theme.open : theme.blocked;
  return between(...theme.costs, highest > 2 ? (cost - 2) / (highest - 2) : 0);
}
