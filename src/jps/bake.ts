/** Grid to blob: `prep jps` as a function. */
import { WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../blob/write.js';
import { countOpen, type Grid } from '../grid/grid.js';
import { refuseCosts } from '../grid/refuse-costs.js';
import { buildJumpDistances, type JumpWidth } from './build.js';
import { type JumpStore, jumpSections } from './section.js';

/** Options of {@link bakeJps}; the command line shows these same defaults. */
export interface JpsOptions extends WriteOptions {
  /** Bits of the jump distances that the checksum in the blob is of. The runtime keeps none, and takes the same memory for either. */
  width: JumpWidth;
  /** What the file holds besides the grid: nothing, the distances being rebuilt at load, or their residuals. */
  store: JumpStore;
  /** Map name in the metadata. */
  map: string;
}
/** Defaults of {@link JpsOptions}, which the command line shows. */
export const JPS_DEFAULTS: JpsOptions = { ...WRITE_DEFAULTS, width: 16, store: 'grid', map: '' };

/** A blob with the jump distances of a grid, grid included. @throws {MapError} if cells have costs */
export async function bakeJps(grid: Grid, options: Partial<JpsOptions> = {}): Promise<Uint8Array> {
  const { width, store, map, codec, zstdLevel } = { ...JPS_DEFAULTS, ...options };
  refuseCosts(grid, 'jump distances');
  const jumps = buildJumpDistances(grid, width);
  const metadata = {
    artifact: 'jps',
    map,
    options: { width, store, codec, zstdLevel },
    statistics: { openCells: countOpen(grid), jumpPoints: jumps.stops.reduce((n, s) => n + (s & 0b01010101 ? 1 : 0), 0) },
  };
  return writeBlob(grid, jumpSections(grid, jumps, store), metadata, options);
}
