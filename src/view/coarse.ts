/**
 * The stages of a path of HPA*: nodes on the borders of the highest level, then each hop as edges of the level below.
 * They are reconstructed from the recorded search and the stored edges.
 */
import { STEP } from '../core/grid/step-costs.js';
import { clusterFlood } from '../core/hpa/flood.js';
import { apart, type HpaGraph } from '../core/hpa/graph.js';
import { eachHop } from '../core/hpa/hops.js';
import type { HpaSearch } from '../core/hpa/query.js';
import { type Recording, recordSearch } from './record.js';
import type { Scene } from './scene.js';

/** One stage of a path: x, y of its nodes on a level, 1 the lowest. */
export interface Stage {
  level: number;
  nodes: number[];
}

type Query = readonly [x0: number, y0: number, x1: number, y1: number];

/** An edge of a plan: within a cluster on a level, 0 the lowest, or across a border if the level is -1. */
interface Leg {
  from: number;
  to: number;
  level: number;
}

/** The path of a query before smoothing, and its stages, the highest level first; none without a path. */
export function planOf(scene: Scene, search: HpaSearch, ...query: Query) {
  const recording = recordSearch(search, ...query);
  const { abstractCost } = search;
  const unsmoothed = {
    search: (...[, , , , path]: Parameters<HpaSearch['search']>) => search.search(...query, path, false),
  };
  const { path: raw } = recordSearch(unsmoothed, ...query);
  return { raw, stages: recording.path ? stagesOf(scene, query, recording, abstractCost) : [] };
}

function stagesOf(scene: Scene, query: Query, recording: Recording, abstractCost: number): Stage[] {
  const { graph } = scene.clusters();
  const [x0, y0, x1, y1] = query;
  const nodes = nodesOf(scene, query, recording, abstractCost);
  if (nodes.length === 0) return [{ level: 1, nodes: [...query] }];
  let legs = nodes.slice(1).flatMap((to, i) => legsOf(scene, query, nodes[i], to, i === 0));
  const stages: Stage[] = [];
  for (let level = graph.levels.length; level > 0; level--) {
    const between = [nodes[0], ...legs.map(({ to }) => to)].flatMap((n) => [...pointOf(graph, n)]);
    stages.push({ level, nodes: [x0, y0, ...between, x1, y1] });
    legs = legs.flatMap((leg) => (level > 1 && leg.level === level - 1 ? below(graph, leg) : [leg]));
  }
  return stages;
}

const pointOf = ({ points }: HpaGraph, n: number) => points.subarray(2 * n, 2 * n + 2);

/** Nodes of the path with the abstract cost, from the start's cluster to the goal's; none within one cluster. */
function nodesOf(scene: Scene, [, , x1, y1]: Query, { points, parents, costs }: Recording, abstractCost: number) {
  const { graph } = scene.clusters();
  const [size] = scene.spans();
  const clusterOf = (x: number, y: number) =>
    Math.floor(y / size) * Math.ceil(scene.grid.width / size) + Math.floor(x / size);
  const nodeAt = (x: number, y: number) => {
    let n = graph.clusterFirst[clusterOf(x, y)];
    while (graph.points[2 * n] !== x || graph.points[2 * n + 1] !== y) n++;
    return n;
  };
  const flood = clusterFlood(scene.grid, size);
  flood.run(x1, y1);
  let [best, at] = [Infinity, -1];
  for (let i = 1; i < points.length; i++) {
    const [x, y] = [points[i] & 0xffff, points[i] >> 16];
    if (clusterOf(x, y) !== clusterOf(x1, y1)) continue;
    const sum = costs[i] + flood.costs[flood.at(x, y)] / STEP;
    if (sum < best) [best, at] = [sum, i];
  }
  const way: number[] = [];
  if (best > abstractCost + 1e-9) return way;
  for (; at > 0; at = parents[at]) way.push(nodeAt(points[at] & 0xffff, points[at] >> 16));
  return way.reverse();
}

/** The level of a hop from a node: the highest whose cluster contains neither start nor goal. */
function levelOf(scene: Scene, [x0, y0, x1, y1]: Query, n: number): number {
  const { nodeLevels, points } = scene.clusters().graph;
  let level = 0;
  while (level + 1 < nodeLevels[n]) {
    const span = scene.spans()[level + 1];
    if (!apart(points, n, x0, y0, span) || !apart(points, n, x1, y1, span)) break;
    level++;
  }
  return level;
}

/** A hop as its edge inside the cluster, if it has one, and the move over the border. */
function legsOf(scene: Scene, query: Query, from: number, to: number, isFirst: boolean): Leg[] {
  if (isFirst) return [{ from, to, level: -1 }];
  const level = levelOf(scene, query, from);
  let [best, edge, border] = [Infinity, -1, from];
  eachHop(scene.clusters().graph, level, from, (t, price, e, via) => {
    if (t === to && price < best) [best, edge, border] = [price, e, via];
  });
  const over = { from: border, to, level: -1 };
  return edge < 0 ? [over] : [{ from, to: border, level }, over];
}

/** An edge of a level as edges of the level below, and moves over its borders. */
function below({ levels, inter }: HpaGraph, leg: Leg): Leg[] {
  const { pair, pathFirst, pathEnd, paths, ...edges } = levels[leg.level];
  const { first, end, to } = levels[leg.level - 1];
  let e = edges.first[leg.from];
  while (edges.to[e] !== leg.to) e++;
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
