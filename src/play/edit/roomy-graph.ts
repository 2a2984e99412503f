/**
 * The graph of HPA* on a map that changes, its lowest level: what a new bake would make, with room between the clusters, so that a change touches nothing but the
 * clusters beside it and the borders round them.
 *
 * Measured and decided: docs/decisions/edits-hpa-has-room-to-change.md.
 */

import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { besideOf } from '../../core/grid/rules.js';
import type { Abstraction } from '../../core/hpa/abstraction.js';
import { bakeCluster, type ClusterBake } from '../../core/hpa/build.js';
import type { Clusters } from '../../core/hpa/clusters.js';
import { clusterFlood } from '../../core/hpa/flood.js';
import { apart, type HpaGraph } from '../../core/hpa/graph.js';
import type { Level } from '../../core/hpa/levels.js';
import { moveCost } from '../../core/hpa/line.js';
import { pairsOf, Rooms } from './rooms.js';
import { Draft, RoomyEdges } from './roomy-edges.js';
import type { RoomyNodes } from './roomy-nodes.js';
import { type Moves, roomyShortcuts } from './roomy-shortcuts.js';

export interface LowestLevel {
  level: Level;
  inter: HpaGraph['inter'];
  /** @returns which clusters have other nodes or edges than before, of dirty ones and those round them */
  repair(dirty: readonly number[]): Set<number>;
}

/** How many edges each cluster has. */
export function edgeCounts(first: Int32Array, clusterFirst: Int32Array): Int32Array {
  return Int32Array.from(
    { length: clusterFirst.length - 1 },
    (_, c) => first[clusterFirst[c + 1]] - first[clusterFirst[c]],
  );
}

