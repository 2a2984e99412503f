/** The thread of the walls assistant: reads the map as bakes do, and paints it. */
import { resolve } from 'node:path';
import { transfer } from 'comlink';
import { labelComponents } from '../../../core/grid/components.js';
import type { Grid } from '../../../core/grid/grid.js';
import { MapFiles, type ReadFile } from '../../../maps/files.js';
import { FORMATS, MAP_ENDING } from '../../../maps/formats.js';
import { mapJson } from '../../../maps/map-text.js';
import type { MapLevel } from '../../../maps/plane.js';
import { detectFormat, mapLevels, placesOf, readMap } from '../../../maps/read-map.js';
import { TILE_MASK } from '../../../maps/tiled/data.js';
import { lacksMarks, wallsLine } from '../../../maps/walls.js';
import type { Placing } from '../../canvas-surface.js';
import type { Chooser, TiledGiven } from '../../walls/choice.js';
import { cellAt } from '../../walls/lattice.js';
import { type Picture, type PictureLayer, pictureOf, usedTiles } from '../../walls/picture.js';
import { tileName } from '../../walls/tile-names.js';
import { folder } from './folder.js';
import { TileImages } from './images.js';
import { TilePainter } from './tile-painter.js';

/** A map as the panel shows it. */
export interface Shown extends Chooser {
  layers: readonly { name: string; isTiles: boolean; isVisible: boolean; count: number }[];
  size: readonly [width: number, height: number];
  /** Columns and rows. */
  cells: readonly [width: number, height: number];
  /** Pictures that cannot be shown, and why. */
  missing: readonly string[];
}

/** Result of the reader, with counts. */
export interface Reading {
  blocked: number;
  all: number;
  areas: number;
  /** Share of the open cells in the largest area. */
  largest: number;
  /** Open shares of the border and of the inside. */
  border: number;
  inside: number;
  line: string;
  warnings: readonly string[];
  /** Tiles that block, by themselves or by their layer. */
  tiles: ReadonlySet<number>;
}

/** A cell under the pointer. */
export interface Spot {
  cell: readonly [x: number, y: number];
  isBlocked: boolean;
  reasons: readonly string[];
  /** Its tiles, the topmost first. */
  stack: readonly { layer: string; number: number; name: string }[];
}

export interface Converted {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  lines: readonly string[];
  isTiled: boolean;
  /** Whether the reader warns that the map has few or no marks. */
  lacksMarks: boolean;
}

export class WallsDesk {
  private source: ReadFile | undefined;
  private picture: Picture | undefined;
  private painter: TilePainter | undefined;
  private level: MapLevel | undefined;
  private visible: readonly PictureLayer[] = [];
  private hovered: readonly [number, number] | undefined;

  /** @param read reads a file by its path */
  constructor(read: (path: string) => Promise<Uint8Array>) {
    folder.read = read;
  }

  /** Opens a Tiled map. @throws {MapError} */
  async open(file: string): Promise<Shown & { sheets: ImageBitmap[] }> {
    const source = { file, bytes: await folder.read(file) };
    const picture = await pictureOf(source, new MapFiles(file, '/'));
    const used = usedTiles(picture);
    const images = new TileImages(picture, [...used.keys()]);
    await images.load((path) => folder.read(resolve(path)));
    Object.assign(this, { source, picture, painter: new TilePainter(picture, images), level: undefined });
    const { lattice, layers, sets } = picture;
    const missing = [...images.missing].map(([path, why]) => `${path}: ${why}`);
    const sheets = images.sheets.map((sheet) => sheet.transferToImageBitmap());
    const shown = {
      ...{ size: lattice.size, cells: [lattice.width, lattice.height] as const, used, missing, sheets },
      layers: layers.map(({ numbers: _, ...layer }) => layer),
      sets: sets.map(({ first, name }) => ({ first, name })),
    };
    return transfer(shown, sheets);
  }

  /** Reads the map with options. @param layers names of those that are drawn @throws {MapError} */
  async read(tiled: TiledGiven, layers: readonly string[]): Promise<Reading> {
    const { source, picture } = this;
    if (!source || !picture) throw new Error('no map is open');
    this.visible = picture.layers.filter(({ name, isTiles }) => isTiles && layers.includes(name));
    const files = new MapFiles(source.file, '/');
    const other = () => Promise.reject(new Error('not a map of floors'));
    const level = await FORMATS.tiled.read(source, { files, tiled, trace: true, leaveAbsent: true, other });
    this.level = level;
    const { labels = new Map(), tiles = new Map<number, number>() } = level.why ?? {};
    const bits = [...labels.keys()].reduce((all, bit) => all | bit, 0);
    const { used = [], notUsed = [], warnings = [], empty } = level.walls ?? {};
    return {
      ...countsOf(level.grid),
      line: wallsLine({ used, notUsed, warnings, ...(empty !== undefined && { empty }) }),
      warnings: [...warnings, ...(level.warnings ?? [])],
      tiles: new Set([...tiles].filter(([, marks]) => marks & bits).map(([number]) => number)),
    };
  }

