/** HPA* on a map that changes. */
import type { Grid } from '../../core/grid/grid.js';
import type { Abstraction } from '../../core/hpa/abstraction.js';
import { dirtyClusters, rebakeHpa } from '../../core/hpa/build.js';
import { type LineChecker, lineChecker } from '../../core/hpa/clear-runs.js';
import { clustersOf } from '../../core/hpa/clusters.js';
import type { HpaGraph } from '../../core/hpa/graph.js';
import type { Hops } from '../../core/hpa/hops.js';
import { type HpaSearch, hpaSearch } from '../../core/hpa/query.js';
import { type LiveGraph, liveGraph } from './live-graph.js';

export interface LiveHpa {
  /** Answers on the map as it is; another one after a repair that it had no room for. Its abstraction is the one that was baked. */
  readonly search: HpaSearch;
  /** What it searches. */
  readonly graph: HpaGraph;
  readonly hops: Hops;
  /** @param cells padded cells whose openness or cost is new */
  repair(cells: Iterable<number>): void;
}

/**
 * @param view the map as it is: another grid without costs, over the same cells, where none is dearer than others
 * @param cells padded cells in which it is not as it was when the abstraction was made
 */
export function liveHpa(view: () => Grid, baked: Abstraction, cells: Iterable<number>): LiveHpa {
  let grid = view();
  const clusters = clustersOf(grid, baked.options.cluster);
  const places = (of: Iterable<number>): number[] =>
    Array.from(of, (cell) => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1]).flat();
  /** All that ever changed. */
  const changed = new Set(cells);
  let priced = grid.costs !== undefined;
  let live: LiveGraph;
  let search: HpaSearch;
  let lines: LineChecker;
  let longest: number;

  const makeSearch = (): void => {
    const { graph, hops, marks } = live;
    longest = hops.longest;
    search = hpaSearch(grid, baked, graph, { hops, lines, marks, slack: 1 });
  };
  const make = (): void => {
    live = liveGraph(grid, rebakeHpa(grid, baked, places(changed)));
    lines ??= lineChecker(grid);
    makeSearch();
  };

  make();
  return {
    get search() {
      return search;
    },
    get graph() {
      return live.graph;
    },
    get hops() {
      return live.hops;
    },
    repair(cells) {
      for (const cell of cells) changed.add(cell);
      search.repair(cells);
      // Clear runs, floods, and what a search makes for itself are of maps with costs, or of maps without.
      grid = view();
      const other = priced !== (grid.costs !== undefined);
      priced = grid.costs !== undefined;
      if (other) lines = lineChecker(grid);
      const dirty = dirtyClusters(grid, clusters, places(cells));
      const list = Array.from(dirty.keys()).filter((c) => dirty[c] > 0);
      if (other || !live.repair(list)) make();
      else if (live.hops.longest > longest) makeSearch();
    },
  };
}
