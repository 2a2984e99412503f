/**
 * The search in WebAssembly (`assembly/search.ts`): the same one as in `../query/search.ts`, over the same arena, so
 * that either may answer any query. It reads nothing but the arena, whose lines, tables and records were made from the
 * grid in JavaScript, and can hang no longer than that.
 *
 * Measured and decided: docs/decisions/webassembly.md.
 */

import { type Keep, local } from '../../../core/blob/keep.js';
import { ensureBoxes } from '../../../core/errors.js';
import type { Grid } from '../../../core/grid/grid.js';
import { STRAIGHT } from '../../../core/grid/step-costs.js';
import type { Engine } from '../../../core/search/engine.js';
import { fillBy, type PathBuffer, type Place } from '../../../core/search/path.js';
import { compileModule, MOST_PAGES, type Pages, wasmHost } from '../../../core/wasm/host.js';
import { type Arena, HEADER, newArena } from '../query/arena.js';
import type { JumpGraph } from '../query/graph.js';
import type { BoxMasks, JumpLines } from '../query/lines.js';
import { FEW, FEW_BOUNDED } from '../query/search-state.js';
import {
  BOX_WORDS,
  BUILD,
  FILL,
  ORIGIN,
  RECORDS,
  RESULT_BOXES,
  RESULT_COST,
  RESULT_EXPANDED,
  RESULT_GENERATED,
  RESULT_ROWS,
  SEARCH,
  TAKEN,
} from './module.js';

type Search = (x0: number, y0: number, x1: number, y1: number, stamp: number) => number;

/** @param stamp of the query @param counts gets how many nodes were expanded and generated */
type NativeSearch = (
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  stamp: number,
  counts: Pick<Engine, 'expanded' | 'generated'>,
  path: PathBuffer,
) => boolean;

/** Exports of `assembly/build.ts`; places are bytes. */
interface Builder {
  build(
    width: number,
    height: number,
    temp: number,
    masks: number,
    index: number,
    everywhere: boolean | undefined,
    cells: number,
    from: number,
    until: number,
  ): number;
  allowedFrom: object;
  areInside(): number;
}

export interface Native {
  /** Lets the module fill in cells of paths, of any engine. */
  fillCells(): void;
  /** An arena in memory of WebAssembly; undefined where there is none. */
  arena(): Arena | undefined;
  /**
   * Makes arrays in an arena: in this thread's memory, or once in memory that all threads share. Each thread has its
   * own arena there for the results of its searches.
   * @param name of the arrays in `keep`
   * @returns the arrays and this thread's arena; undefined without WebAssembly
   */
  make<T extends { arena: Arena }>(name: string, keep: Keep, make: (arena: Arena, native: Native) => T): T | undefined;
  /** Fills in lines that were laid out in one of its arenas, and masks. */
  build(grid: Grid, lines: JumpLines, masks?: BoxMasks): void;
  /** Ints that a search has for items of its open list. @param count of jump points */
  roomFor(count: number): number;
  /** @param heads,buckets of the ring in the arena @returns the search; throws where its open list is full */
  search(lines: JumpLines, graph: JumpGraph, heads: number, buckets: number): NativeSearch;
}

/** Open-list items beyond one for each jump point: nodes may improve while they are open. */
const SPARE_ITEMS = 1024;
/** In front of the planes that `assembly/build.ts` works with, and how many they are. */
const BUILD_INTS = 128;
const PLANES = 13;
const ROWS = 16;

/** Pages for the points and cells of all path buffers, of which none is given back. */
const FILL_PAGES = 64;

const CHUNK = 1 << 14;

/** Compiled modules: for memory of one thread, then for shared memory. */
const compiled: { searching: object; building: object }[] = [];

/**
 * @param points,cells,end where points and cells begin and cells end in the memory, in bytes
 * @returns number of cells, 0 if there is no room for them
 */
type Fill = (points: number, count: number, cells: number, end: number) => number;

