/** Costs between the gates of a tile: a search over its clusters from each. */
import { octile } from '../core/grid/step-costs.js';
import { pairsOf } from './gates.js';
import { borderNode, connect, type Tile } from './tile.js';
import { tileSearch } from './tile-search.js';

export interface GateCosts {
  low: Uint32Array;
  high: Uint16Array;
}

/** @param cells x | y << 16 of the ends of the gates in the tile, in the order of its pairs */
export function gateCosts(tile: Tile, cluster: number, cells: Int32Array): GateCosts {
  const { points } = tile.graph;
  const low = new Uint32Array(pairsOf(cells.length));
  const high = new Uint16Array(low.length);
  const search = tileSearch();
  const nodes = Array.from(cells, (cell) => borderNode(tile, cell & 0xffff, cell >> 16));
  for (let i = 0, p = 0; i + 1 < nodes.length; i++) {
    search.run([tile], connect(tile, cluster, points[2 * nodes[i]], points[2 * nodes[i] + 1]));
    for (let j = i + 1; j < nodes.length; j++, p++) {
      const [a, b] = [nodes[i], nodes[j]];
      const cost = search.costs[b];
      if (cost === Infinity) continue;
      const stored = 1 + cost - 2 * octile(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
      low[p] = stored % 2 ** 32;
      high[p] = Math.floor(stored / 2 ** 32);
    }
  }
  return { low, high };
}
