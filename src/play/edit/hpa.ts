/** HPA* on a map that changes. */
import type { Grid } from '../../core/grid/grid.js';
import type { Abstraction } from '../../core/hpa/abstraction.js';
import { dirtyClusters, rebakeHpa } from '../../core/hpa/build.js';
import { lineChecker } from '../../core/hpa/clear-runs.js';
import { clustersOf } from '../../core/hpa/clusters.js';
import { evenFlood } from '../../core/hpa/even-flood.js';
import type { HpaGraph } from '../../core/hpa/graph.js';
import type { Hops } from '../../core/hpa/hops.js';
import { type HpaSearch, hpaSearch } from '../../core/hpa/query.js';
import { entering } from '../../core/search/entering.js';
import { type LiveGraph, liveGraph } from './live-graph.js';

export type LiveHpa = ReturnType<typeof liveHpa>;

/**
 * @param view the map as it is: another grid without costs, over the same cells, where all cost the same
 * @param differing padded cells in which it is not as it was when the abstraction was made
 */
export function liveHpa(view: () => Grid, baked: Abstraction, differing: () => Iterable<number>) {
  let grid = view();
  let priced = grid.costs !== undefined;
  let lines = lineChecker(grid);
  const clusters = clustersOf(grid, baked.options.cluster);
  const places = (of: Iterable<number>): number[] =>
    Array.from(of, (cell) => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1]).flat();
  const makeGraph = (): LiveGraph => liveGraph(grid, rebakeHpa(grid, baked, places(differing())));
  let live = makeGraph();
  const makeSearch = (): HpaSearch =>
    entering(grid, hpaSearch(grid, baked, live.graph, { ...live, lines, slack: 1, floodOf: evenFlood }));
  let search = makeSearch();
  /** The longest hop that the search has room for. */
  let { longest } = live.hops;

  return {
    /** Answers on the map as it is; another one after a repair that it had no room for. Its abstraction is the one that was baked. */
    get search(): HpaSearch {
      return search;
    },
    get graph(): HpaGraph {
      return live.graph;
    },
    get hops(): Hops {
      return live.hops;
    },
    /** @param cells padded cells whose openness or cost is new */
    repair(cells: Iterable<number>): void {
      search.repair(cells);
      // Clear runs, floods, and what a search makes for itself are of maps with costs, or of maps without.
      grid = view();
      const isOther = priced !== (grid.costs !== undefined);
      priced = grid.costs !== undefined;
      if (isOther) lines = lineChecker(grid);
      const at = places(cells);
      /** Clusters with a changed cell at most so far away. */
      const near = (far: number): number[] => {
        const marks = dirtyClusters(grid, clusters, at, far);
        const list: number[] = [];
        for (let c = marks.indexOf(1); c >= 0; c = marks.indexOf(1, c + 1)) list.push(c);
        return list;
      };
      const isMade = isOther || !live.repair(new Set(near(0)), near(1));
      if (isMade) live = makeGraph();
      if (!isMade && live.hops.longest <= longest) return;
      search = makeSearch();
      longest = live.hops.longest;
    },
  };
}
