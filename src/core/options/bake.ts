/** Options of bakes. */
import { HPA_NUMBERS, WEIGHTED_CLUSTER } from './hpa.js';
import { choice, flag, number, text, whole } from './option.js';

/** Progress of a bake. */
export interface Progress {
  /** The current step, as `jps` or `tiles`. */
  step: string;
  done: number;
  /** In the same unit as `done`; undefined where it is not known. */
  total: number | undefined;
}

export const WRITE = {
  codec: {
    ...choice('Compression', ['zstd', 'none']),
    more: 'none is read in place',
    shown: 'zstd, or none with layout mapped',
  },
  zstdLevel: whole('Compression level', 1, 22, 19),
};

/** Layout of blobs, not of worlds. */
export const LAYOUT = {
  layout: {
    ...choice('Layout', ['compact', 'mapped'], 'compact'),
    more: 'mapped adds the arrays that queries read, for servers and local disks: many times the bytes, faster loads',
  },
};

/** Compression where none is named: arrays that queries read in place are stored as they are. */
export const codecFor = (layout = 'compact') => (layout === 'mapped' ? 'none' : 'zstd');

export const THREADS = { ...whole('Most threads', 0, 256, 0), more: '0 for one per core' };

export const JPS = {
  storeLandmarks: flag('Store the landmarks of weighted terrain: larger file, less work at load', false),
  landmarks: {
    ...whole('Landmarks where cells have costs', 0, 16, 8),
    more: 'with more of them fewer cells are searched',
  },
};

export const BOUNDS = {
  boxes: {
    ...choice('Cells that have goal bounds', ['jump-points', 'cells'], 'jump-points'),
    more: 'JPS+ needs them at jump points only, A* in every cell',
  },
  exact: { ...flag('Smallest boxes; --no-exact: larger boxes, sooner', true), more: 'paths are optimal with both' },
};

const [LEAST_CLUSTER, MOST_CLUSTER, CLUSTER] = HPA_NUMBERS.cluster;

export const HPA = {
  cluster: {
    ...whole('Side of a cluster in cells', LEAST_CLUSTER, MOST_CLUSTER),
    more: `${CLUSTER} without it, ${WEIGHTED_CLUSTER} where cells have costs, up to 512 x 512`,
    shown: `${CLUSTER}, or ${WEIGHTED_CLUSTER} with costs up to 512 x 512`,
  },
  levels: whole('Levels of abstraction', ...HPA_NUMBERS.levels),
  merge: whole('N x N clusters form a larger one', ...HPA_NUMBERS.merge),
  entranceWidth: whole('Entrances this wide have two transitions', ...HPA_NUMBERS.entranceWidth),
  storePaths: flag('Store paths of edges: larger file, faster queries', true),
};

export const TABLE = {
  level: { ...whole('Level of the table', 0, 8, 0), more: '1 is the lowest, 0 the lowest that fits maxNodes' },
  maxNodes: whole('Most nodes of a table', 1, 65_535, 2000),
};

export const WORLD = {
  tile: whole('Side of a tile in cells, a multiple of cluster', 2, 4096, 1024),
  cluster: whole('Side of a cluster in cells', ...HPA_NUMBERS.cluster),
  entranceWidth: HPA.entranceWidth,
  storePaths: HPA.storePaths,
};

export const ASK = {
  queries: whole('Random queries', 0, 1_000_000, 200),
  seed: whole('Seed of the random queries and samples', 0, 2 ** 32 - 1, 1),
  tolerance: number('Share that paths of hpa may exceed the optimum by', 0, 100, 0.2),
};

/** Memory of a process, as `parseMemory` reads it. */
export const MAX_MEMORY = {
  ...text('Most memory, as 2GB or 512MB', '2GB'),
  pattern: /^\s*\d+(\.\d+)?\s*[kmgKMG][iI]?[bB]\s*$/,
};
