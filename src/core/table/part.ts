/** Tables in parts, for machines that share a bake: each a checkpoint of some chunks. */
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import type { HpaGraph } from '../hpa/graph.js';
import { TABLE_BUILD_DEFAULTS, type TableBuildOptions } from './build.js';
import { saveRows } from './checkpoint.js';
import { chooseLevel } from './fit.js';
import { tableGraph } from './graph.js';
import { makeShare, RowBaker } from './share.js';

/** @throws {TableError} if no level fits */
export function tableParts(grid: Grid, abstraction: Abstraction, graph: HpaGraph, options: Partial<TableBuildOptions>) {
  const { level, maxNodes } = { ...TABLE_BUILD_DEFAULTS, ...options };
  const share = makeShare(tableGraph(graph, chooseLevel(grid, abstraction, graph, level, maxNodes)));
  const baker = new RowBaker(share);
  return {
    /** There are chunks 0 to this one, exclusive. */
    chunks: share.finished.length,
    /** @returns checkpoint of chunks `from` to `to`, exclusive */
    bake(from: number, to: number): Uint8Array {
      return saveRows(share, new Map(Array.from({ length: to - from }, (_, i) => [from + i, baker.bake(from + i)])));
    },
  };
}
