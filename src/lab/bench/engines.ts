/** The form of an engine of `prep bench`: its bake from a grid and its queries. `families.ts` lists them. */
import type { Grid, MoveRule } from '../../core/grid/grid.js';
import { PathBuffer } from '../../core/search/path.js';
import { MOST_NODES } from '../../engines/table/fit.js';
import type { GridNav } from '../../runtime/nav.js';
import type { Baseline, Statistics } from '../baselines/baseline.js';
import { loadForTools } from '../engines/all.js';

/** One engine of the benchmark: how it bakes, loads and answers. */
export interface BenchEngine {
  about: string;
  /** Every path must be a shortest one: otherwise `prep bench` fails. */
  exact: boolean;
  /** Maps that it answers right; by default those whose cells all cost the same. */
  terrain?: 'weighted' | 'any';
  /** Move rules that it supports. Default: `no-corners`. */
  rules?: readonly MoveRule[];
  bake(grid: Grid): Baked | Promise<Baked>;
}

export interface Baked {
  /** Bytes that ship with the map, or in its place; 0 if everything is made from the grid at load. */
  storageBytes: number;
  /** Makes it ready for queries; timed as loading. */
  load(): Answering | Promise<Answering>;
}

export interface Answering {
  /** The timed query. @returns whether there is a path */
  search(x0: number, y0: number, x1: number, y1: number): boolean;
  /** x, y of every cell of the path found last. */
  cells(): ArrayLike<number>;
  /** Its cost in steps by the engine's account, if it gives one. */
  cost(): number | undefined;
  /** Counters of the last query. */
  counters?(): Counters;
}

export type Counters = Pick<Statistics, 'expanded' | 'generated'> & Partial<Omit<Statistics, 'trace'>>;

export function answering(search: Baseline['search'], counters?: () => Counters): Answering {
  const path = new PathBuffer();
  return {
    search: (x0, y0, x1, y1) => search(x0, y0, x1, y1, path),
    cells: () => path.cells.subarray(0, 2 * path.cellCount),
    cost: () => path.cost,
    ...(counters && { counters }),
  };
}

export function fromGrid(make: () => Baseline, storageBytes = 0): Baked {
  const load = () => {
    const baseline = make();
    return answering(baseline.search, () => baseline);
  };
  return { storageBytes, load };
}

/** An engine that answers from blobs. @param engine name for the loader @param ask default: `findPathInto` */
export function fromBlobs(
  engine: string,
  bake: (grid: Grid) => Promise<Uint8Array>[] | Promise<Uint8Array[]>,
  ask = (nav: GridNav): Answering => answering(nav.findPathInto, () => nav.search),
): BenchEngine['bake'] {
  return async (grid) => {
    const files = await Promise.all(await bake(grid));
    const storageBytes = files.reduce((sum, file) => sum + file.length, 0);
    return { storageBytes, load: () => ask(loadForTools(files, { engine, maxNodes: MOST_NODES })) };
  };
}
