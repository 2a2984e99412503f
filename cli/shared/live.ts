/** The status of a build: how far all of it is, and a line for each map that a thread is on. */
import type { BuildEvent } from '../../src/build/events.js';
import { count } from './options.js';
import { duration, showStatus } from './output.js';

/** Not more often than this, in milliseconds. */
const EVERY_MS = 100;
/** Least share from which the time left is estimated. */
const LEAST = 0.02;
/** Least maps from which a rate is shown. */
const MANY = 10;

/** Steps of a world that are shown as numbers of tiles. */
const COUNTED = ['tiles', 'gates'];

interface Active {
  map: string;
  work: number;
  artifact: string;
  share: number;
  /** Done and total tiles of a world. */
  counted: string;
  worker: string;
}

export interface LiveBuild {
  event(event: BuildEvent): void;
  /** First line of the status: progress of the build. */
  headline(): string;
}

/** @param show shows lines in place of those before */
export function liveBuild(
  show: (lines: string[]) => void = showStatus,
  now: () => number = () => performance.now(),
): LiveBuild {
  const start = now();
  const active = new Map<string, Active>();
  const counts = { built: 0, fetched: 0, cached: 0, failed: 0 };
  let [maps, work, done] = [0, 0, 0];
  let fleet = '';
  let shown = -Infinity;

  const headline = () => {
    const share = work > 0 ? Math.min(1, (done + sum([...active.values()].map((a) => a.work * a.share))) / work) : 1;
    const left = share > LEAST ? `, ${duration(((now() - start) * (1 - share)) / share / 1000)} left` : '';
    const fetched = counts.fetched > 0 ? `${counts.fetched} fetched, ` : '';
    const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
    return (
      `${sum(Object.values(counts))} of ${count(maps, 'map')} (${fetched}${counts.cached} cached${failed}), ` +
      `${Math.floor(100 * share)} %${rate()}${left}${fleet}`
    );
  };

  /** Maps a minute, if there are many. */
  const rate = () => {
    const minutes = (now() - start) / 60_000;
    return counts.built >= MANY
      ? `, ${(counts.built / minutes).toFixed(counts.built < 10 * minutes ? 1 : 0)} maps a minute`
      : '';
  };

  return {
    event(event) {
      if (event.event === 'start') [maps, work] = [event.maps, event.work];
      else if (event.event === 'baking')
        active.set(event.map, { map: event.map, work: event.work, artifact: '', share: 0, counted: '', worker: '' });
      else if (event.event === 'workers')
        fleet = `, ${count(event.workers, 'worker')} with ${count(event.threads, 'thread')}`;
      else if (event.event === 'progress') update(active.get(event.map), event);
      else if (
        event.event === 'built' ||
        event.event === 'fetched' ||
        event.event === 'cached' ||
        event.event === 'failed'
      ) {
        counts[event.event]++;
        done += event.event === 'fetched' ? event.work : (active.get(event.map)?.work ?? 0);
        active.delete(event.map);
      }
      if (now() - shown < EVERY_MS) return;
      shown = now();
      show([headline(), ...[...active.values()].map(activeLine)]);
    },
    headline,
  };
}

function update(line: Active | undefined, event: BuildEvent & { event: 'progress' }): void {
  if (!line) return;
  line.artifact = event.artifact;
  line.share = event.done / event.total;
  line.counted = COUNTED.includes(event.artifact) ? `${event.done} of ${event.total}` : '';
  line.worker = event.worker ?? '';
}

function activeLine({ map, artifact, share, counted, worker }: Active): string {
  const step = artifact ? `  ${artifact} ${counted || `${Math.floor(100 * share)} %`}` : '';
  return `  ${map}${step}${worker ? `  ${worker}` : ''}`;
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
