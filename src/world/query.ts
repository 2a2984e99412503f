/**
 * Queries over a world. Two cells near each other are connected in the tiles around them. Otherwise, first the way from
 * gate to gate is found, with only the index once start and goal are connected to the gates of their tiles, then the
 * cells.
 */
import { octile, STEP } from '../core/grid/step-costs.js';
import { Heap } from '../core/search/heap.js';
import { farRoute, isFine, type Route, type Way } from './far.js';
import { eachWay, gateComponents } from './gates.js';
import { boxOf, type Cell, fits, LARGEST, leastBeyond, tileAt, tilesOf, widened } from './layout.js';
import type { WorldIndex } from './section.js';
import { borderNode, connect, type Tile } from './tile.js';
import { tileSearch } from './tile-search.js';
import { allIn, type Tiles } from './tiles.js';
import { type NearSearch, nearSearch, type Piece, refined, type TileCell, windowPath } from './window.js';

/** Cells around start and goal that are looked at as a whole. */
const MARGIN = 32;
/** Most tiles whose clusters are searched together. */
const MOST_TILES = 4;

/** A path that was found near two cells. */
interface Found {
  cost: number;
  piece(): Piece;
  /** Whether no path can be cheaper. */
  isBest: boolean;
}

const search = /* @__PURE__ */ bestFirst();
const nodes = /* @__PURE__ */ tileSearch();

export class WorldSearch {
  private parts: Int32Array | undefined;
  private readonly near: NearSearch;

  constructor(
    private readonly index: WorldIndex,
    private readonly tiles: Tiles<Tile>,
  ) {
    this.near = nearSearch(index.moveRule);
  }

  async isOpen(x: number, y: number): Promise<boolean> {
    const cell = await this.cellAt(x, y);
    return cell !== null;
  }

  async isReachable(x0: number, y0: number, x1: number, y1: number): Promise<boolean> {
    const [from, to] = await Promise.all([this.cellAt(x0, y0), this.cellAt(x1, y1)]);
    if (!from || !to) return false;
    if (this.joined(this.reach(from), this.reach(to))) return true;
    return from.tile === to.tile && windowPath([from.tile], this.index.layout.cluster, from, to) !== null;
  }

  /** The way between two cells; null if there is none. */
  async route(x0: number, y0: number, x1: number, y1: number): Promise<Route | null> {
    const [from, to] = await Promise.all([this.cellAt(x0, y0), this.cellAt(x1, y1)]);
    if (!from || !to) return null;
    const near = await this.around(from, to, [x0, y0], [x1, y1]);
    if (near?.isBest) return this.alone(near.piece());
    const [starts, goals] = [this.reach(from), this.reach(to)];
    const ends = this.joined(starts, goals) ? this.overGates(starts, goals, x1, y1, near?.cost) : null;
    if (!ends) return near && this.alone(near.piece());
    const { gates } = this.index;
    const limits = ends.map((end) => search.costs[end] - gates.crossing(end >> 1));
    const way: Way = { from: [x0, y0], to: [x1, y1], ends, limits, cost: search.best };
    return farRoute(this.index, this.tiles, this.near, way);
  }

  /**
   * The cheapest path in the tiles around two cells that are near each other: over clusters in few tiles, and over
   * cells where these fit into a box. Where tiles are small, and a path outside could be cheaper, the box is enlarged.
   */
  private async around(from: TileCell, to: TileCell, a: Cell, b: Cell): Promise<Found | null> {
    const { layout } = this.index;
    const ends = boxOf([...a, ...b]);
    const known = [from.tile, to.tile];
    let found = from.tile === to.tile ? this.overClusters([from.tile], from, to) : null;
    for (const margin of fits(ends) && isFine(layout.tile) ? [MARGIN, LARGEST] : [MARGIN]) {
      if (found?.isBest) break;
      const box = widened(layout, ends, margin);
      const tiles =
        fits(box) || tilesOf(layout, box).length <= MOST_TILES ? await allIn(this.tiles, layout, box, known) : [];
      if (tiles.length > 1 && tiles.length <= MOST_TILES)
        found = this.overClusters(tiles, from, to, found?.cost) ?? found;
      if (!fits(box)) continue;
      const path = this.near(tiles, box, a, b, found?.cost);
      if (path) found = { cost: path.cost, piece: () => path, isBest: false };
      if (found) found.isBest = found.cost <= leastBeyond(layout, box, a, b);
    }
    return found;
  }

  private overClusters(tiles: Tile[], from: TileCell, to: TileCell, bound?: number): Found | null {
    const path = windowPath(tiles, this.index.layout.cluster, from, to, bound);
    if (!path) return null;
    const least =
      2 * octile(from.tile.left + from.x - to.tile.left - to.x, from.tile.top + from.y - to.tile.top - to.y);
    return { cost: path.cost, piece: () => refined(from, path.nodes, to), isBest: path.cost === least };
  }

