/** `prep build` without a process. */
import { join } from 'node:path';
import { build as buildTargets } from '../src/pipeline/build/build.js';
import type { BuildOptions } from '../src/pipeline/build/build-options.js';
import type { BuildEvent } from '../src/pipeline/build/events.js';
import { readConfig } from '../src/pipeline/config/read-config.js';
import { findTargets } from '../src/pipeline/config/targets.js';
import { IS_LONG } from './samples.js';

/** Threads of a build that is not about threads: each has to load all bakers. */
export const JOBS = IS_LONG ? 2 : 1;

/** Builds in this process. @returns its events; of maps that were built, left, or would be built the names, and why */
export async function build(folder: string, options: Partial<BuildOptions> & { out?: string } = {}) {
  const { config, ...at } = await readConfig(join(folder, 'prep.config.json'));
  const events: BuildEvent[] = [];
  await buildTargets(await findTargets(config, folder, at.file), {
    folder,
    threads: JOBS,
    maxMemory: 1e9,
    force: false,
    dryRun: false,
    bail: false,
    clean: false,
    ...options,
    out: join(folder, options.out ?? config.outDir),
    onEvent(event) {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const rows = events.filter((event) => 'outputs' in event);
  const maps = (name: string) => rows.flatMap(({ event, map }) => (event === name ? [map] : [])).sort();
  const reasons = Object.fromEntries(rows.flatMap(({ map, reason }) => (reason ? [[map, reason]] : [])));
  return { events, built: maps('built'), cached: maps('cached'), stale: maps('stale'), reasons };
}
