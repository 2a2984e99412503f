/**
 * For each block of cells the arcs that may be the first of a path from there, and those that may be the last into it.
 *
 * Of all paths between two cells take the best by cost, of those the best by number of arcs, then by their numbers. If
 * it takes arc i first, its piece up to the exit of i is the best way there, too. So a cell lists i only if its best
 * path to the exit of i takes no arc but i. A flood from that exit against all moves and arcs finds these cells; it
 * ends when no cell waits whose path takes i alone. Floods from the entries find the last arcs likewise.
 *
 * Measured and decided: docs/decisions/links.md.
 */
import { directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { axialOf, hexLayout, leastCost } from '../grid/hexes.js';
import { linkCost, MAX_LINKS, waysOf } from '../grid/links.js';
import { movesOf, windowsOf } from '../grid/moves.js';
import { DIAGONAL, STRAIGHT, unitOf } from '../grid/step-costs.js';
import { BucketRing } from '../search/ring.js';
import { ARC_BITS, blocksOf, MOST_BARE, MOST_BLOCKS, MOST_ENTRIES } from './lists.js';

/** Blocks are squares with a side of 2 to the power of this, or larger. */
const LEAST_SHIFT = 3;
/** Most cells that all floods visit, one or two minutes; maps with more have no lists, unless they have many links. */
const MOST_VISITS = 1e9;
/** Key of paths that take several arcs: above all numbers of arcs. */
const SEVERAL = 2 * MAX_LINKS + 1;

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
  const layout = hexLayout(map);
  const grid = axialOf(map);
  const unit = unitOf(map);
  const cellAt = (x: number, y: number): number => {
    const point = layout ? layout.toAxial(x | (y << 16)) : x | (y << 16);
    return grid.cell(point & 0xffff, point >> 16);
  };
  const pointAt = (cell: number): number => {
    const point = ((cell % grid.stride) - 1) | ((Math.floor(cell / grid.stride) - 1) << 16);
    return layout ? layout.toOffset(point) : point;
  };
  const ways = waysOf(map.links ?? []).map(({ link, from, to }) => ({
    ends: [cellAt(...from), cellAt(...to)] as const,
    points: [from, to] as const,
    cost: linkCost(link, unit),
  }));
  const least = leastCost(map);
  const [columns] = blocksOf(map.width, map.height, shift);
  const flood = flooder(grid, ways);
  let left = mostVisits;
  const sides: Listed[][] = [];
  for (const side of [0, 1] as const) {
    const listed: Listed[] = [];
    for (let arc = 0; arc < ways.length && left > 0; arc++) {
      const excesses = new Map<number, number>();
      const [endX, endY] = ways[arc].points[side];
      left -= flood(arc, side, (cell, cost) => {
        const point = pointAt(cell);
        const [x, y] = [point & 0xffff, point >> 16];
        const excess = cost - ways[arc].cost - (unit / STRAIGHT) * least(x - endX, y - endY);
        lower(excesses, (y >> shift) * columns + (x >> shift), excess);
      });
      listed.push({ arc, excesses });
    }
    sides.push(listed);
  }
  return left > 0 ? sides : undefined;
}

/**
 * @returns floods of one arc: from its exit backwards (side 0) or from its entry forwards (1). Visits each cell whose
 * best path to or from there takes that arc alone; returns the number of all cells it had to look at
 */
function flooder(
  { open, costs, stride, moveRule }: Grid,
  ways: readonly { ends: readonly [from: number, to: number]; cost: number }[],
): (arc: number, side: 0 | 1, visit: (cell: number, cost: number) => void) => number {
  const moves = movesOf(moveRule);
  const legal = windowsOf({ open, stride }).map((window) => moves.legal[window]);
  const steps = directionSteps(stride);
  // Half of the sum of both cells' weights is what a move costs, for each unit of the map.
  const weights = costs ?? new Uint8Array(open.length).fill(1);
  const prices = Float64Array.from(moves.costs, (cost) => (costs ? cost : cost / 2));
  let dearest = 0;
  for (const weight of weights) if (weight > dearest) dearest = weight;
  const ring = new BucketRing(Math.max(2 * dearest * DIAGONAL, ...ways.map(({ cost }) => cost)) / STRAIGHT);
  const found = new Float64Array(open.length).fill(Infinity);
  /** Of the path to each cell: 0 if it takes no arc, its arc + 1 if it takes one, else SEVERAL. */
  const keys = new Uint16Array(open.length);
  const isWaiting = new Uint8Array(open.length);
  const touched: number[] = [];
  /** Arcs by the cell at which a flood of each side takes them. */
  const arcsAt = [1, 0].map((end) => {
    const lists = new Map<number, number[]>();
    for (const [arc, { ends }] of ways.entries()) lists.set(ends[end], [...(lists.get(ends[end]) ?? []), arc]);
    return lists;
  });
  const isEnd = new Uint8Array(open.length);
  for (const { ends } of ways) for (const end of ends) isEnd[end] = 1;
  /** Key of the arc that is flooded, and number of cells that wait with it. */
  let alone = 0;
  let waiting = 0;
  const reach = (cell: number, cost: number, key: number): void => {
    const before = found[cell];
    if (cost > before || (cost === before && key >= keys[cell])) return;
    if (before === Infinity) touched.push(cell);
    if (isWaiting[cell] && keys[cell] === alone) waiting--;
    if (key === alone) waiting++;
    found[cell] = cost;
    keys[cell] = key;
    isWaiting[cell] = 1;
    ring.push(cell, Math.floor(cost / STRAIGHT));
  };
  return (arc, side, visit) => {
    alone = arc + 1;
    waiting = 0;
    let visits = 0;
    const source = ways[arc].ends[1 - side];
    ring.reset();
    reach(source, 0, 0);
    for (let bucket = 0; bucket <= ring.last && (waiting > 0 || isWaiting[source]); bucket++) {
      // A link cheaper than a bucket leads into the one that is emptied.
      for (let entry = ring.take(bucket); entry >= 0; entry = ring.take(bucket)) {
        for (; entry >= 0; entry = ring.entries[entry + 1]) {
          const cell = ring.entries[entry];
          if (!isWaiting[cell]) continue;
          isWaiting[cell] = 0;
          visits++;
          const cost = found[cell];
          const key = keys[cell];
          if (key === alone) waiting--;
          if (isEnd[cell])
            for (const jump of arcsAt[side].get(cell) ?? [])
              reach(ways[jump].ends[side], cost + ways[jump].cost, key === 0 ? jump + 1 : SEVERAL);
          const weight = weights[cell];
          for (let mask = legal[cell], d = 0; mask > 0; mask >>= 1, d++) {
            if ((mask & 1) === 0) continue;
            const next = cell + steps[d];
            const total = cost + prices[d] * (weight + weights[next]);
            if (total <= found[next]) reach(next, total, key);
          }
        }
      }
    }
    for (const cell of touched) {
      if (keys[cell] === alone && !isWaiting[cell]) visit(cell, found[cell]);
      found[cell] = Infinity;
      isWaiting[cell] = 0;
    }
    touched.length = 0;
    for (let bucket = 0; bucket <= ring.last; bucket++) ring.take(bucket);
    return visits;
  };
}
