/** Paths of a world walked cell by cell, and short ones compared with the cheapest way near them. */
import { Grid } from '../core/grid/grid.js';
import { sampleOpen } from '../core/grid/sample.js';
import { STEP } from '../core/grid/step-costs.js';
import { checkPath } from '../core/oracle/check-path.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { copyPart } from './apron.js';
import { boxOf, type Cell, grown } from './box.js';
import { partIn, tilesOf } from './layout.js';
import { WorldSearch } from './query.js';
import type { WorldIndex } from './section.js';
import type { Tile } from './tile.js';
import type { Tiles } from './tiles.js';
import { wholeOf } from './world.js';

/** Cells that ends of short paths are apart at most, and cells around them that the cheapest way may lead through. */
const NEAR = 128;
const AROUND = 64;
/** Most cells around a path that is checked. */
const MOST_CELLS = 1 << 27;

/** Walks paths between random cells, half of them short. @param within most share that a short one may be longer */
export async function checkPaths(
  index: WorldIndex,
  tiles: Tiles<Tile>,
  count: number,
  next: () => number,
  within: number,
  { faults, checks }: { faults: string[]; checks: string[] },
) {
  const { layout } = index;
  const search = new WorldSearch(index, tiles);
  const whole = { left: 0, top: 0, right: layout.width - 1, bottom: layout.height - 1 };
  const open = tilesOf(layout, whole).filter(([x, y]) => index.has(x, y));
  const anywhere = async (): Promise<Cell> => {
    const { left, top, grid } = (await tiles.get(...open[Math.floor(next() * open.length)])) as Tile;
    const [[x, y]] = sampleOpen(grid, 1, next);
    return [left + x, top + y];
  };
  const shares: number[] = [];
  let none = 0;
  for (let i = 0; i < count; i++) {
    const isShort = i % 2 === 0;
    const from = await anywhere();
    let to = await anywhere();
    const near = (at: number, side: number) =>
      Math.max(0, Math.min(side - 1, at + Math.floor((2 * next() - 1) * NEAR)));
    if (isShort) to = [near(from[0], layout.width), near(from[1], layout.height)];
    const query = `path from ${from.join(',')} to ${to.join(',')}`;
    const route = await search.route(...from, ...to);
    if (!route) {
      none++;
      if (await search.isReachable(...from, ...to)) faults.push(`${query}: none, though the cells are connected`);
      continue;
    }
    const { cells, cost } = await wholeOf(route);
    const [grid, left, top] = await gridAround(index, tiles, Array.from(cells), isShort ? AROUND : 1);
    if (!grid) continue;
    const steps = (walked: number) => (walked * (grid.costs ? 1 : 2)) / STEP;
    const [start, goal] = [from, to].map(([x, y]): [number, number] => [x - left, y - top]);
    try {
      const local = Array.from(cells, (at, k) => at - (k & 1 ? top : left));
      const walked = steps(checkPath(grid, local, start, goal));
      if (walked !== cost) faults.push(`${query}: costs ${walked}, the world said ${cost}`);
      if (cost > route.cost + 1e-6) faults.push(`${query}: costs ${cost}, more than the ${route.cost} that was said`);
      if (!isShort) continue;
      const least = steps(dijkstra(grid, ...start)[grid.cell(...goal)]);
      const share = (cost - least) / Math.max(16, least);
      shares.push(share);
      if (share > within)
        faults.push(`${query}: ${(100 * share).toFixed(1)} % longer than a way near it, allowed are ${100 * within} %`);
    } catch (error) {
      faults.push(`${query}: ${(error as Error).message}`);
    }
  }
  checks.push(`${count - none} paths walked cell by cell, ${none} pairs that are not connected`);
  shares.sort((a, b) => a - b);
  const mean = shares.reduce((sum, one) => sum + one, 0) / (shares.length || 1);
  const p99 = shares[Math.min(shares.length - 1, Math.floor(0.99 * shares.length))] ?? 0;
  return { paths: shares.length, mean, p99, worst: shares.at(-1) ?? 0 };
}

/** The cells around a path, and where they lie; no grid if there are too many. */
async function gridAround(
  { layout, moveRule }: WorldIndex,
  tiles: Tiles<Tile>,
  path: number[],
  margin: number,
): Promise<[grid: Grid | undefined, left: number, top: number]> {
  const box = grown(layout, boxOf(path), margin);
  const { left, top } = box;
  const [width, height] = [box.right - left + 1, box.bottom - top + 1];
  if (width * height > MOST_CELLS) return [undefined, left, top];
  const grid = new Grid(width, height, '', moveRule);
  for (const place of tilesOf(layout, box)) {
    const tile = await tiles.get(...place);
    if (tile) copyPart(tile.grid, grid, partIn(box, tile));
  }
  return [grid, left, top];
}
