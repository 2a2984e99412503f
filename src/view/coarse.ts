/**
 * How HPA* finds its path, in stages: nodes on the borders of the highest level, then each hop as edges of the level
 * below, down to cells. Reconstructed from the recorded search and the stored edges; the search itself is unchanged.
 */
import { STEP } from '../core/grid/step-costs.js';
import { clusterFlood, type Flood } from '../core/hpa/flood.js';
import { apart, type HpaGraph } from '../core/hpa/graph.js';
import { eachHop } from '../core/hpa/hops.js';
import type { HpaSearch } from '../core/hpa/query.js';
import { refiner } from '../core/hpa/refine.js';
import { type Recording, recordSearch } from './record.js';
import type { Scene } from './scene.js';

/** One stage of a path: x, y of its nodes on a level, 1 the lowest. */
export interface Stage {
  level: number;
  nodes: number[];
}

/** A path of HPA*, from coarse to fine. */
export interface CoarsePath {
  /** The highest level first. */
  stages: Stage[];
  /** The turns of each refined piece, x, y; joined they are the path before smoothing. */
  pieces: number[][];
}

type Query = readonly [x0: number, y0: number, x1: number, y1: number];

/** One edge of a plan: within a cluster on a level (0 the lowest), or across a border where the level is -1. */
interface Leg {
  from: number;
  to: number;
  level: number;
}

/** The coarse path of a query, and its path before smoothing; null where there is none. */
export function planOf(scene: Scene, search: HpaSearch, ...query: Query) {
  const unsmoothed = {
    search: (...[, , , , path]: Parameters<HpaSearch['search']>) => search.search(...query, path, false),
  };
  return { raw: recordSearch(unsmoothed, ...query).path, coarse: coarsePath(scene, search, ...query) };
}

/** @returns null where there is no path */
export function coarsePath(scene: Scene, search: HpaSearch, ...query: Query): CoarsePath | null {
  const recording = recordSearch(search, ...query);
  return recording.path && new Planned(scene, query).path(recording, search.abstractCost);
}

class Planned {
  private readonly graph: HpaGraph;
  private readonly size: number;
  private readonly flood: Flood;
  private readonly refine: ReturnType<typeof refiner>;

  constructor(
    private readonly scene: Scene,
    private readonly query: Query,
  ) {
    this.graph = scene.clusters().graph;
    [this.size] = scene.spans();
    this.flood = clusterFlood(scene.grid, this.size);
    this.refine = refiner(scene.grid, this.graph, this.flood);
  }

  path(recording: Recording, abstractCost: number): CoarsePath {
    const { graph, refine } = this;
    const [x0, y0, x1, y1] = this.query;
    const nodes = refine.line(x0, y0, x1, y1) ? [] : this.nodesOf(recording, abstractCost);
    const stageOf = (level: number, between: number[]): Stage => ({ level, nodes: [x0, y0, ...between, x1, y1] });
    if (nodes.length === 0) return { stages: [stageOf(1, [])], pieces: [this.local([x0, y0], [x1, y1])] };
    let legs = nodes.slice(1).flatMap((to, i) => this.legsOf(nodes[i], to, i === 0));
    const stages: Stage[] = [];
    for (let level = graph.levels.length - 1; level >= 0; level--) {
      const between = [nodes[0], ...legs.map(({ to }) => to)];
      stages.push(
        stageOf(
          level + 1,
          between.flatMap((n) => this.pointOf(n)),
        ),
      );
      if (level > 0) legs = legs.flatMap((leg) => (leg.level === level ? this.below(leg) : [leg]));
    }
    const first = this.local([x0, y0], this.pointOf(nodes[0]));
    const last = this.local(this.pointOf(nodes[nodes.length - 1]), [x1, y1]);
    return { stages, pieces: [first, ...legs.map((leg) => this.pieceOf(leg)), last] };
  }