/** @param baked the graph of an abstraction */
export function lowestLevel(
  grid: Grid,
  clusters: Clusters,
  { options, counts }: Abstraction,
  baked: HpaGraph,
  nodes: RoomyNodes,
): LowestLevel {
  const { size, columns, rows } = clusters;
  const { width, height } = grid;
  const { points, nodeLevels, clusterFirst, clusterEnd } = nodes;
  const steps = directionSteps(grid.stride);
  const beside = besideOf(grid);
  const flood = clusterFlood(grid, size);
  const draft = new Draft();
  const { levels, inter: across } = baked;
  const [inside] = levels;

  // Pairs as they were baked.
  const { pairCounts, pairFirst } = pairsOf(counts);
  // One more than there are pairs, which tells where the paths of the last one end.
  const pairs = new Rooms(pairCounts.map((n) => n + 1));
  const pathFirst = new Int32Array(pairs.length);
  const runs = new Rooms(pairCounts.map((_, c) => inside.pathFirst[pairFirst[c + 1]] - inside.pathFirst[pairFirst[c]]));
  const paths = new Uint8Array(runs.length);
  const intra = new RoomyEdges(
    new Int32Array(nodes.count + 1),
    edgeCounts(inside.first, baked.clusterFirst),
    (n) => new Int32Array(n),
  );
  const inter = new RoomyEdges(
    new Int32Array(nodes.count + 1),
    edgeCounts(across.first, baked.clusterFirst),
    (n) => new Uint8Array(n),
  );

  for (let c = 0; c < counts.length; c++) {
    const begin = inside.pathFirst[pairFirst[c]];
    for (let p = pairFirst[c]; p <= pairFirst[c + 1]; p++)
      pathFirst[pairs.start[c] + p - pairFirst[c]] = inside.pathFirst[p] - begin + runs.start[c];
    if (inside.paths) paths.set(inside.paths.subarray(begin, inside.pathFirst[pairFirst[c + 1]]), runs.start[c]);
  }
  nodes.moveIn(
    inside.first,
    inside,
    (e, c) => inside.pair[e] + 2 * (pairs.start[c] - pairFirst[c]),
    (c, edges) => intra.put(c, clusterFirst[c], edges),
  );
  nodes.moveIn(
    across.first,
    across,
    (e) => across.level[e],
    (c, edges) => inter.put(c, clusterFirst[c], edges),
  );

  /** Paths and edges inside a cluster, whose nodes are there. */
  const putInside = (c: number, bake: ClusterBake): void => {
    const k = bake.places.length;
    const first = pairs.take(c, bake.pairs.length + 1);
    let run = runs.take(c, bake.runs.length);
    paths.set(bake.runs, run);
    bake.pairs.forEach((pair, p) => {
      pathFirst[first + p] = run;
      if (options.paths && pair > 0) run += pair - 1;
    });
    pathFirst[first + bake.pairs.length] = run;
    draft.clear();
    for (let i = 0; i < k; i++) {
      for (let j = 0; j < k; j++) {
        const [a, b] = i < j ? [i, j] : [j, i];
        const p = a * k - (a * (a + 1)) / 2 + b - a - 1;
        if (i !== j && bake.pairs[p] > 0)
          draft.push(clusterFirst[c] + j, bake.costs[p], 2 * (first + p) + Number(j < i));
      }
      draft.endNode();
    }
    intra.put(c, clusterFirst[c], draft);
  };

  const far = options.shortcuts ? roomyShortcuts(grid, clusters, nodes, intra, inter) : undefined;

  /** Moves from the nodes of a cluster across its borders. */
  const movesFrom = (c: number): Moves =>
    Array.from({ length: clusterEnd[c] - clusterFirst[c] }, (_, i) => {
      const n = clusterFirst[c] + i;
      const [x, y] = [points[2 * n], points[2 * n + 1]];
      const moves = [];
      for (let d = 0; d < 8; d++) {
        const [toX, toY] = [x + DX[d], y + DY[d]];
        if (toX < 0 || toY < 0 || toX >= width || toY >= height || !apart(points, n, toX, toY, size)) continue;
        const cost = moveCost(grid.costs ?? grid.open, steps, grid.cell(x, y), d, beside);
        const to = cost < Infinity ? nodes.at(toX, toY) : -1;
        if (to >= 0) moves.push({ to, cost });
      }
      return moves;
    });

  /** Edges from the nodes of a cluster across borders. @returns whether any is new */
  const putAcross = (c: number, dirty: ReadonlySet<number>): boolean => {
    const moves = movesFrom(c);
    const lines = far?.of(c, dirty, moves);
    draft.clear();
    moves.forEach((crossings, i) => {
      const n = clusterFirst[c] + i;
      nodeLevels[n] = 0;
      for (const { to, cost } of lines ? [...crossings, ...lines[i]] : crossings) {
        let crossed = 1;
        for (let span = size * options.merge; crossed < options.levels; span *= options.merge, crossed++)
          if (!apart(points, n, points[2 * to], points[2 * to + 1], span)) break;
        draft.push(to, cost, crossed);
        nodeLevels[n] = Math.max(nodeLevels[n], crossed);
      }
      draft.endNode();
    });
    return inter.put(c, clusterFirst[c], draft);
  };

  return {
    level: {
      first: intra.first,
      to: intra.to,
      cost: intra.cost,
      pair: intra.more,
      pathFirst,
      paths: options.paths ? paths : undefined,
    },
    inter: { first: inter.first, to: inter.to, cost: inter.cost, level: inter.more },
    repair(dirty) {
      const changed = new Set(dirty);
      const touched = new Set(dirty);
      const near = new Set(dirty);
      flood.forget();
      for (const c of dirty) {
        const bake = bakeCluster(grid, clusters, c, options, flood);
        const other = nodes.place(c, bake.places);
        putInside(c, bake);
        // Shortcuts depend on the paths inside, too.
        if (!other && !far) continue;
        const [cx, cy] = [c % columns, Math.floor(c / columns)];
        for (let y = Math.max(0, cy - 1); y <= Math.min(rows - 1, cy + 1); y++)
          for (let x = Math.max(0, cx - 1); x <= Math.min(columns - 1, cx + 1); x++) near.add(y * columns + x);
      }
      for (const c of near) if (putAcross(c, changed)) touched.add(c);
      return touched;
    },
  };
}
