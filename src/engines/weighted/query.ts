/**
 * Optimal queries on weighted grids: A* over jump points (JPSW; Carlson et al. 2023) with landmarks.
 *
 * A node is a cell with a set of directions in which its cheapest arrivals so far may continue; if two arrivals cost
 * the same, the union of both sets. Its edges, separate for each direction, are in `graph.ts`.
 *
 * The goal is no node. Each expansion checks whether the goal lies on a run of its directions, or whether a diagonal
 * run reaches the goal's row or column.
 *
 * The bounds of landmarks are rounded, so a node may be reached for less after it was expanded, and is expanded again;
 * f may be smaller than before. The search ends at the first bucket that cannot hold anything below its best answer.
 *
 * It ends: a node is opened again only where its cost, an integer, has become smaller, or, at the same cost, its set
 * larger.
 */
import { grown } from '../../core/arrays.js';
import { isDirected } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { packPoint } from '../../core/grid/rectangle.js';
import { distanceOf } from '../../core/grid/rules.js';
import { costRange, STRAIGHT } from '../../core/grid/step-costs.js';
import { emptyWays, lineWriter } from '../../core/search/empty-ways.js';
import type { Engine } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import { UNKNOWN, WeightedGraph } from './graph.js';
import type { WeightedJumps } from './jumps.js';
import type { Landmarks } from './landmarks.js';

const EMPTY = -1;
/** Buckets to a step on the cheapest ground, no narrower than the landmarks' rounding: at most some 130,000. */
const BUCKETS_A_STEP = 16;
const MOST_BUCKETS = 0x10_0000;

/**
 * @param landmarks of this grid, count 0 for none
 * @param stamp of the first query, for tests
 * @param leastCost the least cost of an open cell, where it changes
 */
