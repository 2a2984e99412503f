/**
 * Levels: edges between the nodes on its clusters' borders. On level 1 a path is runs of steps; above it edges of the
 * level below and those that join them, by their numbers among the edges of the node.
 */
import { ensure } from '../../core/errors.js';

/** Edges in CSR form: node n has the edges first[n] .. first[n + 1]. */
export interface Csr {
  first: Int32Array;
  to: Int32Array;
  cost: Float64Array;
}

/** Edges in pieces: node n has the edges first[n] .. end[n], behind the edges of any other node of its cluster. */
export interface Edges extends Csr {
  end: Int32Array;
}

export interface Level extends Edges {
  /** Per edge: twice the number of the pair whose path it is, + 1 when against the path's direction. */
  pair: Int32Array;
  /** First run or step of each pair's path, and where it ends. */
  pathFirst: Int32Array;
  pathEnd: Int32Array;
  /** Undefined where none are stored. */
  paths: Uint8Array | Uint16Array | undefined;
}

/**
 * Edges in both directions from the stored pairs i < j: 0 not connected, otherwise 1 + length of the path.
 * @param members nodes, cluster by cluster, as their edges follow each other
 * @param paths of the pairs in sequence; undefined where a pair holds its cost
 * @param price cost of the path of pair p from node i to j; Infinity if it is invalid
 */
export function pairsToEdges(
  count: number,
  members: Int32Array,
  memberFirst: Int32Array,
  pairs: Uint16Array | Uint32Array,
  paths: Uint8Array | Uint16Array | undefined,
  price: (i: number, j: number, p: number, from: number, end: number) => number,
): Level {
  const first = new Int32Array(count);
  /** At first how many edges a node has, then where its next one goes. */
  const end = new Int32Array(count);
  const pathFirst = new Int32Array(pairs.length + 1);
  for (let p = 0; p < pairs.length; p++) pathFirst[p + 1] = pathFirst[p] + (paths && pairs[p] > 0 ? pairs[p] - 1 : 0);
  const each = (visit: (i: number, j: number, p: number) => void) => {
    for (let c = 0, p = 0; c + 1 < memberFirst.length; c++) {
      for (let a = memberFirst[c]; a < memberFirst[c + 1]; a++) {
        for (let b = a + 1; b < memberFirst[c + 1]; b++, p++) if (pairs[p] > 0) visit(members[a], members[b], p);
      }
    }
  };
  each((i, j) => {
    end[i]++;
    end[j]++;
  });
  let all = 0;
  for (const n of members) {
    first[n] = all;
    all += end[n];
    end[n] = first[n];
  }
  const to = new Int32Array(all);
  const cost = new Float64Array(all);
  const pair = new Int32Array(all);
  each((i, j, p) => {
    const one = price(i, j, p, pathFirst[p], pathFirst[p + 1]);
    ensure(one < Infinity, 'path', p, 'one that leads from node to node');
    for (let back = 0; back < 2; back++) {
      const e = end[back ? j : i]++;
      to[e] = back ? i : j;
      cost[e] = one;
      pair[e] = 2 * p + back;
    }
  });
  return { first, end, to, cost, pair, pathFirst, pathEnd: pathFirst.subarray(1), paths };
}
