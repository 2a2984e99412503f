/** The passes that `npm run tool bench-bounded` takes the time of: nothing here knows Node, so that they run in a browser's page, too. */

import type { LoadOptions } from '../src/core/runtime/load.js';
import type { GridNav } from '../src/core/runtime/nav.js';
import type { PathBuffer } from '../src/core/search/path.js';

const ROUNDS = 40;
const CHUNK = 100;

/** What a bundle of the runtime exports. */
export interface Runtime {
  load(blobs: Uint8Array[], options?: LoadOptions): GridNav;
  PathBuffer: new () => PathBuffer;
}

export type Query = [x0: number, y0: number, x1: number, y1: number];

/** Microseconds a query, the best time of every hundred; and how many answers cost other than those of the first runtime. */
export interface Warm {
  micros: number;
  turns: number;
  otherCosts: number;
}

/** Milliseconds to the first answer, microseconds a query of the first pass, and the mean of the first five. */
export interface Cold {
  load: number;
  first: number;
  five: number;
}

/** Sum of what was read, so that no reading can be left out. */
export let sink = 0;

/** Asks every query once. @param best microseconds of each chunk of queries, lowered where this pass was faster */
function pass(nav: GridNav, path: PathBuffer, queries: Query[], best: Float64Array, cells: boolean): void {
  for (let from = 0, chunk = 0; from < queries.length; from += CHUNK, chunk++) {
    const end = Math.min(from + CHUNK, queries.length);
    const start = performance.now();
    for (let i = from; i < end; i++) {
      const [x0, y0, x1, y1] = queries[i];
      nav.findPathInto(x0, y0, x1, y1, path);
      sink += cells ? path.cells[0] : path.waypoints[0];
    }
    best[chunk] = Math.min(best[chunk], 1000 * (performance.now() - start));
  }
}

/**
 * All queries of every runtime in turns.
 * @param urls of the runtimes' bundles; each is a module of its own, so that one engine's queries do not change how another's were compiled
 * @param wasm whether each may use WebAssembly
 */
export async function warm(
  urls: string[],
  wasm: boolean[],
  engine: string,
  blobs: Uint8Array[],
  queries: Query[],
): Promise<Warm[]> {
  const chunks = Math.ceil(queries.length / CHUNK);
  const sides: { nav: GridNav; path: PathBuffer; times: Float64Array[] }[] = [];
  for (const [r, url] of urls.entries()) {
    const runtime = (await import(`${url}?${r}`)) as Runtime;
    const times = [true, false].map(() => new Float64Array(chunks).fill(Infinity));
    sides.push({ nav: runtime.load(blobs, { engine, wasm: wasm[r] }), path: new runtime.PathBuffer(), times });
  }
  for (const cells of [true, false]) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { nav, path, times } of sides) pass(nav, path, queries, times[cells ? 0 : 1], cells);
    }
  }
  const mean = (times: Float64Array) => times.reduce((sum, time) => sum + time, 0) / queries.length;
  return sides.map(({ nav, path, times }) => ({
    micros: mean(times[0]),
    turns: mean(times[1]),
    otherCosts: queries.filter((query) => {
      const [a, b] = [sides[0].nav.findPathInto(...query, sides[0].path), nav.findPathInto(...query, path)];
      return a !== b || (a && sides[0].path.cost !== path.cost);
    }).length,
  }));
}

/** What a process that has not run anything yet takes. */
export async function cold(
  [url]: string[],
  [wasm]: boolean[],
  engine: string,
  blobs: Uint8Array[],
  queries: Query[],
): Promise<Cold> {
  const runtime = (await import(url)) as Runtime;
  const start = performance.now();
  const nav = runtime.load(blobs, { engine, wasm });
  nav.findPath(...queries[queries.length >> 1]);
  const load = performance.now() - start;
  const path = new runtime.PathBuffer();
  const passes = Array.from({ length: 5 }, () => {
    const begin = performance.now();
    for (const query of queries) {
      nav.findPathInto(...query, path);
      sink += path.cells[0];
    }
    return (1000 * (performance.now() - begin)) / queries.length;
  });
  return { load, first: passes[0], five: passes.reduce((sum, time) => sum + time, 0) / 5 };
}
