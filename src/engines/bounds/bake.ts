/** Grid to blob: `prep bounds` as a function. */
import * as KIND from '../../core/blob/kinds.js';
import { type EngineArrays, WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../../core/blob/write.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { searchable } from '../../core/grid/refuse.js';
import { BOUNDS_DEFAULTS, type BoundsOptions, buildBounds } from './build.js';
import { storedMasks } from './mapped.js';
import { boundsSections } from './section.js';

/** Options of {@link bakeBounds}; the command line shows these same defaults. */
export interface BakeBoundsOptions extends WriteOptions, BoundsOptions {
  map: string;
}
/** Defaults of {@link BakeBoundsOptions}, which the command line shows. */
export const BAKE_BOUNDS_DEFAULTS: BakeBoundsOptions = { ...WRITE_DEFAULTS, ...BOUNDS_DEFAULTS, map: '' };

/** A blob with goal bounds and grid. @throws {MapTooLargeError} as {@link buildBounds} */
export async function bakeBounds(grid: Grid, options: Partial<BakeBoundsOptions> = {}): Promise<Uint8Array> {
  const { map, at, exact, codec, zstdLevel } = { ...BAKE_BOUNDS_DEFAULTS, ...options };
  const ground = searchable(grid);
  const bounds = await buildBounds(ground, options);
  const metadata = {
    artifact: 'bounds',
    map,
    options: { at, exact, codec, zstdLevel },
    statistics: {
      openCells: countOpen(grid),
      cells: bounds.stored.reduce((n, mask) => n + Number(mask > 0), 0),
      boxes: bounds.boxes.length / 4,
    },
  };
  const arrays: EngineArrays = {
    kind: KIND.boundsViews,
    make: (compact, keep) => keep('masks', () => storedMasks(compact, ground)),
  };
  const hasLines = grid.moveRule === 'no-corners';
  return writeBlob(grid, boundsSections(ground, bounds), metadata, options, hasLines ? arrays : undefined);
}
