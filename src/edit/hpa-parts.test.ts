import { expect, it } from 'vitest';
import { random } from '../../test/grids.js';
import { forAllHpa } from '../../test/hpa.js';
import type { Grid } from '../grid/grid.js';
import { buildHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import { hopsOf } from '../hpa/hops.js';
import { LANDMARKS, landmarkCosts } from '../hpa/landmarks.js';
import { changedParts, type HpaParts, pairFirstOf } from './hpa-parts.js';

/** No edge is shorter than what a landmark says of its ends. */
function checkMarks({ graph: { count, levels, inter }, marks }: HpaParts): void {
  for (const { first, to, cost } of [levels[0], inter]) {
    for (let n = 0; n < count; n++) {
      for (let e = first[n]; e < first[n + 1]; e++) {
        for (let l = 0; l < LANDMARKS; l++) {
          const [a, b] = [marks[LANDMARKS * n + l], marks[LANDMARKS * to[e] + l]];
          if (a !== b && !(Math.abs(a - b) <= cost[e]))
            throw new Error(`landmark ${l} is ${a} from node ${n}, ${b} from ${to[e]}, an edge of ${cost[e]}`);
        }
      }
    }
  }
}

/** Turns over or prices some cells. @returns where */
function change(grid: Grid, next: () => number): number[] {
  const cells: number[] = [];
  for (let i = 1 + Math.floor(next() * 5); i > 0; i--) {
    const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    const c = grid.cell(x, y);
    if (!grid.costs || next() < 0.5) grid.open[c] ^= 1;
    if (grid.costs) grid.costs[c] = grid.open[c] * (1 + Math.floor(next() * 9));
    cells.push(x, y);
  }
  return cells;
}

it('what HPA* is made of is after each change what a new bake gives, and landmarks are lower bounds', () => {
  let seed = 1;
  forAllHpa(30, 150, ({ grid, options: { cluster, entranceWidth, paths } }) => {
    const options = { cluster, entranceWidth, paths };
    const abstraction = buildHpa(grid, options);
    const graph = hpaGraph(grid, abstraction);
    const hops = hopsOf(graph);
    let parts: HpaParts = { abstraction, graph, hops, marks: landmarkCosts(graph, hops), pairFirst: pairFirstOf(abstraction.counts) };
    const next = random(seed++);
    for (let e = 0; e < 5; e++) {
      parts = changedParts(grid, parts, change(grid, next));
      const expected = buildHpa(grid, options);
      expect(parts.abstraction).toEqual({ ...expected, shortcuts: parts.abstraction.shortcuts });
      const fresh = hpaGraph(grid, expected);
      expect(parts.graph).toEqual(fresh);
      const { longest, ...made } = hopsOf(fresh);
      expect(parts.hops).toEqual({ ...made, longest: parts.hops.longest });
      expect(parts.hops.longest).toBeGreaterThanOrEqual(longest);
      checkMarks(parts);
    }
  });
});
