/**
 * Costs without paths from a contraction hierarchy, for queries that share ends: the nodes above a cell are listed
 * once, so a pair of cells takes one look at two short lists (Knopp et al. 2007).
 */
import type { Climb } from '../../core/search/engine.js';

/** Nodes above a cell, and the least that a climb to each costs. */
type Above = readonly [nodes: number[], costs: number[]];

/** Edges of a node from which on a search, which goes towards its goal, is quicker. Mazes have 2, game maps 5 and more. */
const MOST_EDGES = 3;

/**
 * @param cells at which links end
 * @returns integer cost between two open cells, Infinity without a path; undefined where a search is quicker
 */
export function climbCosts(
  { ends, reached, reachCosts, first, targets, costs, line }: Climb,
  cells: readonly number[],
): ((from: number, to: number, dx: number, dy: number) => number) | undefined {
  if (targets.length > MOST_EDGES * first.length) return;
  /** Lists of the ends of links, and of two other cells. */
  const kept = new Map<number, Above>();
  const recent: typeof kept = new Map();
  /** By node, of one list at a time; Infinity of all others. */
  const sums = new Float64Array(first.length).fill(Infinity);
  const clear = (nodes: number[]): void => {
    for (const node of nodes) sums[node] = Infinity;
  };

  const climb = (cell: number, into = kept): Above => {
    const nodes: number[] = [];
    const reach = (node: number, cost: number): void => {
      if (cost >= sums[node]) return;
      sums[node] = cost;
      nodes.push(node);
    };
    for (let e = ends(cell) - 1; e >= 0; e--) reach(reached[e], reachCosts[e]);
    // A node that gets cheaper stands there once more.
    for (const node of nodes)
      for (let e = first[node]; e < first[node + 1]; e++) reach(targets[e], sums[node] + costs[e]);
    const above: Above = [nodes, nodes.map((node) => sums[node])];
    clear(nodes);
    into.set(cell, above);
    return above;
  };

  for (const cell of cells) climb(cell);
  const aboveOf = (cell: number): Above => {
    const above = kept.get(cell) ?? recent.get(cell);
    if (above) return above;
    if (recent.size > 1) recent.clear();
    return climb(cell, recent);
  };

  return (from, to, dx, dy) => {
    // A line leads over no node.
    let best = line(from, dx, dy);
    const [a, aCosts] = aboveOf(from);
    const [b, bCosts] = aboveOf(to);
    for (let i = 0; i < b.length; i++) sums[b[i]] = bCosts[i];
    for (let i = 0; i < a.length; i++) best = Math.min(best, aCosts[i] + sums[a[i]]);
    clear(b);
    return best;
  };
}
