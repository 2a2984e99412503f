/** Ways of links, and the components that they join on a map in one state. */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { metricOf } from '../../core/grid/hexes.js';
import { type Link, linkCost, type Way } from '../../core/grid/links.js';
import { STRAIGHT, unitOf } from '../../core/grid/step-costs.js';

/** The map that links are on, as it is. */
export interface LinkedMap {
  readonly grid: ReadonlyGrid;
  /** Raised by edits. */
  readonly version: number;
  readonly label: (cell: number) => number;
}

/** Whether a path may take a link. */
export type Allows = (link: Link) => boolean;

/** @param links those that a query may take @throws {TypeError} if it is neither a function nor a set */
export function allowsOf(links: Allows | ReadonlySet<string> | undefined): Allows | undefined {
  if (links === undefined || typeof links === 'function') return links;
  if (typeof links?.has !== 'function')
    throw new TypeError(`links is ${String(links)}, expected a function of a link, or a set of names`);
  return ({ name }) => links.has(name);
}

export interface Arc extends Way {
  /** Integer. */
  cost: number;
}

/** All arcs of a map, whatever state it is in. */
export interface AllArcs {
  /** The link of each. */
  readonly links: readonly Link[];
  /** Integer cost of a step, and of the cheapest path between two cells on an empty map. */
  readonly unit: number;
  distance(x0: number, y0: number, x1: number, y1: number): number;
  readonly costs: Float64Array;
  /** The highest of these costs. */
  readonly longest: number;
  /** Entries and exits: padded cells, and x | y << 16. */
  readonly cells: readonly [from: Int32Array, to: Int32Array];
  readonly points: readonly [from: Int32Array, to: Int32Array];
  /** Arcs that cost less than the way between their ends on an empty map. */
  readonly shortcuts: readonly number[];
}

export function allArcs(grid: ReadonlyGrid, all: readonly Link[]): AllArcs {
  const unit = unitOf(grid);
  const scale = unit / STRAIGHT;
  const metric = metricOf(grid);
  const distance: AllArcs['distance'] = scale === 1 ? metric : (x0, y0, x1, y1) => scale * metric(x0, y0, x1, y1);
  const links = all.flatMap((link) => (link.oneWay ? [link] : [link, link]));
  const costs = new Float64Array(links.length);
  const ends = () => [new Int32Array(links.length), new Int32Array(links.length)] as const;
  const [cells, points] = [ends(), ends()];
  const shortcuts: number[] = [];
  let longest = 0;
  for (let arc = 0; arc < links.length; arc++) {
    const { from, to } = links[arc];
    costs[arc] = linkCost(links[arc], unit);
    longest = Math.max(longest, costs[arc]);
    if (costs[arc] < distance(from[0], from[1], to[0], to[1])) shortcuts.push(arc);
    const back = arc > 0 && links[arc] === links[arc - 1] ? 1 : 0;
    for (const end of [0, 1]) {
      const [x, y] = end === back ? from : to;
      cells[end][arc] = grid.cell(x, y);
      points[end][arc] = x | (y << 16);
    }
  }
  return { links, unit, distance, costs, longest, cells, points, shortcuts };
}

/** Most components that are kept for those that lead to them. */
const MOST_KEPT = 1 << 20;

/** The arcs of a map in one state. */
export class Arcs {
  private readonly reached = new Map<number, Set<number>>();
  private kept = 0;
  /** Components of exits by that of their entries. */
  private next: Map<number, number[]> | undefined;

  constructor(
    readonly ground: LinkedMap,
    readonly all: AllArcs,
    private readonly closed: ReadonlySet<string>,
    readonly version = ground.version,
  ) {}

  /** Whether a path may take an arc. */
  isFree(arc: number, allows?: Allows): boolean {
    const { all, closed } = this;
    const { open } = this.ground.grid;
    const link = all.links[arc];
    const isOpen = open[all.cells[0][arc]] > 0 && open[all.cells[1][arc]] > 0;
    return isOpen && !(closed.size > 0 && closed.has(link.name)) && (!allows || allows(link));
  }

  arc(arc: number): Arc {
    const { links, costs, points } = this.all;
    const [from, to] = points.map((ends) => [ends[arc] & 0xffff, ends[arc] >> 16] as const);
    return { link: links[arc], from, to, cost: costs[arc] };
  }

  /** Component of an entry (end 0) or an exit (1). */
  label(arc: number, end: number): number {
    return this.ground.label(this.all.cells[end][arc]);
  }

  private join(allows?: Allows): Map<number, number[]> {
    const next = new Map<number, number[]>();
    for (let arc = 0; arc < this.all.links.length; arc++) {
      const [from, to] = [this.label(arc, 0), this.label(arc, 1)];
      if (from === to || !this.isFree(arc, allows)) continue;
      const others = next.get(from);
      if (!others) next.set(from, [to]);
      else if (others[others.length - 1] !== to) others.push(to);
    }
    return next;
  }

  /** Components that a component leads to, and itself. */
  reach(label: number, allows?: Allows): Set<number> {
    const kept = allows ? undefined : this.reached.get(label);
    if (kept) return kept;
    if (!allows) this.next ??= this.join();
    const next = allows ? this.join(allows) : (this.next as Map<number, number[]>);
    const found = new Set([label]);
    for (const from of found) for (const to of next.get(from) ?? []) found.add(to);
    if (allows) return found;
    this.kept += found.size;
    if (this.kept > MOST_KEPT) {
      this.reached.clear();
      this.kept = found.size;
    }
    this.reached.set(label, found);
    return found;
  }
}
