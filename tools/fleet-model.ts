/**
 * A discrete-event model of a fleet: builder, Redis, cache server and workers, with measured times in place of work and with faults. The machine that
 * builds, Redis, the cache and each worker do one thing at a time.
 *
 * Used by `bench-scaling`, which writes docs/scaling.md.
 */
import { random } from '../test/grids.js';

/** Seconds of one thread for a map. */
export interface ModelMap {
  seconds: number;
  /** The part in goal bounds, which can be baked in shards. */
  shareable: number;
}

/** Costs beside the bakes, in seconds. */
export interface FleetCosts {
  /** Builder: upload a map's files and add the job. */
  submit: number;
  /** Builder: take the outputs and write them. */
  collect: number;
  /** Redis: everything for one job. */
  redis: number;
  /** Cache server: one request. */
  cache: number;
  /** Network: one round trip to the cache. */
  roundTrip: number;
  /** Worker: everything for one job beside the bake. */
  job: number;
  /** Worker: prepare a map for its first shard. */
  prepare: number;
  /** Worker: merge one shard. */
  merge: number;
  /** Time of one shard. */
  shard: number;
  /** Time after which a bake may be cut. */
  look: number;
  /** A rest shorter than this many shards is not cut. */
  worthSharing: number;
  /** Requests to the cache for a map: of the builder before the job, of the worker, of the builder after it. */
  requests: { submit: number; job: number; collect: number };
}

/** Measured on one core of a machine of two (docs/scaling.md). */
export const FLEET_COSTS: FleetCosts = {
  submit: 0.003,
  collect: 0.003,
  redis: 0.0006,
  cache: 0.0002,
  roundTrip: 0.0005,
  job: 0.012,
  prepare: 0.15,
  merge: 0.003,
  shard: 3,
  look: 1,
  worthSharing: 1.5,
  requests: { submit: 2, job: 6, collect: 2 },
};

/** What goes wrong. */
export interface Faults {
  /** Share of the workers that are slow, and how many times slower they are. */
  stragglers: number;
  slowdown: number;
  /** Mean seconds until a worker dies; it comes back after `restart` seconds, its job after `lock` seconds. */
  lifetime: number;
  restart: number;
  lock: number;
  /** Share of the workers with another cache: each returns its job and rests. */
  wrongCache: number;
  rest: number;
}

export const NO_FAULTS: Faults = {
  stragglers: 0,
  slowdown: 1,
  lifetime: Infinity,
  restart: 30,
  lock: 9,
  wrongCache: 0,
  rest: 15,
};

/** A simulated build. */
export interface Simulated {
  seconds: number;
  jobs: number;
  /** Jobs that were begun again, because their worker died or had another cache. */
  repeated: number;
  /** Share of the time that each was busy; of workers the mean. */
  busy: { builder: number; redis: number; cache: number; workers: number };
}

interface ModelJob {
  map: ModelMap;
  kind: 'map' | 'shard' | 'rest';
  seconds: number;
}

interface ModelWorker {
  slowdown: number;
  isWrong: boolean;
  diesAt: number;
}

