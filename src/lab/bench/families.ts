/** Engines of `prep bench`: families with parameters. */
import { decompressor } from '../../core/blob/decompress.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import { readBlob } from '../../core/blob/read.js';
import { TableError } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { choice, type Filled, flag, number, type ValueOf } from '../../core/options/option.js';
import { entering } from '../../core/search/entering.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { loadCellBoxes } from '../../engines/bounds/boxes.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import type { HpaSearch } from '../../engines/hpa/query.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable, type TableOptions } from '../../engines/table/bake.js';
import { MOST_NODES } from '../../engines/table/fit.js';
import { cachePaths } from '../../runtime/cache.js';
import type { GridNav } from '../../runtime/nav.js';
import { aStar } from '../baselines/astar.js';
import type { Weighted } from '../baselines/baseline.js';
import { jumpPointSearch } from '../baselines/jump-point-search.js';
import { bitJumper, type Jumper, tableJumper, walkingJumper } from '../baselines/jumpers.js';
import { answering, type BenchEngine, fromBlobs, fromGrid } from './engines.js';

export type Parameters = Readonly<Record<string, Filled>>;
export type Values<P extends Parameters> = { [K in keyof P]: ValueOf<P[K]> };

export interface Family {
  about: string;
  parameters: Parameters;
  engine(values: Record<string, unknown>): Omit<BenchEngine, 'about'>;
}

const family = <P extends Parameters>(
  about: string,
  parameters: P,
  engine: (values: Values<P>) => Omit<BenchEngine, 'about'>,
): Family => ({ about, parameters, engine: engine as Family['engine'] });

const HEURISTIC = {
  h: choice('heuristic', ['octile', 'euclidean', 'manhattan', 'zero'], 'octile'),
  w: number('factor of the heuristic', 1, 100, 1),
};
const isExact = ({ h, w }: Weighted) => h !== 'manhattan' && w === 1;
const cluster = (initial: number) => number('side of a cluster', 4, 64, initial);

const astar = family(
  'A*',
  { ...HEURISTIC, bounds: flag('goal bounds of all cells', false) },
  ({ bounds, ...options }) => ({
    exact: isExact(options),
    rules: MOVE_RULES,
    ...(!bounds && { terrain: 'any' as const }),
    async bake(grid) {
      if (!bounds) return fromGrid(() => entering(grid, aStar(grid, options)));
      const blob = await bakeBounds(grid, { at: 'cells' });
      const boxes = () => loadCellBoxes(readBlob(blob, decompressor), grid);
      return fromGrid(() => aStar(grid, { ...options, bounds: boxes() }), blob.length);
    },
  }),
);

const PRUNE = { prune: flag('no turning points in the open list', false) };
const jumps = (about: string, jumperOf: (grid: Grid) => Jumper) =>
  family(about, PRUNE, (options) => ({
    exact: true,
    bake(grid) {
      const jumper = jumperOf(grid);
      return fromGrid(() => jumpPointSearch(grid, jumper, options), jumper.bytes);
    },
  }));

const HPA = {
  cluster: cluster(16),
  levels: number('levels of the abstraction', 1, 8, 1),
  raw: flag('paths as the abstract search has them', false),
  plain: flag('paths straightened, no windows', false),
  'no-paths': flag('paths of edges not stored', false),
  cache: flag('every path from the cache', false),
};
/** Engines near-optimal by design know all terrain and every move rule. */
const NEAR = { exact: false, rules: MOVE_RULES, terrain: 'any' } as const;
const hpa = family('gridprep: HPA*', HPA, ({ cluster, levels, raw, plain, cache, 'no-paths': noPaths }) => {
  const ask = (nav: GridNav) => {
    const search = nav.search as HpaSearch;
    // Without counters: a hit leaves those of the last search.
    if (cache) return answering(cachePaths(nav, { entries: 1e6, maxBytes: 2 ** 30 }).findPathInto);
    search.refine = false;
    return answering(
      (x0, y0, x1, y1, path) => search.search(x0, y0, x1, y1, path, !raw),
      () => search,
    );
  };
  const bake = (grid: Grid) => [bakeHpa(grid, { cluster, levels, paths: !noPaths })];
  return { ...NEAR, bake: fromBlobs('hpa', bake, raw || plain || cache ? ask : undefined) };
});

const TABLE = { cluster: cluster(20), level: number('tabulated level, 0 the lowest that fits', 0, 8, 0) };
const table = family('gridprep: all-pairs table over HPA*', TABLE, ({ cluster, level }) => {
  const withTable = async (grid: Grid, levels: number, options: Partial<TableOptions> = {}) => {
    const blob = await bakeHpa(grid, { cluster, levels });
    return [blob, await bakeTable(blob, options)];
  };
  const bake = async (grid: Grid): Promise<Uint8Array[]> => {
    if (level > 0) return withTable(grid, level, { level, maxNodes: MOST_NODES });
    // Bakes that have no level that fits count as pre-computation.
    for (const levels of [1, 4]) {
      try {
        return await withTable(grid, levels);
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
      }
    }
    return withTable(grid, 8);
  };
  return { ...NEAR, bake: fromBlobs('table', bake) };
});

/** An exact engine of the runtime, from blobs. */
const exact = (
  about: string,
  name: string,
  bake: (grid: Grid, values: { fast?: boolean }) => Promise<Uint8Array>[],
  more: Partial<BenchEngine> = {},
  parameters: Parameters = {},
) =>
  family(about, parameters, (values) => ({
    ...{ exact: true, rules: MOVE_RULES, ...more },
    bake: fromBlobs(name, (grid) => bake(grid, values)),
  }));
const FAST = { fast: flag('bounds that bake faster and prune less', false) };

export const FAMILIES: Readonly<Record<string, Family>> = {
  astar,
  'jps-online': jumps('JPS, cell by cell', walkingJumper),
  'jps-bit': jumps('JPS, 32 cells at a time', bitJumper),
  'jps-pre': jumps('JPS+ from a table (JPS-BitPre)', tableJumper),
  jps: exact('gridprep: jump-point graph', 'jps', (grid) => [bakeJps(grid)]),
  'jps+bounds': exact(
    'gridprep: jump-point graph with goal bounds',
    'jps+bounds',
    (grid, { fast }) => [bakeJps(grid), bakeBounds(grid, { exact: !fast })],
    {},
    FAST,
  ),
  weighted: exact('gridprep: jump points on weighted terrain, 8 landmarks', 'weighted', (grid) => [bakeJps(grid)], {
    terrain: 'weighted',
  }),
  ch: exact('gridprep: contraction hierarchy', 'ch', (grid) => [bakeHierarchy(grid)], { terrain: 'any' }),
  hpa,
  table,
};
