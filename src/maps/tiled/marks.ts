/**
 * Marks of walls, one bit a kind and cell, and which of them make walls. Map makers mark walls in several ways, and a
 * map has some of them by accident, as a layer `Walls` that is a picture; so all are collected before any is used.
 */
import { MapError } from '../../core/errors.js';
import { BLOCKED, OPEN, Plane } from '../plane.js';
import { quote } from '../text.js';
import { labelsOf, type WallReport } from '../walls.js';
import type { Layer } from './layers.js';
import type { Orientation } from './orientation.js';
import type { TiledOptions } from './properties.js';

/** Bits of a cell. */
export const COVERED = 1;
/** A cell of a staggered map that no tile can be in. */
const OUTSIDE = 2;
/** Marked by properties or classes of tiles, layers and tilesets. */
export const EXACT = 4;
/** In a tile layer, or an object layer, that is called collision or alike; the latter also by objects' own marks. */
const TILES = 8;
export const OBJECTS = 16;
/** In a layer that is called walls. */
const PERHAPS = 32;
/** By a shape of Tiled's collision editor. */
export const SHAPES = 64;
/** By an option. Always walls, and the file's own marks count as they do without it. */
export const GIVEN = 128;
const WALLS = EXACT | TILES | OBJECTS | PERHAPS | SHAPES | GIVEN;

/** One thing that marks walls. */
export interface Source {
  label: string;
  bit: number;
  cells: number;
  /** Whether weaker marks are passed over where it has marked a cell. */
  decides: boolean;
  hidden: boolean;
  /** Its bit in {@link Marks.why}; the last of the 32 is shared. */
  place: number;
}

/** The map as the marks have made it. */
export interface Walls {
  plane: Plane;
  report: Omit<WallReport, 'warnings'>;
  /** Number of cells that marks block, of cells that only the lack of a tile blocks, and of all cells. */
  marked: number;
  empty: number;
  all: number;
  /** Cells without a tile that are open because a picture lies below them and open cells next to them. */
  onImage: number;
  /** Whether many open cells lie next to empty ones. */
  hasShore: boolean;
  /** Whether there are marks of more than single objects. */
  isDecided: boolean;
}

export class Marks extends Plane {
  readonly bits: Uint8Array;
  /** Sources that have marked each cell, one bit each; only where it is wanted. */
  readonly why: Uint32Array | undefined;
  /** Kinds of marks that make walls. */
  private used = 0;
  /** Cells of layers that are all of the ground, if there are such layers. */
  ground?: Uint8Array;

  constructor(
    width: number,
    height: number,
    file: string,
    trace = false,
    private readonly sources = new Map<string, Source>(),
  ) {
    super(width, height, file, OPEN);
    this.bits = new Uint8Array(this.prices.length);
    if (trace) this.why = new Uint32Array(this.prices.length);
  }

  source(label: string, bit: number, { decides = true, hidden = false } = {}): Source {
    const key = `${bit} ${label}`;
    const known = this.sources.get(key);
    if (known) return known;
    const source = { label, bit, decides, hidden, cells: 0, place: 1 << Math.min(31, this.sources.size) };
    this.sources.set(key, source);
    return source;
  }

  /** A layer whose name declares all its cells walls. */
  named(kind: 'tile' | 'object', { name, walls, visible }: Layer): Source {
    const surely = kind === 'tile' ? TILES : OBJECTS;
    const bit = walls === 'option' ? GIVEN : walls === 'surely' ? surely : PERHAPS;
    return this.source(`${kind} layer ${quote(name)}`, bit, { hidden: !visible });
  }

  mark(i: number, source: Source): void {
    this.bits[i] |= source.bit;
    source.cells++;
    if (this.why) this.why[i] |= source.place;
  }

  /** Adds a cell to the ground. */
  cover(i: number): void {
    this.ground ??= new Uint8Array(this.bits.length);
    this.ground[i] = 1;
    this.bits[i] |= COVERED;
  }

  /** Opens a cell over all marks so far: a bridge. */
  open(i: number, price: number): void {
    this.bits[i] = (this.bits[i] & ~WALLS) | COVERED;
    if (this.why) this.why[i] = 0;
    this.prices[i] = price;
  }

