/**
 * The arrays of an abstraction, made in WebAssembly (`assembly/graph.ts`): those that `../graph.ts`, `../hops.ts` and
 * `../landmarks.ts` make. A load runs each loop once, before JavaScript's are compiled, and WebAssembly is compiled at
 * once.
 *
 * Measured and decided: docs/decisions/loads.md.
 */
import { type Grid, MAX_COST } from '../../grid/grid.js';
import { besideOf } from '../../grid/rules.js';
import { DIAGONAL } from '../../grid/step-costs.js';
import { MOST_PAGES, unpackModules, wasmHost } from '../../wasm/host.js';
import type { Abstraction } from '../abstraction.js';
import type { HpaGraph } from '../graph.js';
import type { Hops } from '../hops.js';
import { LANDMARKS } from '../landmarks.js';
import { GRAPH_BYTES, MODULES } from './module.js';

/** What is made of an abstraction: with all that a search reads, or the graph alone. */
export interface NativeArrays {
  /** With level 1 alone. */
  graph: HpaGraph;
  /** Of abstractions of one level. */
  hops?: Hops | undefined;
  marks?: Float64Array | undefined;
}

/** What the module exports; places are bytes. */
interface Builder {
  begin(...numbers: number[]): number;
  read(row: number, list: boolean): number;
  connect(): void;
  measure(): number;
}

/** Bytes before the sections; the first four hold how many hops there is room for. */
const HEADER = 40;

let module: object | undefined;

/**
 * @param all whether hops and landmarks are wanted
 * @returns arrays in one memory, which is not written again; undefined where there is no WebAssembly or no memory, or
 * the module traps; where the abstraction has shortcuts; or where JavaScript has to say what is wrong with it
 */
export function nativeArrays(grid: Grid, abstraction: Abstraction, all: boolean): NativeArrays | undefined {
  try {
    return build(grid, abstraction, all);
  } catch {
    return;
  }
}

function build(grid: Grid, abstraction: Abstraction, all: boolean): NativeArrays | undefined {
  const { options, counts, places, pairs, runs, shortcuts } = abstraction;
  const { width, height, stride, costs, open } = grid;
  const count = places.length;
  if (shortcuts || count === 0) return;
  const { Module, Memory, Instance } = wasmHost<Builder>();
  module ??= new Module(unpackModules(MODULES, GRAPH_BYTES));
  const sections = [counts, places, pairs, ...(runs ? [runs] : [])];
  const bytes = sections.reduce((sum, { byteLength }) => sum + byteLength + 8, HEADER);
  const memory = new Memory({ initial: (bytes >> 16) + 1, maximum: MOST_PAGES });
  const { begin, read, connect, measure } = new Instance(module, { env: { memory } }).exports;
  let at = HEADER;
  /** Place of the next array of so many bytes. */
  const next = (length: number) => {
    const place = at;
    at = (at + length + 7) & ~7;
    return place;
  };
  const put = ({ buffer, byteOffset, byteLength }: (typeof sections)[number]) => {
    const place = next(byteLength);
    new Uint8Array(memory.buffer).set(new Uint8Array(buffer, byteOffset, byteLength), place);
    return place;
  };
  const size = options.cluster;
  const dearest = size * size * 2 * DIAGONAL * (costs ? MAX_COST : 1);
  const [countsAt, placesAt, pairsAt, runsAt = 0] = sections.map(put);
  const { levels, merge } = options;
  const numbers = [width, height, besideOf(grid), size, levels, merge, count, pairs.length];
  const rows = begin(...numbers, countsAt, placesAt, pairsAt, runsAt, dearest, at);
  if (rows === 0) return;
  for (const list of [false, true]) {
    const cells = new Uint8Array(memory.buffer);
    for (let y = 0; y < height; y += size) {
      // A row above and one below the clusters.
      cells.set((costs ?? open).subarray(y * stride, (y + size + 2) * stride), rows);
      if (!read(y / size, list)) return;
    }
    if (!list) connect();
  }
  const longest = all ? measure() : 0;

  const { buffer } = memory;
  const ints = (length: number) => new Int32Array(buffer, next(4 * length), length);
  const doubles = (length: number) => new Float64Array(buffer, next(8 * length), length);
  const octets = (length: number) => new Uint8Array(buffer, next(length), length);
  const skipped = (size + 2) * stride;
  doubles(pairs.length);
  octets(skipped);
  ints(skipped);
  const points = new Uint16Array(buffer, next(4 * count), 2 * count);
  const clusterFirst = ints(counts.length + 1);
  const first = ints(count);
  const end = ints(count);
  const pathFirst = ints(pairs.length + 1);
  const across = ints(count + 1);
  const nodeLevels = octets(count);
  const edges = end[count - 1];
  const base = { first, end, to: ints(edges), cost: doubles(edges), pair: ints(edges) };
  const crossings = across[count];
  const graph: HpaGraph = {
    count,
    points,
    clusterFirst,
    clusterEnd: clusterFirst.subarray(1),
    levels: [{ ...base, pathFirst, pathEnd: pathFirst.subarray(1), paths: runs }],
    inter: {
      first: across,
      end: across.subarray(1),
      to: ints(crossings),
      cost: doubles(crossings),
      level: octets(crossings),
    },
    nodeLevels,
  };
  if (!all) return { graph };
  const marks = doubles(LANDMARKS * count);
  if (levels > 1) return { graph, marks };
  ints(count);
  const hopFirst = ints(count + 1);
  const [most] = new Int32Array(buffer, 0, 1);
  const hops = hopFirst[count];
  const cost = doubles(most).subarray(0, hops);
  return {
    graph,
    marks,
    hops: { first: hopFirst, end: hopFirst.subarray(1), to: ints(most).subarray(0, hops), cost, longest },
  };
}
