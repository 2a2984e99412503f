/** Ways of links, and the components that they join on a map in one state. */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { type Link, linkCost, type Way, waysOf } from '../../core/grid/links.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import { octile, rectilinear, STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import type { WritePoints } from '../../core/search/join.js';
import { legalMoves, type MapParts } from './legal-moves.js';

/** The map that links are on, as it is. */
export interface LinkedMap {
  readonly grid: ReadonlyGrid;
  /** Raised by edits. */
  readonly version: number;
  readonly label: (cell: number) => number;
  readonly kit: MapParts;
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
  /** Mask of the moves that are legal from an open cell of the map as it is. */
  legal(cell: number): number;
  /** Leaves points in a buffer where the map has hexagons. */
  readonly write: WritePoints | undefined;
  readonly costs: Float64Array;
  /** Entries and exits: padded cells, and x | y << 16. */
  readonly cells: readonly Int32Array[];
  readonly points: readonly Int32Array[];
  /** Arcs that cost less than the way between their ends on an empty map. */
  readonly shortcuts: readonly number[];
}

export function allArcs({ grid, kit }: Pick<LinkedMap, 'grid' | 'kit'>, all: readonly Link[]): AllArcs {
  const unit = unitOf(grid);
  const scale = unit / STRAIGHT;
  const { hexes } = (isHex(grid) && kit.moves) || {};
  const least = isStraight(grid) ? rectilinear : octile;
  const metric = hexes?.metricOf(grid) ?? ((x0, y0, x1, y1) => least(x1 - x0, y1 - y0));
  const distance: AllArcs['distance'] = scale === 1 ? metric : (x0, y0, x1, y1) => scale * metric(x0, y0, x1, y1);
  const ways = waysOf(all);
  const links = ways.map(({ link }) => link);
  const costs = Float64Array.from(links, (link) => linkCost(link, unit));
  const ends = (['from', 'to'] as const).map((end) => ways.map((way) => way[end]));
  return {
    links,
    unit,
    distance,
    legal: legalMoves(grid, kit),
    write: hexes?.writeIn(hexes.hexLayout(grid)),
    costs,
    cells: ends.map((list) => Int32Array.from(list, ([x, y]) => grid.cell(x, y))),
    points: ends.map((list) => Int32Array.from(list, ([x, y]) => x | (y << 16))),
    shortcuts: [...ways.keys()].filter((arc) => costs[arc] < distance(...ways[arc].from, ...ways[arc].to)),
  };
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
