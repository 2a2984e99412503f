/** Ways of links in one state of a map, and which of them each cell lists. */
import type { ReadonlyGrid } from '../grid/grid.js';
import { leastCost } from '../grid/hexes.js';
import { type Link, linkCost, type Way, waysOf } from '../grid/links.js';
import { STRAIGHT, unitOf } from '../grid/step-costs.js';
import type { Engine } from '../search/engine.js';
import { PathBuffer } from '../search/path.js';
import { ARC_BITS, ARC_MASK, type LinkLists } from './lists.js';

/** The map that links are on, as it is. */
export interface Ground {
  readonly grid: ReadonlyGrid;
  /** Raised by edits. */
  readonly version: number;
  readonly label: (cell: number) => number;
  /** How it differs from the baked one, of maps that change. */
  readonly edits?: { readonly shipped: ReadonlyGrid; readonly differs: Differs };
}

export interface Differs {
  readonly cells: Int32Array;
  readonly isWide: boolean;
  /** Less than all ways over cells that are better than they were, or as much: Infinity without one. */
  least(x0: number, y0: number, x1: number, y1: number): number;
  /** Whether a path crosses a cell that is worse. */
  crosses(path: PathBuffer): boolean;
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
  /** Arcs that all cells list. */
  always: readonly number[];
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
  least(dx: number, dy: number): number;
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
  const leastOf = leastCost(grid);
  const least: AllArcs['least'] = (dx, dy) => scale * leastOf(dx, dy);
  const arcs = waysOf(links).map((way) => ({ ...way, cost: linkCost(way.link, unit) }));
  const both = (numberAt: (x: number, y: number) => number) =>
    [
      Int32Array.from(arcs, ({ from }) => numberAt(...from)),
      Int32Array.from(arcs, ({ to }) => numberAt(...to)),
    ] as const;
  return {
    links,
    unit,
    least,
    arcs,
    costs: Float64Array.from(arcs, ({ cost }) => cost),
    cells: both((x, y) => grid.cell(x, y)),
    points: both((x, y) => x | (y << 16)),
    isLevel: arcs.every(({ from, to, cost }) => cost >= least(to[0] - from[0], to[1] - from[1])),
  };
}

/** Nodes that a search has expanded and generated. */
export type Work = readonly [expanded: number, generated: number];
export const workOf = ({ expanded, generated }: Engine): Work => [expanded, generated];

/** No arcs in any cell. */
const NO_LISTS: LinkLists = {
  shift: 16,
  columns: 0,
  blocks: 0,
  quantum: 0,
  starts: new Int32Array(2),
  entries: new Uint32Array(0),
};

/** All arcs in one state of a map. */
export interface Arcs extends AllArcs {
  /** Of start, of goal, of the exits of arcs. */
  readonly sides: readonly Side[];
  /** Whether it is the baked map, and whether its lists hold. */
  readonly isBaked: boolean;
  readonly isListed: boolean;
  /** Lists the arcs of a cell that are not shut, on the side of a place. @returns the cell's component */
  list(place: number, x: number, y: number): number;
  /** Components that a component leads to, and itself. */
  reach(label: number): Set<number>;
}

/**
 * Arcs of the map as it is.
 *
 * Where some cells are better than they were and none is worse, nor a link closed, the lists hold but for paths that
 * come near such a cell. The pieces before and behind it are paths of the baked map, so its first or last arc is in the
 * list of a cell next to the better one: those arcs are added to all lists. Otherwise all arcs are.
 */
export function arcsOf(
  { grid, label: labelOf, version, edits }: Ground,
  all: AllArcs,
  closed: ReadonlySet<string>,
  lists: LinkLists | undefined,
  allows?: Allows,
): Arcs {
  const { arcs, least, cells: ends } = all;
  const differing = edits?.differs.cells;
  const isBaked = closed.size + (differing ? differing.length : version) === 0;
  const isBetter = closed.size === 0 && !allows && (edits ? areBetter(grid, edits) : isBaked);
  const { shift, columns, blocks, starts, entries, quantum } = (isBetter && lists) || NO_LISTS;
  const blockOf = (place: number, x: number, y: number): number =>
    (place & 1) * blocks + (y >> shift) * columns + (x >> shift);

  /**
   * Arcs in the lists of the cells that differ and of those around them, and arcs with such an end, which are in no
   * list if it was blocked. Around a cell at the border of the map lie other blocks or none: arcs too many are never wrong.
   */
  const near = (place: number): number[] => {
    const { stride } = grid;
    const changed = new Set(differing);
    const isAt = (arc: number) => changed.has(ends[0][arc]) || changed.has(ends[1][arc]);
    const found = new Set([...arcs.keys()].filter(isAt));
    for (const cell of differing ?? [])
      for (const row of [-stride, 0, stride])
        for (const at of [cell + row - 1, cell + row, cell + row + 1]) {
          const block = blockOf(place, (at % stride) - 1, Math.floor(at / stride) - 1);
          for (let e = starts[block]; e < starts[block + 1]; e++) found.add(entries[e] & ARC_MASK);
        }
    return [...found];
  };

  const { open } = grid;
  const isShut = Uint8Array.from(arcs, ({ link }, i) =>
    Number(!open[ends[0][i]] || !open[ends[1][i]] || closed.has(link.name) || (allows && !allows(link))),
  );
  const sides = [0, 1, 0].map(
    (end, place): Side => ({
      points: all.points[end],
      labels: ends[end].map((cell, arc) => (isShut[arc] ? -1 : labelOf(cell))),
      always: columns > 0 ? near(place) : [...arcs.keys()],
      count: 0,
      arcs: new Int32Array(2 * arcs.length),
      bounds: new Float64Array(2 * arcs.length),
      isExact: new Uint8Array(2 * arcs.length),
      leg: new PathBuffer(),
      legPoint: -1,
      work: [0, 0],
    }),
  );

  const reached = new Map<number, Set<number>>();
  return {
    ...all,
    sides,
    isBaked,
    isListed: columns > 0,
    list(place, x, y) {
      const side = sides[place];
      const { points, labels, arcs, bounds, isExact, always } = side;
      const label = labelOf(grid.cell(x, y));
      const block = blockOf(place, x, y);
      const first = starts[block];
      const end = starts[block + 1];
      let count = 0;
      for (let e = first - always.length; e < end; e++) {
        const entry = e < first ? always[e - first + always.length] : entries[e];
        const arc = entry & ARC_MASK;
        if (labels[arc] !== label) continue;
        const point = points[arc];
        arcs[count] = arc;
        bounds[count] = quantum * (entry >>> ARC_BITS) + least((point & 0xffff) - x, (point >> 16) - y);
        isExact[count++] = 0;
      }
      side.count = count;
      side.legPoint = -1;
      return label;
    },
    reach(label) {
      let found = reached.get(label);
      if (found) return found;
      found = new Set([label]);
      reached.set(label, found);
      for (const from of found)
        for (const [arc, other] of sides[0].labels.entries()) if (other === from) found.add(sides[1].labels[arc]);
      return found;
    },
  };
}

/** Whether all cells that differ from the baked map are better than they were, on the same scale. */
function areBetter(grid: ReadonlyGrid, { shipped, differs }: NonNullable<Ground['edits']>): boolean {
  return (
    unitOf(shipped) === unitOf(grid) &&
    differs.cells.every((cell) => {
      const [was, is] = [shipped, grid].map(({ open, costs = open }) => costs[cell]);
      return is > 0 && is < (was || Infinity);
    })
  );
}
