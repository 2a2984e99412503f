/**
 * Paths over links on top of any engine: exact where the engine is, and no dearer than its own paths elsewhere.
 *
 * A path takes an arc i first and an arc j last, or none. What lies between them is looked up: `over[i][j]` is the cost from
 * the entry of i to the exit of j. What lies before i and behind j begins as a lower bound, the distance on an empty map, and the
 * engine is asked for the exact distance only while the bound is below the best path known.
 *
 * Measured and decided: docs/decisions/links.md.
 */

import type { ReadonlyGrid } from '../grid/grid.js';
import { leastCost } from '../grid/hexes.js';
import { type Link, linkCost } from '../grid/links.js';
import { STRAIGHT, unitOf } from '../grid/step-costs.js';
import type { Engine, Trace, Walk } from '../search/engine.js';
import { joinPaths, PathBuffer, type PathLink } from '../search/path.js';
import { chainWalks } from './walk.js';

/** The map that links are on, as it is. */
export interface Ground {
  readonly grid: ReadonlyGrid;
  /** Raised by edits. */
  readonly version: number;
  readonly label: (cell: number) => number;
}

type Point = readonly [x: number, y: number];

/** One way of a link. */
export interface Arc {
  link: Link;
  from: Point;
  to: Point;
  cost: number;
  /** Components of both ends. */
  fromLabel: number;
  toLabel: number;
  /** Places of both ends among all. */
  entry: number;
  exit: number;
}

const NO_LINKS: readonly PathLink[] = [];

export class LinkedSearch implements Engine {
  expanded = 0;
  generated = 0;
  /** Names of links that are closed. */
  readonly closed = new Set<string>();
  private version = -1;
  private arcs: Arc[] = [];
  /** Cells at which arcs begin or end. */
  private ends: Point[] = [];
  /** Cost from the entry of arc i to the exit of arc j, and the arc taken after i; made at the first query that needs it. */
  private over: Float64Array | undefined;
  private next = new Uint16Array(0);
  /** Bounds of the distances from the start to each end and from there to the goal, then the distances. */
  private before = new Float64Array(0);
  private behind = new Float64Array(0);
  private isBefore = new Uint8Array(0);
  private isBehind = new Uint8Array(0);
  /** The least cost from the entry of each arc to the goal, a bound of it at first, the last arc of that, and when it was found. */
  private rest = new Float64Array(0);
  private last = new Int32Array(0);
  private looked = new Int32Array(0);
  private keys = new Float64Array(0);
  private firsts = new Int32Array(0);
  private lasts = new Int32Array(0);
  /** Of arcs: places of their ends, and costs; of ends: components, and how far each is from each, -1 where nobody has asked. */
  private entries = new Int32Array(0);
  private exits = new Int32Array(0);
  private costs = new Float64Array(0);
  private labels = new Int32Array(0);
  private endX = new Int32Array(0);
  private endY = new Int32Array(0);
  private gaps = new Float64Array(0);
  /** Components with ends, and which can be reached from which. */
  private places = new Map<number, number>();
  private reach = new Uint8Array(0);
  private readonly leg = new PathBuffer();

  constructor(
    readonly ground: Ground,
    private readonly base: Engine,
    readonly links: readonly Link[],
  ) {}

  get wasm(): boolean {
    return this.base.wasm === true;
  }

  get trace(): Trace | undefined {
    return this.base.trace;
  }

  set trace(trace: Trace | undefined) {
    this.base.trace = trace;
  }

  get refine(): boolean {
    return this.base.refine !== false;
  }

  set refine(refine: boolean) {
    this.base.refine = refine;
  }

  /** Whether a path leads from one component to another. */
  connects(from: number, to: number): boolean {
    if (from === 0 || to === 0) return false;
    if (from === to) return true;
    this.refresh();
    const [i, j] = [this.places.get(from), this.places.get(to)];
    return i !== undefined && j !== undefined && this.reach[i * this.places.size + j] > 0;
  }

