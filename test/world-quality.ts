/** How much longer paths of worlds are than the optimum, on seeded maps of every kind in small tiles. */

import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import { random, sampleOpen } from '../src/core/grid/sample.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { type CostPattern, drawCosts } from '../src/maps/cost-patterns.js';
import { generateMap, type MapKind } from '../src/maps/generate/generate.js';
import { open, withWorld } from './worlds.js';

/** Cells that both ends lie from a border at most, for half of the pairs. */
const BESIDE = 8;
/** Kind, density, move rule or pattern of costs or side of a unit. */
const MAPS: [kind: MapKind, density: number, ...traits: (string | number)[]][] = [
  ['noise', 0.1],
  ['noise', 0.2],
  ['noise', 0.3],
  ['noise', 0.36],
  ['meadow', 0],
  ['meadow', 0.05],
  ['caves', 0.45],
  ['rooms', 0.1],
  ['rooms', 0.4],
  ['maze', 0],
  ['maze', 0.2],
  ['comb', 0.1],
  ['wall', 0.05],
  ['land', 0.3],
  ['noise', 0.3, 'never'],
  ['caves', 0.45, 'one-corner'],
  ['noise', 0.1, 2],
  ['caves', 0.4, 2],
  ['caves', 0.45, 'patches'],
  ['noise', 0.1, 'swamps'],
  ['meadow', 0.02, 'gradients'],
  ['rooms', 0.2, 'roads', 'one-corner'],
];
export const WORLDS = MAPS.length;

/** Map number `i` of {@link WORLDS}, in tiles of 8 to 40 cells; the seed changes all of it. */
export function worldOf(i: number, seed: number) {
  const next = random(1000 * seed + i + 1);
  const upTo = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const [kind, density, ...traits] = MAPS[i];
  const [width, height, cluster] = [upTo(60, 300), upTo(60, 240), upTo(4, 16)];
  const tiles = cluster * upTo(Math.ceil(8 / cluster), Math.floor(40 / cluster));
  let grid = generateMap(kind, { width, height, density, seed: upTo(1, 1e6) });
  for (const trait of traits) {
    if (typeof trait === 'number') grid = anchorsOf(grid, trait);
    else if (trait === 'never' || trait === 'one-corner') grid = withMoves(grid, trait);
    else grid = drawCosts(grid, trait as CostPattern, i + 1);
  }
  return {
    name: `${MAPS[i].join(' ')}, ${width} x ${height}, tiles of ${tiles}, clusters of ${cluster}`,
    grid,
    cluster,
    tiles,
  };
}

/**
 * Finds paths in a world, and checks each of them cell by cell.
 * @returns for random pairs, and for pairs near borders, the share by which each path is longer than the optimum
 */
export async function excesses({ grid, cluster, tiles }: ReturnType<typeof worldOf>, count: number) {
  const next = random(grid.width * grid.height);
  const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  const near = (at: number) => Math.floor(at + (2 * next() - 1) * BESIDE);
  const beside = (): [number, number] => {
    const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    return next() < 0.5 ? [near(Math.round(x / tiles) * tiles), y] : [x, near(Math.round(y / tiles) * tiles)];
  };
  return withWorld(grid, { cluster, tiles }, async (baked) => {
    const world = open(baked);
    const ofPairs = async (pairOf: () => number[]) => {
      const found: number[] = [];
      for (let tries = 0; found.length < count && tries < 20 * count; tries++) {
        const [x0, y0, x1, y1] = pairOf();
        const inside =
          [x0, x1].every((x) => x >= 0 && x < grid.width) && [y0, y1].every((y) => y >= 0 && y < grid.height);
        if (!inside || !grid.isOpen(x0, y0) || !grid.isOpen(x1, y1) || (x0 === x1 && y0 === y1)) continue;
        const least = dijkstra(grid, x0, y0)[grid.cell(x1, y1)];
        if (least === Infinity) continue;
        const path = await world.findPath(x0, y0, x1, y1);
        if (!path) throw new Error(`no path from ${x0}, ${y0} to ${x1}, ${y1}`);
        const cost = checkPath(grid, path.cells, [x0, y0], [x1, y1]);
        if (Math.abs(path.cost - cost / unit) > 1e-6) throw new Error(`costs ${cost / unit}, not ${path.cost}`);
        found.push(cost / least - 1);
      }
      return found;
    };
    const anywhere = await ofPairs(() => sampleOpen(grid, 2, next).flat());
    const borders = await ofPairs(() => {
      const [x, y] = beside();
      return [x, y, near(x), near(y)];
    });
    return [anywhere, borders];
  });
}
