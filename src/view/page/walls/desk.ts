/** The thread of the walls assistant: reads the map as bakes do, and paints it. */
import { resolve } from 'node:path';
import { transfer } from 'comlink';
import { labelComponents } from '../../../core/grid/components.js';
import type { Grid } from '../../../core/grid/grid.js';
import { MapFiles, type ReadFile } from '../../../maps/files.js';
import { formatOf, MAP_ENDING } from '../../../maps/formats.js';
import { mapJson } from '../../../maps/map-text.js';
import type { MapLevel } from '../../../maps/plane.js';
import { detectFormat, mapLevels, placesOf, readMap } from '../../../maps/read-map.js';
import { quote } from '../../../maps/text.js';
import { TILE_MASK } from '../../../maps/tiled/data.js';
import { lacksMarks, wallsLine } from '../../../maps/walls.js';
import type { Placing } from '../../canvas-surface.js';
import type { Chooser, Given } from '../../walls/chooser.js';
import { cellAt } from '../../walls/lattice.js';
import { pictureOf } from '../../walls/open-picture.js';
import { OPTIONS_OF, type Picture, type PictureLayer, usedTiles } from '../../walls/picture.js';
import { isNamed, tileName } from '../../walls/tile-names.js';
import { folder } from './folder.js';
import { TileImages } from './images.js';
import { TilePainter } from './tile-painter.js';

/** A map as the panel shows it. */
export interface Shown extends Chooser {
  layers: readonly Omit<PictureLayer, 'numbers'>[];
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
  /** Costs of values, and the IntGrid layer that they are read from. */
  prices: ReadonlyMap<number, number>;
  layer?: string;
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
  /** Undefined if the map cannot be read without an option that the assistant gives. */
  bytes?: Uint8Array<ArrayBuffer>;
  lines: readonly string[];
  /** Whether the walls assistant opens it, and the key of its options. */
  canChoose: boolean;
  key: string | undefined;
  level: string | undefined;
  /** Whether the reader warns that the map has few or no marks. */
  lacksMarks: boolean;
}

export class WallsDesk {
  private source: ReadFile | undefined;
  private picture: Picture | undefined;
  private painter: TilePainter | undefined;
  private level: MapLevel | undefined;
  private visible: readonly PictureLayer[] = [];
  private used: ReadonlyMap<number, number> = new Map();
  private levelName: string | undefined;
  private hovered: readonly [number, number] | undefined;

  /** @param read reads a file by its path */
  constructor(read: (path: string) => Promise<Uint8Array>) {
    folder.read = read;
  }

  /** Opens a map. @param given options of its format @param level of a file with several @throws {MapError} */
  async open(file: string, given: Given, level?: string): Promise<Shown & { sheets: ImageBitmap[] }> {
    const source = { file, bytes: await folder.read(file) };
    const picture = await pictureOf(detectFormat(source.bytes, file), source, new MapFiles(file, '/'), given, level);
    const { format, lattice, layers, sets } = picture;
    const numbers = usedTiles(picture);
    const used = new Map([...numbers].filter(([number]) => format === 'tiled' || isNamed(sets, number)));
    const images = new TileImages(picture, [...used.keys()]);
    await images.load((path) => folder.read(resolve(path)));
    const painter = new TilePainter(picture, images);
    Object.assign(this, { source, picture, painter, used, level: undefined, levelName: level });
    const missing = [...images.missing].map(([path, why]) => `${path}: ${why}`);
    const sheets = images.sheets.map((sheet) => sheet.transferToImageBitmap());
    const shown = {
      ...{ format, size: lattice.size, cells: [lattice.width, lattice.height] as const, used, missing, sheets },
      layers: layers.map(({ numbers: _, ...layer }) => layer),
      sets: sets.map(({ first, name, values }) => ({ first, name, ...(values && { values }) })),
    };
    return transfer(shown, sheets);
  }

