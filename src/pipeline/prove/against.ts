/** Compares a blob with the map that it was baked from. */

import { anchorsOf } from '../../core/grid/clearance.js';
import type { Grid } from '../../core/grid/grid.js';
import { wallCostAt, withWallCosts } from '../../core/grid/wall-costs.js';
import { listWalls } from '../../core/grid/walls.js';
import { MAX_COST } from '../../core/limits.js';
import { DEFAULT_TERRAIN, parseMap, TERRAIN_LETTERS } from '../../maps/movingai.js';
import { type ReadMapOptions, readMap } from '../../maps/read-map.js';

/** @param grid of the blob @param file name in messages @returns differences as sentences */
export async function compareWithMap(
  grid: Grid,
  bytes: Uint8Array,
  file: string,
  options: ReadMapOptions = {},
): Promise<string[]> {
  let map: Grid;
  let letters: boolean;
  try {
    const terrain = grid.terrain || DEFAULT_TERRAIN;
    const { size, wallCosts, stepCosts = 'average' } = grid;
    const walls = wallCosts && { wallCosts: [...wallCosts] };
    const read = await readMap(bytes, {
      ...options,
      ...walls,
      stepCosts,
      file,
      terrain,
      size,
      diagonals: grid.moveRule,
    });
    map = read.grid;
    letters = read.format === 'movingai' && options.costs === undefined;
  } catch (error) {
    return [(error as Error).message];
  }
  const differences = compareGrids(grid, map);
  if (differences.length === 0)
    differences.push(
      ...compareLists(grid.links, map.links, 'links'),
      ...compareLists(listWalls(grid), listWalls(map), 'walls'),
    );
  if (differences.length === 0 && !letters) differences.push(...compareCosts(grid, map));
  if (differences.length > 0) return differences.map((difference) => `${file} is another map: ${difference}`);
  return letters && grid.costs ? costFaults(grid, bytes, file) : [];
}

/** @param what name of the option that gives them */
function compareLists(a: readonly unknown[] = [], b: readonly unknown[] = [], what: string): string[] {
  const [there, now] = [a, b].map((list) => list.map((one) => JSON.stringify(one)));
  if (there.join() === now.join()) return [];
  const lost = there.filter((link) => !now.includes(link)).length;
  const fresh = now.filter((link) => !there.includes(link)).length;
  return [`${lost} of ${there.length} ${what} are gone and ${fresh} are new; give --${what} as to the bake`];
}

function compareCosts(a: Grid, b: Grid): string[] {
  const cells: number[] = [];
  for (let c = 0; c < a.open.length; c++)
    if (a.open[c] > 0 && (a.costs?.[c] ?? 1) !== (b.costs?.[c] ?? 1)) cells.push(c);
  return cells.length > 0 ? [`${cells.length} cells have other costs, ${around(cells, a.stride)}`] : [];
}

export function compareGrids(a: Grid, b: Grid): string[] {
  if (a.width !== b.width || a.height !== b.height)
    return [`${a.width} x ${a.height} cells, now ${b.width} x ${b.height}`];
  const cells: number[] = [];
  for (let c = 0; c < a.open.length; c++) if (a.open[c] !== b.open[c]) cells.push(c);
  const opened = cells.filter((c) => b.open[c] > 0).length;
  const closed = cells.length - opened;
  return closed + opened > 0 ? [`${opened} cells were opened and ${closed} closed, ${around(cells, a.stride)}`] : [];
}

/** The smallest rectangle around cells. */
function around(cells: readonly number[], stride: number): string {
  const [xs, ys] = [cells.map((c) => (c % stride) - 1), cells.map((c) => Math.floor(c / stride) - 1)];
  const [least, most] = [Math.min, Math.max].map((extreme) =>
    [xs, ys].map((all) => all.reduce((a, b) => extreme(a, b))),
  );
  return `between ${least} and ${most}`;
}

/**
 * Costs come from letters: all cells of a letter must have the same cost. It is the highest cost with which no
 * placement costs more than in the blob, because the letters of the blob are not higher.
 */
function costFaults(grid: Grid, bytes: Uint8Array, file: string): string[] {
  const { size, stride, wallCosts = [] } = grid;
  const letters: Record<string, number> = {};
  for (const letter of TERRAIN_LETTERS) {
    if (!grid.terrain.includes(letter)) continue;
    const { open, costs } = parseMap(bytes, { file, terrain: grid.terrain, costs: { [letter]: MAX_COST } });
    grid.open.forEach((isOpen, anchor) => {
      if (!isOpen) return;
      for (let i = 0; i < size * size; i++) {
        const cell = anchor + Math.floor(i / size) * stride + (i % size);
        if (costs?.[cell] !== MAX_COST) continue;
        const cost = (grid.costs?.[anchor] ?? 1) - wallCostAt(open, stride, cell, wallCosts);
        letters[letter] = Math.max(1, Math.min(letters[letter] ?? MAX_COST, cost));
      }
    });
  }
  const cells = parseMap(bytes, { file, terrain: grid.terrain, costs: letters });
  const weighted = anchorsOf(wallCosts.length > 0 ? withWallCosts(cells, wallCosts) : cells, size);
  const same = weighted.costs?.every((cost, c) => cost === grid.costs?.[c]) ?? false;
  return same ? [] : [`${file} is another map: cells of one letter have different costs in the blob`];
}
