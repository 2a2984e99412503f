/**
 * For each block of cells the arcs that may be the first of a path from there, and those that may be the last into it.
 *
 * Between two cells the best path has the lowest cost, then the fewest arcs, then the lowest numbers of arcs. If
 * it takes arc i first, its piece up to the exit of i is also the best way there. So a cell lists i only if its best
 * path to the exit of i takes no arc but i. A flood from that exit against all moves and arcs finds these cells; it
 * ends when no cell waits whose path takes only i. Floods from the entries find the last arcs likewise.
 *
 * Measured and decided: docs/decisions/links.md.
 */
import type { Grid } from '../grid/grid.js';
import { leastCost } from '../grid/hexes.js';
import { linkCost, waysOf } from '../grid/links.js';
import { STRAIGHT, unitOf } from '../grid/step-costs.js';
import { ArcFlood } from './flood.js';
import { ARC_BITS, blocksOf, MOST_BARE, MOST_BLOCKS, MOST_ENTRIES } from './lists.js';

/** Blocks are squares with a side of 2 to the power of this, or larger. */
const LEAST_SHIFT = 3;
/** Most cells that all floods visit, one or two minutes; maps with more have no lists, unless they have many links. */
const MOST_VISITS = 1e9;

/** Where one arc may be first or last: the least excess by block. */
interface Listed {
  arc: number;
  excesses: Map<number, number>;
}

/**
 * The section of a map with links, as FORMAT.md has it; undefined where it would take too long.
 * @param most cells that are visited, and entries
 */
export function buildLinkLists(
  grid: Grid,
  { visits, entries } = {
    visits: (grid.links?.length ?? 0) > MOST_BARE ? Infinity : MOST_VISITS,
    entries: MOST_ENTRIES,
  },
): Uint32Array | undefined {
  const { width, height } = grid;
  let shift = LEAST_SHIFT;
  while (blocksOf(width, height, shift)[1] > MOST_BLOCKS) shift++;
  let sides = collect(grid, shift, visits);
  const count = () => sides?.flat().reduce((sum, { excesses }) => sum + excesses.size, 0) ?? 0;
  for (; count() > entries; shift++) {
    const [columns] = blocksOf(width, height, shift);
    sides = sides?.map((side) => side.map((listed) => merged(listed, columns)));
  }
  return sides && toSection(sides, blocksOf(width, height, shift)[1], shift, count());
}

/** The same by blocks of twice the side. @param columns of blocks before */
function merged({ arc, excesses }: Listed, columns: number): Listed {
  const least = new Map<number, number>();
  for (const [block, excess] of excesses) {
    const [x, y] = [(block % columns) >> 1, Math.floor(block / columns) >> 1];
    lower(least, y * ((columns + 1) >> 1) + x, excess);
  }
  return { arc, excesses: least };
}

function lower(excesses: Map<number, number>, block: number, excess: number): void {
  if (excess < (excesses.get(block) ?? Infinity)) excesses.set(block, excess);
}

function toSection(sides: Listed[][], blocks: number, shift: number, count: number): Uint32Array {
  let greatest = 0;
  for (const { excesses } of sides.flat())
    for (const excess of excesses.values()) greatest = Math.max(greatest, excess);
  const quantum = Math.floor(greatest / 2 ** (32 - ARC_BITS)) + 1;
  const values = new Uint32Array(2 + 2 * blocks + count);
  values.set([shift, quantum]);
  const counts = values.subarray(2, 2 + 2 * blocks);
  sides.forEach((side, s) => {
    for (const { excesses } of side) for (const block of excesses.keys()) counts[s * blocks + block]++;
  });
  let end = 2 + 2 * blocks;
  const places = Array.from(counts, (size) => {
    end += size;
    return end - size;
  });
  sides.forEach((side, s) => {
    for (const { arc, excesses } of side)
      for (const [block, excess] of excesses)
        values[places[s * blocks + block]++] = arc + Math.floor(excess / quantum) * 2 ** ARC_BITS;
  });
  return values;
}

/** Floods the map from all exits, then from all entries. @returns first arcs, and last ones */
function collect(map: Grid, shift: number, mostVisits: number): Listed[][] | undefined {
  const unit = unitOf(map);
  const arcs = waysOf(map.links ?? []).map((way) => ({ ...way, cost: linkCost(way.link, unit) }));
  const least = leastCost(map);
  const [columns] = blocksOf(map.width, map.height, shift);
  const flood = new ArcFlood(map, arcs);
  const { costs, keys, isWaiting, touched } = flood;
  let left = mostVisits;
  const sides: Listed[][] = [];
  for (const side of [0, 1] as const) {
    const listed: Listed[] = [];
    for (const [arc, { from, to, cost }] of arcs.entries()) {
      if (!map.isOpen(...from) || !map.isOpen(...to)) continue;
      const excesses = new Map<number, number>();
      const [[endX, endY], source] = side > 0 ? [to, from] : [from, to];
      flood.start(map.cell(...source), arc + 1);
      do flood.advance(side);
      while (flood.waiting > 0);
      for (const cell of touched) {
        if (keys[cell] !== arc + 1 || isWaiting[cell]) continue;
        const [x, y] = [(cell % map.stride) - 1, Math.floor(cell / map.stride) - 1];
        const excess = costs[cell] - cost - (unit / STRAIGHT) * least(x - endX, y - endY);
        lower(excesses, (y >> shift) * columns + (x >> shift), excess);
      }
      listed.push({ arc, excesses });
      left -= flood.visits;
      if (left <= 0) return;
    }
    sides.push(listed);
  }
  return sides;
}
