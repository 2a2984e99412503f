/** Content of a blob of HPA*: numbers of the clusters that grid and options do not imply. */

/** Options of the abstraction; the command line shows these same defaults. */
export interface HpaBuildOptions {
  /** Side of a level-1 cluster, 2 to 64 cells; default 16, or 10 with costs up to 512 x 512. */
  cluster: number;
  /** Levels of abstraction, 1 to 8. */
  levels: number;
  /** Clusters of a level, in each direction, that make one of the next, 2 to 8. */
  merge: number;
  /** Entrances of at least this many cells have a transition at each end, shorter ones one in the middle. */
  entranceWidth: number;
  /** Whether edges have their paths stored; without, refining searches inside the cluster. */
  paths: boolean;
}

/** Level 1 and up. Clusters row by row; a cluster's nodes by place; pairs i < j of its nodes, by i, then j. */
export interface Abstraction {
  options: HpaBuildOptions;
  /** Uint16Array(clusters), number of nodes. */
  counts: Uint16Array;
  /** Uint16Array(nodes), y * cluster + x inside the cluster. */
  places: Uint16Array;
  /**
   * Uint16Array(pairs): 0 not connected inside the cluster, 1 joined by a line (diagonal first, then straight), or 1
   * + number of runs. Without paths Uint32Array(pairs): 0 not connected, otherwise 1 + what the cost exceeds the octile
   * distance by, on the doubled scale.
   */
  pairs: Uint16Array | Uint32Array;
  /** Uint8Array of runs, from i to j: direction in bits 0..2, steps - 1 in bits 3..7; undefined without paths. */
  runs: Uint8Array | undefined;
  /** Levels 2 and up. */
  upper: Upper[];
}

/** A level above the first: its clusters row by row, and the pairs of the nodes on their borders. */
export interface Upper {
  /** Uint16Array(clusters of the level), number of nodes on the cluster's border. */
  counts: Uint16Array;
  /** Uint16Array(pairs): 0 not connected inside the cluster, otherwise 1 + number of steps. */
  pairs: Uint16Array;
  /** Uint16Array: number of an edge among the node's: those of the level below, then those that cross borders. */
  steps: Uint16Array;
}
