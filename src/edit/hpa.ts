/** HPA* on a map that changes. */
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { rebakeHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import { hopsOf } from '../hpa/hops.js';
import { landmarkCosts } from '../hpa/landmarks.js';
import { type HpaSearch, hpaSearch } from '../hpa/query.js';
import { changedParts, type HpaParts, pairFirstOf } from './hpa-parts.js';

export interface LiveHpa {
  /** Answers on the map as it is; another one after each repair. */
  readonly search: HpaSearch;
  /** @param cells padded cells whose openness or cost is new */
  repair(cells: Iterable<number>): void;
}

/** @param cells padded cells in which the grid is not as it was when the abstraction was made */
export function liveHpa(grid: Grid, baked: Abstraction, cells: Iterable<number>): LiveHpa {
  const places = (of: Iterable<number>): number[] =>
    [...of].flatMap((cell) => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1]);
  const partsOf = (abstraction: Abstraction): HpaParts => {
    const graph = hpaGraph(grid, abstraction);
    const hops = hopsOf(graph);
    return { abstraction, graph, hops, marks: landmarkCosts(graph, hops), pairFirst: pairFirstOf(abstraction.counts) };
  };
  let parts = partsOf(rebakeHpa(grid, baked, places(cells)));
  let priced = grid.costs !== undefined;
  let search = hpaSearch(grid, parts.abstraction, parts.graph, parts);
  return {
    get search() {
      return search;
    },
    repair(changed) {
      const { options } = parts.abstraction;
      // Levels above the first, and shortcuts, are made as a whole.
      const whole = options.levels > 1 || options.shortcuts;
      parts = whole ? partsOf(rebakeHpa(grid, parts.abstraction, places(changed))) : changedParts(grid, parts, places(changed));
      search.lines.repair(changed);
      // Clear runs are of maps without costs.
      const same = priced === (grid.costs !== undefined);
      priced = grid.costs !== undefined;
      search = hpaSearch(grid, parts.abstraction, parts.graph, { ...parts, ...(same && { lines: search.lines }) });
    },
  };
}
