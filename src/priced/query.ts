/**
 * Optimal queries on priced grids: A* over jump points (JPSW; Carlson et al. 2023) with landmarks.
 *
 * A node is a cell, with the set of directions that the arrivals of its least cost so far may go on in: where two arrivals cost the same, both
 * sets count. Its edges, those of each direction by themselves, are made when a search first needs them: straight on to the next stop, or
 * diagonally and at each turning point straight on from there.
 *
 * The goal is no node. Each expansion asks whether the goal lies on a run of its directions, or where a diagonal one comes level with it.
 *
 * The bounds of landmarks are rounded, so a node may be reached for less after it was expanded, and is expanded again; f may fall below that of
 * the node before it. The search ends at the first bucket that cannot hold anything below its best answer.
 *
 * It ends: a node is opened again only where its cost, an integer, has become smaller, or, at the same cost, its set larger.
 *
 * Measured and decided: docs/decisions.md, "Priced maps: the query".
 */
import { directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { packPoint } from '../grid/rectangle.js';
import { DIAGONAL, octile, STRAIGHT } from '../grid/step-costs.js';
import type { Engine } from '../search/engine.js';
import type { PathBuffer } from '../search/path.js';
import type { PricedJumps } from './jumps.js';
import { type Landmarks, OUT_OF_REACH, priceRange } from './landmarks.js';
import { successorsOf } from './successors.js';

/** A bucket with nothing in it. */
const EMPTY = -1;
/**
 * Buckets to a step on the cheapest ground, as long as they are no narrower than what landmarks round to: with wide ones more nodes are
 * expanded. So costs from end to end of a map are some 130,000 buckets at most.
 */
const BUCKETS_A_STEP = 16;
/** Longest ring. */
const MOST_BUCKETS = 1 << 20;
/** Directions of a node without edges yet. */
const UNKNOWN = -1;

/**
 * @param landmarks of this grid; with a count of 0 the octile distance alone
 * @param stamp where the query counter starts; tests set it near its end
 */
export function pricedSearch(grid: Grid, jumps: PricedJumps, landmarks: Landmarks, stamp = 0): Engine {
  const { stride } = grid;
  const weights = grid.costs ?? grid.open;
  const steps = directionSteps(stride);
  const { distances, nodes, ends } = jumps;
  const { count: marksPerCell, costs: marks, unit } = landmarks;
  const successors = successorsOf(grid);
  const { least } = priceRange(grid);
  const width = Math.max((2 * STRAIGHT * least) / BUCKETS_A_STEP, unit);
  const perBucket = 1 / width;

  // Node 0 is the start of a query, whatever else its cell is.
  const nodeAt = new Int32Array(grid.open.length);
  let count = 1;
  let cells = new Int32Array(1024);
  let points = new Int32Array(1024);
  /** Successors of the arrivals in each direction. */
  let arrivals = new Uint8Array(8 * 1024);
  /** First edge, its end, and the steps that a run can be seen along, of each node and direction. */
  let firsts = new Int32Array(8 * 1024).fill(UNKNOWN);
  let lasts = new Int32Array(8 * 1024);
  let views = new Int16Array(8 * 1024);
  /** 8 * node + arrival, and cost. */
  let targets = new Int32Array(0);
  let prices = new Float64Array(0);
  // Those of the start come first, and are written over by every query: a turning point of a diagonal has two at most.
  const startRoom = 4 + 4 * (2 * Math.min(grid.width, grid.height) + 1);
  let edges = startRoom;
  targets = new Int32Array(2 * startRoom);
  prices = new Float64Array(2 * startRoom);
  // What a query knows of a node: stamp, parent, directions that its cost may go on in, those of them that wait.
  let stamps = new Int32Array(1024);
  let parents = new Int32Array(1024);
  let allowed = new Uint8Array(1024);
  let waiting = new Uint8Array(1024);
  let costs = new Float64Array(1024);
  let heads = new Int32Array(1024).fill(EMPTY);
  let items = new Int32Array(2048);
  let trail = new Int32Array(256);

  const growNodes = () => {
    const longer = <T extends Int32Array | Uint8Array | Int16Array | Float64Array>(array: T): T => {
      const made = new (array.constructor as new (length: number) => T)(2 * array.length);
      made.set(array);
      return made;
    };
    [cells, points, stamps, parents] = [cells, points, stamps, parents].map(longer);
    [arrivals, allowed, waiting] = [arrivals, allowed, waiting].map(longer);
    views = longer(views);
    lasts = longer(lasts);
    costs = longer(costs);
    const unknown = firsts.length;
    firsts = longer(firsts);
    firsts.fill(UNKNOWN, unknown);
  };

  const nodeOf = (cell: number): number => {
    if (nodeAt[cell] > 0) return nodeAt[cell];
    if (count === cells.length) growNodes();
    nodeAt[cell] = count;
    cells[count] = cell;
    points[count] = packPoint((cell % stride) - 1, Math.floor(cell / stride) - 1);
    for (let d = 0; d < 8; d++) arrivals[8 * count + d] = (nodes[cell] >> d) & 1 ? successors(cell, d) : 0;
    return count++;
  };

  const addEdge = (cell: number, d: number, price: number) => {
    if (edges === targets.length) {
      targets = grown(targets);
      const longer = new Float64Array(targets.length);
      longer.set(prices);
      prices = longer;
    }
    targets[edges] = 8 * nodeOf(cell) + d;
    prices[edges++] = price;
  };

  /** Cost of a run of so many steps from a cell: all cells but the first cost the same. */
  const runCost = (cell: number, d: number, length: number): number => {
    const weight = weights[cell + steps[d]];
    return (weights[cell] + weight + 2 * weight * (length - 1)) * (d & 1 ? DIAGONAL : STRAIGHT);
  };

  /** Makes the edges of a node in a direction. */
  const expand = (n: number, d: number) => {
    const from = cells[n];
    const at = 8 * n + d;
    const first = edges;
    let length = 0;
    if ((d & 1) === 0) {
      const v = distances[8 * from + d];
      length = v > 0 ? v : -v;
      if (v > 0) addEdge(from + v * steps[d], d, runCost(from, d, v));
    } else {
      for (let cell = from; ; ) {
        const v = distances[8 * cell + d];
        length += v > 0 ? v : -v;
        if (v <= 0) break;
        cell += v * steps[d];
        const price = runCost(from, d, length);
        if ((nodes[cell] >> d) & 1) {
          addEdge(cell, d, price);
          break;
        }
        for (let turn = 1; turn < 8; turn += 6) {
          const straight = (d + turn) & 7;
          const r = distances[8 * cell + straight];
          if (r > 0) addEdge(cell + r * steps[straight], straight, price + runCost(cell, straight, r));
        }
        if ((ends[cell] >> d) & 1) break;
      }
    }
    firsts[at] = first;
    lasts[at] = edges;
    views[at] = length;
  };

  /** Cost from a node to the goal along the runs of a direction, or Infinity; the goal is dx, dy away. */
  const seenCost = (n: number, d: number, dx: number, dy: number): number => {
    const ax = dx < 0 ? -dx : dx;
    const ay = dy < 0 ? -dy : dy;
    const cell = cells[n];
    const view = views[8 * n + d];
    if ((d & 1) === 0) return ax + ay > view ? Infinity : runCost(cell, d, ax + ay);
    const level = ax < ay ? ax : ay;
    if (level > view) return Infinity;
    const price = runCost(cell, d, level);
    const rest = ax + ay - 2 * level;
    if (rest === 0) return price;
    const turn = cell + level * steps[d];
    const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
    const r = distances[8 * turn + straight];
    return rest > (r > 0 ? r : -r) ? Infinity : price + runCost(turn, straight, rest);
  };

  const self: Engine = {
    expanded: 0,
    generated: 0,
    search(startX, startY, endX, endY, path: PathBuffer) {
      self.expanded = self.generated = 0;
      if (!grid.isOpen(startX, startY) || !grid.isOpen(endX, endY)) return false;
      const goalX = endX | 0;
      const goalY = endY | 0;
      const goalCell = grid.cell(goalX, goalY);
      const startCell = grid.cell(startX | 0, startY | 0);
      if (stamp > 0x7fffffff - 4) {
        stamps.fill(0);
        stamp = 0;
      }
      stamp++;
      // The two landmarks that tell most of this start and goal.
      let [most, second, a, b] = [-1, -1, 0, 0];
      for (let l = 0; l < marksPerCell; l++) {
        const told = Math.abs(marks[marksPerCell * startCell + l] - marks[marksPerCell * goalCell + l]);
        if (told > most) [second, b, most, a] = [most, a, told, l];
        else if (told > second) [second, b] = [told, l];
      }
      const markA = most > 0 ? marks[marksPerCell * goalCell + a] : OUT_OF_REACH;
      const markB = most > 0 ? marks[marksPerCell * goalCell + b] : OUT_OF_REACH;
      const bound = (cell: number, x: number, y: number): number => {
        let h = 2 * least * octile(x - goalX, y - goalY);
        if (most > 0) {
          const at = marksPerCell * cell;
          const told = Math.max(Math.abs(marks[at + a] - markA), Math.abs(marks[at + b] - markB)) - 1;
          if (told * unit > h) h = told * unit;
        }
        return h;
      };
      const lowest = bound(startCell, startX, startY) - 2 * unit;
      cells[0] = startCell;
      points[0] = packPoint(startX | 0, startY | 0);
      const kept = edges;
      edges = 0;
      for (let d = 0; d < 8; d++) expand(0, d);
      edges = kept;
      // Ways back to it are of no use.
      const twin = nodeAt[startCell];
      stamps[twin] = stamp;
      costs[twin] = 0;
      allowed[twin] = 255;
      stamps[0] = stamp;
      parents[0] = -1;
      allowed[0] = waiting[0] = 255;
      costs[0] = 0;
      const { trace } = self;
      let best = startCell === goalCell ? 0 : Infinity;
      let last = 0;
      let expanded = 0;
      let used = 0;
      let current = 0;
      let lastBucket = -1;
      for (let n = 0; best > 0; ) {
        expanded++;
        const base = costs[n];
        const x = points[n] & 0xffff;
        const y = points[n] >> 16;
        if (trace && trace(points[n], n === 0 ? -1 : points[parents[n]], base / (2 * STRAIGHT)) === true) {
          best = Infinity;
          break;
        }
        const dx = goalX - x;
        const dy = goalY - y;
        const sight = dx === 0 ? (dy > 0 ? 4 : 0) : dy === 0 ? (dx > 0 ? 2 : 6) : dx > 0 ? (dy > 0 ? 3 : 1) : dy > 0 ? 5 : 7;
        const mask = waiting[n];
        waiting[n] = 0;
        for (let d = 0; d < 8; d++) {
          if (((mask >> d) & 1) === 0) continue;
          if (firsts[8 * n + d] === UNKNOWN) expand(n, d);
          if (d === sight && (dx !== 0 || dy !== 0)) {
            const seen = base + seenCost(n, d, dx, dy);
            if (seen < best) {
              best = seen;
              last = n;
            }
          }
          for (let e = firsts[8 * n + d], end = lasts[8 * n + d]; e < end; e++) {
            const price = base + prices[e];
            const t = targets[e] >> 3;
            const known = stamps[t] === stamp;
            if (known && price > costs[t]) continue;
            let more = arrivals[targets[e]];
            if (known && price === costs[t]) {
              more &= ~allowed[t];
              if (more === 0) continue;
            }
            const point = points[t];
            const f = price + bound(cells[t], point & 0xffff, point >> 16);
            if (f >= best) continue;
            if (known && price === costs[t]) {
              allowed[t] |= more;
              waiting[t] |= more;
            } else {
              stamps[t] = stamp;
              costs[t] = price;
              parents[t] = n;
              allowed[t] = waiting[t] = more;
            }
            let bucket = Math.floor((f - lowest) * perBucket);
            if (lastBucket < current) lastBucket = current = bucket;
            else if (bucket < current) current = bucket;
            else if (bucket > lastBucket) {
              // Beyond the longest ring into its last bucket: too early, which is never wrong.
              if (bucket >= current + MOST_BUCKETS) bucket = current + MOST_BUCKETS - 1;
              lastBucket = bucket;
            }
            while (lastBucket - current >= heads.length) {
              const longer = new Int32Array(2 * heads.length).fill(EMPTY);
              for (let k = current; k < current + heads.length; k++) longer[k & (longer.length - 1)] = heads[k & (heads.length - 1)];
              heads = longer;
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
      trail[length++] = packPoint(goalX, goalY);
      if (best > 0) {
        for (let n = last; n >= 0; n = parents[n]) {
          if (length === trail.length) trail = grown(trail);
          trail[length++] = points[n];
        }
      }
      path.write(trail, length, best / (2 * STRAIGHT));
      return true;
    },
  };
  return self;
}
