/**
 * How long a build takes on so many workers: the queue's own rules, with times that were measured in place of work. The machine that builds, Redis
 * and each worker do one thing after the other.
 *
 * Measured: docs/scaling.md.
 */

/** A map, in seconds of one thread. */
export interface SimulatedMap {
  /** All of it. */
  seconds: number;
  /** Of that goal bounds, which can be shared. */
  shareable: number;
}

/** What a fleet costs beside the bakes, in seconds. */
export interface FleetCosts {
  /** Of the machine that builds: to put a map's files into the cache and give the job. */
  submit: number;
  /** Of the machine that builds: to take the outputs and write them. */
  collect: number;
  /** Of Redis: all that it does for a job. */
  redis: number;
  /** Of a worker: to take a job, its task and its files, and to put the result. */
  job: number;
  /** Of a worker: to make a map ready for a shard; the next shard of the same map needs it not. */
  prepare: number;
  /** Of a worker: to take the shards of a map, for each. */
  merge: number;
  /** A part of a long bake. */
  shard: number;
  /** When a bake is looked at. */
  look: number;
  /** A rest of fewer shards is not shared. */
  worthSharing: number;
}

/** Measured on one core of a machine of two (docs/scaling.md). */
export const FLEET_COSTS: FleetCosts = {
  submit: 0.003,
  collect: 0.003,
  redis: 0.0006,
  job: 0.012,
  prepare: 0.15,
  merge: 0.003,
  shard: 3,
  look: 1,
  worthSharing: 1.5,
};

/** How a simulated build went. */
export interface Simulated {
  seconds: number;
  jobs: number;
  /** Share of the time that each was busy; of workers the mean. */
  busy: { builder: number; redis: number; workers: number };
}

interface SimulatedJob {
  map: SimulatedMap;
  kind: 'map' | 'shard' | 'rest';
  seconds: number;
}

/** A build of some maps on so many workers of one job at once. */
export function simulateFleet(maps: SimulatedMap[], workers: number, costs: FleetCosts = FLEET_COSTS): Simulated {
  const queue: SimulatedJob[] = [];
  const events = new Timeline();
  const shardsLeft = new Map<SimulatedMap, number>();
  let [idle, builder, redis, done, jobs] = [workers, 0, 0, 0, 0];
  const used = { builder: 0, redis: 0, workers: 0 };
  let end = 0;

  /** Each does one thing after the other. */
  const takeBuilder = (now: number, seconds: number) => {
    used.builder += seconds;
    builder = Math.max(builder, now) + seconds;
    return builder;
  };
  const takeRedis = (now: number) => {
    jobs++;
    used.redis += costs.redis;
    redis = Math.max(redis, now) + costs.redis;
    return redis;
  };
  const next = (now: number) => {
    while (idle > 0 && queue.length > 0) {
      idle--;
      const job = queue.shift() as SimulatedJob;
      const begin = takeRedis(now);
      const seconds = costs.job + job.seconds;
      used.workers += begin - now + seconds;
      events.add(begin + seconds, (at) => finish(job, at));
    }
  };
  const finish = (job: SimulatedJob, now: number) => {
    idle++;
    const { map, kind } = job;
    const left = kind === 'map' ? rest(map) : 0;
    if (left > 0) {
      const count = Math.max(1, Math.round(left / costs.shard));
      shardsLeft.set(map, count);
      const seconds = left / count + costs.prepare / Math.max(1, count / workers);
      // Before maps that nobody has begun.
      queue.unshift(...Array.from({ length: count }, (): SimulatedJob => ({ map, kind: 'shard', seconds })));
    } else if (kind === 'shard') {
      const others = (shardsLeft.get(map) as number) - 1;
      shardsLeft.set(map, others);
      if (others === 0) {
        const count = Math.max(1, Math.round(rest(map) / costs.shard));
        const seconds = costs.prepare + costs.merge * count + Math.max(0, map.seconds - map.shareable);
        queue.unshift({ map, kind: 'rest', seconds });
      }
    } else {
      done++;
      end = Math.max(end, takeBuilder(now, costs.collect));
    }
    next(now);
  };
  /** Seconds that are left to be shared after the first look. */
  const rest = ({ shareable }: SimulatedMap) =>
    shareable - costs.look > costs.worthSharing * costs.shard ? shareable - costs.look : 0;

  // Big maps first, as builds do; the next is given when this one is.
  const order = [...maps].sort((a, b) => b.seconds - a.seconds);
  const give = (i: number, now: number) => {
    if (i === order.length) return;
    const map = order[i];
    const given = takeBuilder(now, costs.submit);
    const seconds = rest(map) > 0 ? costs.look : map.seconds;
    events.add(given, (at) => {
      queue.push({ map, kind: 'map', seconds });
      next(at);
      give(i + 1, at);
    });
  };
  give(0, 0);
  events.run();
  if (done < maps.length) throw new RangeError(`${done} of ${maps.length} maps were done`);
  const share = (seconds: number) => (end > 0 ? seconds / end : 0);
  return {
    seconds: end,
    jobs,
    busy: { builder: share(used.builder), redis: share(used.redis), workers: share(used.workers / workers) },
  };
}

/** What happens when: a binary heap. */
class Timeline {
  private readonly heap: { at: number; happens: (at: number) => void }[] = [];

  add(at: number, happens: (at: number) => void): void {
    const { heap } = this;
    let i = heap.push({ at, happens }) - 1;
    for (let up = (i - 1) >> 1; i > 0 && heap[up].at > heap[i].at; i = up, up = (i - 1) >> 1)
      [heap[i], heap[up]] = [heap[up], heap[i]];
  }

  run(): void {
    for (let first = this.take(); first; first = this.take()) first.happens(first.at);
  }

  private take() {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || !last) return first;
    heap[0] = last;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && heap[child].at < heap[least].at) least = child;
      if (least === i) return first;
      [heap[i], heap[least]] = [heap[least], heap[i]];
      i = least;
    }
  }
}