/** Where points and cells of a buffer are, in bytes: the arrays themselves take long to ask. */
interface FillPlace extends Place {
  points: Int32Array;
  packed: Int32Array;
  pointsAt: number;
  cellsAt: number;
  cellsEnd: number;
}

const host = wasmHost<Builder & { search: Search; fill: Fill }>;

/**
 * Fills in the cells of paths, where the host has SIMD. Its memory never grows, which would detach what path buffers
 * have in it, and no part of it is given to a second one: a game may still hold it.
 */
function moduleFiller(): (path: PathBuffer) => boolean {
  let all: Int32Array | undefined;
  let taken = 0;
  let fill: Fill;
  const start = () => {
    const { Instance, Memory } = host();
    const memory = new Memory({ initial: FILL_PAGES, maximum: FILL_PAGES });
    fill = new Instance(compileModule(FILL), { env: { memory } }).exports.fill;
    return new Int32Array(memory.buffer);
  };
  const room = (n: number) => {
    try {
      all ??= start();
    } catch {
      return;
    }
    const at = taken;
    if (at + n > all.length) return;
    taken = (at + n + 3) & ~3;
    return all.subarray(at, at + n);
  };
  return (path) => {
    if (path.place === undefined) {
      path.place = { room };
      const { points, packed } = path;
      path.movePoints(points.length);
      path.points.set(points);
      path.grow(packed.length >> 1);
    }
    let place = path.place as FillPlace | null;
    if (!place) return false;
    const { points, packed, count } = path;
    if (place.points !== points || place.packed !== packed) {
      const [pointsAt, cellsAt] = [points.byteOffset, packed.byteOffset];
      place = { room, points, packed, pointsAt, cellsAt, cellsEnd: cellsAt + packed.byteLength };
      path.place = place;
    }
    const cells = fill(place.pointsAt, count, place.cellsAt, place.cellsEnd);
    if (cells > 0) path.cellTotal = cells;
    return cells > 0;
  };
}

let filler: ReturnType<typeof moduleFiller> | undefined;

/** Puts places, counted in ints, into the header of an arena, as bytes. */
function write({ ints, base }: Pick<Arena, 'ints' | 'base'>, at: number, places: number[]): void {
  places.forEach((place, i) => {
    ints[base + at + i] = 4 * place;
  });
}

function writeLines(arena: Pick<Arena, 'ints' | 'base'>, { origin, pitch, walls, folded, modulus }: JumpLines): void {
  write(arena, ORIGIN, [...origin, ...pitch, walls, folded, modulus / 4]);
}

/** An arena; undefined where WebAssembly is missing, forbidden (content security policy) or out of memory. */
function arenaIn(shared: boolean, memory?: Pages): Arena | undefined {
  try {
    compiled[Number(shared)] ??= {
      searching: compileModule(SEARCH, shared),
      building: compileModule(BUILD, shared),
    };
    const pages = memory ?? new (host().Memory)({ initial: 1, maximum: MOST_PAGES, shared });
    return shared ? sharedArena(pages) : newArena(pages);
  } catch {
    return;
  }
}

/** A thread's part of shared memory: it takes chunks, and what it takes in one call lies in one of them. */
function sharedArena(memory: Pages): Arena {
  const arena = newArena(memory);
  let limit = 0;
  Object.assign(arena, {
    end: 0,
    reserve(n: number) {
      if (arena.end + n <= limit) return;
      const size = Math.max(n, CHUNK);
      Atomics.compareExchange(arena.ints, TAKEN, 0, HEADER);
      const at = Atomics.add(arena.ints, TAKEN, size);
      const more = at + size - (memory.buffer.byteLength >> 2);
      if (more > 0) memory.grow((more >> 14) + 1);
      arena.view(memory.buffer);
      if (at !== limit) arena.end = at;
      limit = at + size;
    },
  });
  return Object.assign(arena, { base: arena.take(HEADER) });
}

