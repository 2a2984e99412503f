/** Costs between the gates of a tile: a search over its clusters from each. */
import { DIAGONAL, octile } from '../grid/step-costs.js';
import { bucketFlood } from '../search/bucket-flood.js';
import { pairsOf } from './gates.js';
import { borderNode, eachTileEdge, type Tile } from './tile.js';

export interface GateCosts {
  low: Uint32Array;
  high: Uint16Array;
}

/** @param cells x | y << 16 of the gates' ends in the tile, in the order of its pairs */
export function gateCosts(tile: Tile, cells: Int32Array): GateCosts {
  const { points, count, levels, inter } = tile.graph;
  const low = new Uint32Array(pairsOf(cells.length));
  const high = new Uint16Array(low.length);
  let longest = 2 * DIAGONAL;
  for (const list of [levels[0].cost, inter.cost]) for (const cost of list) if (cost > longest) longest = cost;
  const [costs, flood] = bucketFlood(count, longest);
  const nodes = Array.from(cells, (cell) => borderNode(tile, cell & 0xffff, cell >> 16));
  for (let i = 0, p = 0; i + 1 < nodes.length; i++) {
    flood(nodes[i], (n, cost, reach) => eachTileEdge(tile, n, (to, price) => reach(to, cost + price)));
    for (let j = i + 1; j < nodes.length; j++, p++) {
      const [a, b] = [nodes[i], nodes[j]];
      const cost = costs[b];
      if (cost === Infinity) continue;
      const stored = 1 + cost - 2 * octile(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
      low[p] = stored % 2 ** 32;
      high[p] = Math.floor(stored / 2 ** 32);
    }
  }
  return { low, high };
}
