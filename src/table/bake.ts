/** Blob of HPA* to blob of a table: `prep table` as a function. */
import { loadCosts } from '../blob/costs.js';
import { decompressor } from '../blob/decompress.js';
import { GRID_KIND, gridBytes, HPA_INFO, MAGIC } from '../blob/layout.js';
import { placesOf } from '../blob/meta.js';
import { unpackBlob } from '../blob/pack.js';
import { type Blob, readBlob } from '../blob/read.js';
import { WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../blob/write.js';
import { must } from '../errors.js';
import { countOpen, type Grid, gridFromBits } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { hpaGraph } from '../hpa/graph.js';
import { loadAbstraction } from '../hpa/section.js';
import { buildTable, TABLE_BUILD_DEFAULTS, type TableBuildOptions } from './build.js';
import { tableSections } from './section.js';

/** Options of {@link bakeTable}; the command line shows these same defaults. */
export interface TableOptions extends WriteOptions, TableBuildOptions {
  /** Map name in the metadata; default that of the bake. */
  map?: string;
}
/** Defaults of {@link TableOptions}, which the command line shows. */
export const TABLE_DEFAULTS: TableOptions = { ...WRITE_DEFAULTS, ...TABLE_BUILD_DEFAULTS };

/**
 * A blob with the all-pairs table of a bake of HPA*, grid included. It works with that bake alone.
 * @param hpa blob as `bakeHpa` makes it, or a pack that holds one
 * @throws {BlobError} if there is no sound bake of HPA* in it
 * @throws {TableError} as {@link buildTable}
 */
export async function bakeTable(hpa: Uint8Array, options: Partial<TableOptions> = {}): Promise<Uint8Array> {
  const { codec, zstdLevel } = { ...TABLE_DEFAULTS, ...options };
  const { blob, grid, abstraction } = openHpa(hpa);
  const part = unpackBlob(hpa).find(({ artifact }) => artifact === 'hpa');
  const map = options.map ?? part?.map ?? '';
  const { table, graph } = await buildTable(grid, abstraction, hpaGraph(grid, abstraction), options);
  const metadata = {
    artifact: 'table',
    map,
    options: { level: table.level, codec, zstdLevel },
    statistics: { openCells: countOpen(grid), nodes: graph.count, runs: table.lengths.length },
  };
  // A table tells of the map what its bake of HPA* does.
  const places = options.places ?? (part && placesOf(part.metadata, blob));
  return writeBlob(grid, tableSections(table, graph.count, blob), metadata, { ...options, ...(places && { places }) });
}

function openHpa(hpa: Uint8Array): { blob: Blob; grid: Grid; abstraction: Abstraction } {
  const blob = readBlob(hpa, decompressor);
  must(blob.has(HPA_INFO), 'artifact', 'missing', 'hpa', 'missing', 'name a blob of prep hpa');
  const { width, height, terrain } = blob;
  const grid = gridFromBits(width, height, terrain, blob.section(GRID_KIND, Uint8Array, gridBytes(width, height)));
  loadCosts(blob, grid);
  return { blob, grid, abstraction: loadAbstraction(blob) };
}

/** The grid of a blob of HPA*, costs included. @throws {BlobError} as {@link bakeTable} */
export function hpaGrid(hpa: Uint8Array): Grid {
  return openHpa(hpa).grid;
}

/** Is it a blob, and no map? */
export function isBlob(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === MAGIC;
}
