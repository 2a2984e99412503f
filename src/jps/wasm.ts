/**
 * The search in WebAssembly (`assembly/search.ts`): the same one as in `query.ts`, over the same arena, so that either may answer any query.
 * It reads nothing but the arena, whose lines, tables and records were made from the grid in JavaScript, and can hang no longer than that.
 *
 * Measured and decided: docs/decisions/webassembly.md.
 */
import { unzstd } from '../blob/unzstd.js';
import type { Grid } from '../grid/grid.js';
import { fillBy } from '../search/path.js';
import { type Arena, newArena, type Pages } from './arena.js';
import type { JumpGraph } from './graph.js';
import type { BoxMasks, JumpLines } from './lines.js';
import { BUILD_BYTES, FILL_BYTES, MODULES, SEARCH_BYTES } from './module.js';
import { FEW, FEW_BOUNDED } from './search-state.js';

/** What a host's WebAssembly is here; not every TypeScript configuration has its types. */
interface Host {
  atob(base64: string): string;
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (
      module: object,
      imports: object,
    ) => { exports: { search: Search; build: Build; allowedFrom: object; fill(count: number): number } };
    Memory: new (limits: { initial: number; maximum: number }) => Pages;
  };
}

type Search = (x0: number, y0: number, x1: number, y1: number, stamp: number) => number;

type Build = (width: number, height: number, cells: number, temp: number, masks: number, before: number, everywhere: boolean) => number;

/** What a search needs to run in WebAssembly. */
export interface Native {
  /** An arena in memory that WebAssembly shares; undefined where there is none. */
  arena(): Arena | undefined;
  /**
   * Fills in lines that were laid out in an arena of its, and masks.
   * @returns checksum of the jump points, as blobs have it
   */
  build(grid: Grid, lines: JumpLines, masks?: BoxMasks): number;
  /**
   * @param heads,buckets where the arena has the heads of the ring, and how many
   * @returns the search, which returns how many points the path has, 0 without one; it leaves cost, expanded and generated at the beginning of the arena,
   * the
   * points where the header says ({@link POINTS}), and traps where its open list is full
   */
  search(lines: JumpLines, graph: JumpGraph, heads: number, buckets: number): Search;
}

/** Items of the open list that there is room for beside one for each jump point: nodes may improve while they are open. */
const SPARE_ITEMS = 1024;
/** 4 GB; a map's records are bounded by its jump points. */
const MOST_PAGES = 65536;

/** In front of the planes that `assembly/build.ts` works with, and how many they are. */
const BUILD_INTS = 512;
const PLANES = 14;

let searching: object | undefined;
let building: object;
let memory: Pages;

/** Puts places, counted in ints, into the header of an arena, as bytes. */
function write({ ints }: Arena, at: number, places: number[]): void {
  places.forEach((place, i) => {
    ints[at + i] = 4 * place;
  });
}

function writeLines({ arena, origin, pitch, walls, folded, modulus }: JumpLines): void {
  write(arena, 6, [...origin, ...pitch, walls, folded, modulus / 4]);
}

const host = (): Host => globalThis as unknown as Host;

/** Pages for the cells of a path, a million, and how many points lie before them. */
const FILL_PAGES = 64;
const MOST_POINTS = 4096;

/** Lets the cells of paths be filled in by a module, where the host has SIMD. */
function fillWith(bytes: Uint8Array): void {
  try {
    const { Instance, Memory, Module } = host().WebAssembly;
    const memory = new Memory({ initial: FILL_PAGES, maximum: FILL_PAGES });
    const { fill } = new Instance(new Module(bytes), { env: { memory } }).exports;
    const own = new Int32Array(memory.buffer);
    const views: Int32Array[] = [];
    fillBy({
      fill(points, count) {
        if (count > MOST_POINTS) return 0;
        for (let i = 0; i < count; i++) own[i] = points[i];
        try {
          return fill(count);
        } catch {
          return 0;
        }
      },
      // One view for 128 lengths: to make one takes longer than to copy as many cells.
      cells: (length) => (views[length >> 7] ??= own.subarray(MOST_POINTS, MOST_POINTS + (length | 127) + 1)),
    });
  } catch {
    // JavaScript fills them in.
  }
}

export const native: Native = {
  arena() {
    try {
      const { atob, WebAssembly } = host();
      if (!searching) {
        const modules = unzstd(
          Uint8Array.from(atob(MODULES), (letter) => letter.charCodeAt(0)),
          SEARCH_BYTES + BUILD_BYTES + FILL_BYTES,
        );
        fillWith(modules.subarray(SEARCH_BYTES + BUILD_BYTES));
        building = new WebAssembly.Module(modules.subarray(SEARCH_BYTES, SEARCH_BYTES + BUILD_BYTES));
        searching = new WebAssembly.Module(modules.subarray(0, SEARCH_BYTES));
      }
      memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
      return newArena(memory);
    } catch {
      // None here, none allowed (a content security policy), or no room for another memory.
      return;
    }
  },
  build({ width, height, open }, lines, masks) {
    const { arena } = lines;
    writeLines(lines);
    const { end } = arena;
    const cells = end + BUILD_INTS + PLANES * ((width >> 5) + 1) * (height + 2);
    // Its last word is read up to 32 cells too far.
    const room = cells - end + (open.length >> 2) + 16;
    arena.reserve(room);
    new Uint8Array(memory.buffer).set(open, 4 * cells);
    const { build } = new (host().WebAssembly.Instance)(building, { env: { memory } }).exports;
    lines.count = build(width, height, 4 * cells, 4 * end, 4 * (masks?.words ?? 0), 4 * (masks?.before ?? 0), masks?.everywhere ?? false);
    if (masks) masks.count = arena.ints[3];
    const found = arena.ints[2] >>> 0;
    arena.ints.fill(0, end, end + room);
    return found;
  },
  search(lines, { start, startEdges, records, sights, hulls, bounds, node, hull }, heads, buckets) {
    const { arena, count } = lines;
    const items = arena.take(2 * (count + SPARE_ITEMS));
    writeLines(lines);
    const places = [records, sights, startEdges, heads, (buckets - 1) / 4, hulls, start, items, arena.end, 4 * (hulls ? FEW_BOUNDED : FEW)];
    if (bounds) {
      const { masks, boxes, bits, sides, pitch } = bounds;
      const numbers = [masks.count, Number(masks.everywhere), bits, ...sides, pitch];
      places.push(masks.words, masks.before, boxes, ...numbers.map((number) => number / 4));
    }
    write(arena, 17, places);
    const { Instance } = host().WebAssembly;
    const { allowedFrom } = new Instance(building, { env: { memory } }).exports;
    return new Instance(searching as object, { env: { memory }, search: { makeNode: node, makeHull: hull, allowedFrom } }).exports.search;
  },
};
