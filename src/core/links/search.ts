/**
 * Paths over links on top of any engine: exact where the engine is, and no dearer than its own paths elsewhere.
 *
 * A path takes an arc i first and an arc j last, or none. What lies between them, from the entry of i to the exit of j,
 * is a row of costs for each i. What lies before i and behind j begins as a lower bound, as does the path without
 * links, and the engine is asked for the exact cost of what has the lowest bound, until that is exact. Which arcs may
 * be first and last, and the bounds, come from the lists of the blob; after edits from all arcs and the distances on an
 * empty map. Where no cell is better than it was, the rows of the baked map are bounds of those that are not yet made.
 *
 * Measured and decided: docs/decisions/links.md.
 */

import type { ReadonlyGrid } from '../grid/grid.js';
import { leastCost } from '../grid/hexes.js';
import { type Link, linkCost, type Way, waysOf } from '../grid/links.js';
import { STRAIGHT, unitOf } from '../grid/step-costs.js';
import type { Engine, Walk } from '../search/engine.js';
import { joinPaths, type Leg, PathBuffer, type PathLink } from '../search/path.js';
import { ARC_BITS, type LinkLists } from './lists.js';
import { chainWalks } from './walk.js';

/** The map that links are on, as it is. */
export interface Ground {
  readonly grid: ReadonlyGrid;
  /** Raised by edits. */
  readonly version: number;
  readonly label: (cell: number) => number;
  /** How it differs from the baked one, of maps that change. */
  readonly edits?: { readonly loaded: { readonly differs: Differs } };
}

interface Differs {
  readonly cells: { readonly size: number };
  readonly isWide: boolean;
  /** Infinity if no cell is better than it was. */
  least(x0: number, y0: number, x1: number, y1: number): number;
  /** Whether a path crosses a cell that is worse. */
  crosses(path: PathBuffer): boolean;
}

/** One way of a link. */
export interface Arc extends Way {
  cost: number;
}

/** An engine whose paths take links. */
export interface LinkedSearch extends Engine {
  /** Names of links that are closed. */
  readonly closed: Set<string>;
  /** The ways of open links. */
  ways(): readonly Arc[];
  /** Row of an arc, by its number among all ways. */
  row(arc: number): Row;
  /** Whether a path leads from one component to another. */
  connects(from: number, to: number): boolean;
  /** Cost of the path in steps, Infinity where there is none. */
  distance(x0: number, y0: number, x1: number, y1: number): number;
  /** The path in pieces. @param walk of a leg */
  walk(x0: number, y0: number, x1: number, y1: number, walk?: Engine['walk']): Walk | null;
}

/** Entries of all arcs, or their exits; and the arcs among them that a cell lists. */
interface Side {
  /** Cells, x | y << 16, and their components, -1 of arcs that are shut. */
  points: Int32Array;
  labels: Int32Array;
  /** Listed arcs, their distances from or to the cell, or lower bounds of them. */
  count: number;
  arcs: Int32Array;
  bounds: Float64Array;
  isExact: Uint8Array;
  /** The way from or to the end that was last asked for. */
  leg: PathBuffer;
  asked: number;
}

/** Costs from the entry of an arc to all exits, and the arc before each. */
type Row = readonly [before: Int32Array, costs: Float64Array];
/** The arcs that may follow one, with their distances from its exit or lower bounds of them. */
type Follow = readonly [arcs: Int32Array, gaps: Float64Array, isExact: Uint8Array];

const NO_LINKS: readonly PathLink[] = [];
/** Most costs that rows hold, and most distances between arcs; with more they are made anew. */
const MOST_COSTS = 1 << 23;

