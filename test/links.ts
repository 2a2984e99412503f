/** Random links for grids. */

import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import { type Grid, type MoveRule, setCosts } from '../src/core/grid/grid.js';
import { type Link, type LinkInput, waysOf } from '../src/core/grid/links.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { withLinks } from '../src/core/grid/with-links.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { bakeTable } from '../src/engines/table/bake.js';
import { bakeWeighted } from '../src/engines/weighted/bake.js';
import { load } from '../src/runtime/load-all.js';
import type { GridNav } from '../src/runtime/nav.js';
import { over } from '../src/runtime/over.js';
import { findWalk } from '../src/runtime/walk.js';
import { makeGrid, picture } from './grids.js';

/** A grid with up to `most` links between open cells: short and long, cheap and expensive, one way and both ways, some that share ends. */
export function linked(grid: Grid, most: number, next: () => number): Grid {
  const open: [number, number][] = [];
  for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) if (grid.isOpen(x, y)) open.push([x, y]);
  const links: LinkInput[] = [];
  const pick = () => open[Math.floor(next() * open.length)];
  for (let i = 0; open.length > 1 && i < most; i++) {
    const from = links.length > 0 && next() < 0.2 ? links[links.length - 1].to : pick();
    const to = pick();
    if (`${from}` === `${to}`) continue;
    const cost = [undefined, 0.25, 1, 3.5, 20][Math.floor(5 * next())];
    links.push({ name: `link ${i % 5}`, from, to, oneWay: next() < 0.5, ...(cost && { cost }) });
  }
  return withLinks(grid, links);
}

/** The same map with every link the other way round. */
export function reversed(grid: Grid): Grid {
  const copy = grid.copy();
  copy.links = grid.links?.map((link) => ({ ...link, from: link.to, to: link.from }));
  return copy;
}

/** A map to queries that may take some of its links, and the grid that an oracle takes for it. */
export function allowing(grid: Grid, nav: GridNav, names: ReadonlySet<string>): [Grid, GridNav] {
  type Ends = [x0: number, y0: number, x1: number, y1: number];
  const options = { links: names };
  const { walk, distance } = nav;
  const some = Object.assign(grid.copy(), { links: grid.links?.filter(({ name }) => names.has(name)) });
  const view = over(nav, {
    findPathInto: (...[x0, y0, x1, y1, path]: [...Ends, PathBuffer]) => nav.findPathInto(x0, y0, x1, y1, path, options),
    isReachable: (...ends: Ends) => nav.isReachable(...ends, options),
    walk: walk && ((...[x0, y0, x1, y1, , join]: Parameters<typeof walk>) => walk(x0, y0, x1, y1, options, join)),
    distance: distance && ((...ends: Ends) => distance(...ends, options)),
  });
  return [some, view];
}

