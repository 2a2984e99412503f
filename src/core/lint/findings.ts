/** What lint finds: kinds with severity and advice, and ids that stay the same from run to run. */
import type { Places } from '../grid/places.js';

/** Severity and advice by kind of finding. `details` are off by default. */
export const KINDS = {
  blocked: ['error', 'move it to an open cell, or open its cell'],
  unreachable: ['error', 'open a way to it, add a link, or move it'],
  area: ['warning', 'open a way to it, or block its cells'],
  pocket: ['note', 'block its cells'],
  'no-return': ['warning', 'add a link back, or let the link lead both ways'],
  choke: ['warning', 'widen it, or add a second way'],
  'only-way': ['details', 'add a second way if it may stay closed'],
  'behind-doors': ['details', 'add a way without doors if all may stay closed'],
  narrow: ['warning', 'widen it, or keep these units out of what is beyond'],
  'cost-same': ['warning', 'leave the costs out, or vary them'],
  'cost-jump': ['warning', 'block these cells, or lower their cost: 255 is expensive, not a wall'],
  'cost-unused': ['warning', 'join it to the ways between markers, or raise its cost'],
  'no-walls': ['warning', 'see with prep inspect what marks walls, or give --open'],
  slip: ['details', 'make it like the cells around it, unless it is meant'],
  opened: ['note', 'check that this is meant'],
  closed: ['note', 'check that this is meant'],
  lost: ['error', 'open the way again'],
  longer: ['warning', 'check that this is meant'],
} as const satisfies Record<string, readonly [severity: Finding['severity'] | 'details', fix: string]>;

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
  /** Meaning, and the advice. */
  text: string;
  fix: string;
  /** Agents that have it, if others do not. */
  agents?: string[];
}

/** A cell as designers see it: X,Y, on a map of floors by floor. */
export function placeText({ floors = [] }: Pick<Places, 'floors'>, [x, y]: Point): string {
  const floor = floors.find((one) => y >= one.y && y < one.y + one.height);
  return floor ? `${floor.name} ${x - floor.x},${y - floor.y}` : `${x},${y}`;
}

/** Cells of an area in words. */
export const cellCount = ({ length }: { length: number }): string => (length === 1 ? 'one cell' : `${length} cells`);

/** @returns adds a finding, each id once; and all of them */
export function collect(places: Pick<Places, 'floors'>, details = false) {
  const all = new Map<string, Finding>();
  const add = (kind: Kind, at: Point, text: string, cells?: number, name = ''): void => {
    const [level, fix] = KINDS[kind];
    const severity = level === 'details' ? 'note' : level;
    const id = `${kind} ${name || placeText(places, at)}`;
    if (all.has(id) || (level === 'details' && !details)) return;
    all.set(id, { id, kind, severity, at, ...(cells !== undefined && { cells }), text, fix });
  };
  return { add, findings: (): Finding[] => [...all.values()] };
}

/** One list of those of all agents. What some agents do not have is no error. */
export function mergeAgents(lists: readonly (readonly [agent: string, findings: readonly Finding[]])[]): Finding[] {
  const merged = new Map<string, { finding: Finding; agents: string[] }>();
  for (const [agent, findings] of lists)
    for (const finding of findings) {
      const known = merged.get(finding.id);
      if (known) known.agents.push(agent);
      else merged.set(finding.id, { finding, agents: [agent] });
    }
  return [...merged.values()].map(({ finding, agents }) => {
    if (agents.length === lists.length) return finding;
    return { ...finding, severity: finding.severity === 'error' ? 'warning' : finding.severity, agents };
  });
}
