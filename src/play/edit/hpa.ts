/** HPA* on a map that changes. */
import type { Grid } from '../../core/grid/grid.js';
import type { Abstraction } from '../../core/hpa/abstraction.js';
import { dirtyClusters, rebakeHpa } from '../../core/hpa/build.js';
import { type LineChecker, lineChecker } from '../../core/hpa/clear-runs.js';
import { clustersOf } from '../../core/hpa/clusters.js';
import { type HpaGraph, hpaGraph } from '../../core/hpa/graph.js';
import { type Hops, hopsOf } from '../../core/hpa/hops.js';
import { landmarkCosts } from '../../core/hpa/landmarks.js';
import { type HpaSearch, hpaSearch } from '../../core/hpa/query.js';
import { NO_ROOM } from './rooms.js';
import { lowestLevel } from './roomy-graph.js';
import { repairMarks, roomyHops } from './roomy-hops.js';
import { upperLevel } from './roomy-levels.js';
import { RoomyNodes } from './roomy-nodes.js';

export interface LiveHpa {
  /** Answers on the map as it is; another one after a repair that it had no room for. Its abstraction is the one that was baked. */
  readonly search: HpaSearch;
  /** What it searches. */
  readonly graph: HpaGraph;
  readonly hops: Hops;
  /** @param cells padded cells whose openness or cost is new */
  repair(cells: Iterable<number>): void;
}

/** What a search is made of, and changes with the map. */
export interface RoomyHpa {
  graph: HpaGraph;
  hops: Hops;
  nodes: RoomyNodes;
  /** @param dirty clusters beside a change @throws NO_ROOM if it has to be made anew */
  repair(dirty: readonly number[]): void;
}

/** @param abstraction of the grid as it is */
export function roomyHpa(grid: Grid, abstraction: Abstraction): RoomyHpa {
  const { cluster, merge } = abstraction.options;
  const baked = hpaGraph(grid, abstraction);
  const bakedHops = hopsOf(baked);
  const clusters = clustersOf(grid, cluster);
  const nodes = new RoomyNodes(clusters, baked, landmarkCosts(baked, bakedHops));
  const lowest = lowestLevel(grid, clusters, abstraction, baked, nodes);
  const { count, points, clusterFirst, clusterEnd, nodeLevels } = nodes;
  const graph: HpaGraph = {
    count,
    points,
    clusterFirst,
    clusterEnd,
    levels: [lowest.level],
    inter: lowest.inter,
    nodeLevels,
  };
  const uppers = abstraction.upper.map((upper, i) => {
    const made = upperLevel(grid, clusters, i + 2, cluster * merge ** (i + 1), upper, graph, baked, nodes);
    graph.levels.push(made.level);
    return made;
  });
  const { hops, repair } = roomyHops(graph, nodes, baked, bakedHops);
  const waiting = new Uint8Array(count);
  return {
    graph,
    hops,
    nodes,
    repair(dirty) {
      let touched = lowest.repair(dirty);
      for (const c of touched) repair(0, c);
      repairMarks(graph, nodes, waiting, touched);
      uppers.forEach((upper, i) => {
        touched = upper.repair(touched);
        for (const c of touched) repair(i + 1, c);
      });
    },
  };
}

/** @param cells padded cells in which the grid is not as it was when the abstraction was made */
export function liveHpa(grid: Grid, baked: Abstraction, cells: Iterable<number>): LiveHpa {
  const clusters = clustersOf(grid, baked.options.cluster);
  const places = (of: Iterable<number>): number[] =>
    Array.from(of, (cell) => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1]).flat();
  /** All that ever changed. */
  const changed = new Set(cells);
  let priced = grid.costs !== undefined;
  let roomy: RoomyHpa;
  let search: HpaSearch;
  let lines: LineChecker;
  let longest: number;

  const makeSearch = (): void => {
    const { graph, hops, nodes } = roomy;
    longest = hops.longest;
    search = hpaSearch(grid, baked, graph, { hops, lines, marks: nodes.marks });
  };
  const make = (): void => {
    roomy = roomyHpa(grid, rebakeHpa(grid, baked, places(changed)));
    lines ??= lineChecker(grid);
    makeSearch();
  };
  /** @returns false if there is no room for what is new */
  const repair = (cells: Iterable<number>): boolean => {
    const dirty = dirtyClusters(grid, clusters, places(cells));
    const list: number[] = [];
    for (let c = dirty.indexOf(1); c >= 0; c = dirty.indexOf(1, c + 1)) list.push(c);
    try {
      roomy.repair(list);
      return true;
    } catch (error) {
      if (error === NO_ROOM) return false;
      throw error;
    }
  };

  make();
  return {
    get search() {
      return search;
    },
    get graph() {
      return roomy.graph;
    },
    get hops() {
      return roomy.hops;
    },
    repair(cells) {
      for (const cell of cells) changed.add(cell);
      search.repair(cells);
      // Clear runs, floods, and what a search makes for itself are of maps with costs, or of maps without.
      const other = priced !== (grid.costs !== undefined);
      priced = grid.costs !== undefined;
      if (other) lines = lineChecker(grid);
      if (other || !repair(cells)) make();
      else if (roomy.hops.longest > longest) makeSearch();
    },
  };
}