  search(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean {
    const arcs = this.solve(x0, y0, x1, y1, path);
    if (!arcs) return false;
    if (arcs.length === 0) path.links = NO_LINKS;
    else joinPaths(path, this.cost / unitOf(this.ground.grid), this.legs(arcs, x0, y0, x1, y1));
    return true;
  }

  /** Cost of the path in steps, Infinity where there is none. */
  distance(x0: number, y0: number, x1: number, y1: number): number {
    return this.solve(x0, y0, x1, y1, this.leg) ? this.cost / unitOf(this.ground.grid) : Infinity;
  }

  /** The path in pieces. @param walk of a leg */
  walk(x0: number, y0: number, x1: number, y1: number, walk = this.base.walk?.bind(this.base)): Walk | null {
    const arcs = walk && this.solve(x0, y0, x1, y1, this.leg);
    if (!arcs) return null;
    let from: Point = [x0, y0];
    const walks: Walk[] = [];
    let links = 0;
    for (const to of [...arcs.map((arc) => arc.from), [x1, y1] as Point]) {
      walks.push(walk(...from, ...to) as Walk);
      const arc = arcs[walks.length - 1];
      if (arc) {
        links += arc.cost / unitOf(this.ground.grid);
        from = arc.to;
      }
    }
    return arcs.length > 0 ? chainWalks(walks, links) : walks[0];
  }

  /** Integer cost of the last path. */
  private cost = 0;

  /** Whether a limit ended a search. */
  private isCut = false;

  private *legs(arcs: Arc[], x0: number, y0: number, x1: number, y1: number) {
    let from: Point = [x0, y0];
    for (const arc of arcs) {
      this.base.search(...from, ...arc.from, this.leg);
      yield { path: this.leg, link: arc.link };
      from = arc.to;
    }
    this.base.search(...from, x1, y1, this.leg);
    yield { path: this.leg };
  }

  /** Integer cost by the engine, Infinity where the cells are of different components. */
  private apart(from: Point, to: Point, path: PathBuffer = this.leg): number {
    const { grid, label } = this.ground;
    const component = label(grid.cell(...from));
    if (component === 0 || component !== label(grid.cell(...to))) return Infinity;
    const isFound = this.base.search(...from, ...to, path);
    this.isCut ||= !isFound;
    this.expanded += this.base.expanded;
    this.generated += this.base.generated;
    return isFound ? Math.round(path.cost * unitOf(grid)) : Infinity;
  }

  /** @param path gets the path where no link is on it @returns the arcs on it in order; undefined without a path */
  private solve(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): Arc[] | undefined {
    this.refresh();
    this.isCut = false;
    this.expanded = this.generated = 0;
    const { arcs, entries, exits, costs, before, behind, isBefore, isBehind, rest, last, looked } = this;
    const { grid, label } = this.ground;
    const n = arcs.length;
    const least = leastCost(grid);
    const scale = unitOf(grid) / STRAIGHT;
    const [start, goal] = [label(grid.cell(x0, y0)), label(grid.cell(x1, y1))];
    let best = this.apart([x0, y0], [x1, y1], path);
    let [first, final] = [-1, -1];

    // Bounds of all ends.
    const { labels, endX, endY, keys } = this;
    for (let e = 0; e < labels.length; e++) {
      const [x, y] = [endX[e], endY[e]];
      before[e] = labels[e] === start ? scale * least(x - x0, y - y0) : Infinity;
      behind[e] = labels[e] === goal ? scale * least(x - x1, y - y1) : Infinity;
      isBefore[e] = isBehind[e] = 0;
    }
    let [nearest, shortest] = [Infinity, Infinity];
    for (let i = 0; i < n; i++) {
      const there = before[entries[i]] + costs[i];
      if (there < nearest) nearest = there;
      if (behind[exits[i]] < shortest) shortest = behind[exits[i]];
    }
    // Arcs that may be the first, by the least that a path over them costs, and those that may be the last.
    const { firsts, lasts } = this;
    let [some, few] = [0, 0];
    for (let i = 0; i < n && nearest + shortest < best; i++) {
      if (nearest + behind[exits[i]] < best) lasts[few++] = i;
      const key = before[entries[i]] + costs[i] + shortest;
      if (key >= best) continue;
      keys[some] = key;
      firsts[some++] = i;
      rest[i] = costs[i] + shortest;
      looked[i] = -1;
    }
    const over = few > 0 ? (this.over ?? this.measure()) : undefined;
    for (let round = 0; over && some > 0; ) {
      let [lowest, at] = [best, -1];
      for (let f = 0; f < some; f++) {
        if (keys[f] >= lowest) continue;
        lowest = keys[f];
        at = f;
      }
      if (at < 0) break;
      const i = firsts[at];
      const entry = entries[i];
      if (looked[i] < round) {
        looked[i] = round;
        let cost = Infinity;
        for (let l = 0, row = i * n; l < few; l++) {
          const j = lasts[l];
          const total = over[row + j] + behind[exits[j]];
          if (total >= cost) continue;
          cost = total;
          last[i] = j;
        }
        rest[i] = cost;
        keys[at] = before[entry] + cost;
        continue;
      }
      const exit = exits[last[i]];
      if (!isBefore[entry]) {
        before[entry] = this.apart([x0, y0], this.ends[entry]);
        this.tighten(entry, before, isBefore);
        let kept = 0;
        for (let f = 0; f < some; f++) {
          const key = before[entries[firsts[f]]] + rest[firsts[f]];
          if (key >= best) continue;
          keys[kept] = key;
          firsts[kept++] = firsts[f];
        }
        some = kept;
      } else if (!isBehind[exit]) {
        behind[exit] = this.apart(this.ends[exit], [x1, y1]);
        this.tighten(exit, behind, isBehind);
        let kept = 0;
        for (let l = 0; l < few; l++) if (nearest + behind[exits[lasts[l]]] < best) lasts[kept++] = lasts[l];
        few = kept;
        round++;
      } else {
        best = lowest;
        [first, final] = [i, last[i]];
        break;
      }
    }
    if (best === Infinity || this.isCut) return;
    this.cost = best;
    const taken: Arc[] = [];
    for (let i = first; i >= 0; i = i === final ? -1 : this.next[i * arcs.length + final]) taken.push(arcs[i]);
    return taken;
  }

  /** The ways of open links. */
  get ways(): readonly Arc[] {
    this.refresh();
    return this.arcs;
  }

  /** Raises bounds by a distance that is known now: no other is farther from it than its end is from that one (triangle inequality). */
  private tighten(end: number, bounds: Float64Array, isKnown: Uint8Array): void {
    isKnown[end] = 1;
    const { gaps, ends } = this;
    const distance = bounds[end];
    for (let e = 0, at = end * ends.length; e < ends.length; e++, at++) {
      if (isKnown[e] || gaps[at] < 0 || gaps[at] === Infinity) continue;
      const bound = Math.abs(distance - gaps[at]);
      if (bound > bounds[e]) bounds[e] = bound;
    }
  }

  /** Takes the map and the links as they are. */
  private refresh(): void {
    const { grid, version, label } = this.ground;
    if (this.version === version) return;
    this.version = version;
    const unit = unitOf(grid);
    this.ends = [];
    const numbers = new Map<number, number>();
    const number = (point: Point) => {
      const cell = grid.cell(...point);
      const known = numbers.get(cell) ?? this.ends.push(point) - 1;
      numbers.set(cell, known);
      return known;
    };
    this.arcs = this.links
      .filter(({ name, from, to }) => !this.closed.has(name) && grid.isOpen(...from) && grid.isOpen(...to))
      .flatMap((link) => {
        const { from, to, oneWay } = link;
        const arc = (a: Point, b: Point): Arc => ({
          link,
          from: a,
          to: b,
          cost: linkCost(link, unit),
          fromLabel: label(grid.cell(...a)),
          toLabel: label(grid.cell(...b)),
          entry: number(a),
          exit: number(b),
        });
        return oneWay ? [arc(from, to)] : [arc(from, to), arc(to, from)];
      });
    const { length } = this.ends;
    const n = this.arcs.length;
    this.labels = Int32Array.from(this.ends, (end) => label(grid.cell(...end)));
    this.entries = Int32Array.from(this.arcs, ({ entry }) => entry);
    this.exits = Int32Array.from(this.arcs, ({ exit }) => exit);
    this.costs = Float64Array.from(this.arcs, ({ cost }) => cost);
    [this.before, this.behind] = [new Float64Array(length), new Float64Array(length)];
    [this.isBefore, this.isBehind] = [new Uint8Array(length), new Uint8Array(length)];
    [this.rest, this.last, this.looked] = [new Float64Array(n), new Int32Array(n), new Int32Array(n)];
    [this.firsts, this.lasts, this.keys] = [new Int32Array(n), new Int32Array(n), new Float64Array(n)];
    [this.endX, this.endY] = [0, 1].map((k) => Int32Array.from(this.ends, (end) => end[k]));
    this.over = undefined;
    this.relate();
  }

  /** Forgets what was known of the links: some were opened or closed. */
  reset(): void {
    this.version = -1;
  }

  /** Which components lead to which (Warshall 1962). */
  private relate(): void {
    const places = new Map<number, number>();
    for (const { fromLabel, toLabel } of this.arcs)
      for (const label of [fromLabel, toLabel]) if (!places.has(label)) places.set(label, places.size);
    const n = places.size;
    const reach = new Uint8Array(n * n);
    for (const { fromLabel, toLabel } of this.arcs)
      reach[(places.get(fromLabel) as number) * n + (places.get(toLabel) as number)] = 1;
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++)
        if (reach[i * n + k]) for (let j = 0; j < n; j++) reach[i * n + j] |= reach[k * n + j];
    this.places = places;
    this.reach = reach;
  }