  tile(level: number, tx: number, ty: number): Uint32Array<ArrayBuffer> {
    const { painter, visible } = this;
    if (!painter) throw new Error('no map is open');
    const pixels = painter.paint(level, tx, ty, visible, (x, y) => this.blocks(x, y));
    return transfer(pixels, [pixels.buffer]);
  }

  /** Draws the outline of the cell under the pointer. */
  draw(ctx: OffscreenCanvasRenderingContext2D, { cell: [scale], origin: [left, top] }: Placing): void {
    const { hovered, picture } = this;
    if (!hovered || !picture) return;
    const [px, py] = picture.lattice.placeOf(...(hovered as [number, number]));
    for (const [width, color] of [
      [4, '#fff'],
      [2, '#111'],
    ] as const) {
      Object.assign(ctx, { lineWidth: width, strokeStyle: color });
      ctx.beginPath();
      for (const [x, y] of picture.lattice.outline) ctx.lineTo(left + (px + x) * scale, top + (py + y) * scale);
      ctx.closePath();
      ctx.stroke();
    }
  }

  /** The cell at a pixel of the picture. */
  spot(px: number, py: number): Spot | undefined {
    const { picture, level } = this;
    const cell = picture && cellAt(picture.lattice, px, py);
    this.hovered = cell;
    if (!picture || !cell) return undefined;
    const at = this.inGrid(...cell);
    const { why, grid } = level ?? {};
    const bits = why && grid && at ? why.bits[at[1] * grid.width + at[0]] : 0;
    const i = cell[1] * picture.lattice.width + cell[0];
    const stack = this.visible
      .filter(({ numbers }) => numbers[i] > 0)
      .map(({ name, numbers }) => {
        const number = numbers[i] & TILE_MASK;
        return { layer: name, number, name: tileName(picture.sets, number) };
      });
    const reasons = why ? [...why.labels].filter(([bit]) => bits & bit).map(([, label]) => label) : [];
    return { cell, isBlocked: this.blocks(...cell), reasons, stack: stack.reverse() };
  }

  /** Any map as JSON of `prep map`, with the lines of the reader. @throws {MapError} */
  async convert(file: string, tiled?: TiledGiven): Promise<Converted> {
    const bytes = await folder.read(file);
    const options = { file, root: '/', ...(tiled && { tiled }) };
    const [level] = await mapLevels(bytes, options);
    const map = await readMap(bytes, { ...options, ...(level !== undefined && { level }) });
    const name = (file.split('/').at(-1) ?? file).replace(MAP_ENDING, '');
    const walls = map.walls ? [`walls: ${wallsLine(map.walls)}`] : [];
    return {
      name: `${name}${level === undefined ? '' : `.${level}`}.json`,
      bytes: new TextEncoder().encode(mapJson(map.grid, placesOf(map))),
      lines: [...walls, ...map.warnings],
      isTiled: map.format === 'tiled',
      lacksMarks: lacksMarks(map.warnings),
    };
  }

  /** The kind of a file. @throws {MapError} if it is not a map */
  async formatOf(file: string): Promise<string> {
    return detectFormat(await folder.read(file), file);
  }

  /** The cell of the grid at one of the picture. */
  private inGrid(x: number, y: number): readonly [number, number] | undefined {
    const { picture, level } = this;
    const { origin: [left, top] = [0, 0], cellOf, width = 0, height = 0 } = level?.why ?? {};
    if (!picture) return undefined;
    const [u, v] = [x + picture.lattice.left - left, y + picture.lattice.top - top];
    if (u < 0 || v < 0 || u >= width || v >= height) return undefined;
    return cellOf ? cellOf(u, v) : [u, v];
  }

  private blocks(x: number, y: number): boolean {
    const at = this.inGrid(x, y);
    return at !== undefined && this.level !== undefined && !this.level.grid.isOpen(at[0], at[1]);
  }
}

function countsOf(grid: Grid): Pick<Reading, 'blocked' | 'all' | 'areas' | 'largest' | 'border' | 'inside'> {
  const { width, height } = grid;
  const labels = labelComponents(grid);
  const sizes = new Map<number, number>();
  let [open, edge, openEdge] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      if (isEdge) edge++;
      const label = labels[grid.cell(x, y)];
      if (label === 0) continue;
      open++;
      if (isEdge) openEdge++;
      sizes.set(label, (sizes.get(label) ?? 0) + 1);
    }
  }
  const all = width * height;
  return {
    ...{ blocked: all - open, all, areas: sizes.size },
    largest: open === 0 ? 0 : [...sizes.values()].reduce((a, b) => Math.max(a, b), 0) / open,
    border: openEdge / Math.max(1, edge),
    inside: (open - openEdge) / Math.max(1, all - edge),
  };
}
