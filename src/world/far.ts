/**
 * Ways over gates, made cells piece by piece.
 *
 *     +-------+-------+-------+     Over clusters a piece leads through two tiles to the gate out of the second; the
 *     | s---. |   .---g   .---h     next begins where this one enters the second tile for the last time. Over cells,
 *     |      `-.-'    |`-'    |     where tiles are small, it leads through more of them, and half of them are left.
 *     +-------+-------+-------+     So the cells never cost more than the way over gates.
 */
import { ensure } from '../core/errors.js';
import { STEP } from '../core/grid/step-costs.js';
import { boxOfTiles, type Cell, isIn, LARGEST, widened } from './layout.js';
import type { WorldIndex } from './section.js';
import type { Tile } from './tile.js';
import { allIn, type Tiles } from './tiles.js';
import { cellOf, crossing, cutAt, type NearSearch, type Piece, refined, type TileCell, windowPath } from './window.js';

/** A way that was found, not yet refined. */
export interface Route {
  cost: number;
  tiles: [x: number, y: number][];
  /** @returns the next cells, null after the last; one call at a time */
  next(): Promise<Piece | null>;
}

/** A way over gates. */
export interface Way {
  from: Cell;
  to: Cell;
  /** The end that it leaves each gate by. */
  ends: number[];
  /** Costs to the near end of each gate. */
  limits: number[];
  cost: number;
}

/** Are tiles so small that cells are searched, not clusters? */
export const isFine = (tile: number): boolean => 2 * tile <= LARGEST;

/** @param near the search of cells, free to use */
export function farRoute(index: WorldIndex, loaded: Tiles<Tile>, near: NearSearch, way: Way): Route {
  const { gates, layout } = index;
  const { columns, cluster, tile: side } = layout;
  const { to, ends, limits, cost } = way;
  const tileOf = (end: number): [number, number] => [
    gates.tiles[end] % columns,
    Math.floor(gates.tiles[end] / columns),
  ];
  const tiles = [tileOf(ends[0] ^ 1), ...ends.map(tileOf)];
  const last = ends.length;
  const most = isFine(side) ? Math.max(1, Math.floor(LARGEST / side) - 2) : 1;
  // Where the next piece begins; tiles may be forgotten in between.
  let start = way.from;
  let leg = 0;
  let spent = 0;
  const check = (more: number, limit: number) =>
    ensure(spent + more <= limit, 'cost of a path', (spent + more) / STEP, `at most ${limit / STEP}`);

  const overClusters = async (target: Cell, limit: number): Promise<Piece> => {
    const [here, there] = await Promise.all([leg, leg + 1].map((t) => loaded.get(...tiles[t])));
    ensure(here && there, 'tile', 'blocked', 'one that a path leads through');
    const path = windowPath([here, there], cluster, inTile(here, start), inTile(there, target));
    ensure(path, 'path', 'missing', 'one that the index tells of');
    check(path.cost, limit);
    if (target === to) return refined(path.from, path.nodes, path.to);
    const cut = cutAt(path, there);
    ensure(cut, 'path', 'elsewhere', 'one into the next tile');
    const [nodes, entry] = cut;
    const [x, y] = cellOf(entry);
    start = [there.left + x, there.top + y];
    const { cells, cost } = refined(path.from, nodes);
    return { cells, cost: cost + crossing(nodes[nodes.length - 1], entry) };
  };

  const boxFrom = (first: number) => widened(layout, boxOfTiles(layout, tiles.slice(first, first + most + 1)), LARGEST);

  const overCells = async (target: Cell, limit: number, half: number): Promise<Piece> => {
    const box = boxFrom(leg);
    const around = await allIn(loaded, layout, box);
    const path = near(around, box, start, target, limit - spent + 1) ?? near(around, box, start, target);
    ensure(path, 'path', 'missing', 'one that the index tells of');
    const { cells, left } = path;
    check(path.cost, limit);
    if (target === to) return path;
    // The rest of the path lies in the next box, so that the path found there costs no more.
    const next = boxFrom(half);
    let cut = left.length - 1;
    while (cut > left.length / 3 && isIn(next, cells[2 * cut - 2], cells[2 * cut - 1])) cut--;
    start = [cells[2 * cut], cells[2 * cut + 1]];
    return { cells: cells.subarray(0, 2 * cut), cost: path.cost - left[cut] };
  };

  const next = async (): Promise<Piece | null> => {
    if (leg === last) return null;
    const end = Math.min(leg + most, last);
    // The near end of the gate out of the last tile, or the goal.
    const out = ends[end] ^ 1;
    const target: Cell = end === last ? to : [gates.xs[out], gates.ys[out]];
    const limit = end === last ? cost : limits[end];
    const half = (leg + end + 1) >> 1;
    const piece = await (isFine(side) ? overCells(target, limit, half) : overClusters(target, limit));
    leg = end === last ? last : half;
    spent += piece.cost;
    return piece.cells.length > 0 ? piece : next();
  };
  return { cost: cost / STEP, tiles, next };
}

function inTile(tile: Tile, [x, y]: Cell): TileCell {
  return { tile, x: x - tile.left, y: y - tile.top };
}
