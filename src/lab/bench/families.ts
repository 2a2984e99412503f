/** Engines of `prep bench`: textbook algorithms, and the engines of the list of artifacts; families with parameters. */
import { decompressor } from '../../core/blob/decompress.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import { readBlob } from '../../core/blob/read.js';
import type { Grid, MoveRule } from '../../core/grid/grid.js';
import { choice, type Filled, flag, number, type ValueOf } from '../../core/options/option.js';
import { entering } from '../../core/search/entering.js';
import type { BenchRecord } from '../../engines/artifact.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { loadCellBoxes } from '../../engines/bounds/boxes.js';
import type { HpaSearch } from '../../engines/hpa/query.js';
import { BENCHES } from '../../engines/list.js';
import { cachePaths } from '../../runtime/cache.js';
import type { GridNav } from '../../runtime/nav.js';
import { aStar } from '../baselines/astar.js';
import type { Weighted } from '../baselines/baseline.js';
import { jumpPointSearch } from '../baselines/jump-point-search.js';
import { bitJumper, type Jumper, tableJumper, walkingJumper } from '../baselines/jumpers.js';
import { type Answering, answering, type BenchEngine, fromBlobs, fromGrid } from './engines.js';

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

const JUMPS = { ...HEURISTIC, prune: flag('no turning points in the open list', false) };
/** @param rules of searches with turning points; without them a search cuts no corners */
const jumps = (about: string, jumperOf: (grid: Grid) => Jumper, rules: readonly MoveRule[] = ['no-corners']) =>
  family(about, JUMPS, (options) => ({
    exact: isExact(options),
    rules: options.prune ? ['no-corners'] : rules,
    bake(grid) {
      const jumper = jumperOf(grid);
      return fromGrid(() => jumpPointSearch(grid, jumper, options), jumper.bytes);
    },
  }));

/** Further forms of HPA*'s queries. */
const HPA = {
  raw: flag('paths as the abstract search has them', false),
  plain: flag('paths straightened, no windows', false),
  cache: flag('every path from the cache', false),
};

/** Queries of HPA* in another form; undefined for the usual one. */
function askHpa({ raw, plain, cache }: Values<typeof HPA>): ((nav: GridNav) => Answering) | undefined {
  // Without counters: a hit leaves those of the last search.
  if (cache) return (nav) => answering(cachePaths(nav, { entries: 1e6, maxBytes: 2 ** 30 }).findPathInto);
  if (!raw && !plain) return undefined;
  return (nav) => {
    const search = nav.search as HpaSearch;
    search.refine = false;
    return answering(
      (x0, y0, x1, y1, path) => search.search(x0, y0, x1, y1, path, !raw),
      () => search,
    );
  };
}

/** An engine of the runtime, from its record. */
const baked = (name: string, { about, parameters, isNear, terrain, bake }: BenchRecord): Family => {
  const isHpa = name === 'hpa';
  return family(about, isHpa ? { ...parameters, ...HPA } : parameters, (values) => ({
    exact: !isNear,
    rules: MOVE_RULES,
    ...(terrain && { terrain }),
    bake: fromBlobs(name, (grid) => bake(grid, values), isHpa ? askHpa(values as Values<typeof HPA>) : undefined),
  }));
};

export const FAMILIES: Readonly<Record<string, Family>> = {
  astar,
  'jps-online': jumps('JPS, cell by cell', walkingJumper, ['no-corners', 'one-corner', 'always']),
  'jps-bit': jumps('JPS, 32 cells at a time', bitJumper),
  'jps-pre': jumps('JPS+ from a table (JPS-BitPre)', tableJumper),
  ...Object.fromEntries(Object.entries(BENCHES).map(([name, record]) => [name, baked(name, record)])),
};
