/** Ways of links in one state of a map, and which of them each cell lists. */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { metricOf } from '../../core/grid/hexes.js';
import { type Link, linkCost, type Way, waysOf } from '../../core/grid/links.js';
import { STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import type { Engine } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';

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
  cost: number;
}

/** Entries of all arcs, or their exits; and the arcs among them that a cell lists. */
export interface Side {
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
  legPoint: number;
  work: Work;
}

/** All arcs of a map, whatever state it is in. */
export interface AllArcs {
  readonly links: readonly Link[];
  /** Integer cost of a step, and of the cheapest path between two cells on an empty map. */
  readonly unit: number;
  distance(x0: number, y0: number, x1: number, y1: number): number;
  readonly arcs: readonly Arc[];
  readonly costs: Float64Array;
  /** Entries and exits: padded cells, and x | y << 16. */
  readonly cells: readonly [from: Int32Array, to: Int32Array];
  readonly points: readonly [from: Int32Array, to: Int32Array];
  /** Whether no link costs less than the way between its ends on an empty map. */
  readonly isLevel: boolean;
}

export function allArcs(grid: ReadonlyGrid, links: readonly Link[]): AllArcs {
  const unit = unitOf(grid);
  const scale = unit / STRAIGHT;
  const metric = metricOf(grid);
  const distance: AllArcs['distance'] = scale === 1 ? metric : (x0, y0, x1, y1) => scale * metric(x0, y0, x1, y1);
  const arcs = waysOf(links).map((way) => ({ ...way, cost: linkCost(way.link, unit) }));
  const both = (numberAt: (x: number, y: number) => number) =>
    [
      Int32Array.from(arcs, ({ from }) => numberAt(...from)),
      Int32Array.from(arcs, ({ to }) => numberAt(...to)),
    ] as const;
  return {
    links,
    unit,
    distance,
    arcs,
    costs: Float64Array.from(arcs, ({ cost }) => cost),
    cells: both((x, y) => grid.cell(x, y)),
    points: both((x, y) => x | (y << 16)),
    isLevel: arcs.every(({ from, to, cost }) => cost >= distance(...from, ...to)),
  };
}

/** Nodes that a search has expanded and generated. */
export type Work = readonly [expanded: number, generated: number];
export const workOf = ({ expanded, generated }: Engine): Work => [expanded, generated];

/** All arcs in one state of a map. */
export interface Arcs extends AllArcs {
  /** Of start, of goal, of the exits of arcs. */
  readonly sides: readonly Side[];
  /** By arc 1 where it is shut. */
  readonly isShut: Uint8Array;
  /** Lists the arcs of a cell that are not shut, on the side of a place. @returns the cell's component */
  list(place: number, x: number, y: number): number;
  /** Components that a component leads to, and itself. */
  reach(label: number): Set<number>;
}

const NONE = new Int32Array(0);
/** Most components that are kept for those that lead to them. */
const MOST_KEPT = 1 << 20;

/** Arcs of the map as it is. */
export function arcsOf(
  { grid, label: labelOf }: LinkedMap,
  all: AllArcs,
  closed: ReadonlySet<string>,
  allows?: Allows,
): Arcs {
  const { arcs, distance, cells: ends } = all;
  const { open } = grid;
  const isShut = Uint8Array.from(arcs, ({ link }, i) =>
    Number(!open[ends[0][i]] || !open[ends[1][i]] || closed.has(link.name) || (allows && !allows(link))),
  );
  const sides = [0, 1, 0].map(
    (end): Side => ({
      points: all.points[end],
      labels: ends[end].map((cell, arc) => (isShut[arc] ? -1 : labelOf(cell))),
      count: 0,
      arcs: NONE,
      bounds: new Float64Array(arcs.length),
      isExact: new Uint8Array(arcs.length),
      leg: new PathBuffer(),
      legPoint: -1,
      work: [0, 0],
    }),
  );

  /** Arcs by component, of their entries and of their exits. */
  const listedAt = sides.slice(0, 2).map(({ labels }) => {
    const lists = new Map<number, Int32Array>();
    const order = Int32Array.from(labels.keys()).sort((a, b) => labels[a] - labels[b] || a - b);
    for (let i = 0, first = 0; i < order.length; i++) {
      const label = labels[order[i]];
      if (label === labels[order[i + 1]]) continue;
      if (label >= 0) lists.set(label, order.subarray(first, i + 1));
      first = i + 1;
    }
    return lists;
  });
  const reached = new Map<number, Set<number>>();
  let kept = 0;
  return {
    ...all,
    sides,
    isShut,
    list(place, x, y) {
      const side = sides[place];
      const label = labelOf(grid.cell(x, y));
      const listed = listedAt[place & 1].get(label) ?? NONE;
      const { points, bounds, isExact } = side;
      for (let i = 0; i < listed.length; i++) {
        const point = points[listed[i]];
        bounds[i] = distance(x, y, point & 0xffff, point >> 16);
        isExact[i] = 0;
      }
      side.arcs = listed;
      side.count = listed.length;
      side.legPoint = -1;
      return label;
    },
    reach(label) {
      let found = reached.get(label);
      if (found) return found;
      found = new Set([label]);
      for (const from of found) for (const arc of listedAt[0].get(from) ?? NONE) found.add(sides[1].labels[arc]);
      kept += found.size;
      if (kept > MOST_KEPT) {
        reached.clear();
        kept = found.size;
      }
      reached.set(label, found);
      return found;
    },
  };
}