  /** Nodes from the start's cluster to the goal's whose way makes the abstract cost; none within one cluster. */
  private nodesOf({ points, parents, costs }: Recording, abstractCost: number): number[] {
    const { flood, size } = this;
    const [, , x1, y1] = this.query;
    flood.run(x1, y1);
    const home = [Math.floor(x1 / size), Math.floor(y1 / size)].join();
    let [best, at] = [Infinity, -1];
    for (let i = 1; i < points.length; i++) {
      const [x, y] = [points[i] & 0xffff, points[i] >> 16];
      if ([Math.floor(x / size), Math.floor(y / size)].join() !== home) continue;
      const sum = costs[i] + flood.costs[flood.at(x, y)] / STEP;
      if (sum < best) [best, at] = [sum, i];
    }
    if (at < 0 || best > abstractCost + 1e-9) return [];
    const way: number[] = [];
    for (; at > 0; at = parents[at]) way.push(this.nodeAt(points[at] & 0xffff, points[at] >> 16));
    return way.reverse();
  }

  private nodeAt(x: number, y: number): number {
    const { points, clusterFirst } = this.graph;
    const columns = Math.ceil(this.scene.grid.width / this.size);
    let n = clusterFirst[Math.floor(y / this.size) * columns + Math.floor(x / this.size)];
    while (points[2 * n] !== x || points[2 * n + 1] !== y) n++;
    return n;
  }

  private pointOf(n: number): [number, number] {
    return [this.graph.points[2 * n], this.graph.points[2 * n + 1]];
  }

  /** The level that the search hops on from a node: the highest whose cluster holds neither start nor goal. */
  private levelOf(n: number): number {
    const { nodeLevels, points } = this.graph;
    const [x0, y0, x1, y1] = this.query;
    let level = 0;
    while (level + 1 < nodeLevels[n]) {
      const span = this.scene.spans()[level + 1];
      if (!apart(points, n, x0, y0, span) || !apart(points, n, x1, y1, span)) break;
      level++;
    }
    return level;
  }

  /** A hop as its edge inside the cluster, if it has one, and the move over the border. */
  private legsOf(from: number, to: number, isFirst: boolean): Leg[] {
    if (isFirst) return [{ from, to, level: -1 }];
    const level = this.levelOf(from);
    let [best, edge, border] = [Infinity, -1, from];
    eachHop(this.graph, level, from, (t, price, e, via) => {
      if (t === to && price < best) [best, edge, border] = [price, e, via];
    });
    const over = { from: border, to, level: -1 };
    return edge < 0 ? [over] : [{ from, to: border, level }, over];
  }

  private edgeOf({ from, to, level }: Leg): number {
    const { first, to: targets } = this.graph.levels[level];
    let e = first[from];
    while (targets[e] !== to) e++;
    return e;
  }

  /** An edge of a level as edges of the level below, and moves over its borders. */
  private below(leg: Leg): Leg[] {
    const { levels, inter } = this.graph;
    const { pair, pathFirst, pathEnd, paths } = levels[leg.level];
    const { first, end, to } = levels[leg.level - 1];
    const e = this.edgeOf(leg);
    const isReverse = (pair[e] & 1) > 0;
    let n = isReverse ? leg.to : leg.from;
    const out: Leg[] = [];
    for (const step of paths?.subarray(pathFirst[pair[e] >> 1], pathEnd[pair[e] >> 1]) ?? []) {
      const edge = first[n] + step;
      const isInside = edge < end[n];
      const next = isInside ? to[edge] : inter.to[edge - end[n] + inter.first[n]];
      const level = isInside ? leg.level - 1 : -1;
      out.push(isReverse ? { from: next, to: n, level } : { from: n, to: next, level });
      n = next;
    }
    return isReverse ? out.reverse() : out;
  }

  private pieceOf(leg: Leg): number[] {
    const [x, y] = this.pointOf(leg.from);
    const out = [x | (y << 16)];
    if (leg.level < 0) this.refine.addInter(out, leg.from, leg.to);
    else this.refine.addPath(out, leg.level, leg.from, this.edgeOf(leg));
    return flat(out);
  }

  private local([x, y]: [number, number], to: [number, number]): number[] {
    const out = [x | (y << 16)];
    this.refine.addLocal(out, x, y, ...to);
    return flat(out);
  }
}

function flat(points: number[]): number[] {
  return points.flatMap((point) => [point & 0xffff, point >> 16]);
}
