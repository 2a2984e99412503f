/** Best-first search over the nodes of up to four tiles. */
import { DX, DY } from '../core/grid/directions.js';
import { DIAGONAL, octile, STRAIGHT } from '../core/grid/step-costs.js';
import { Heap } from '../core/search/heap.js';
import { pairsOf } from './gates.js';
import { borderNode, type Connected, connect, crossingCost, type Tile } from './tile.js';

export interface TileNode {
  tile: Tile;
  n: number;
}

/** Makes a search. Its results stay until its next run. */
export function tileSearch() {
  const heap = new Heap();
  let parents = new Int32Array(0);
  let done = new Uint8Array(0);
  const self = {
    /** Cost of each node, Infinity where none is known; the nodes of the first tile come first. */
    costs: new Float64Array(0),
    /** Cost of the cheapest way to the goal. */
    best: Infinity,
    /**
     * Searches from a cell to another, or to all nodes.
     * @param goal with its place in the world @param known cost of a known way; only a cheaper one is found
     * @returns the nodes of the cheapest way; undefined where there is none
     */
    run(
      tiles: Tile[],
      start: Connected,
      goal?: Connected & { x: number; y: number },
      known = Infinity,
    ): TileNode[] | undefined {
      const offsets: number[] = [];
      let count = 0;
      for (const { graph } of tiles) {
        offsets.push(count);
        count += graph.count;
      }
      if (count > done.length) {
        self.costs = new Float64Array(count);
        parents = new Int32Array(count);
        done = new Uint8Array(count);
      }
      const { costs } = self;
      costs.fill(Infinity, 0, count);
      done.fill(0, 0, count);
      heap.size = 0;
      const beside = tiles.map(({ x, y }) =>
        [0, 2, 4, 6].map((d) => tiles.findIndex((other) => other.x === x + DX[d] && other.y === y + DY[d])),
      );
      const slotOf = (id: number) => {
        let slot = tiles.length - 1;
        while (offsets[slot] > id) slot--;
        return slot;
      };
      let best = known;
      let last = -1;
      const reach = (tile: Tile, offset: number, n: number, cost: number, parent: number) => {
        if (cost >= costs[offset + n]) return;
        let key = cost;
        if (goal) {
          const { points } = tile.graph;
          const dx = Math.abs(tile.left + points[2 * n] - goal.x);
          const dy = Math.abs(tile.top + points[2 * n + 1] - goal.y);
          key +=
            2 * (dx > dy ? STRAIGHT * dx + (DIAGONAL - STRAIGHT) * dy : STRAIGHT * dy + (DIAGONAL - STRAIGHT) * dx);
          if (key >= best) return;
        }
        costs[offset + n] = cost;
        parents[offset + n] = parent;
        heap.push(key, offset + n);
      };
      const startOffset = offsets[tiles.indexOf(start.tile)];
      start.costs.forEach((cost, i) => {
        if (cost < Infinity) reach(start.tile, startOffset, start.first + i, cost, -1);
      });
      const goalFirst = goal ? offsets[tiles.indexOf(goal.tile)] + goal.first : Infinity;
      const goalEnd = goal ? goalFirst + goal.costs.length : Infinity;
      while (heap.size > 0 && heap.keys[0] < best) {
        const id = heap.pop();
        // Reached cheaper since, and done then.
        if (done[id] > 0) continue;
        done[id] = 1;
        const cost = costs[id];
        if (goal && id >= goalFirst && id < goalEnd && cost + goal.costs[id - goalFirst] < best) {
          best = cost + goal.costs[id - goalFirst];
          last = id;
        }
        const slot = slotOf(id);
        const tile = tiles[slot];
        const offset = offsets[slot];
        const n = id - offset;
        const { homes, graph, sides, pairCosts } = tile;
        const { clusterFirst, inter } = graph;
        const home = homes[n];
        const parent = parents[id] - offset;
        // If it was reached from its own cluster, so were its neighbors there, by a path that is no longer.
        if (parent >= -offset && homes[parent] !== home) {
          const first = clusterFirst[home];
          const last = clusterFirst[home + 1] - 1;
          // Pairs lie in rows, one for each first node: down the rows of those before n, then along its own.
          let p = tile.pairFirst[home] + n - first - 1;
          for (let t = first; t < n; p += last - t++ - 1)
            reach(tile, offset, t, cost + (pairCosts[p] || tile.walk(p, t, n)), id);
          for (let t = n + 1; t <= last; t++) reach(tile, offset, t, cost + (pairCosts[++p] || tile.walk(p, n, t)), id);
        }
        for (let e = inter.first[n]; e < inter.end[n]; e++) reach(tile, offset, inter.to[e], cost + inter.cost[e], id);
        if (sides[n] === 0 || tiles.length === 1) continue;
        for (let side = 0; side < 4; side++) {
          const other = (sides[n] >> side) & 1 ? beside[slot][side] : -1;
          const place = graph.points[2 * n + ((side & 1) as 0 | 1)];
          const t = other < 0 ? 0 : tiles[other].borders[(side + 2) & 3][place];
          if (t > 0) reach(tiles[other], offsets[other], t - 1, cost + crossingCost(tile, n, tiles[other], t - 1), id);
        }
      }
      self.best = best;
      if (last < 0) return undefined;
      const nodes: TileNode[] = [];
      for (let id = last; id >= 0; id = parents[id]) {
        const slot = slotOf(id);
        nodes.push({ tile: tiles[slot], n: id - offsets[slot] });
      }
      return nodes.reverse();
    },
  };
  return self;
}

export interface GateCosts {
  low: Uint32Array;
  high: Uint16Array;
}

/** A search from each gate of a tile. @param cells x | y << 16 of their ends in the tile, in the order of its pairs */
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