  /** The cell and its tile; null where it is blocked. @throws {RangeError} if it is not on the map */
  private async cellAt(x: number, y: number): Promise<TileCell | null> {
    const { layout } = this.index;
    if (!(Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < layout.width && y < layout.height))
      throw new RangeError(`cell ${x}, ${y} is not on the map of ${layout.width} x ${layout.height} cells`);
    const tile = await this.tiles.get(...tileAt(layout, x, y));
    return tile?.grid.isOpen(x - tile.left, y - tile.top) ? { tile, x: x - tile.left, y: y - tile.top } : null;
  }

  /** Ends of gates in its tile that a cell is connected with, and their costs. */
  private reach({ tile, x, y }: TileCell): Map<number, number> {
    const { gates, layout } = this.index;
    nodes.run([tile], connect(tile, layout.cluster, x, y));
    const ends = gates.endsOf(tile.y * layout.columns + tile.x);
    const costs = ends.map(
      (end) => [end, nodes.costs[borderNode(tile, gates.xs[end] - tile.left, gates.ys[end] - tile.top)]] as const,
    );
    return new Map(costs.filter(([, cost]) => cost < Infinity));
  }

  /** Are gates that two cells are connected with connected with each other? */
  private joined(starts: Map<number, number>, goals: Map<number, number>): boolean {
    this.parts ??= gateComponents(this.index.gates);
    const parts = this.parts;
    const there = new Set([...goals.keys()].map((end) => parts[end >> 1]));
    return [...starts.keys()].some((end) => there.has(parts[end >> 1]));
  }

  /** The cheapest way over gates to the cell x, y that beats `best`: the end that it leaves each gate by. */
  private overGates(starts: Map<number, number>, goals: Map<number, number>, x: number, y: number, best = Infinity) {
    const { gates } = this.index;
    const last = search.run({
      count: 2 * gates.count,
      best,
      seed(reach) {
        for (const [end, cost] of starts) reach(end ^ 1, cost + gates.crossing(end >> 1));
      },
      expand(end, cost, reach) {
        eachWay(gates, end, (out, price) => reach(out ^ 1, cost + price + gates.crossing(out >> 1)));
      },
      estimate: (end) => 2 * octile(gates.xs[end] - x, gates.ys[end] - y),
      finish: (end) => goals.get(end) ?? Infinity,
    });
    return last < 0 ? null : wayTo(search, last);
  }

  /** A route whose cells are known. */
  private alone(piece: Piece): Route {
    const { cells, cost } = piece;
    const tiles: [number, number][] = [];
    for (let i = 0; i < cells.length; i += 2) {
      const [x, y] = tileAt(this.index.layout, cells[i], cells[i + 1]);
      const last = tiles.at(-1);
      if (x !== last?.[0] || y !== last[1]) tiles.push([x, y]);
    }
    const pieces = [piece];
    return { cost: cost / STEP, tiles, next: async () => pieces.pop() ?? null };
  }
}

/** Offers a way to a node, at a cost; it comes from the node that is being expanded. */
type Reach = (node: number, cost: number) => void;

interface Problem {
  count: number;
  seed(reach: Reach): void;
  /** Offers the neighbors of a node, whose cost is final. */
  expand(node: number, cost: number, reach: Reach): void;
  /** Lower bound of the cost from a node to the goal, consistent; nothing without it. */
  estimate?(node: number): number;
  /** Cost from a node straight to the goal, Infinity if it is not next to it. */
  finish?(node: number): number;
  /** Cost of a known way. */
  best?: number;
}

/** Best-first search over numbered nodes, with reused arrays. */
export function bestFirst() {
  const heap = new Heap();
  let current = -1;
  let done = new Uint8Array(0);
  let estimate: Problem['estimate'];
  const reach: Reach = (node, cost) => {
    if (cost >= self.costs[node]) return;
    const key = cost + (estimate?.(node) ?? 0);
    if (key >= self.best) return;
    self.costs[node] = cost;
    self.parents[node] = current;
    heap.push(key, node);
  };
  const self = {
    costs: new Float64Array(0),
    parents: new Int32Array(0),
    best: Infinity,
    expanded: 0,
    /** @returns the last node of the cheapest path, -1 if no path is cheaper than `best` */
    run({ count, seed, expand, finish, best = Infinity, estimate: least }: Problem): number {
      estimate = least;
      if (count > done.length) {
        self.costs = new Float64Array(count);
        self.parents = new Int32Array(count);
        done = new Uint8Array(count);
      }
      self.costs.fill(Infinity, 0, count);
      done.fill(0, 0, count);
      self.best = best;
      self.expanded = heap.size = 0;
      current = -1;
      let last = -1;
      seed(reach);
      while (heap.size > 0 && heap.keys[0] < self.best) {
        const node = heap.pop();
        // Reached cheaper since, and done then.
        if (done[node] > 0) continue;
        done[node] = 1;
        self.expanded++;
        const cost = self.costs[node];
        const whole = cost + (finish?.(node) ?? Infinity);
        if (whole < self.best) {
          self.best = whole;
          last = node;
        }
        current = node;
        expand(node, cost, reach);
      }
      return last;
    },
  };
  return self;
}

export function wayTo({ parents }: { parents: Int32Array }, last: number): number[] {
  const nodes: number[] = [];
  for (let n = last; n >= 0; n = parents[n]) nodes.push(n);
  return nodes.reverse();
}
