/** Weighted grid to blob: `prep jps MAP --costs` as a function. */
import { type WriteOptions, writeBlob } from '../../core/blob/write.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { searchable } from '../../core/grid/refuse.js';
import { weightedJumps } from './jumps.js';
import { buildLandmarks } from './landmarks.js';
import { weightedSections } from './section.js';

export interface WeightedOptions extends WriteOptions {
  /** Landmarks, 0 to 16. */
  landmarks: number;
  /** Whether the costs from the landmarks are stored: the blob is larger, and loading takes less time. */
  storeLandmarks: boolean;
  map: string;
}

/** A blob with the jump points of a grid whose cells have costs. */
export async function bakeWeighted(grid: Grid, options: WeightedOptions): Promise<Uint8Array> {
  const { landmarks: count, storeLandmarks, map, codec, zstdLevel } = options;
  const ground = axialOf(searchable(grid));
  const jumps = weightedJumps(ground);
  const landmarks = buildLandmarks(ground, count);
  const metadata = {
    artifact: 'jps',
    map,
    options: { landmarks: count, store: storeLandmarks ? 'planes' : 'grid', codec, zstdLevel },
    statistics: {
      openCells: countOpen(grid),
      jumpPoints: jumps.nodes.reduce((n, arrivals) => n + (arrivals > 0 ? 1 : 0), 0),
    },
  };
  return writeBlob(grid, weightedSections(ground, jumps, landmarks, storeLandmarks), metadata, options);
}