/** Seconds of a build of some maps on so many workers of one job at once. */
export function simulateFleet(
  maps: ModelMap[],
  workers: number,
  costs: FleetCosts = FLEET_COSTS,
  faults: Faults = NO_FAULTS,
): Simulated {
  const next = random(1);
  const lifetime = () => (faults.lifetime === Infinity ? Infinity : -Math.log(1 - next()) * faults.lifetime);
  const idle = Array.from({ length: workers }, (_, i): ModelWorker => {
    const share = (i + 0.5) / workers;
    const isWrong = share > 1 - faults.wrongCache;
    return { slowdown: share < faults.stragglers ? faults.slowdown : 1, isWrong, diesAt: lifetime() };
  });
  const queue: ModelJob[] = [];
  const events = new Timeline();
  const shardsLeft = new Map<ModelMap, number>();
  const [builder, redis, cache] = [new Resource(), new Resource(), new Resource()];
  const { requests } = costs;
  let [done, jobs, repeated, busy, end] = [0, 0, 0, 0, 0];

  /** The end of so many requests, one after the other. */
  const ask = (now: number, count: number) =>
    count === 0 ? now : Math.max(cache.take(now, count * costs.cache), now + count * (costs.cache + costs.roundTrip));
  const rest = ({ shareable }: ModelMap) =>
    shareable - costs.look > costs.worthSharing * costs.shard ? shareable - costs.look : 0;
  const assign = (now: number) => {
    while (idle.length > 0 && queue.length > 0) {
      const worker = idle.pop() as ModelWorker;
      const job = queue.shift() as ModelJob;
      jobs++;
      const begin = redis.take(now, costs.redis);
      if (worker.isWrong) {
        repeated++;
        events.add(ask(begin, 1), (at) => restart(job, at));
        events.add(begin + faults.rest, (at) => join(worker, at));
        continue;
      }
      const finished = ask(begin, requests.job) + costs.job + job.seconds * worker.slowdown;
      const ended = Math.min(finished, Math.max(begin, worker.diesAt));
      busy += ended - now;
      if (ended < finished) {
        repeated++;
        events.add(ended + faults.lock, (at) => restart(job, at));
        events.add(ended + faults.restart, (at) => {
          worker.diesAt = at + lifetime();
          join(worker, at);
        });
      } else
        events.add(finished, (at) => {
          complete(job, at);
          join(worker, at);
        });
    }
  };
  const join = (worker: ModelWorker, now: number) => {
    idle.push(worker);
    assign(now);
  };
  const restart = (job: ModelJob, now: number) => {
    queue.unshift(job);
    assign(now);
  };
  const complete = ({ map, kind }: ModelJob, now: number) => {
    const left = kind === 'map' ? rest(map) : 0;
    if (left > 0) {
      const count = Math.max(1, Math.round(left / costs.shard));
      shardsLeft.set(map, count);
      const seconds = left / count + costs.prepare / Math.max(1, count / workers);
      // Before maps that have not begun.
      queue.unshift(...Array.from({ length: count }, (): ModelJob => ({ map, kind: 'shard', seconds })));
    } else if (kind === 'shard') {
      const others = (shardsLeft.get(map) as number) - 1;
      shardsLeft.set(map, others);
      if (others > 0) return;
      const count = Math.max(1, Math.round(rest(map) / costs.shard));
      const seconds = costs.prepare + costs.merge * count + Math.max(0, map.seconds - map.shareable);
      queue.unshift({ map, kind: 'rest', seconds });
    } else {
      done++;
      end = Math.max(end, builder.take(ask(now, requests.collect), costs.collect));
    }
  };

  // Large maps first, as builds do; the next one is submitted when this one is.
  const order = [...maps].sort((a, b) => b.seconds - a.seconds);
  const submit = (i: number, now: number) => {
    if (i === order.length) return;
    const map = order[i];
    events.add(builder.take(now, costs.submit), (at) => {
      submit(i + 1, at);
      events.add(ask(at, requests.submit), (ready) => {
        queue.push({ map, kind: 'map', seconds: rest(map) > 0 ? costs.look : map.seconds });
        assign(ready);
      });
    });
  };
  submit(0, 0);
  events.run(() => done === maps.length);
  if (done < maps.length) throw new RangeError(`${done} of ${maps.length} maps were done`);
  const share = (seconds: number) => (end > 0 ? seconds / end : 0);
  return {
    seconds: end,
    jobs,
    repeated,
    busy: {
      builder: share(builder.used),
      redis: share(redis.used),
      cache: share(cache.used),
      workers: share(busy / workers),
    },
  };
}

/** A machine that does one thing at a time. */
class Resource {
  used = 0;
  private free = 0;

  /** @returns when so many seconds of work that came at `now` are done */
  take(now: number, seconds: number): number {
    this.used += seconds;
    this.free = Math.max(this.free, now) + seconds;
    return this.free;
  }
}

/** Events by time: a binary heap. */
class Timeline {
  private readonly heap: { at: number; happens: (at: number) => void }[] = [];

  add(at: number, happens: (at: number) => void): void {
    const { heap } = this;
    let i = heap.push({ at, happens }) - 1;
    for (let up = (i - 1) >> 1; i > 0 && heap[up].at > heap[i].at; i = up, up = (i - 1) >> 1)
      [heap[i], heap[up]] = [heap[up], heap[i]];
  }

  run(isOver: () => boolean): void {
    for (let first = this.take(); first && !isOver(); first = this.take()) first.happens(first.at);
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