/** @param baked the search of the map as it was baked, for one that changes */
export function linkedSearch(
  ground: Ground,
  base: Engine,
  links: readonly Link[],
  lists?: LinkLists,
  baked?: LinkedSearch,
): LinkedSearch {
  const unit = unitOf(ground.grid);
  const scale = unit / STRAIGHT;
  const least = leastCost(ground.grid);
  const closed = new Set<string>();
  const leg = new PathBuffer();
  let version = -1;
  let arcs: Arc[];
  let costs: Float64Array;
  /** Of start, of goal, of the exits of arcs; and of goal with all arcs, also those that are shut. */
  let sides: Side[];
  /** Lists as they are, after edits one list of all arcs. */
  let current: LinkLists;
  /** The search of the baked map, where no cell is better than there. */
  let above: LinkedSearch | undefined;
  let rows: Row[];
  let followers: Follow[];
  let held: number;
  /** Components that each component leads to. */
  let reach: Map<number, Set<number>>;
  /** Of the arcs that may be first: the least cost with them, that from their entry on, the last arc of that, and when it was found. */
  let keys: Float64Array;
  let rests: Float64Array;
  let lasts: Int32Array;
  let looked: Int32Array;
  /** Integer cost of the last path, and whether a limit ended a search. */
  let total = 0;
  let isCut = false;

  /** Takes the map and the links as they are. */
  const refresh = (): void => {
    const { grid, label, edits } = ground;
    if (version === ground.version) return;
    version = ground.version;
    arcs = waysOf(links).map((way) => ({ ...way, cost: linkCost(way.link, unit) }));
    const { length } = arcs;
    const differs = edits?.loaded.differs;
    const isEdited = closed.size + (differs ? differs.cells.size : version) > 0;
    above = isEdited && differs?.least(0, 0, 0, 0) === Infinity ? baked : undefined;
    current = (!isEdited && lists) || {
      shift: 16,
      columns: 0,
      blocks: 0,
      quantum: 0,
      starts: Int32Array.of(0, length),
      entries: Uint32Array.from(arcs, (_, i) => i),
    };
    costs = Float64Array.from(arcs, ({ cost }) => cost);
    sides = (['from', 'to', 'from', 'to'] as const).map((end) => ({
      points: Int32Array.from(arcs, ({ [end]: [x, y] }) => x | (y << 16)),
      labels: Int32Array.from(arcs, ({ link, from, to, [end]: [x, y] }) =>
        !closed.has(link.name) && grid.isOpen(...from) && grid.isOpen(...to) ? label(grid.cell(x, y)) : -1,
      ),
      count: 0,
      arcs: new Int32Array(length),
      bounds: new Float64Array(length),
      isExact: new Uint8Array(length),
      leg: new PathBuffer(),
      asked: -1,
    }));
    [keys, rests] = [new Float64Array(length), new Float64Array(length)];
    [lasts, looked] = [new Int32Array(length), new Int32Array(length)];
    [rows, followers, held, reach] = [[], [], 0, new Map()];
  };

  /** Integer cost by the engine between cells of one component. */
  const ask = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): number => {
    const isFound = base.search(x0, y0, x1, y1, path);
    isCut ||= !isFound;
    self.expanded += base.expanded;
    self.generated += base.generated;
    return isFound ? Math.round(path.cost * unit) : Infinity;
  };

  /** Lists the arcs of a cell, or all of them (place 3). @returns its component */
  const gather = (place: number, x: number, y: number): number => {
    const { shift, columns, blocks, starts, entries, quantum } = current;
    const side = sides[place];
    const { points, labels, arcs, bounds, isExact } = side;
    const label = ground.label(ground.grid.cell(x, y));
    const block = (place & 1) * blocks + (y >> shift) * columns + (x >> shift);
    let count = 0;
    for (let e = starts[block]; e < starts[block + 1]; e++) {
      const arc = entries[e] & (2 ** ARC_BITS - 1);
      if (labels[arc] !== label && place < 3) continue;
      const point = points[arc];
      arcs[count] = arc;
      bounds[count] = quantum * (entries[e] >>> ARC_BITS) + scale * least((point & 0xffff) - x, (point >> 16) - y);
      isExact[count++] = 0;
    }
    side.count = count;
    side.asked = -1;
    return label;
  };

  /** Asks the engine how far the end of a listed arc is from start (place 0) or goal (1). */
  const askSide = (place: number, listed: number, x: number, y: number): void => {
    const side = sides[place];
    const { points, arcs, bounds, isExact } = side;
    const point = points[arcs[listed]];
    const [endX, endY] = [point & 0xffff, point >> 16];
    const cost = place > 0 ? ask(endX, endY, x, y, side.leg) : ask(x, y, endX, endY, side.leg);
    side.asked = point;
    for (let i = 0; i < side.count; i++) {
      if (points[arcs[i]] !== point) continue;
      bounds[i] = cost;
      isExact[i] = 1;
    }
  };

  /** Counts costs that are kept, and begins anew where there are too many. */
  const hold = (count: number): void => {
    held += count;
    if (held > MOST_COSTS) [rows, followers, held] = [[], [], count];
  };

  /** The arcs that may follow one, with lower bounds of the ways to them. */
  const follow = (arc: number): Follow => {
    gather(2, ...arcs[arc].to);
    const { arcs: listed, bounds, isExact, count } = sides[2];
    hold(count);
    followers[arc] = [listed.slice(0, count), bounds.slice(0, count), isExact.slice(0, count)];
    return followers[arc];
  };

  /**
   * Costs from the entry of an arc to all exits (Dijkstra 1959). Asks for the ways alone whose bound would be a gain.
   * Kept for later queries, so it is no work of the one that asks first.
   */
  const makeRow = (first: number): Row => {
    const { trace } = base;
    const { expanded, generated } = self;
    base.trace = undefined;
    const row = costs.slice().fill(Infinity);
    const before = new Int32Array(row.length);
    const isDone = new Uint8Array(row.length);
    row[first] = costs[first];
    for (let from = first; from >= 0; ) {
      isDone[from] = 1;
      const [next, gaps, isExact] = followers[from] ?? follow(from);
      for (let k = 0; k < next.length; k++) {
        const arc = next[k];
        const cost = row[from] + costs[arc];
        if (cost + gaps[k] >= row[arc]) continue;
        if (!isExact[k]) {
          gaps[k] = ask(...arcs[from].to, ...arcs[arc].from, leg);
          isExact[k] = 1;
        }
        if (cost + gaps[k] >= row[arc]) continue;
        row[arc] = cost + gaps[k];
        before[arc] = from;
      }
      from = -1;
      let least = Infinity;
      for (let i = 0; i < row.length; i++) {
        if (isDone[i] || row[i] >= least) continue;
        least = row[i];
        from = i;
      }
    }
    base.trace = trace;
    Object.assign(self, { expanded, generated });
    hold(row.length);
    rows[first] = [before, row];
    return rows[first];
  };

  const rowOf = (first: number): Row => rows[first] ?? makeRow(first);

  /**
   * Leaves the path of the baked map in a buffer where it holds: no cell is better than it was, it crosses none that is
   * worse, and its links are open.
   */
  const askBaked = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean => {
    refresh();
    const differs = ground.edits?.loaded.differs;
    if (!baked || !differs || current === lists) return false;
    if (differs.cells.size > 0 && (differs.isWide || differs.least(x0, y0, x1, y1) < Infinity)) return false;
    baked.trace = base.trace;
    if (!baked.search(x0, y0, x1, y1, path) || differs.crosses(path)) return false;
    [self.expanded, self.generated] = [baked.expanded, baked.generated];
    return !path.links?.some(({ link }) => closed.has(link.name));
  };

  /** @param path gets the path where no link is on it @returns the arcs on it in order; undefined without a path */
  const solve = (x0: number, y0: number, x1: number, y1: number, path: PathBuffer): number[] | undefined => {
    refresh();
    isCut = false;
    self.expanded = self.generated = 0;
    const [heads, tails] = sides;
    const isJoined = gather(0, x0, y0) === gather(1, x1, y1);
    let shortest = Infinity;
    for (let l = 0; l < tails.count; l++) if (tails.bounds[l] < shortest) shortest = tails.bounds[l];
    for (let f = 0; f < heads.count; f++) {
      rests[f] = costs[heads.arcs[f]] + shortest;
      keys[f] = heads.bounds[f] + rests[f];
      looked[f] = above ? -2 : -1;
    }
    // Bound of the path without links, until it is known.
    let direct = isJoined ? scale * least(x1 - x0, y1 - y0) : Infinity;
    let found: number[] = [];
    // A path of the baked map may end with an arc that is shut.
    if (above) gather(3, x1, y1);
    total = Infinity;
    for (let round = 0; !isCut; ) {
      let lowest = total;
      let f = -1;
      for (let i = 0; i < heads.count; i++) {
        if (keys[i] >= lowest) continue;
        lowest = keys[i];
        f = i;
      }
      if (direct < Infinity && direct <= lowest) {
        total = ask(x0, y0, x1, y1, path);
        direct = Infinity;
      } else if (f < 0) break;
      else if (looked[f] < round) {
        const isBound = looked[f] < -1;
        const { arcs: listed, bounds, count } = isBound ? sides[3] : tails;
        const [, row] = (isBound ? (above as LinkedSearch).row : rowOf)(heads.arcs[f]);
        looked[f] = isBound ? -1 : round;
        rests[f] = Infinity;
        for (let l = 0; l < count; l++) {
          const cost = row[listed[l]] + bounds[l];
          if (cost >= rests[f]) continue;
          rests[f] = cost;
          lasts[f] = l;
        }
        keys[f] = heads.bounds[f] + rests[f];
      } else if (!heads.isExact[f]) {
        askSide(0, f, x0, y0);
        for (let i = 0; i < heads.count; i++) keys[i] = heads.bounds[i] + rests[i];
      } else if (!tails.isExact[lasts[f]]) {
        askSide(1, lasts[f], x1, y1);
        round++;
      } else {
        total = lowest;
        const first = heads.arcs[f];
        const [before] = rowOf(first);
        found = [tails.arcs[lasts[f]]];
        while (found[0] !== first) found.unshift(before[found[0]]);
        break;
      }
    }
    return total < Infinity && !isCut ? found : undefined;
  };

  /** The way to the entry of an arc (place 0, and 2 between arcs) or from its exit (1), which may have been asked for. */
  const legOf = (place: number, arc: number, x0: number, y0: number, x1: number, y1: number): PathBuffer => {
    const { asked, points, leg: found } = sides[place];
    if (asked === points[arc]) return found;
    base.search(x0, y0, x1, y1, leg);
    return leg;
  };

  function* legs(found: number[], x0: number, y0: number, x1: number, y1: number): Generator<Leg> {
    let [x, y] = [x0, y0];
    let place = 0;
    for (const arc of found) {
      const { link, from, to } = arcs[arc];
      yield { path: legOf(place, arc, x, y, from[0], from[1]), link };
      [x, y] = to;
      place = 2;
    }
    yield { path: legOf(1, found[found.length - 1], x, y, x1, y1) };
  }

  const self: LinkedSearch = {
    expanded: 0,
    generated: 0,
    closed,
    get wasm() {
      return base.wasm === true;
    },
    get trace() {
      return base.trace;
    },
    set trace(trace) {
      base.trace = trace;
    },
    get refine() {
      return base.refine !== false;
    },
    set refine(refine) {
      base.refine = refine;
    },
    ways() {
      refresh();
      return arcs.filter((_, i) => sides[0].labels[i] >= 0);
    },
    row(arc) {
      refresh();
      return rowOf(arc);
    },
    connects(from, to) {
      if (from === to || !from || !to) return from * to > 0;
      refresh();
      let reached = reach.get(from);
      if (!reached) {
        reached = new Set([from]);
        reach.set(from, reached);
        for (const label of reached)
          for (let i = 0; i < arcs.length; i++) if (sides[0].labels[i] === label) reached.add(sides[1].labels[i]);
      }
      return reached.has(to);
    },
    search(x0, y0, x1, y1, path) {
      if (askBaked(x0, y0, x1, y1, path)) return true;
      const found = solve(x0, y0, x1, y1, path);
      if (found?.length) joinPaths(path, total / unit, legs(found, x0, y0, x1, y1));
      else if (found) path.links = NO_LINKS;
      return !!found;
    },
    distance(...query) {
      if (askBaked(...query, leg)) return leg.cost;
      return solve(...query, leg) ? total / unit : Infinity;
    },
    walk(x0, y0, x1, y1, walk = base.walk?.bind(base)) {
      const found = walk && solve(x0, y0, x1, y1, leg);
      if (!found) return null;
      let from: Link['from'] = [x0, y0];
      let cost = 0;
      const walks: Walk[] = [];
      for (const arc of found) {
        walks.push(walk(...from, ...arcs[arc].from) as Walk);
        cost += costs[arc] / unit;
        from = arcs[arc].to;
      }
      walks.push(walk(...from, x1, y1) as Walk);
      return found.length > 0 ? chainWalks(walks, cost) : walks[0];
    },
  };
  return self;
}
