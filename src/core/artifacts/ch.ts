/** Contraction hierarchies, as tools know them. */
import * as KIND from '../blob/kinds.js';
import type { Part } from '../blob/pack.js';
import { bakeHierarchy } from '../ch/bake.js';
import type { Hierarchy } from '../ch/replay.js';
import { ruleOf } from '../ch/rules.js';
import { loadHierarchy } from '../ch/section.js';
import type { Grid } from '../grid/grid.js';
import { axialOf } from '../grid/hexes.js';
import { artifact, type Findings, THREAD_BYTES } from './artifact.js';

export const ch = artifact<Record<string, never>>({
  about: 'contraction hierarchy',
  options: {},
  section: KIND.chInfo,
  bake: (grid, _, context) => bakeHierarchy(grid, context),
  memory: (cells) => THREAD_BYTES + 600 * cells,
  inspect({ blob }, map) {
    const grid = axialOf(map);
    loadHierarchy(blob, grid, ruleOf(grid));
    return [];
  },
  verify: verifyHierarchy,
});

/** Most subgoals whose contraction is looked at. */
const SUBGOALS = 64;

/**
 * Contraction keeps the distances between nodes of higher rank: each pair of upward edges of a subgoal has a path over
 * higher ranks that costs no more, the shortcut or what made it unnecessary.
 */
async function verifyHierarchy({ blob }: Part, map: Grid, random: () => number): Promise<Findings> {
  const grid = axialOf(map);
  const { hierarchy } = loadHierarchy(blob, grid, ruleOf(grid));
  const { points, first, targets, costs } = hierarchy;
  const count = points.length;
  const sample =
    count <= SUBGOALS
      ? Array.from(points.keys())
      : Array.from({ length: SUBGOALS }, () => Math.floor(count * random()));
  const remaining = bothWays(hierarchy);
  const faults: string[] = [];
  let pairs = 0;
  for (const rank of sample) {
    for (let i = first[rank]; i < first[rank + 1]; i++) {
      const reached = distancesAbove(
        remaining,
        rank,
        targets[i],
        costs[i] + Math.max(0, ...costs.subarray(i + 1, first[rank + 1])),
      );
      for (let j = i + 1; j < first[rank + 1]; j++, pairs++) {
        const most = costs[i] + costs[j];
        if ((reached.get(targets[j]) ?? Infinity) <= most) continue;
        const [from, over, to] = [targets[i], rank, targets[j]].map((r) => `${points[r] & 0xffff},${points[r] >> 16}`);
        faults.push(`the shortcut from ${from} over ${over} to ${to} is missing`);
      }
    }
  }
  return { checked: `contraction of ${sample.length} subgoals, ${pairs} pairs of edges`, faults };
}

type Neighbors = [rank: number, cost: number][][];

function bothWays({ points, first, targets, costs }: Hierarchy): Neighbors {
  const neighbors: Neighbors = Array.from(points, () => []);
  for (let r = 0; r < points.length; r++) {
    for (let e = first[r]; e < first[r + 1]; e++) {
      neighbors[r].push([targets[e], costs[e]]);
      neighbors[targets[e]].push([r, costs[e]]);
    }
  }
  return neighbors;
}

/** Dijkstra (1959) from a node over those of higher rank than another, up to a cost. */
function distancesAbove(neighbors: Neighbors, rank: number, from: number, most: number): Map<number, number> {
  const settled = new Map<number, number>();
  const waiting = new Map([[from, 0]]);
  while (waiting.size > 0) {
    const [nearest, distance] = [...waiting].reduce((a, b) => (b[1] < a[1] ? b : a));
    waiting.delete(nearest);
    settled.set(nearest, distance);
    for (const [next, cost] of neighbors[nearest]) {
      if (next <= rank || settled.has(next) || distance + cost > most) continue;
      waiting.set(next, Math.min(distance + cost, waiting.get(next) ?? Infinity));
    }
  }
  return settled;
}