  /** All costs from arc to arc, by the engine and then by Floyd (1962). */
  private measure(): Float64Array {
    const { trace } = this.base;
    this.base.trace = undefined;
    const { arcs, ends } = this;
    const n = arcs.length;
    const gaps = new Float64Array(ends.length ** 2).fill(-1);
    const apart = (a: number, b: number): number => {
      const at = a * ends.length + b;
      if (gaps[at] < 0) {
        gaps[at] = a === b ? 0 : this.apart(ends[a], ends[b]);
        gaps[b * ends.length + a] = gaps[at];
      }
      return gaps[at];
    };
    const over = new Float64Array(n * n);
    const next = new Uint16Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        over[i * n + j] = arcs[i].cost + (i === j ? 0 : apart(arcs[i].exit, arcs[j].entry) + arcs[j].cost);
        next[i * n + j] = j;
      }
    this.base.trace = trace;
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++) {
        const way = over[i * n + k] - arcs[k].cost;
        if (way === Infinity || i === k) continue;
        for (let j = 0; j < n; j++) {
          if (way + over[k * n + j] >= over[i * n + j]) continue;
          over[i * n + j] = way + over[k * n + j];
          next[i * n + j] = next[i * n + k];
        }
      }
    this.gaps = gaps;
    this.over = over;
    this.next = next;
    return over;
  }
}
