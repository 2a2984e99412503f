/** One line about the walls of many maps, from the lines of each: `"@" (12 maps, 1204 cells)`. */
import type { WallReport } from '../../src/maps/walls.js';

/** Most marks of many maps that a line lists. */
const MOST_SHARED = 8;

/** One report of many maps: each mark with the number of its maps, or the name of the only one, and all its cells. */
export function sharedWalls(reports: readonly { map: string; walls: WallReport }[]): WallReport {
  const totals = (marksOf: (walls: WallReport) => readonly string[]) => {
    const all = new Map<string, Total>();
    for (const { map, walls } of reports) for (const mark of marksOf(walls)) addMark(all, mark, map);
    const sorted = [...all].sort(([, a], [, b]) => b.maps.size - a.maps.size);
    const rest = sorted.length - MOST_SHARED;
    return [...sorted.slice(0, MOST_SHARED).map(totalLine), ...(rest > 0 ? [`${rest} more (--verbose)`] : [])];
  };
  const empty = totals((walls) => (walls.empty === undefined ? [] : [walls.empty])).join(', ');
  return {
    used: totals(({ used }) => (used.length > 0 ? used : ['no mark found'])),
    notUsed: totals(({ notUsed }) => notUsed),
    ...(empty !== '' && { empty }),
    warnings: [],
  };
}

/** Maps of a mark, and its numbers by what they count: `cells`, `walls between cells`, a quoted value, or nothing. */
interface Total {
  maps: Set<string>;
  counts: Map<string, number>;
  option: string;
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** `tile layer "Trees" (hidden, 20 cells; --option)`: its name, and what the brackets contain. */
const MARK = new RegExp(String.raw`^((?:${QUOTED}|[^"(])*?)(?: \((.*)\))?$`);
const COUNTS = new RegExp(String.raw`(${QUOTED}) (\d+)|(\d+)(?: (cell|walls between cell)s?)?`, 'g');

function addMark(all: Map<string, Total>, mark: string, map: string): void {
  const [, before, inner = ''] = MARK.exec(mark) ?? [mark, mark];
  // `3 walls between cells` begins with its number; so do the marks beyond those that a map's line lists.
  const number = /^\d+ (?=walls between)/.exec(before)?.[0] ?? '';
  const name = before.slice(number.length).replace(/^\d+ more$/, 'more marks');
  const total = all.get(name) ?? { maps: new Set(), counts: new Map(), option: '' };
  all.set(name, total);
  total.maps.add(map);
  const [counts, option = ''] = inner.split(/(?=; --)/);
  total.option ||= option;
  for (const [, value, ofValue, count, unit] of `${number}${counts}`.matchAll(COUNTS)) {
    const key = value ?? (unit ? `${unit}s` : '');
    total.counts.set(key, (total.counts.get(key) ?? 0) + Number(ofValue ?? count));
  }
}

function totalLine([name, { maps, counts, option }]: [string, Total]): string {
  const [first] = maps;
  const listed = (isValue: boolean) => [...counts].filter(([unit]) => unit.startsWith('"') === isValue);
  const amounts = listed(false).map(([unit, count]) =>
    `${count} ${count === 1 && unit === 'cells' ? 'cell' : unit}`.trim(),
  );
  const values = listed(true).map(([value, count]) => `${value} ${count}`);
  const all = [maps.size > 1 ? `${maps.size} maps` : first, ...amounts].join(', ');
  return `${name} (${all}${values.length > 0 ? `: ${values.join(', ')}` : ''}${option})`;
}
