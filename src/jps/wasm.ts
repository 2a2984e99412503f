/**
 * The search in WebAssembly (`assembly/search.ts`): the same one as in `query.ts`, over the same arena, so that either may answer any query.
 * It reads nothing but the arena, whose lines, tables and records were made from the grid in JavaScript, and can hang no longer than that.
 *
 * Measured and decided: docs/decisions.md, "The search in WebAssembly: the hot part alone, over the same arena".
 */
import { unzstd } from '../blob/unzstd.js';
import { type Arena, newArena, type Pages } from './arena.js';
import type { JumpGraph } from './graph.js';
import type { JumpLines } from './lines.js';
import { MODULE, MODULE_BYTES } from './module.js';

/** What a host's WebAssembly is here; not every TypeScript configuration has its types. */
interface Host {
  atob(base64: string): string;
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: object) => { exports: { search: Search } };
    Memory: new (limits: { initial: number; maximum: number }) => Pages;
  };
}

type Search = (x0: number, y0: number, x1: number, y1: number, stamp: number, allowed: number) => number;

/** What a search needs to run in WebAssembly. */
export interface Native {
  /** An arena in memory that WebAssembly shares; undefined where there is none. */
  arena(): Arena | undefined;
  /**
   * @param heads,buckets where the arena has the heads of the ring, and how many
   * @returns the search; it leaves cost, expanded and generated at the beginning of the arena, and traps where its open list is full
   */
  search(lines: JumpLines, graph: JumpGraph, heads: number, buckets: number): Search;
}

/** Items of the open list that there is room for beside one for each jump point: nodes may improve while they are open. */
const SPARE_ITEMS = 1024;
/** 4 GB; a map's records are bounded by its jump points. */
const MOST_PAGES = 65536;

let compiled: object | undefined;
let memory: Pages;

export const native: Native = {
  arena() {
    try {
      const { atob, WebAssembly: host } = globalThis as unknown as Host;
      compiled ??= new host.Module(
        unzstd(
          Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0)),
          MODULE_BYTES,
        ),
      );
      memory = new host.Memory({ initial: 1, maximum: MOST_PAGES });
      return newArena(memory);
    } catch {
      // None here, none allowed (a content security policy), or no room for another memory.
      return;
    }
  },
  search(
    { arena, origin, pitch, walls, folded, modulus, count },
    { start, startEdges, records, sights, hulls, node, hull },
    heads,
    buckets,
  ) {
    const { WebAssembly: host } = globalThis as unknown as Host;
    const items = arena.take(2 * (count + SPARE_ITEMS));
    const places = [
      ...origin,
      ...pitch,
      walls,
      folded,
      modulus / 4,
      records,
      sights,
      startEdges,
      heads,
      (buckets - 1) / 4,
      hulls,
      start,
      items,
      arena.end,
    ];
    places.forEach((place, i) => {
      arena.ints[6 + i] = 4 * place;
    });
    return new host.Instance(compiled as object, { env: { memory }, search: { makeNode: node, makeHull: hull } }).exports.search;
  },
};
