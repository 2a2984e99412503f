/**
 * Optimal costs for `prep verify`, found by code that no engine shares: Dijkstra (1959) on a bucket queue, towards a
 * single goal with the octile distance added (A*). Only typed arrays, used again for each query: a map of 4096 x 4096
 * is flooded in seconds.
 *
 * A bucket is as wide as the cheapest move. Without a goal to aim at, no move leads into the bucket it starts from, so
 * each cell is taken once, as Denardo & Fox (1979) have shown. With one it may, and a cell that got cheaper is taken
 * again. Either way a cost is final when all buckets below it are empty.
 */
import type { Grid } from '../grid/grid.js';
import { costRange, DIAGONAL, octile, STRAIGHT } from '../grid/step-costs.js';
import { hexSteps, isDiagonalLegal, isUnwalled } from './rules.js';

export interface Oracle {
  /** Costs of shortest paths to some goals, in order: integers, doubled with cell costs; Infinity if unreachable. */
  costs(from: readonly [number, number], goals: readonly (readonly [number, number])[]): number[];
  /** The same to every padded cell. */
  allCosts(from: readonly [number, number]): Float64Array;
}

/** Scratch memory: 9 bytes per cell, and the entries of the widest front. */
export function oracle(grid: Grid): Oracle {
  const { open, stride } = grid;
  /** How many of the two cells next to a diagonal must be open; 3 if there are no diagonals. */
  const beside = [0, 1, 2].find((count) => isDiagonalLegal(grid.moveRule, count)) ?? 3;
  const weights = grid.costs ?? open;
  const isEntered = grid.stepCosts === 'entered';
  const { least, most } = costRange(grid);
  /** Ends and doubled costs of links, by the cell at which each way begins. */
  const links = linksOf(grid);
  // All on the doubled scale; halved at the end where cells have no costs.
  const width = 2 * least * STRAIGHT;
  // A move costs at most the most expensive move, and changes the octile distance by no more than that.
  const queue = buckets(
    Math.max(4 * most * DIAGONAL, ...[...links.values()].flat().map(([, cost]) => cost + width)) / width,
  );
  const g = new Float64Array(open.length).fill(Infinity);
  const waiting = new Uint8Array(open.length);
  const straight = [-stride, 1, stride, -1];
  /** Steps between hexagons, by whether column and row are odd. */
  const hexagons = [0, 1, 2, 3].map((odd) =>
    hexSteps(grid.moveRule, odd & 1, odd >> 1)?.map(([dx, dy]) => dx + dy * stride),
  );
  const column = (cell: number) => (cell % stride) - 1;
  const row = (cell: number) => Math.floor(cell / stride) - 1;
  // No step between hexagons changes column or row by more than one.
  const estimateBy = hexagons[0] ? (dx: number, dy: number) => STRAIGHT * Math.max(Math.abs(dx), Math.abs(dy)) : octile;
  /** Range of reached cells, which the next query must clear. */
  let [low, high] = [0, 0];

  const clear = () => {
    g.fill(Infinity, low, high);
    waiting.fill(0, low, high);
    queue.clear();
    low = open.length;
    high = 0;
  };

  const flood = (source: number, goals: readonly number[], estimate: (cell: number) => number) => {
    const base = estimate(source);
    const relax = (cell: number, cost: number) => {
      if (cost >= g[cell]) return;
      g[cell] = cost;
      waiting[cell] = 1;
      if (cell < low) low = cell;
      if (cell >= high) high = cell + 1;
      queue.push(Math.floor((cost + estimate(cell) - base) / width), cell);
    };
    /** Steps out of a cell of a cost and weight. */
    const step = (reached: number, weight: number, to: number, length: number) =>
      relax(to, reached + length * ((isEntered ? weights[to] : weight) + weights[to]));
    relax(source, 0);
    for (let bucket = 0; queue.size() > 0; bucket++) {
      // Nothing that is left leads to a goal for less.
      if (goals.every((goal) => g[goal] + estimate(goal) - base <= bucket * width)) return;
      for (let cell = queue.pop(bucket); cell >= 0; cell = queue.pop(bucket)) {
        if (waiting[cell] === 0) continue;
        waiting[cell] = 0;
        const reached = g[cell];
        const weight = weights[cell];
        for (const [end, cost] of links.get(cell) ?? []) relax(end, reached + cost);
        const around = hexagons[(column(cell) & 1) + 2 * (row(cell) & 1)];
        if (around) {
          for (const next of around) if (open[cell + next] > 0) step(reached, weight, cell + next, STRAIGHT);
          continue;
        }
        for (let i = 0; i < 4; i++) {
          const side = cell + straight[i];
          if (open[side] > 0 && isUnwalled(grid, cell, side)) step(reached, weight, side, STRAIGHT);
          // Between this side and the next.
          const other = straight[(i + 1) & 3];
          const diagonal = side + other;
          const isLegal = open[diagonal] > 0 && open[side] + open[cell + other] >= beside;
          if (isLegal && isUnwalled(grid, cell, diagonal)) step(reached, weight, diagonal, DIAGONAL);
        }
      }
    }
  };

  return {
    allCosts(from) {
      clear();
      // A goal that no path reaches, on the border.
      if (open[grid.cell(...from)] > 0) flood(grid.cell(...from), [0], () => 0);
      return g.map((cost) => cost / (grid.costs ? 1 : 2));
    },
    costs(from, goals) {
      clear();
      const cells = goals.map(([x, y]) => grid.cell(x, y));
      const source = grid.cell(...from);
      const [goal] = goals;
      const towards = (cell: number) => 2 * least * estimateBy(column(cell) - goal[0], row(cell) - goal[1]);
      if (open[source] > 0) flood(source, cells, goals.length === 1 && links.size === 0 ? towards : () => 0);
      return cells.map((cell) => g[cell] / (grid.costs ? 1 : 2));
    },
  };
}

function linksOf({ links = [], open, stride }: Grid): Map<number, [end: number, cost: number][]> {
  const ways = new Map<number, [end: number, cost: number][]>();
  const add = (a: number, b: number, cost: number) => ways.set(a, [...(ways.get(a) ?? []), [b, cost]]);
  for (const { from, to, cost, oneWay } of links) {
    const [a, b] = [from, to].map(([x, y]) => (y + 1) * stride + x + 1);
    if (open[a] === 0 || open[b] === 0) continue;
    add(a, b, 2 * Math.round(cost * STRAIGHT));
    if (!oneWay) add(b, a, 2 * Math.round(cost * STRAIGHT));
  }
  return ways;
}

/** A ring of stacks. @param span most buckets from the bucket that is being emptied to the last that is filled */
function buckets(span: number) {
  const count = 2 ** Math.ceil(Math.log2(span + 2));
  const stacks = Array.from({ length: count }, () => new Int32Array(64));
  const lengths = new Int32Array(count);
  let size = 0;
  return {
    size: () => size,
    /** @param bucket may be above 2^31: bit operations keep its lowest bits, of which the ring needs no more */
    push(bucket: number, cell: number): void {
      const i = bucket & (count - 1);
      if (lengths[i] === stacks[i].length) {
        const longer = new Int32Array(2 * lengths[i]);
        longer.set(stacks[i]);
        stacks[i] = longer;
      }
      stacks[i][lengths[i]++] = cell;
      size++;
    },
    /** @returns -1 where it is empty */
    pop(bucket: number): number {
      const i = bucket & (count - 1);
      if (lengths[i] === 0) return -1;
      size--;
      return stacks[i][--lengths[i]];
    },
    clear(): void {
      lengths.fill(0);
      size = 0;
    },
  };
}
