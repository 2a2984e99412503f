/** A world in tiles, which are fetched when they become visible or a path needs them. */
import { gridOf } from '../../core/blob/grid.js';
import type { Blob } from '../../core/blob/read.js';
import { unzstd } from '../../core/blob/unzstd.js';
import type { Grid } from '../../core/grid/grid.js';
import { groundColors } from '../../maps/colors.js';
import { WorldSearch } from '../../world/query.js';
import { readIndex, tileName, type WorldIndex } from '../../world/section.js';
import { tileOf } from '../../world/tile.js';
import { type LoadTile, Tiles } from '../../world/tiles.js';
import { wholeOf } from '../../world/world.js';
import type { LegendEntry } from '../layer.js';
import { nearestCell } from '../nearest.js';
import { cellAtPoint, SQUARES } from '../plane.js';
import { gridLines, type Surface } from '../surface.js';
import type { Color, Theme } from '../theme.js';
import { type Answered, type Cell, NO_ANSWER } from './steps.js';
import { TILE_SIDE, tilePixels } from './tile-pixels.js';
import type { Values } from './values.js';

export type FileReader = (name: string) => Promise<Uint8Array>;

/** Bytes of tiles in memory, twice: for pictures and for the search. */
const MOST_BYTES = 96e6;
/** Pixels of a cell from which gates are drawn. */
const GATE_SCALE = 0.5;

/** Layers of a world with titles, descriptions and colors, in drawing order. */
export const WORLD_LAYERS: readonly [name: string, title: string, about: string, color: (theme: Theme) => Color][] = [
  ['terrain', 'Terrain', 'ground; dark where it costs more, and walls', ({ open }) => open],
  ['tiles', 'Tile borders', 'borders of the tiles that the world is loaded in', ({ levels }) => levels[1]],
  ['clusters', 'Cluster borders', 'borders of the clusters of HPA*', ({ levels }) => levels[0]],
  ['gates', 'Gates', 'gates: transitions between two tiles', ({ nodes }) => nodes[1]],
  ['path', 'Path', 'path across tiles', ({ path }) => path],
  ['ends', 'Start and goal', 'start, and at the other end the goal', ({ start }) => start],
];

export class WorldView {
  readonly index: WorldIndex;
  private readonly search: WorldSearch;
  private readonly grids: Tiles<ReturnType<WorldView['gridOf']>>;
  private highest = 2;

  /** @throws {BlobError} if the index is invalid */
  constructor(index: Uint8Array, read: FileReader) {
    this.index = readIndex(index, unzstd);
    const load: LoadTile = (_x, _y, name) => read(name);
    this.search = new WorldSearch(this.index, new Tiles(this.index, load, unzstd, MOST_BYTES, tileOf));
    this.grids = new Tiles(this.index, load, unzstd, MOST_BYTES, (blob) => this.gridOf(blob));
  }

  private gridOf(blob: Blob) {
    const grid = gridOf(blob);
    if (grid.costs) this.highest = grid.costs.reduce((a, b) => Math.max(a, b), this.highest);
    return { grid, bytes: grid.open.length + (grid.costs?.length ?? 0) };
  }

  /** A picture of cells, as `tilePixels`. @throws {TileError} if a tile is damaged */
  async pixels(theme: Theme, level: number, tx: number, ty: number): Promise<Uint32Array<ArrayBuffer>> {
    const { width, height, tile: side } = this.index.layout;
    const span = TILE_SIDE << level;
    const [x0, y0] = [tx, ty].map((at) => Math.floor((at * span) / side));
    const x1 = Math.ceil(Math.min(width, (tx + 1) * span) / side);
    const y1 = Math.ceil(Math.min(height, (ty + 1) * span) / side);
    const tiles: (Grid | undefined)[] = [];
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) tiles.push((await this.grids.get(x, y))?.grid);
    const colors = groundColors(theme, this.highest);
    const colorAt = (x: number, y: number) => {
      const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
      return colors[this.costIn(tiles[(row - y0) * (x1 - x0) + column - x0], x, y)];
    };
    return tilePixels({ width, height, colorAt, cellAt: (x, y) => cellAtPoint(SQUARES, x, y) }, level, tx, ty);
  }

  /** Cost of a cell of the world in its tile, 0 blocked. A tile without a file is blocked. */
  private costIn(grid: Grid | undefined, x: number, y: number): number {
    const { tile } = this.index.layout;
    return grid ? (grid.costs ?? grid.open)[grid.cell(x % tile, y % tile)] : 0;
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
    return WORLD_LAYERS.filter(([name]) => layers.has(name)).map(([, , text, color]) => ({ fill: color(theme), text }));
  }

  async values([x, y]: Cell): Promise<Values> {
    const [column, row] = [x, y].map((at) => Math.floor(at / this.index.layout.tile));
    const grid = (await this.grids.get(column, row))?.grid;
    const cost = this.costIn(grid, x, y);
    return {
      entries: [
        ['cell', `${x}, ${y}`],
        ['terrain', cost === 0 ? 'blocked' : `open, cost ${cost}`],
        ['tile', `${column}, ${row}: ${grid ? tileName(column, row) : 'all blocked, no file'}`],
      ],
    };
  }

  async nearestOpen([x, y]: Cell): Promise<Cell | undefined> {
    const { tile } = this.index.layout;
    const [column, row] = [Math.floor(x / tile), Math.floor(y / tile)];
    const grid = (await this.grids.get(column, row))?.grid;
    const isOpen = (cx: number, cy: number) => grid?.contains(cx, cy) === true && grid.isOpen(cx, cy);
    const near = nearestCell([x % tile, y % tile], tile, isOpen);
    return near && [near[0] + column * tile, near[1] + row * tile];
  }

  /** A path across tiles. @throws {TileError} if one cannot be loaded */
  async path(start: Cell, goal: Cell): Promise<Answered> {
    const route = await this.search.route(...start, ...goal);
    if (!route) return NO_ANSWER;
    const { cells } = await wholeOf(route);
    const end = `path through ${route.tiles.length} tiles, cost ${route.cost.toFixed(4)}`;
    return { ...NO_ANSWER, path: cells, end };
  }
}
