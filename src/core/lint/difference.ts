/** Two versions of a map: cells opened and closed, and markers that are cut off or farther from each other. */
import type { Grid } from '../grid/grid.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { dijkstra } from '../oracle/dijkstra.js';
import { cellCount, collect, type Finding, type Point } from './findings.js';
import { areasOf, graphOf, reachOf } from './graph.js';
import { anchorsOn, type LintMap, withDoors } from './level.js';

/** Markers whose distances are compared: each takes a flood of both versions. */
const MOST_MARKERS = 64;

/** @param longer how many % longer a way between markers is at least */
export function difference(before: LintMap, after: LintMap, longer = 20): Finding[] {
  const { add, findings } = collect(after);
  const changes = [
    ['closed', before.grid, after.grid],
    ['opened', after.grid, before.grid],
  ] as const;
  for (const [kind, one, other] of changes) {
    const point = (cell: number): Point => [(cell % one.stride) - 1, Math.floor(cell / one.stride) - 1];
    const keys = one.open.map((open, cell) => Number(open > 0 && !other.isOpen(...point(cell))));
    for (const area of areasOf(graphOf(one, []), keys)) {
      const were = area.length === 1 ? 'was' : 'were';
      add(kind, point(area[0]), `${cellCount(area)} ${were} ${kind}`, area.length);
    }
  }
  const names = (map: LintMap) => [...new Set(map.markers.map(({ name }) => name))];
  const both = names(after)
    .filter((name) => names(before).includes(name))
    .slice(0, MOST_MARKERS);
  const [olds, news] = [before, after].map((map) => stepsBetween(map, both));
  for (const [i, a] of both.entries())
    for (const [j, b] of both.entries()) {
      const [old, now] = [olds[i][j], news[i][j]];
      // The way back is another pair only where links lead one way.
      if (i === j || (i > j && old === olds[j][i] && now === news[j][i])) continue;
      const [x, y] = after.markers.find(({ name }) => name === b)?.cells ?? [];
      const pair = `"${a}" to "${b}"`;
      if (now === Infinity && old < Infinity)
        add('lost', [x, y], `marker "${b}" can no longer be reached from "${a}"`, undefined, pair);
      if (now < Infinity && now > old * (1 + longer / 100))
        add(
          'longer',
          [x, y],
          `from "${a}" to "${b}" it is ${now.toFixed(1)} steps, not ${old.toFixed(1)}`,
          undefined,
          pair,
        );
    }
  return findings();
}

/** Costs in steps from each marker to each, Infinity if one is in a wall. */
function stepsBetween(map: LintMap, names: readonly string[]): number[][] {
  const grid: Grid = withDoors(map);
  const graph = graphOf(grid);
  const unit = STRAIGHT * (grid.costs ? 2 : 1);
  const ends = names.map(
    (name) => map.markers.filter((one) => one.name === name).flatMap((one) => anchorsOn(grid, one))[0] ?? 0,
  );
  return ends.map((end) => {
    const costs = dijkstra(grid, (end % grid.stride) - 1, Math.floor(end / grid.stride) - 1);
    const { before } = reachOf(graph, end > 0 ? [end] : []);
    return ends.map((to) => (before[to] < 0 ? Infinity : costs[to] / unit));
  });
}