  /** The same cells in the grid of a staggered map; what no tile is in is blocked. */
  turn({ width, height, cellOf }: NonNullable<Orientation['turned']>): Marks {
    if (this.walls)
      throw new MapError(`${this.file}: sides of tiles of staggered maps have no walls; draw lines of class wall`);
    const turned = new Marks(width, height, this.file, this.why !== undefined, this.sources);
    turned.bits.fill(OUTSIDE);
    for (let y = 0, i = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++, i++) {
        const [u, v] = cellOf(x, y);
        turned.bits[v * width + u] = this.bits[i];
        turned.prices[v * width + u] = this.prices[i];
        if (turned.why && this.why) turned.why[v * width + u] = this.why[i];
        if (this.ground?.[i]) turned.cover(v * width + u);
      }
    }
    return turned;
  }

  /**
   * Decides which marks make walls, and blocks their cells.
   * @param guess whether unnamed marks count @param isOnImage whether a picture lies below the tiles
   */
  finish({ shapes, empty }: Pick<TiledOptions, 'shapes' | 'empty'>, guess: boolean, isOnImage = false): Walls {
    const outside = this.ground && this.source('cells outside of tiled.openLayers', GIVEN);
    this.ground?.forEach((isGround, i) => {
      if (outside && !isGround && !(this.bits[i] & OUTSIDE)) this.mark(i, outside);
    });
    const all = [...this.sources.values()].filter(({ cells }) => cells > 0);
    const found = (bits: number) => all.some(({ bit, decides }) => decides && (bit & bits) > 0);
    let used = GIVEN | EXACT | TILES | OBJECTS;
    if (!found(EXACT | TILES | OBJECTS)) used |= PERHAPS;
    const byShapes = guess && !found((EXACT | TILES | PERHAPS) & used);
    if (shapes === undefined ? byShapes : shapes !== 'off') used |= SHAPES;
    const histogram = new Float64Array(256);
    for (let i = 0; i < this.bits.length; i++) histogram[this.bits[i]]++;
    let counts = countsOf(histogram, used);
    // Shapes of all tiles, as the ground that they stand on, are no walls.
    if (shapes === undefined && used & SHAPES && counts.open + counts.empty === 0) {
      used &= ~SHAPES;
      counts = countsOf(histogram, used);
    }
    const isOpened = isOnImage && empty === undefined && counts.marked > 0 && counts.open > 0 && counts.empty > 0;
    const onImage = isOpened ? this.openRegions(used) : 0;
    counts.open += onImage;
    counts.empty -= onImage;
    const shore = counts.empty > 0 && counts.open > 0 ? this.shore(used) : 0;
    const opens = empty ? empty === 'open' : emptyOpens(counts, shore);
    const [state, other] = opens ? ['open', 'blocked'] : ['blocked', 'open'];
    const report = {
      used: labelsOf(all.filter(({ bit }) => bit & used)),
      notUsed: labelsOf(all.filter(({ bit }) => !(bit & used))),
      ...(counts.empty > 0 && { empty: `${state} (${counts.empty}; --tiled.empty ${other})` }),
    };
    const { marked, open, empty: lacking } = counts;
    this.used = used;
    this.block(used, opens);
    return {
      plane: this,
      report,
      marked,
      empty: opens ? 0 : lacking,
      all: marked + open + lacking,
      onImage,
      hasShore: 20 * shore > open,
      isDecided: found(used),
    };
  }

  /** Labels of the sources that make walls, by their bits. */
  reasons(): Map<number, string> {
    const all = [...this.sources.values()].filter(({ bit }) => bit & this.used);
    return new Map(all.map(({ place, label }) => [place, label]));
  }

  /** Open cells with an empty one next to them. */
  private shore(used: number): number {
    const { bits, width } = this;
    const isEmpty = (i: number) => i >= 0 && i < bits.length && !(bits[i] & (used | COVERED | OUTSIDE));
    let shore = 0;
    for (let i = 0; i < bits.length; i++) {
      if (bits[i] & used || !(bits[i] & COVERED)) continue;
      const x = i % width;
      const sides = (x > 0 && isEmpty(i - 1)) || (x + 1 < width && isEmpty(i + 1));
      if (sides || isEmpty(i - width) || isEmpty(i + width)) shore++;
    }
    return shore;
  }

  /** Opens the regions of cells without a tile that open cells touch. @returns their cells */
  private openRegions(used: number): number {
    const { bits, width } = this;
    const isEmpty = (i: number) => !(bits[i] & (used | COVERED | OUTSIDE));
    const sidesOf = (i: number) =>
      [i - width, i + width, i % width > 0 ? i - 1 : -1, (i + 1) % width > 0 ? i + 1 : -1].filter(
        (one) => one >= 0 && one < bits.length,
      );
    const queue: number[] = [];
    const open = (i: number) => {
      bits[i] |= COVERED;
      queue.push(i);
    };
    let count = 0;
    for (let i = 0; i < bits.length; i++) {
      if (!isEmpty(i) || !sidesOf(i).some((one) => bits[one] & COVERED && !(bits[one] & used))) continue;
      for (open(i); queue.length > 0; count++)
        for (const one of sidesOf(queue.pop() as number)) if (isEmpty(one)) open(one);
    }
    return count;
  }

  private block(used: number, opens: boolean): void {
    const { bits, prices } = this;
    for (let i = 0; i < bits.length; i++) {
      if (bits[i] & (used | OUTSIDE) || !(opens || bits[i] & COVERED)) prices[i] = BLOCKED;
    }
  }
}

interface Counts {
  marked: number;
  open: number;
  empty: number;
}

/** @param histogram cells by their bits */
function countsOf(histogram: Float64Array, used: number): Counts {
  const counts = { marked: 0, open: 0, empty: 0 };
  histogram.forEach((cells, bits) => {
    if (bits & used) counts.marked += cells;
    else if (bits & COVERED) counts.open += cells;
    else if (!(bits & OUTSIDE)) counts.empty += cells;
  });
  return counts;
}

/**
 * Cells without a tile are open where nothing else would be. And where marks are, most cells are empty, open tiles few,
 * and many of those lie next to empty cells: tiles are walls and decoration on a picture then. Around rooms that walls
 * close none do.
 */
function emptyOpens({ marked, open, empty }: Counts, shore: number): boolean {
  if (open === 0) return true;
  return marked > 0 && empty > marked + open && 2 * open <= 5 * marked && 5 * shore >= open;
}