const instance = (module: 'searching' | 'building', { base, memory }: Arena, imports: object) =>
  new (host().Instance)(compiled[Number(base > 0)][module], { env: { memory }, ...imports }).exports;

const builder = (arena: Arena) => instance('building', arena, { allowed: { BASE: 4 * arena.base } });

export const native: Native = {
  fillCells() {
    filler ??= moduleFiller();
    fillBy(filler);
  },
  arena: () => arenaIn(false),
  make(name, keep, make) {
    const made = (shared: boolean) => {
      const arena = arenaIn(shared);
      return arena && make(arena, native);
    };
    const kept = keep === local ? undefined : keep(name, () => made(true));
    const arena = kept && arenaIn(true, kept.arena.memory);
    return arena ? { ...kept, arena } : made(false);
  },
  build({ width, height, stride, open }, lines, masks) {
    const { arena } = lines;
    const { index = 0, everywhere }: Partial<BoxMasks> = masks ?? {};
    const planes = BUILD_INTS + PLANES * ((width >> 5) + 1) * (height + 2);
    // The last word is read up to 32 cells too far.
    const part = (ROWS * stride) / 4 + 16;
    // The number of rows of masks is unknown. It is at most four for three words, which takes less than the planes.
    arena.reserve(2 * planes + part);
    // Planes, some cells and rows use the memory of later boxes and records, because the first access to a page takes
    // longer than the rest.
    const { ints, end } = arena;
    const cells = end + planes;
    const rows = cells + part;
    const { build } = builder(arena);
    writeLines({ ints, base: 0 }, lines);
    for (let y = 1; y <= height; y += ROWS) {
      new Uint8Array(ints.buffer).set(open.subarray(y * stride, (y + ROWS) * stride), 4 * cells);
      lines.count = build(width, height, 4 * end, 4 * rows + 32, 4 * index, everywhere, 4 * cells, y, y + ROWS);
    }
    // Four at a time, and one behind the last.
    const used = masks ? ((ints[RESULT_ROWS] >> 2) - rows + 39) & ~31 : 0;
    ints.copyWithin(end, rows, rows + used);
    ints.fill(0, end + used, rows + used);
    if (!masks) return;
    masks.words = arena.take(used) + 8;
    masks.count = ints[RESULT_BOXES];
  },
  roomFor: (count) => 2 * (count + SPARE_ITEMS),
  search(lines, { start, startEdges, records, sights, hulls, bounds, node, hull }, heads, buckets) {
    const { arena, count } = lines;
    const { base } = arena;
    writeLines(arena, lines);
    // The items of the open list lie where the sights did, which are read before the first is listed.
    const end = sights + native.roomFor(count);
    const most = (hulls ? FEW_BOUNDED : FEW) * 2;
    write(arena, RECORDS, [records, sights, startEdges, heads, (buckets - 1) / 4, hulls, start, sights, end, most]);
    if (bounds) {
      const { words, index, count, everywhere } = bounds.masks;
      const { boxes, bits, pitch } = bounds;
      write(arena, BOX_WORDS, [words, index, boxes, count / 4, Number(everywhere) / 4, bits / 4, pitch / 4]);
    }
    const { allowedFrom, areInside } = builder(arena);
    if (bounds) ensureBoxes(areInside());
    const imports = { start: { BASE: 4 * base, makeNode: node, makeHull: hull, allowedFrom } };
    const { search } = instance('searching', arena, imports);
    return (x0, y0, x1, y1, stamp, counts, path) => {
      // It leaves the points where the sights were, cost and counts in the header.
      const points = search(x0, y0, x1, y1, stamp);
      const { ints, doubles } = arena;
      counts.expanded = ints[base + RESULT_EXPANDED];
      counts.generated = ints[base + RESULT_GENERATED];
      if (points > 0) path.write(ints, points, doubles[(base + RESULT_COST) >> 1] / STRAIGHT, sights);
      return points > 0;
    };
  },
};
