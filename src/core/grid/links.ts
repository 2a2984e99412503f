/** Links: pairs of cells that need not be neighbors, joined by stairs, ladders, teleporters or ledges. */
import { STRAIGHT } from './step-costs.js';

/** A link of the map. */
export interface Link {
  /** Links that share a name, such as those of a ledge, open and close together. */
  readonly name: string;
  /** Column and row of its first end, of the top left cell of larger units. */
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** Steps, a multiple of 1 / 13860. */
  readonly cost: number;
  /** Whether it only leads from `from` to `to`. */
  readonly oneWay: boolean;
}

/** A link; omitted properties have defaults. */
export interface LinkInput extends Partial<Link> {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
}

/** A cell; on a map of floors a cell of one, or a marker, `floor/marker`. */
export type LinkEnd = readonly [x: number, y: number] | readonly [x: number, y: number, floor: string] | string;

export interface Way {
  link: Link;
  from: Link['from'];
  to: Link['to'];
}

/** All ways of links in their order, of links both ways first that from `from` to `to`. */
export const waysOf = (links: readonly Link[]): Way[] =>
  links.flatMap((link) => {
    const { from, to, oneWay } = link;
    const way = { link, from, to };
    return oneWay ? [way] : [way, { link, from: to, to: from }];
  });

/** The integer cost of a link. @param unit of a step */
export const linkCost = ({ cost }: Link, unit: number): number => (unit / STRAIGHT) * Math.round(cost * STRAIGHT);
