/**
 * Queries over a world: first the way from gate to gate, by the index alone once start and goal are connected to the
 * gates of their tiles; then the cells, two tiles at a time.
 *
 *     +-------+-------+-------+     A piece of the path ends at the gate out of its second tile; the next piece begins
 *     | s---. |   .---g   .---h     where this one enters the second tile for the last time. So the cells never cost
 *     |      `-.-'    |`-'    |     more than the way over gates.
 *     +-------+-------+-------+
 */
import { ensure } from '../core/errors.js';
import { octile, STEP } from '../core/grid/step-costs.js';
import { eachWay, gateComponents } from './gates.js';
import { bestFirst, wayTo } from './search.js';
import { tileAt, type WorldIndex } from './section.js';
import { borderNode, connect, type Tile } from './tile.js';
import { tileSearch } from './tile-search.js';
import type { Tiles } from './tiles.js';
import { cutAt, type Piece, refined, type TileCell, type WindowPath, windowPath } from './window.js';

/** A way that was found, not yet refined. */
export interface Route {
  cost: number;
  tiles: [x: number, y: number][];
  /** @returns the next cells, null after the last; one call at a time */
  next(): Promise<Piece | null>;
}

/** Clusters around start and goal that are looked at as a whole, where both lie in four tiles at most. */
const MARGIN = 2;

const search = /* @__PURE__ */ bestFirst();
const nodes = /* @__PURE__ */ tileSearch();

export class WorldSearch {
  private parts: Int32Array | undefined;

  constructor(
    private readonly index: WorldIndex,
    private readonly tiles: Tiles<Tile>,
  ) {}

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
    const { index } = this;
    const { cluster } = index.layout;
    const [from, to] = await Promise.all([this.cellAt(x0, y0), this.cellAt(x1, y1)]);
    if (!from || !to) return null;
    let near: WindowPath | null = null;
    if (from.tile === to.tile) near = windowPath([from.tile], cluster, from, to);
    const least = 2 * octile(x1 - x0, y1 - y0);
    const around = this.tilesAround(x0, y0, x1, y1);
    if (near?.cost !== least && around.length > 1) {
      const loaded = (await Promise.all(around.map(([x, y]) => this.tiles.get(x, y)))).filter(
        (tile) => tile !== undefined,
      );
      near = windowPath(windowOf(loaded, from.tile, to.tile), cluster, from, to, near?.cost) ?? near;
    }
    if (near?.cost === least) return alone(near);
    const [starts, goals] = [this.reach(from), this.reach(to)];
    const ends = this.joined(starts, goals) ? this.overGates(starts, goals, x1, y1, near?.cost) : null;
    if (ends) return this.far(from, to, ends, search.best);
    return near && alone(near);
  }

  /** The cell and its tile; null where it is blocked. @throws {RangeError} if it is not on the map */
  private async cellAt(x: number, y: number): Promise<TileCell | null> {
    const { layout } = this.index;
    if (!(Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < layout.width && y < layout.height))
      throw new RangeError(`cell ${x}, ${y} is not on the map of ${layout.width} x ${layout.height} cells`);
    const tile = await this.tiles.get(...tileAt(layout, x, y));
    return tile?.grid.isOpen(x - tile.left, y - tile.top) ? { tile, x: x - tile.left, y: y - tile.top } : null;
  }

  /** The tiles that two cells and their surroundings lie in, if they are two on each side at most. */
  private tilesAround(x0: number, y0: number, x1: number, y1: number): [number, number][] {
    const { layout } = this.index;
    const margin = MARGIN * layout.cluster;
    const clamp = (value: number, length: number) => Math.max(0, Math.min(length - 1, value));
    const [left, top] = tileAt(
      layout,
      clamp(Math.min(x0, x1) - margin, layout.width),
      clamp(Math.min(y0, y1) - margin, layout.height),
    );
    const [right, bottom] = tileAt(
      layout,
      clamp(Math.max(x0, x1) + margin, layout.width),
      clamp(Math.max(y0, y1) + margin, layout.height),
    );
    if (right - left > 1 || bottom - top > 1) return [];
    const list: [number, number][] = [];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) list.push([x, y]);
    return list;
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

  /** A way over gates, refined two tiles at a time. */
  private far(from: TileCell, to: TileCell, ends: number[], cost: number): Route {
    const { gates, layout } = this.index;
    const { columns, cluster } = layout;
    const of = (end: number): [number, number] => [gates.tiles[end] % columns, Math.floor(gates.tiles[end] / columns)];
    const tiles: [number, number][] = [[from.tile.x, from.tile.y], ...ends.map(of)];
    // Where the next piece begins, in the world; the tiles themselves may be forgotten in between.
    let [x, y] = [from.tile.left + from.x, from.tile.top + from.y];
    const [goalX, goalY] = [to.tile.left + to.x, to.tile.top + to.y];
    // Costs to the near end of each gate; what the cells so far have cost.
    const limits = ends.map((end) => search.costs[end] - gates.crossing(end >> 1));
    let spent = 0;
    let leg = 0;
    const load = async ([column, row]: [number, number]): Promise<Tile> => {
      const tile = await this.tiles.get(column, row);
      ensure(tile, 'tile', 'blocked', 'one that a path leads through');
      return tile;
    };
    return {
      cost: cost / STEP,
      tiles,
      next: async () => {
        if (leg + 1 >= tiles.length) return null;
        const [here, there] = await Promise.all([load(tiles[leg]), load(tiles[leg + 1])]);
        const out = ends[leg + 1];
        // The end of the next gate in this tile, or the goal.
        const [toX, toY] = out === undefined ? [goalX, goalY] : [gates.xs[out ^ 1], gates.ys[out ^ 1]];
        const start = { tile: here, x: x - here.left, y: y - here.top };
        const target = { tile: there, x: toX - there.left, y: toY - there.top };
        const path = windowPath([here, there], cluster, start, target);
        ensure(path, 'path', 'missing', 'one that the index tells of');
        const limit = out === undefined ? cost : limits[leg + 1];
        ensure(spent + path.cost <= limit, 'cost of a path', (spent + path.cost) / STEP, `${limit / STEP} or less`);
        leg++;
        if (out === undefined) {
          leg = tiles.length;
          return refined(start, path.nodes, target);
        }
        const cut = cutAt(path, there);
        ensure(cut, 'path', 'elsewhere', 'one into the next tile');
        const [nodes, entry] = cut;
        [x, y] = [there.left + entry.x, there.top + entry.y];
        const piece = refined(start, nodes, undefined, entry);
        spent += piece.cost;
        return piece;
      },
    };
  }
}

/** The tiles of a window, those of start and goal as they are: they may have been forgotten and loaded again. */
function windowOf(loaded: Tile[], ...others: Tile[]): Tile[] {
  return loaded.map((tile) => others.find(({ x, y }) => x === tile.x && y === tile.y) ?? tile);
}

function alone(path: WindowPath): Route {
  const { from, nodes, to, cost } = path;
  const tiles: [number, number][] = [[from.tile.x, from.tile.y]];
  for (const { tile } of nodes) {
    const [x, y] = tiles[tiles.length - 1];
    if (tile.x !== x || tile.y !== y) tiles.push([tile.x, tile.y]);
  }
  let done = false;
  return {
    cost: cost / STEP,
    tiles,
    next: async () => {
      if (done) return null;
      done = true;
      return refined(from, nodes, to);
    },
  };
}
