/** What lint finds: kinds with severity, meaning and advice, and ids that stay the same from run to run. */
import type { Places } from '../core/grid/places.js';

/** Severity; meaning; advice. In braces: what a finding fills in. `details` are notes that are off by default. */
const KINDS = {
  'no-start': 'error; no marker is called {name}; add it, or start at another marker',
  blocked: 'error; {it} is in a wall{size}; move it to an open cell, or open its cell',
  unreachable: 'error; {it} cannot be reached from {start}; open a way to it, add a link, or move it',
  area: 'warning; {cells} cannot be reached from {start}; open a way to it, or block its cells',
  pocket: 'note; {cells} cannot be reached from {start}; block its cells',
  'no-return': 'warning; from {cells} no way leads back to {start}; add a link back, or let the link lead both ways',
  choke: 'warning; {it}, closed, cuts off {cells} ({share} %){with}; widen it, or add a second way',
  'only-way': 'details; {it}, closed, cuts off {cells} ({share} %){with}; add a second way if it may stay closed',
  'behind-doors': 'details; {it} can be reached only through doors; add a way without doors if all may stay closed',
  narrow: 'warning; the passage to {cells} is too narrow{size}; widen it, or keep these units out of what is beyond',
  'cost-same': 'warning; all cells in reach cost {cost}, so costs change no path; leave them out, or vary them',
  'cost-jump': 'warning; {cells} of cost 255 next to cost 1: units may still cross; block them, or lower their cost',
  'cost-unused': 'warning; no cheapest path between markers enters {cells} of the lowest cost; join or block them',
  'no-walls': 'warning; no cell of the map is blocked; see with prep inspect what marks walls, or give --open',
  slip: 'details; a single {it}; make it like the cells around it, unless it is meant',
  opened: 'note; the other version has {cells} blocked here; check that this is meant',
  closed: 'note; the other version has {cells} open here; check that this is meant',
  lost: 'error; marker "{to}" can no longer be reached from "{from}"; open the way again',
  longer: 'warning; from "{from}" to "{to}" it is {now} steps, not {old}; check that this is meant',
} as const satisfies Record<string, `${Finding['severity'] | 'details'}; ${string}; ${string}`>;

export type Kind = keyof typeof KINDS;
export type Point = readonly [x: number, y: number];

export interface Finding {
  /** Kind and name or place: the same in every run. */
  id: string;
  kind: Kind;
  severity: 'error' | 'warning' | 'note';
  at: Point;
  /** Cells of an area, or cells that are cut off. */
  cells?: number;
  text: string;
  fix: string;
  /** Agents that have it, if others do not. */
  agents?: string[];
}

/** A cell as designers see it: X,Y, on a map of floors by floor. */
export function placeText({ floors = [] }: Pick<Places, 'floors'>, [x, y]: Point): string {
  const floor = floors.find((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height);
  return floor ? `${floor.name} ${x - floor.x},${y - floor.y}` : `${x},${y}`;
}

/** What fills in a meaning. A name is a part of the id in place of the cell; `what` is said if there is none. */
type Words = Record<string, unknown> & { name?: string; what?: string; cells?: number };

/** @returns adds a finding, each id once; and all of them */
export function collect(places: Pick<Places, 'floors'>, details = false, common: Words = {}) {
  const all = new Map<string, Finding>();
  const add = (kind: Kind, at: Point, { name, what, cells, ...own }: Words = {}): void => {
    const [level, text, fix] = KINDS[kind].split('; ');
    const id = `${kind} ${name || placeText(places, at)}`;
    if (all.has(id) || (level === 'details' && !details)) return;
    const severity = level === 'details' ? 'note' : (level as Finding['severity']);
    const words: Record<string, unknown> = { ...common, name, it: name || `this ${what}`, ...own };
    words.cells = cells === 1 ? 'one cell' : `${cells} cells`;
    const meaning = text.replace(/\{(\w+)\}/g, (_, word) => String(words[word]));
    all.set(id, { id, kind, severity, at, ...(cells !== undefined && { cells }), text: meaning, fix });
  };
  return { add, findings: (): Finding[] => [...all.values()] };
}
