/** Grid to blob: `prep hpa` as a function. */
import * as KIND from '../../core/blob/kinds.js';
import { WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../../core/blob/write.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import type { Abstraction, HpaBuildOptions } from './abstraction.js';
import { hpaArrays } from './arrays.js';
import { buildHpa, clusterFor, HPA_BUILD_DEFAULTS } from './build.js';
import { hpaSections } from './section.js';

/** Options of {@link bakeHpa}; the command line shows these same defaults. */
export interface HpaOptions extends WriteOptions, HpaBuildOptions {
  /** Map name in the metadata. */
  map: string;
}
/** {@link HpaOptions} of a call; without `cluster` it is the map's default. */
type HpaGiven = Partial<Omit<HpaOptions, 'cluster'>> & { cluster?: number | undefined };
/** Defaults of {@link HpaOptions} on a map without cell costs. */
export const HPA_DEFAULTS: HpaOptions = { ...WRITE_DEFAULTS, ...HPA_BUILD_DEFAULTS, map: '' };

/** A blob with the abstraction of a grid, grid included. @throws {HpaError} as {@link buildHpa} */
export function bakeHpa(grid: Grid, options: HpaGiven = {}): Promise<Uint8Array> {
  const { levels, merge, entranceWidth, paths } = { ...HPA_DEFAULTS, ...options };
  const { cluster = clusterFor(grid) } = options;
  return writeHpa(grid, buildHpa(grid, { cluster, levels, merge, entranceWidth, paths }), options);
}

/** A blob of an abstraction that is built already, as by `rebakeHpa`. */
export function writeHpa(
  grid: Grid,
  abstraction: Abstraction,
  options: Partial<WriteOptions & { map: string }> = {},
): Promise<Uint8Array> {
  const { map, codec, zstdLevel } = { ...HPA_DEFAULTS, ...options };
  const metadata = {
    artifact: 'hpa',
    map,
    options: { ...abstraction.options, codec, zstdLevel },
    statistics: { openCells: countOpen(grid), nodes: abstraction.places.length, pairs: abstraction.pairs.length },
  };
  return writeBlob(grid, hpaSections(abstraction), metadata, options, {
    kind: KIND.hpaViews,
    make: (compact, keep) => hpaArrays(compact, grid, keep),
  });
}
