/** Blob of HPA* to blob of a table: `prep table` as a function. */
import { decompressor } from '../../core/blob/decompress.js';
import { gridOf } from '../../core/blob/grid.js';
import * as KIND from '../../core/blob/kinds.js';
import { placesOf } from '../../core/blob/meta.js';
import { unpackBlob } from '../../core/blob/pack.js';
import { type Blob, readBlob } from '../../core/blob/read.js';
import { WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../../core/blob/write.js';
import { ensure } from '../../core/errors.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { defined } from '../../core/options/option.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { type HpaOptions, writeHpa } from '../hpa/bake.js';
import { buildHpa, clusterFor, completeHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import { loadAbstraction } from '../hpa/section.js';
import { buildTable, TABLE_BUILD_DEFAULTS, type TableBuildOptions } from './build.js';
import { fittingLevels } from './fit.js';
import { runsOf } from './pairs.js';
import { tableSections } from './section.js';

export interface TableOptions extends WriteOptions, TableBuildOptions {
  /** Map name in the metadata. Default: name of the HPA* bake. */
  map?: string;
}
export const TABLE_DEFAULTS: TableOptions = { ...WRITE_DEFAULTS, ...TABLE_BUILD_DEFAULTS };

/** Warning about a table without nodes. */
export const EMPTY_TABLE = 'this map needs no table: no path crosses clusters, so the table is empty; leave it out';

/** `bakeTable` of `gridprep`. */
export async function bakeTable(hpa: Uint8Array, options: Partial<TableOptions> = {}): Promise<Uint8Array> {
  const { codec, zstdLevel } = { ...TABLE_DEFAULTS, ...options };
  const { blob, grid, abstraction } = openHpa(hpa);
  const part = unpackBlob(hpa).find(({ artifact }) => artifact === 'hpa');
  const map = options.map ?? part?.map ?? '';
  const table = await buildTable(grid, abstraction, hpaGraph(grid, abstraction), options);
  const metadata = {
    artifact: 'table',
    map,
    options: { level: table.graph.level, codec, zstdLevel },
    statistics: { openCells: countOpen(grid), nodes: table.graph.count, runs: table.lengths.length },
  };
  // Metadata of the map come from the HPA* bake.
  const places = options.places ?? (part && placesOf(part.metadata, blob));
  return writeBlob(
    grid,
    tableSections(table, blob),
    metadata,
    { ...options, ...(places && { places }) },
    {
      kind: KIND.tableViews,
      make(_, keep) {
        keep('table', () => table);
        keep('runs', () => runsOf(table.graph, table.lengths, table.hops));
      },
    },
  );
}

/**
 * A blob of HPA* for a table. Default of `levels`: the fewest whose top level has at most `maxNodes` nodes.
 * @throws {HpaError} as {@link bakeHpa}
 */
export function bakeHpaFor(
  grid: Grid,
  options: Omit<Partial<HpaOptions>, 'cluster' | 'levels'> & {
    cluster?: number | undefined;
    levels?: number | undefined;
  },
  maxNodes: number,
): Promise<Uint8Array> {
  const { cluster = clusterFor(grid), merge, entranceWidth, paths, levels } = options;
  const abstraction = buildHpa(grid, defined({ cluster, merge, entranceWidth, paths, levels }));
  const most = levels ?? fittingLevels(grid, abstraction, maxNodes);
  if (most > abstraction.options.levels) {
    abstraction.options = { ...abstraction.options, levels: most };
    completeHpa(grid, abstraction);
  }
  return writeHpa(grid, abstraction, options);
}

/** Opens a bake of HPA*. @throws {BlobError} if it is none */
function openHpa(bytes: Uint8Array): { blob: Blob; grid: Grid; abstraction: Abstraction } {
  const blob = readBlob(bytes, decompressor);
  ensure(blob.has(KIND.hpaInfo), 'artifact', 'missing', 'hpa', 'missing', 'name a blob of prep hpa');
  const grid = gridOf(blob);
  return { blob, grid, abstraction: loadAbstraction(blob, grid) };
}
