/** Events and results of a build. */

import type { WallReport } from '../../core/maps/walls.js';

/** Result of one map. */
export interface Row {
  /** Relative to the config's folder; of a file with several levels with `#` and the level's name. */
  map: string;
  /** `cached` where all was right already; `fetched` from the shared cache; `stale` in a dry run: it would be built. */
  status: 'built' | 'cached' | 'fetched' | 'failed' | 'stale';
  /** Why it was, or would be, built. */
  reason: string;
  /** Why it has the artifacts that it has, where the preset let the map choose. */
  because?: string;
  outputs: { file: string; artifacts: string[]; bytes: number; sha256: string }[];
  openCells: number;
  seconds: number;
  /** Which machine has baked it, where it was another one. */
  worker?: string;
  /** Tiles of a world: all, up to date, fetched, baked, and those whose gates were searched from. */
  tiles?: { all: number; kept: number; fetched: number; baked: number; searched: number };
  /** Where the walls of a Tiled or LDtk map come from, where it was baked just now. */
  walls?: WallReport;
  error?: unknown;
}

/** Event of a build; `prep build --json` prints one a line. */
export type BuildEvent =
  /** `work` is a guess of all that is to be done, in a unit of its own. */
  | { event: 'start'; maps: number; stale: number; work: number; orphans: string[] }
  | { event: 'baking'; map: string; work: number }
  | { event: 'progress'; map: string; artifact: string; done: number; total: number; worker?: string }
  | ({ event: 'built' | 'cached' | 'stale' | 'failed' } & Omit<Row, 'error'>)
  /** `work` as in `baking`, which came before it for worlds alone. */
  | ({ event: 'fetched'; work: number } & Omit<Row, 'error'>)
  | { event: 'failed'; map: string; path: string; error: unknown }
  /** Machines that bake, and how many threads they do at once. */
  | { event: 'workers'; workers: number; threads: number }
  /** Something is wrong that fails no map; a line for people. */
  | { event: 'trouble'; text: string }
  | { event: 'removed'; file: string };

/** Result of a build. */
export interface Summary {
  rows: Row[];
  /** Outputs of earlier builds that no target has, relative to the output folder. */
  orphans: string[];
  /** Whether those were removed. */
  cleaned: boolean;
  /** Maps that were not tried, after --bail. */
  untried: number;
  /** Why record or manifest could not be written. */
  faults: unknown[];
}
