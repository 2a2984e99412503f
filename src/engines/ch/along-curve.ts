/** Numbers for contraction: subgoals near each other on the map are near each other in memory. */
import { X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import type { Edges } from './remaining.js';
import type { DirectEdges } from './subgoals.js';

/** Squares of 2^3 cells on each side stay in rows: enough bits for the curve, and for the numbers behind it. */
const SQUARE = 3;
const NUMBERS = 2 ** 27;

/** Bits of a coordinate with a 0 before each. */
function spread(x: number): number {
  let bits = x >> SQUARE;
  bits = (bits | (bits << 8)) & 0xff00ff;
  bits = (bits | (bits << 4)) & 0xf0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/**
 * Numbers subgoals along a Z curve over squares of 8 x 8 cells.
 * @returns the node of each subgoal, and the subgoal of each node
 */
export function alongCurve(points: Int32Array): { nodes: Int32Array; subgoals: Int32Array } {
  const keys = new Float64Array(points.length);
  for (let v = 0; v < points.length; v++)
    keys[v] = (spread(points[v] & X_MASK) + 2 * spread(points[v] >> Y_SHIFT)) * NUMBERS + v;
  keys.sort();
  const subgoals = new Int32Array(points.length);
  const nodes = new Int32Array(points.length);
  for (let node = 0; node < points.length; node++) {
    subgoals[node] = keys[node] % NUMBERS;
    nodes[subgoals[node]] = node;
  }
  return { nodes, subgoals };
}

/** The subgoal graph, both ways; edges back are marked. @param nodes number of each subgoal in it */
export function bothWays({ first, targets, costs }: DirectEdges, nodes: Int32Array): Edges & { isBack: Uint8Array } {
  const n = first.length - 1;
  const from = new Int32Array(n + 1);
  for (let v = 0; v < n; v++) {
    from[nodes[v] + 1] += first[v + 1] - first[v];
    for (let e = first[v]; e < first[v + 1]; e++) from[nodes[targets[e]] + 1]++;
  }
  for (let v = 0; v < n; v++) from[v + 1] += from[v];
  const next = from.slice(0, n);
  const edges = {
    first: from,
    targets: new Int32Array(from[n]),
    costs: new Float64Array(from[n]),
    isBack: new Uint8Array(from[n]),
  };
  for (let v = 0; v < n; v++) {
    for (let e = first[v]; e < first[v + 1]; e++) {
      const [a, b] = [nodes[v], nodes[targets[e]]];
      edges.targets[next[a]] = b;
      edges.costs[next[a]++] = costs[e];
      edges.targets[next[b]] = a;
      edges.isBack[next[b]] = 1;
      edges.costs[next[b]++] = costs[e];
    }
  }
  return edges;
}
