/**
 * How HPA* finds its path, in stages: nodes over the borders of the highest levels, then each hop in the edges of the level below, down to
 * cells, then smoothed. Told from what the search tells of itself and from the edges that are stored; the search is as it is.
 */
import { STEP } from '../grid/step-costs.js';
import { clusterFlood } from '../hpa/flood.js';
import { apart } from '../hpa/graph.js';
import { eachHop } from '../hpa/hops.js';
import type { HpaSearch } from '../hpa/query.js';
import { refiner } from '../hpa/refine.js';
import { spanOf } from './cluster-layers.js';
import { recordSearch } from './record.js';
import type { Scene } from './scene.js';

/** One stage of a path: x, y of its nodes on a level. */
export interface Stage {
  /** 1 the lowest. */
  level: number;
  nodes: number[];
}

/** A path of HPA*, from coarse to fine. */
export interface CoarsePath {
  /** The highest level first. */
  stages: Stage[];
  /** The turns of each piece as it is refined, x, y; joined they are the path before it is smoothed. */
  pieces: number[][];
}

/** One edge of a plan: within a cluster on a level (0 the lowest), or across a border where the level is -1. */
interface Leg {
  from: number;
  to: number;
  level: number;
}

/** The coarse path of a query, and its path before smoothing; null where there is none. */
export function planOf(scene: Scene, search: HpaSearch, x0: number, y0: number, x1: number, y1: number) {
  const unsmoothed = {
    search: (...[, , , , path]: Parameters<HpaSearch['search']>) => search.search(x0, y0, x1, y1, path, false),
  };
  return {
    raw: recordSearch(unsmoothed, x0, y0, x1, y1).path,
    coarse: coarsePath(scene, search, x0, y0, x1, y1),
  };
}

/** @returns null where there is no path */
export function coarsePath(
  scene: Scene,
  search: HpaSearch,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): CoarsePath | null {
  const found = scene.clusters();
  const { graph } = found;
  const size = spanOf(found, 0);
  const recording = recordSearch(search, x0, y0, x1, y1);
  if (!recording.path) return null;
  const flood = clusterFlood(scene.grid, size);
  const { addLocal, addInter, addPath, line } = refiner(scene.grid, graph, flood);
  const nodes = line(x0, y0, x1, y1) ? [] : planOf();
  const ends = (between: number[]) => [x0, y0, ...between, x1, y1];
  if (nodes.length === 0) {
    const out = [x0 | (y0 << 16)];
    addLocal(out, x0, y0, x1, y1);
    return { stages: [{ level: 1, nodes: ends([]) }], pieces: [flat(out)] };
  }
  let legs = nodes.slice(1).flatMap((to, i) => legsOf(nodes[i], to, i === 0));
  const stages: Stage[] = [];
  for (let level = graph.levels.length - 1; level >= 0; level--) {
    // What is on no level that is drawn yet stays as it is.
    stages.push({ level: level + 1, nodes: ends([nodes[0], ...legs.map(({ to }) => to)].flatMap(pointOf)) });
    if (level > 0) legs = legs.flatMap((leg) => (leg.level === level ? below(leg) : [leg]));
  }
  return { stages, pieces: [first(), ...legs.map(pieceOf), last()] };

  /** The nodes from that of the start's cluster to that of the goal's whose way to the goal makes the abstract cost. */
  function planOf(): number[] {
    const { points, parents, costs } = recording;
    flood.run(x1, y1);
    const home = [Math.floor(x1 / size), Math.floor(y1 / size)].join();
    let [best, at] = [Infinity, -1];
    for (let i = 1; i < points.length; i++) {
      const [x, y] = [points[i] & 0xffff, points[i] >> 16];
      if ([Math.floor(x / size), Math.floor(y / size)].join() !== home) continue;
      const sum = costs[i] + flood.costs[flood.at(x, y)] / STEP;
      if (sum < best) [best, at] = [sum, i];
    }
    // Within one cluster, or by a way that no node is on.
    if (at < 0 || best > search.abstractCost + 1e-9) return [];
    const way: number[] = [];
    for (; at > 0; at = parents[at]) way.push(nodeAt(points[at]));
    return way.reverse();
  }

  function nodeAt(point: number): number {
    const [x, y] = [point & 0xffff, point >> 16];
    const c = Math.floor(y / size) * Math.ceil(scene.grid.width / size) + Math.floor(x / size);
    let n = graph.clusterFirst[c];
    while (graph.points[2 * n] !== x || graph.points[2 * n + 1] !== y) n++;
    return n;
  }

  function pointOf(n: number): [number, number] {
    return [graph.points[2 * n], graph.points[2 * n + 1]];
  }

  /** The level that the search hops on from a node: the highest whose cluster holds neither start nor goal. */
  function levelOf(n: number): number {
    let level = 0;
    while (level + 1 < graph.nodeLevels[n]) {
      const span = spanOf(found, level + 1);
      if (!apart(graph.points, n, x0, y0, span) || !apart(graph.points, n, x1, y1, span)) break;
      level++;
    }
    return level;
  }

  /** A hop as its edge inside the cluster, if it has one, and the move over the border. */
  function legsOf(from: number, to: number, isFirst: boolean): Leg[] {
    if (isFirst) return [{ from, to, level: -1 }];
    const level = levelOf(from);
    let [best, edge, border] = [Infinity, -1, from];
    eachHop(graph, level, from, (t, price, e, via) => {
      if (t === to && price < best) [best, edge, border] = [price, e, via];
    });
    const over = { from: border, to, level: -1 };
    return edge < 0 ? [over] : [{ from, to: border, level }, over];
  }

  function edgeOf({ from, to, level }: Leg): number {
    const { first, to: targets } = graph.levels[level];
    let e = first[from];
    while (targets[e] !== to) e++;
    return e;
  }

  /** An edge of a level as those of the level below, and moves over its borders. */
  function below(leg: Leg): Leg[] {
    const { pair, pathFirst, paths } = graph.levels[leg.level];
    const e = edgeOf(leg);
    const back = (pair[e] & 1) > 0;
    const { first, to } = graph.levels[leg.level - 1];
    const { inter } = graph;
    let n = back ? leg.to : leg.from;
    const out: Leg[] = [];
    for (const step of paths?.subarray(pathFirst[pair[e] >> 1], pathFirst[(pair[e] >> 1) + 1]) ?? []) {
      const edge = first[n] + step;
      const inside = edge < first[n + 1];
      const next = inside ? to[edge] : inter.to[edge - first[n + 1] + inter.first[n]];
      const level = inside ? leg.level - 1 : -1;
      out.push(back ? { from: next, to: n, level } : { from: n, to: next, level });
      n = next;
    }
    return back ? out.reverse() : out;
  }

  function pieceOf(leg: Leg): number[] {
    const [x, y] = pointOf(leg.from);
    const out = [x | (y << 16)];
    if (leg.level < 0) addInter(out, leg.from, leg.to);
    else addPath(out, leg.level, leg.from, edgeOf(leg));
    return flat(out);
  }

  function first(): number[] {
    const out = [x0 | (y0 << 16)];
    addLocal(out, x0, y0, ...pointOf(nodes[0]));
    return flat(out);
  }

  function last(): number[] {
    const [x, y] = pointOf(nodes[nodes.length - 1]);
    const out = [x | (y << 16)];
    addLocal(out, x, y, x1, y1);
    return flat(out);
  }
}

function flat(points: number[]): number[] {
  return points.flatMap((point) => [point & 0xffff, point >> 16]);
}
