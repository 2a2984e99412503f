/** Grid to blob: `prep jps` as a function. */

import * as KIND from '../../core/blob/kinds.js';
import { type EngineArrays, WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../../core/blob/write.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { searchable } from '../../core/grid/refuse.js';
import { MOST_LANDMARKS } from '../../core/limits.js';
import { JPS } from '../../core/options/bake.js';
import { bakeWeighted } from '../weighted/bake.js';
import { buildJumpDistances, countJumpPoints } from './build.js';
import { storedLines } from './query/mapped.js';
import { jumpSections } from './section.js';

/** Options of {@link bakeJps}; the command line shows these same defaults. */
export interface JpsOptions extends WriteOptions {
  /** Where cells have costs: landmarks, 0 to 16. */
  landmarks: number;
  /** Where cells have costs: stores the costs from the landmarks; the blob is larger, and loads faster. */
  storeLandmarks: boolean;
  map: string;
}
/** Defaults of {@link JpsOptions}, which the command line shows. */
export const JPS_DEFAULTS: JpsOptions = {
  ...WRITE_DEFAULTS,
  landmarks: JPS.landmarks.default,
  storeLandmarks: JPS.storeLandmarks.default,
  map: '',
};

/**
 * A blob with the jump distances of a grid, or jump points and landmarks where cells have costs.
 * @throws {RangeError} if the number of landmarks is not one from 0 to 16
 */
export async function bakeJps(grid: Grid, options: Partial<JpsOptions> = {}): Promise<Uint8Array> {
  const all = { ...JPS_DEFAULTS, ...options };
  const { landmarks, map, codec, zstdLevel } = all;
  if (!(landmarks >= 0 && landmarks <= MOST_LANDMARKS && landmarks % 1 === 0))
    throw new RangeError(`landmarks is ${landmarks}, allowed is a whole number from 0 to ${MOST_LANDMARKS}`);
  if (grid.costs) return bakeWeighted(grid, all);
  const ground = searchable(grid);
  const jumps = buildJumpDistances(ground);
  const metadata = {
    artifact: 'jps',
    map,
    options: { width: 16, store: 'grid', codec, zstdLevel },
    statistics: {
      openCells: countOpen(grid),
      jumpPoints: countJumpPoints(jumps),
    },
  };
  const arrays: EngineArrays = { kind: KIND.jpsViews, make: (_, keep) => keep('lines', () => storedLines(ground)) };
  const hasLines = grid.moveRule === 'no-corners';
  return writeBlob(grid, jumpSections(jumps), metadata, options, hasLines ? arrays : undefined);
}
