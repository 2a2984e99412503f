/** The thread of the walls assistant: reads the map as bakes do, and paints it. */
import { resolve } from 'node:path';
import { transfer } from 'comlink';
import { componentSizes } from '../../../core/grid/components.js';
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

/** Open areas of the map that was read last, counted after its walls are shown. */
export interface Areas {
  count: number;
  /** Share of the open cells in the largest one. */
  largest: number;
}

/** Result of the reader, with counts. */
export interface Reading {
  blocked: number;
  all: number;
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
  /** Key of the options of its format; undefined if the walls assistant does not open it. */
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
    const source = { file, bytes: await folder.read(file), kept: new Map() };
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
      // The grid of a staggered map has cells that no tile can be in.
      ...(level.why?.cellOf
        ? countsOf(picture.lattice, (x, y) => !this.blocks(x, y))
        : countsOf(level.grid, (x, y) => level.grid.isOpen(x, y))),
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

  /** Open areas, as walls between cells and links make them. */
  areas(): Areas {
    const sizes = this.level ? componentSizes(this.level.grid) : [];
    const open = sizes.reduce((sum, size) => sum + size, 0);
    return { count: sizes.length, largest: sizes.reduce((a, b) => Math.max(a, b), 0) / Math.max(1, open) };
  }

  /** The highest price of the cells of each value. */
  private pricesOf(layers: readonly PictureLayer[]): Map<number, number> {
    const { picture, level } = this;
    // By number: a map of a million cells has no time for entries.
    const prices: number[] = [];
    if (!picture || !level) return new Map();
    const { width, height } = picture.lattice;
    const values = level.grid.costs ?? level.grid.open;
    for (const { numbers } of layers)
      for (let y = 0, i = 0; y < height; y++)
        for (let x = 0; x < width; x++, i++) {
          const price = numbers[i] === 0 ? undefined : values[this.inGrid(x, y)];
          if (price !== undefined && !(price <= prices[numbers[i]])) prices[numbers[i]] = price;
        }
    return new Map(prices.flatMap((price, number) => [[number, price] as const]));
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
    const { picture, used } = this;
    const cell = picture && cellAt(picture.lattice, px, py);
    this.hovered = cell;
    if (!cell) return undefined;
    const i = cell[1] * picture.lattice.width + cell[0];
    const tiles = this.visible.map(({ name, numbers }) => ({ layer: name, number: numbers[i] & TILE_MASK })).reverse();
    const stack = tiles
      .filter(({ number }) => used.has(number))
      .map((tile) => ({ ...tile, name: tileName(picture.sets, tile.number) }));
    return { cell, isBlocked: this.blocks(...cell), reasons: this.reasonsAt(cell, stack[0]?.name), stack };
  }

  /** Why a cell blocks: its marks, or in formats without marks its topmost tile. */
  private reasonsAt(cell: readonly [number, number], top: string | undefined): string[] {
    const { why, grid } = this.level ?? {};
    if (!why || !grid) return top === undefined ? [] : [top];
    const at = this.inGrid(...cell);
    // Marks lie without the frame of the grid.
    const bits = at < 0 ? 0 : why.bits[at - grid.cell(0, 0) - 2 * Math.floor(at / grid.stride - 1)];
    const marks = [...why.labels].filter(([bit]) => bits & bit).map(([, label]) => label);
    return marks.length > 0 ? marks : ['it has no tile'];
  }

  /** Any map as JSON of `prep map`, with the lines of the reader. @throws {MapError} unless clicks can mend it */
  async convert(file: string, given: Given = {}): Promise<Converted> {
    const bytes = await folder.read(file);
    const format = detectFormat(bytes, file);
    const key = OPTIONS_OF[format];
    const options = { file, root: '/', ...(key && { [key]: given }) };
    const [level] = await mapLevels(bytes, options);
    const name = (file.split('/').at(-1) ?? file).replace(MAP_ENDING, '');
    const about = { name: `${name}${level === undefined ? '' : `.${level}`}.json`, key, level };
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
      const opened = key && (await this.open(file, given, level).catch(() => undefined));
      // Lines of words are notes, not a table.
      const isProse = opened && key === 'csv' && opened.sets[0].values?.some((value) => /\S\s+\S/.test(value));
      if (!opened || isProse) throw error;
      return { ...about, lines: [(error as Error).message], lacksMarks: true };
    }
  }

  /** The kind of a file. @param isOnly otherwise texts and JSON must be readable @throws {MapError} if it is no map */
  async formatOf(file: string, isOnly: boolean): Promise<string> {
    const bytes = await folder.read(file);
    const format = detectFormat(bytes, file);
    // Folders of games have notes, and tables of actors and items.
    if (!isOnly && (format === 'rows' || /\.txt$/i.test(file))) await readMap(bytes, { file, root: '/' });
    return format;
  }

  /** The padded cell of the grid at a cell of the picture, -1 outside. */
  private inGrid(x: number, y: number): number {
    const { picture, level } = this;
    if (!picture || !level) return -1;
    const { grid, why } = level;
    const { lattice } = picture;
    // Pictures may have several pixels or tiles a cell.
    if (!why)
      return grid.cell(Math.floor((x * grid.width) / lattice.width), Math.floor((y * grid.height) / lattice.height));
    const u = x + lattice.left - why.origin[0];
    const v = y + lattice.top - why.origin[1];
    if (u < 0 || v < 0 || u >= why.width || v >= why.height) return -1;
    return why.cellOf ? grid.cell(...why.cellOf(u, v)) : grid.cell(u, v);
  }

  private blocks(x: number, y: number): boolean {
    return this.level?.grid.open[this.inGrid(x, y)] === 0;
  }
}

/** Counts of the cells that block: all, of the border and of the inside. */
function countsOf(
  { width, height }: { width: number; height: number },
  isOpen: (x: number, y: number) => boolean,
): Pick<Reading, 'blocked' | 'all' | 'border' | 'inside'> {
  let [open, edge, openEdge] = [0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      if (isEdge) edge++;
      if (!isOpen(x, y)) continue;
      open++;
      if (isEdge) openEdge++;
    }
  const all = width * height;
  const [border, inside] = [openEdge / Math.max(1, edge), (open - openEdge) / Math.max(1, all - edge)];
  return { blocked: all - open, all, border, inside };
}
