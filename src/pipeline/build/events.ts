/** Events and results of a build. */
import type { WallReport } from '../../maps/walls.js';
import type { WrittenModule } from './loader-module.js';

/** Result of one map. */
export interface Row {
  /** Relative to the config's folder, with `#` and the level's name if the file has several levels. */
  map: string;
  /** `cached`: up to date; `fetched` from the shared cache; `stale`: would be built, in a dry run. */
  status: 'built' | 'cached' | 'fetched' | 'failed' | 'stale';
  /** Why it was (or would be) built. */
  reason: string;
  /** Why these artifacts were chosen, if the preset lets the map choose. */
  because?: string;
  outputs: { file: string; artifacts: string[]; bytes: number; sha256: string }[];
  openCells: number;
  seconds: number;
  /** The other machine that has baked it. */
  worker?: string;
  /** Tiles of a world: all, up to date, fetched, baked, and those whose gates were searched from. */
  tiles?: { all: number; kept: number; fetched: number; baked: number; searched: number };
  /** Where the walls of a Tiled or LDtk map come from, if it was baked in this build. */
  walls?: WallReport;
  error?: unknown;
}

/** Event of a build; `prep build --json` prints one a line. */
export type BuildEvent =
  /** `work` is an estimate in an arbitrary unit. */
  | { event: 'start'; maps: number; stale: number; work: number; orphans: string[] }
  | { event: 'baking'; map: string; work: number }
  | { event: 'progress'; map: string; artifact: string; done: number; total: number; worker?: string }
  | ({ event: 'built' | 'cached' | 'stale' | 'failed' } & Omit<Row, 'error'>)
  /** `work` as in `baking`, which comes earlier only for worlds. */
  | ({ event: 'fetched'; work: number } & Omit<Row, 'error'>)
  | { event: 'failed'; map: string; path: string; error: unknown }
  /** Machines that bake, and their threads. */
  | { event: 'workers'; workers: number; threads: number }
  /** A line for people about a problem that does not fail a map. */
  | { event: 'trouble'; text: string }
  | { event: 'removed'; file: string };

/** Result of a build. */
export interface Summary {
  rows: Row[];
  /** Outputs of earlier builds that the config no longer names, relative to the output folder. */
  orphans: string[];
  /** Whether the orphans were removed. */
  cleaned: boolean;
  /** Maps that were not tried, after --bail. */
  untried: number;
  /** The module of all maps and their loader, if the build has one. */
  module?: WrittenModule;
  /** Errors of writing the record, the manifest or the module. */
  faults: unknown[];
}
