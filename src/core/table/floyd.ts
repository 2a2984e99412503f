/** All-pairs distances (Floyd 1962) in cache-sized tiles (Venkataraman, Sahni & Mukhopadhyaya 2003). */
import type { Csr } from '../hpa/levels.js';

/** Nodes on a side of a tile: three tiles are 96 kB. */
const TILE = 64;

/** @param distances Float64Array(nodes * nodes), overwritten: distance between all nodes, Infinity if unreachable */
export function floyd({ first, to, cost }: Csr, distances: Float64Array): void {
  const n = first.length - 1;
  distances.fill(Infinity);
  for (let i = 0; i < n; i++) {
    distances[i * n + i] = 0;
    for (let e = first[i]; e < first[i + 1]; e++)
      distances[i * n + to[e]] = Math.min(distances[i * n + to[e]], cost[e]);
  }
  for (let k = 0; k < n; k += TILE) {
    tile(distances, n, k, k, k);
    for (let t = 0; t < n; t += TILE) {
      if (t === k) continue;
      tile(distances, n, k, t, k);
      tile(distances, n, t, k, k);
    }
    for (let i = 0; i < n; i += TILE) {
      if (i !== k) for (let j = 0; j < n; j += TILE) if (j !== k) tile(distances, n, i, j, k);
    }
  }
}

/** Ways from nodes of the tile at row i to those at column j, over the nodes from k on. */
function tile(distances: Float64Array, n: number, i: number, j: number, k: number): void {
  const [iEnd, jEnd, kEnd] = [Math.min(n, i + TILE), Math.min(n, j + TILE), Math.min(n, k + TILE)];
  for (let via = k; via < kEnd; via++) {
    for (let a = i; a < iEnd; a++) {
      const head = distances[a * n + via];
      if (head === Infinity) continue;
      const shift = (via - a) * n;
      for (let at = a * n + j, end = a * n + jEnd; at < end; at++) {
        const price = head + distances[at + shift];
        if (price < distances[at]) distances[at] = price;
      }
    }
  }
}
