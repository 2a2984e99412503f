/** Two versions of a map: cells opened and closed, and markers that are cut off or farther from each other. */
import { STRAIGHT } from '../grid/step-costs.js';
import { oracle } from '../oracle/flood.js';
import { collect, type Finding } from './findings.js';
import { areasOf, graphOf } from './graph.js';
import { anchorsOn, type LintMap, pointOf, withDoors } from './level.js';

/** Markers whose distances are compared: each takes a flood of both versions. */
const MOST_MARKERS = 64;
/** How much longer a way between markers is at least. */
const LONGER = 1.2;

export function difference(before: LintMap, after: LintMap): Finding[] {
  const { add, findings } = collect(after);
  const changes = { closed: [before.grid, after.grid], opened: [after.grid, before.grid] } as const;
  for (const [kind, [one, other]] of Object.entries(changes)) {
    const keys = one.open.map((open, cell) => Number(open > 0 && !other.isOpen(...pointOf(one, cell))));
    for (const area of areasOf(graphOf(one, []), keys))
      add(kind as keyof typeof changes, pointOf(one, area[0]), { cells: area.length });
  }
  const names = (map: LintMap) => [...new Set(map.markers.map(({ name }) => name))];
  const both = names(after)
    .filter((name) => names(before).includes(name))
    .slice(0, MOST_MARKERS);
  const [olds, news] = [before, after].map((map) => stepsBetween(map, both));
  for (const [i, from] of both.entries())
    for (const [j, to] of both.entries()) {
      const [old, now] = [olds[i][j], news[i][j]];
      // The way back is another pair only where links lead one way.
      if (i === j || (i > j && old === olds[j][i] && now === news[j][i])) continue;
      const [x, y] = after.markers.find(({ name }) => name === to)?.cells ?? [];
      const words = { name: `"${from}" to "${to}"`, from, to, now: now.toFixed(1), old: old.toFixed(1) };
      if (now > old * LONGER) add(now === Infinity ? 'lost' : 'longer', [x, y], words);
    }
  return findings();
}

/** Costs in steps from each marker to each, Infinity if one is in a wall. */
function stepsBetween(map: LintMap, names: readonly string[]): number[][] {
  const grid = withDoors(map);
  const { costs } = oracle(grid);
  const unit = STRAIGHT * (grid.costs ? 2 : 1);
  const ends = names.map((name) => {
    const [cell = 0] = map.markers.filter((one) => one.name === name).flatMap((one) => anchorsOn(grid, one));
    return pointOf(grid, cell);
  });
  return ends.map((end) => costs(end, ends).map((cost) => cost / unit));
}
