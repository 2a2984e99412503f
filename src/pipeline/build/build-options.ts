/** Options of a build. */
import { DEFAULT_MAX_MEMORY, parseMemory } from '../../core/threads/memory.js';
import type { Pool } from '../../core/threads/pool.js';
import type { SharedCache } from '../cache/shared-cache.js';
import type { BuildEvent } from './events.js';
import type { Remote } from './remote.js';

/** Options of `build`. */
export interface BuildOptions {
  /** Folder that the targets' maps are relative to. */
  folder: string;
  /** Folder to write to. */
  out: string;
  /** Threads that bake; 0 for one per core. */
  threads: number;
  /** Threads of `bakeThreads`, for successive builds; an aborted build ends them. Default: new threads. */
  pool?: Pool;
  /** Bytes that all bakes together may take. */
  maxMemory: number;
  /** Also bakes outputs that are up to date. */
  force: boolean;
  /** Writes nothing. */
  dryRun: boolean;
  /** Ends at the first map that fails. */
  bail: boolean;
  /** Removes outputs that no target has any more. */
  clean: boolean;
  /** Writes `index.js`, all maps and their loader; `few`: if they are not too many. */
  module: boolean | 'few';
  /** Results that machines share. */
  cache?: SharedCache;
  /** Machines that bake in place of threads; their outputs come from the cache. */
  remote?: Remote;
  /** Ends the build; finished outputs are recorded. */
  signal?: AbortSignal;
  onEvent?: (event: BuildEvent) => void;
}
/** Defaults of {@link BuildOptions}. */
export const BUILD_DEFAULTS: BuildOptions = {
  folder: '.',
  out: 'out',
  threads: 0,
  maxMemory: parseMemory(DEFAULT_MAX_MEMORY),
  force: false,
  dryRun: false,
  bail: false,
  clean: false,
  module: false,
};
