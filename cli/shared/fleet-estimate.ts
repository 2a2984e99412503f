/** Time and storage of a fleet for estimated maps. */

import type { ArtifactEstimate } from '../../src/estimate/estimate.js';
import { count, size } from './options.js';
import { duration, print, summarize } from './output.js';

/** A map, or one of its agents, and what each of its artifacts takes one thread. */
export interface MapEstimate {
  file: string;
  estimates: ArtifactEstimate[];
}

/** Seconds per map of the builder and per job of a worker (docs/scaling.md); longer bakes are sharded. */
const [BUILDER, WORKER, CUT] = [0.006, 0.015, 5.5];
/** Seconds until a cut is made, of a shard, and to merge. */
const SHARED = 4.5;

/** Seconds of a build: bound by the workers together, by the longest map, or by the machine that builds. */
export function fleetSeconds(maps: { seconds: number; shareable: number }[], workers: number): number {
  const all = maps.reduce((sum, { seconds }) => sum + seconds + WORKER, 0);
  const longest = maps.map(({ seconds, shareable }) => (shareable > CUT ? SHARED + seconds - shareable : seconds));
  const most = longest.reduce((a, b) => Math.max(a, b), 0);
  return Math.max(maps.length * BUILDER, all / workers + (workers > 1 ? most / 2 : 0), most);
}

/** One line, or one object, after those of the artifacts. */
export function tellFleet(all: MapEstimate[], workers: number, json: boolean): void {
  const maps = new Map<string, { seconds: number; shareable: number }>();
  let stored = 0;
  for (const { file, estimates } of all) {
    const map = maps.get(file) ?? { seconds: 0, shareable: 0 };
    for (const { artifact, seconds, bytes } of estimates) {
      map.seconds += seconds;
      if (artifact === 'bounds') map.shareable += seconds;
      stored += bytes;
    }
    maps.set(file, map);
  }
  const seconds = fleetSeconds([...maps.values()], workers);
  const alone = [...maps.values()].reduce((sum, map) => sum + map.seconds, 0);
  if (json) summarize({ maps: maps.size, workers, seconds, alone, stored });
  else
    print(
      `${count(maps.size, 'map')} on ${count(workers, 'worker')} of one job each: about ${duration(seconds)} (one ` +
        `thread: ${duration(alone)}); ${size(stored)} in the cache`,
    );
}