/** Asks for paths between random cells, and checks them move by move and link by link. @returns how many */
export function askLinked(grid: Grid, nav: GridNav, isNear: boolean, next: () => number, starts = 3): number {
  let tested = 0;
  const path = new PathBuffer();
  const { width, height } = grid;
  for (let s = 0; s < starts; s++) {
    const from: [number, number] = [Math.floor(next() * width), Math.floor(next() * height)];
    const optimal = dijkstra(grid, ...from);
    for (let t = 0; t < width * height; t += 1 + Math.floor(4 * next())) {
      const to: [number, number] = [t % width, Math.floor(t / width)];
      const best = optimal[grid.cell(...to)];
      tested++;
      const found = nav.findPathInto(...from, ...to, path);
      const cells = path.cells.slice(0, 2 * path.cellCount);
      const cost = found ? checkPath(grid, cells, from, to, path.links) : Infinity;
      const far = nav.distance?.(...from, ...to) ?? best / unitOf(grid);
      // Where there are no links, a table answers for every engine.
      const isRight =
        isNear || !grid.links
          ? far * unitOf(grid) >= best * (1 - 1e-9) && far < Infinity === best < Infinity
          : Math.round(far * unitOf(grid)) === best;
      if (!isRight) throw new Error(`distance ${far} from ${from} to ${to}, optimal ${best}`);
      const good = isNear ? cost >= best && cost < Infinity === best < Infinity : cost === best;
      const says = found ? Math.round(path.cost * unitOf(grid)) : Infinity;
      if (!good || says !== cost || nav.isReachable(...from, ...to) !== found)
        throw new Error(
          `${nav.engine}, ${grid.moveRule}: from ${from} to ${to}: ${cost}, said ${says}, optimal ${best}\n${picture(grid)}\n${JSON.stringify(grid.links)}`,
        );
      if (!found) continue;
      const turns = path.waypoints.slice(0, 2 * path.waypointCount);
      for (const { index } of path.links ?? []) {
        const ends = cells.slice(2 * index, 2 * index + 4).join();
        if (!turns.some((_, i) => i % 2 === 0 && turns.slice(i, i + 4).join() === ends))
          throw new Error(`the ends ${ends} of a link are not among the waypoints ${turns}`);
      }
      if (nav.walk && isNear) {
        const walk = findWalk(nav, ...from, ...to);
        const walked = [...(walk ?? [])].flat();
        const jumps = path.links ?? [];
        if (walked[0] !== from[0] || walked[walked.length - 1] !== to[1] || (walk?.cost ?? 0) * unitOf(grid) < best - 1)
          throw new Error(`a walk over ${jumps.length} links leads elsewhere`);
        if (!grid.links && checkPath(grid, walked, from, to) < best)
          throw new Error('a walk costs less than the optimum');
      }
    }
  }
  return tested;
}

const RULES: MoveRule[] = ['no-corners', 'never', 'one-corner', 'always', 'hex', 'hex-odd-r', 'hex-even-q'];
const stored = { codec: 'none' } as const;

/** Random maps with links, of every rule, some with costs or larger units. */
export async function* linkedMaps(count: number, next: () => number): AsyncGenerator<[Grid, GridNav]> {
  for (let i = 0; i < count; i++) {
    const kind = (['noise', 'rooms', 'maze', 'comb'] as const)[i % 4];
    const rule = RULES[i % RULES.length];
    let grid = withMoves(
      makeGrid(kind, 5 + Math.floor(16 * next()), 5 + Math.floor(16 * next()), 0.5 * next(), 1 + i),
      rule,
    );
    if (!grid.open.includes(1)) continue;
    const isHex = rule.startsWith('hex');
    if (i % 5 === 1) setCosts(grid, () => 1 + Math.floor(9 * next()));
    if (i % 5 === 2 && !isHex) {
      try {
        grid = anchorsOf(grid, 2);
      } catch {
        continue;
      }
    }
    linked(grid, 1 + Math.floor(8 * next()), next);
    const blob =
      grid.costs && !isHex
        ? await bakeWeighted(grid, { ...stored, landmarks: 0 } as never)
        : i % 3 === 0 && !isHex
          ? await bakeHierarchy(grid, stored)
          : await bakeJps(grid, stored);
    yield [grid, load(blob) as GridNav];
  }
}

/** Blobs of every engine for a map. */
export async function bakeAll(grid: Grid): Promise<Uint8Array[]> {
  if (grid.moveRule.startsWith('hex')) {
    const blobs = [await bakeJps(grid, stored), await bakeHierarchy(grid, stored)];
    return grid.costs ? blobs : [...blobs, await bakeBounds(grid, { ...stored, threads: 1 })];
  }
  const hpa = await bakeHpa(grid, { cluster: 6, levels: 2, ...stored });
  const near = [hpa, await bakeTable(hpa, { ...stored, threads: 1 }), await bakeHierarchy(grid, stored)];
  if (grid.costs) return [await bakeWeighted(grid, { ...stored, landmarks: 2 } as never), ...near];
  return [await bakeJps(grid, stored), await bakeBounds(grid, { ...stored, threads: 1 }), ...near];
}

/** Where a walk may take links. */
export function jumpsOf(cells: readonly number[], links: readonly Link[] = []): { index: number; link: Link }[] {
  const ways = new Map(waysOf(links).map((way) => [`${way.from},${way.to}`, way.link]));
  return cells.flatMap((_, i) => {
    const link = i % 2 === 0 && ways.get(cells.slice(i, i + 4).join());
    return link ? [{ index: i / 2, link }] : [];
  });
}