  /** Reads the map with options. @param layers names of those that are drawn @throws {MapError} */
  async read(options: Given, layers: readonly string[]): Promise<Reading> {
    const { source, picture } = this;
    if (!source || !picture) throw new Error('no map is open');
    const { format } = picture;
    this.visible = picture.layers.filter(({ name, isTiles }) => isTiles && layers.includes(name));
    const request = { files: new MapFiles(source.file, '/'), trace: true, leaveAbsent: true, level: this.levelName };
    const other = () => Promise.reject(new Error('not a map of floors'));
    const level = await formatOf(format).read(source, { ...request, other, [OPTIONS_OF[format] ?? format]: options });
    this.level = level;
    const { labels = new Map(), tiles = new Map<number, number>() } = level.why ?? {};
    const bits = [...labels.keys()].reduce((all, bit) => all | bit, 0);
    const { used = [], notUsed = [], warnings = [], empty } = level.walls ?? {};
    const values = picture.layers.filter(
      ({ isValues, name }) => isValues && format !== 'rpgmaker' && !notUsed.includes(`IntGrid ${quote(name)}`),
    );
    const prices = this.pricesOf(values);
    return {
      ...countsOf(level.grid),
      prices,
      ...(values.length === 1 && { layer: values[0].name }),
      line: wallsLine({ used, notUsed, warnings, ...(empty !== undefined && { empty }) }),
      warnings: [...warnings, ...(level.warnings ?? [])],
      tiles: new Set([
        ...[...tiles].filter(([, marks]) => marks & bits).map(([number]) => number),
        ...[...prices].filter(([, price]) => price === 0).map(([number]) => number),
      ]),
    };
  }

  /** The highest price of the cells of each value. */
  private pricesOf(layers: readonly PictureLayer[]): Map<number, number> {
    const prices = new Map<number, number>();
    const { picture, level } = this;
    if (!picture || !level) return prices;
    const { width, height } = picture.lattice;
    const { grid } = level;
    for (const { numbers } of layers)
      for (let y = 0, i = 0; y < height; y++)
        for (let x = 0; x < width; x++, i++) {
          const at = this.inGrid(x, y);
          if (!at || numbers[i] === 0) continue;
          const c = grid.cell(...(at as [number, number]));
          const price = grid.open[c] && (grid.costs?.[c] ?? 1);
          if (price > (prices.get(numbers[i]) ?? -1)) prices.set(numbers[i], price);
        }
    return prices;
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
      .filter(({ numbers }) => this.used.has(numbers[i] & TILE_MASK))
      .map(({ name, numbers }) => {
        const number = numbers[i] & TILE_MASK;
        return { layer: name, number, name: tileName(picture.sets, number) };
      });
    const labels = why ? [...why.labels].filter(([bit]) => bits & bit).map(([, label]) => label) : [];
    const reasons = why ? labels : stack.slice(-1).map(({ name }) => name);
    return { cell, isBlocked: this.blocks(...cell), reasons, stack: stack.reverse() };
  }

  /** Any map as JSON of `prep map`, with the lines of the reader. @throws {MapError} unless clicks can mend it */
  async convert(file: string, given: Given = {}): Promise<Converted> {
    const bytes = await folder.read(file);
    const format = detectFormat(bytes, file);
    const key = OPTIONS_OF[format];
    const options = { file, root: '/', ...(key && { [key]: given }) };
    const [level] = await mapLevels(bytes, options);
    const canChoose = key !== undefined;
    const name = (file.split('/').at(-1) ?? file).replace(MAP_ENDING, '');
    const about = { name: `${name}${level === undefined ? '' : `.${level}`}.json`, canChoose, key, level };
    try {
      const map = await readMap(bytes, { ...options, ...(level !== undefined && { level }) });
      const walls = map.walls ? [`walls: ${wallsLine(map.walls)}`] : [];
      return {
        ...about,
        bytes: new TextEncoder().encode(mapJson(map.grid, placesOf(map))),
        lines: [...walls, ...map.warnings],
        lacksMarks: lacksMarks(map.warnings),
      };
    } catch (error) {
      if (!canChoose || !(await this.canOpen(file, given, level))) throw error;
      return { ...about, lines: [(error as Error).message], lacksMarks: true };
    }
  }

  private canOpen(file: string, given: Given, level: string | undefined): Promise<boolean> {
    return this.open(file, given, level).then(
      () => true,
      () => false,
    );
  }

  /** The kind of a file. @throws {MapError} if it is not a map */
  async formatOf(file: string): Promise<string> {
    return detectFormat(await folder.read(file), file);
  }

  /** The cell of the grid at one of the picture. */
  private inGrid(x: number, y: number): readonly [number, number] | undefined {
    const { picture, level } = this;
    if (!picture || !level) return undefined;
    if (!level.why) {
      // Pictures may have several pixels or tiles a cell.
      const { width, height } = picture.lattice;
      const [u, v] = [(x * level.grid.width) / width, (y * level.grid.height) / height].map(Math.floor);
      return [u, v];
    }
    const { origin: [left, top] = [0, 0], cellOf, width = 0, height = 0 } = level.why;
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