export function weightedSearch(
  grid: Grid,
  jumps: WeightedJumps,
  landmarks: Landmarks,
  stamp = 0,
  leastCost?: () => number,
): Engine {
  const { count: marksPerCell, costs: marks, unit } = landmarks;
  const { least: leastAtFirst } = costRange(grid);
  const distance = distanceOf(grid);
  const directed = isDirected(grid);
  const wayOver = emptyWays(grid);
  const write = lineWriter(grid);
  let graph = new WeightedGraph(grid, jumps);
  const known = {
    stamps: new Int32Array(1024),
    parents: new Int32Array(1024),
    costs: new Float64Array(1024),
    /** Directions in which the cheapest arrivals may continue, and which of them are not expanded yet. */
    allowed: new Uint8Array(1024),
    waiting: new Uint8Array(1024),
  };
  let heads = new Int32Array(1024).fill(EMPTY);
  let items = new Int32Array(2048);
  let trail = new Int32Array(256);

  const makeRoom = () => {
    while (known.stamps.length < graph.cells.length) {
      known.stamps = grown(known.stamps);
      known.parents = grown(known.parents);
      known.costs = grown(known.costs);
      known.allowed = grown(known.allowed);
      known.waiting = grown(known.waiting);
    }
  };

  const self: Engine = {
    expanded: 0,
    generated: 0,
    search(startX, startY, endX, endY, path: PathBuffer) {
      self.expanded = self.generated = 0;
      if (!grid.isOpen(startX, startY) || !grid.isOpen(endX, endY)) return false;
      const goalX = endX | 0;
      const goalY = endY | 0;
      const goal = packPoint(goalX, goalY);
      const goalCell = grid.cell(goalX, goalY);
      const startCell = grid.cell(startX | 0, startY | 0);
      if (stamp > 0x7fffffff - 4) {
        known.stamps.fill(0);
        stamp = 0;
      }
      stamp++;
      const least = leastCost?.() ?? leastAtFirst;
      const width = Math.max((2 * STRAIGHT * least) / BUCKETS_A_STEP, unit);
      const perBucket = 1 / width;
      const atGoal = marksPerCell * goalCell;
      const bound = (cell: number, x: number, y: number): number => {
        const h = 2 * least * distance(x - goalX, y - goalY);
        let most = 0;
        for (let l = 0, at = marksPerCell * cell; l < marksPerCell; l++, at++) {
          const ahead = marks[atGoal + l] - marks[at];
          const gap = directed ? (l & 1 ? -ahead : ahead) : Math.abs(ahead);
          if (gap > most) most = gap;
        }
        return Math.max(h, (most - 1) * unit);
      };
      const lowest = bound(startCell, startX, startY) - 2 * unit;
      const start = graph.startAt(startCell, startX | 0, startY | 0);
      makeRoom();
      let { stamps, parents, costs, allowed, waiting } = known;
      let { cells, points, arrivals, firsts, lasts, targets, prices } = graph;
      stamps[start] = stamp;
      parents[start] = EMPTY;
      costs[start] = 0;
      allowed[start] = 255;
      waiting[start] = 255;
      const { trace } = self;
      let best = startCell === goalCell ? 0 : Infinity;
      let last = start;
      let expanded = 0;
      let used = 0;
      let current = 0;
      let lastBucket = -1;
      for (let n = start; best > 0; ) {
        expanded++;
        const base = costs[n];
        const x = points[n] & 0xffff;
        const y = points[n] >> 16;
        if (trace && trace(points[n], n === start ? -1 : points[parents[n]], base / (2 * STRAIGHT)) === true) {
          best = Infinity;
          break;
        }
        const dx = goalX - x;
        const dy = goalY - y;
        if (graph.edits[n] !== jumps.log.edits) graph.refresh(n);
        const way = wayOver(dx, dy);
        const sight = way.level > 0 ? way.ray : way.straight;
        const mask = waiting[n];
        waiting[n] = 0;
        for (let bits = mask; bits !== 0; bits &= bits - 1) {
          const d = 31 - Math.clz32(bits & -bits);
          if (firsts[8 * n + d] === UNKNOWN) {
            graph.expand(n, d);
            makeRoom();
            ({ stamps, parents, costs, allowed, waiting } = known);
            ({ cells, points, arrivals, firsts, lasts, targets, prices } = graph);
          }
          if (d === sight && (dx !== 0 || dy !== 0)) {
            const seen = base + graph.seenCost(n, d, dx, dy);
            if (seen < best) {
              best = seen;
              last = n;
            }
          }
          for (let e = firsts[8 * n + d], end = lasts[8 * n + d]; e < end; e++) {
            const price = base + prices[e];
            const t = targets[e] >> 3;
            if (stamps[t] !== stamp) {
              stamps[t] = stamp;
              costs[t] = Infinity;
            }
            if (price > costs[t]) continue;
            let more = arrivals[targets[e]];
            if (price === costs[t]) more &= ~allowed[t];
            if (more === 0) continue;
            const point = points[t];
            const f = price + bound(cells[t], point & 0xffff, point >> 16);
            if (f >= best) continue;
            if (price === costs[t]) {
              allowed[t] |= more;
              waiting[t] |= more;
            } else {
              costs[t] = price;
              parents[t] = n;
              allowed[t] = waiting[t] = more;
            }
            let bucket = Math.floor((f - lowest) * perBucket);
            // First bucket of the ring as it is filled.
            const filled = current;
            if (lastBucket < current) lastBucket = current = bucket;
            else if (bucket < current) current = bucket;
            else if (bucket > lastBucket) {
              // Beyond the longest ring into its last bucket: too early, which is never wrong.
              if (bucket >= current + MOST_BUCKETS) bucket = current + MOST_BUCKETS - 1;
              lastBucket = bucket;
            }
            while (lastBucket - current >= heads.length) {
              const wider = new Int32Array(2 * heads.length).fill(EMPTY);
              for (let k = filled; k < filled + heads.length; k++)
                wider[k & (wider.length - 1)] = heads[k & (heads.length - 1)];
              heads = wider;
            }
            if (2 * used === items.length) items = grown(items);
            items[2 * used] = t;
            items[2 * used + 1] = heads[bucket & (heads.length - 1)];
            heads[bucket & (heads.length - 1)] = used++;
          }
        }
        n = -1;
        while (current <= lastBucket && lowest + current * width < best) {
          const slot = current & (heads.length - 1);
          const item = heads[slot];
          if (item === EMPTY) {
            current++;
            continue;
          }
          heads[slot] = items[2 * item + 1];
          if (waiting[items[2 * item]] === 0) continue;
          n = items[2 * item];
          break;
        }
        if (n < 0) break;
      }
      for (; current <= lastBucket; current++) heads[current & (heads.length - 1)] = EMPTY;
      self.expanded = expanded;
      self.generated = used;
      if (best === Infinity) return false;
      let length = 0;
      trail[length++] = goal;
      if (best > 0) {
        for (let n = last; n >= 0; n = parents[n]) {
          if (length === trail.length) trail = grown(trail);
          trail[length++] = points[n];
        }
      }
      write(path, trail, length, best / (2 * STRAIGHT));
      return true;
    },
  };
  const { repair } = jumps;
  if (repair)
    self.repair = (cells) => {
      for (const cell of repair(cells)) graph.read(cell);
      if (graph.isWorn) graph = new WeightedGraph(grid, jumps);
    };
  return self;
}
