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
  /** The least cost from the entry of each arc to the goal, and the last arc of that. */
  private rest = new Float64Array(0);
  private last = new Int32Array(0);
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
    const { arcs, ends, before, behind, isBefore, isBehind, rest, last } = this;
    const { grid, label } = this.ground;
    const least = leastCost(grid);
    const scale = unitOf(grid) / STRAIGHT;
    const [start, goal] = [label(grid.cell(x0, y0)), label(grid.cell(x1, y1))];
    let best = this.apart([x0, y0], [x1, y1], path);
    let [first, final] = [-1, -1];

    let nearest = Infinity;
    for (let i = 0; i < arcs.length; i++) {
      const { entry, exit, fromLabel, toLabel, cost } = arcs[i];
      const [[ax, ay], [bx, by]] = [ends[entry], ends[exit]];
      before[entry] = fromLabel === start ? scale * least(ax - x0, ay - y0) : Infinity;
      behind[exit] = toLabel === goal ? scale * least(bx - x1, by - y1) : Infinity;
      isBefore[entry] = isBehind[exit] = 0;
      nearest = Math.min(nearest, before[entry] + cost);
    }
    /** Arcs that may be the last. */
    const lasts: number[] = [];
    let shortest = Infinity;
    for (let j = 0; j < arcs.length; j++) {
      if (nearest + behind[arcs[j].exit] >= best) continue;
      lasts.push(j);
      shortest = Math.min(shortest, behind[arcs[j].exit]);
    }
    if (lasts.length > 0) {
      const over = this.over ?? this.measure();
      const n = arcs.length;
      const look = (i: number) => {
        rest[i] = Infinity;
        for (const j of lasts) {
          const cost = over[i * n + j] + behind[arcs[j].exit];
          if (cost < rest[i]) {
            rest[i] = cost;
            last[i] = j;
          }
        }
      };
      /** Arcs that may be the first. */
      const firsts: number[] = [];
      for (let i = 0; i < n; i++) {
        if (before[arcs[i].entry] + arcs[i].cost + shortest >= best) continue;
        look(i);
        if (before[arcs[i].entry] + rest[i] < best) firsts.push(i);
      }
      for (;;) {
        let [least, i] = [best, -1];
        for (const f of firsts) {
          const cost = before[arcs[f].entry] + rest[f];
          if (cost < least) [least, i] = [cost, f];
        }
        if (i < 0) break;
        const { entry } = arcs[i];
        const { exit } = arcs[last[i]];
        if (!isBefore[entry]) {
          before[entry] = this.apart([x0, y0], ends[entry]);
          isBefore[entry] = 1;
        } else if (!isBehind[exit]) {
          behind[exit] = this.apart(ends[exit], [x1, y1]);
          isBehind[exit] = 1;
          for (const f of firsts) if (arcs[last[f]].exit === exit) look(f);
        } else {
          best = least;
          [first, final] = [i, last[i]];
          break;
        }
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
    [this.before, this.behind] = [new Float64Array(length), new Float64Array(length)];
    [this.isBefore, this.isBehind] = [new Uint8Array(length), new Uint8Array(length)];
    [this.rest, this.last] = [new Float64Array(this.arcs.length), new Int32Array(this.arcs.length)];
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
    const known = new Float64Array(ends.length ** 2).fill(-1);
    const apart = (a: number, b: number): number => {
      const at = Math.min(a, b) * ends.length + Math.max(a, b);
      if (known[at] < 0) known[at] = a === b ? 0 : this.apart(ends[a], ends[b]);
      return known[at];
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
    this.over = over;
    this.next = next;
    return over;
  }
}
