/** The arrays that searches of HPA* and of tables read, made from a blob, or taken from what is kept of it. */

import { local, type Retention } from '../blob/keep.js';
import type { Blob } from '../blob/read.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from './abstraction.js';
import { type HpaGraph, hpaGraph } from './graph.js';
import { type Hops, hopsOf } from './hops.js';
import { landmarkCosts } from './landmarks.js';
import { loadAbstraction } from './section.js';
import type { NativeArrays, nativeArrays } from './wasm/native.js';

/** An abstraction and its arrays. */
export interface GraphArrays {
  abstraction: Abstraction;
  graph: HpaGraph;
}

/** All that a search of HPA* reads. */
export interface HpaArrays extends GraphArrays {
  hops: Hops;
  marks: Float64Array;
}

/**
 * @param grid with its costs
 * @param native makes them in WebAssembly, where it can
 * @param all whether hops and landmarks are wanted, too
 */
export function graphArrays(
  blob: Blob,
  grid: Grid,
  keep: Retention = local,
  native?: typeof nativeArrays,
  all = false,
): GraphArrays & Omit<NativeArrays, 'graph'> {
  let made: NativeArrays | undefined;
  const arrays = keep<GraphArrays>('graph', () => {
    const abstraction = loadAbstraction(blob, grid);
    made = native?.(grid, abstraction, all);
    return { abstraction, graph: hpaGraph(grid, abstraction, made?.graph) };
  });
  return { ...made, ...arrays };
}

/** As {@link graphArrays}. */
export function hpaArrays(blob: Blob, grid: Grid, keep: Retention = local, native?: typeof nativeArrays): HpaArrays {
  const { abstraction, graph, ...made } = graphArrays(blob, grid, keep, native, true);
  const hops = keep('hops', () => made.hops ?? hopsOf(graph));
  const marks = keep('landmarks', () => made.marks ?? landmarkCosts(graph, hops));
  return { abstraction, graph, hops, marks };
}
