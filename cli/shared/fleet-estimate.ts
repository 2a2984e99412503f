/** What a fleet would make of estimates: how long it takes, what it stores. */

import type { ArtifactEstimate } from '../../src/estimate/estimate.js';
import { simulateFleet } from '../../src/fleet/simulate.js';
import { count, size } from './options.js';
import { print, summarize } from './output.js';
import { duration } from './progress.js';

/** A map, or one of its agents, and what each of its artifacts takes one thread. */
export interface MapEstimate {
  file: string;
  estimates: ArtifactEstimate[];
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
  const { seconds } = simulateFleet([...maps.values()], workers);
  const alone = [...maps.values()].reduce((sum, map) => sum + map.seconds, 0);
  if (json) summarize({ maps: maps.size, workers, seconds, alone, stored });
  else
    print(
      `${count(maps.size, 'map')} on ${count(workers, 'worker')} of one job each: about ${duration(seconds)} (one thread: ${duration(alone)}); ${size(stored)} in the cache`,
    );
}
