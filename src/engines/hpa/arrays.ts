/** The arrays that searches of HPA* and of tables read, made from a blob, or taken from what is kept of it. */

import { type Keep, local } from '../../core/blob/keep.js';
import type { Blob } from '../../core/blob/read.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Abstraction } from './abstraction.js';
import { type HpaGraph, hpaGraph } from './graph.js';
import { type Hops, hopsOf } from './hops.js';
import { landmarkCosts } from './landmarks.js';
import { lateAbstraction } from './section.js';

export interface GraphArrays {
  abstraction: Abstraction;
  graph: HpaGraph;
}

export interface HpaArrays extends GraphArrays {
  hops: Hops;
  marks: Float64Array;
}

export function graphArrays(blob: Blob, grid: Grid, keep: Keep = local): GraphArrays {
  const abstraction = lateAbstraction(blob, grid);
  return { abstraction, graph: keep('graph', () => hpaGraph(grid, abstraction)) };
}

export function hpaArrays(blob: Blob, grid: Grid, keep: Keep = local): HpaArrays {
  const { abstraction, graph } = graphArrays(blob, grid, keep);
  const hops = keep('hops', () => hopsOf(graph));
  const marks = keep('landmarks', () => landmarkCosts(graph, hops));
  return { abstraction, graph, hops, marks };
}
