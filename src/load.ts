/** Loading: blobs in, a map that answers queries out, with whatever engines a game ships. */
import { GRID_KIND, gridBytes } from './blob/layout.js';
import { type Decompress, readBlob } from './blob/read.js';
import { unzstd } from './blob/unzstd.js';
import type { Engine, EngineMaker, Walk } from './engine.js';
import { must } from './errors.js';
import { labelComponents } from './grid/components.js';
import { type Grid, gridFromBits } from './grid/grid.js';
import { type Path, PathBuffer } from './search/path.js';

/** Options of {@link load}. */
export interface LoadOptions {
  /** Takes the place of the bundled decompressor, e.g. Node's own `zlib.zstdDecompressSync`. */
  decompress?: Decompress;
  /** Fingerprint of the map the game was built for, in hexadecimal; any other blob is refused. */
  expect?: string;
  /** Name of the engine to use; without it the best one that the blobs have all for. */
  engine?: string | undefined;
}

/** One map's blobs, ready for queries. Queries share scratch memory: one at a time, which in a single thread is no limit. */
export interface GridNav {
  readonly width: number;
  readonly height: number;
  /** Letters that were read as open; empty for a grid that did not come from letters. */
  readonly terrain: string;
  /** SHA-256 that ties the blobs to their map, in hexadecimal. */
  readonly fingerprint: string;
  readonly grid: Grid;
  /** Name of the engine that answers. */
  readonly engine: string;
  /** The engine itself; its counters tell what the last search did. */
  readonly search: Engine;

  /**
   * A path, or null when there is none: start or goal blocked, or not connected. Optimal, unless the engine is hpa or table.
   * @throws {RangeError} if a coordinate is outside the map or not a whole number
   * @throws {BlobError} if the engine's arrays contradict the grid: there is a path, and they know none, or one through a wall
   */
  findPath(x0: number, y0: number, x1: number, y1: number): Path | null;

  /**
   * {@link findPath} without allocation: the path is left in `path`, and stays until the buffer's next use.
   * @returns whether there is a path; `path` is as it was when there is none
   */
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean;

  /**
   * {@link findPath} in pieces, refined as they are asked for; its cost is known at once. Only engines hpa and table have it.
   * @returns null when there is no path
   * @throws {RangeError} as {@link findPath}
   */
  walk?: ((x0: number, y0: number, x1: number, y1: number) => Walk | null) | undefined;

  /**
   * Cost of a path in steps, before it is smoothed; Infinity when there is none. Only engine table has it: no path is made.
   * @throws {RangeError} as {@link findPath}
   */
  distance?: ((x0: number, y0: number, x1: number, y1: number) => number) | undefined;

  /**
   * Which of many goals has the smallest {@link distance}, ties to the first. Only engine table has it.
   * @param goals x, y pairs
   * @returns number of the goal, -1 when none can be reached
   * @throws {RangeError} as {@link findPath}
   */
  nearest?: ((x0: number, y0: number, goals: ArrayLike<number>) => number) | undefined;

  /**
   * Is there a path? Answered without a search.
   * @throws {RangeError} as {@link findPath}
   */
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean;

  /** False for blocked cells and for all that is not on the map. */
  isOpen(x: number, y: number): boolean;

  /**
   * The open cell nearest to a point as the crow flies, ties to the smaller y, then x; the point itself
   * where that is open. It may lie outside the map, as clicks do.
   * @param reachableFrom only cells that can be reached from this one, x and y
   * @returns x and y, or null when there is no such cell
   * @throws {RangeError} if x or y is not a whole number, or `reachableFrom` not on the map
   */
  nearestOpen(x: number, y: number, reachableFrom?: readonly [number, number]): [number, number] | null;
}

/**
 * Loads the blobs of one map. The bytes must stay as they are while the result is in use: uncompressed
 * sections are read in place.
 * @throws {BlobError} if a blob is damaged, of another version, of another map, or lacks an engine
 */
export type Load = (bytes: Uint8Array | Uint8Array[], options?: LoadOptions) => GridNav;

/** @returns what an engine says of two cells of one component @throws {BlobError} if it found no path: the grid has one */
function found<T>(answer: T): T {
  must(answer, 'path', 'missing', 'one between connected cells');
  return answer;
}

/** @param engines by name, the best first */
export function loader(engines: Record<string, EngineMaker>): Load {
  return (bytes, options = {}) => loadBlobs(bytes, options, engines);
}

function loadBlobs(bytes: Uint8Array | Uint8Array[], options: LoadOptions, engines: Record<string, EngineMaker>): GridNav {
  const blobs = [bytes].flat().map((blob) => readBlob(blob, options.decompress ?? unzstd));
  const [first] = blobs;
  must(first, 'blob count', 0, '1 or more');
  const { width, height, terrain, fingerprint } = first;
  // Blobs whose fingerprints differ never work together; the fields that go into them first, to name the one at fault.
  for (const blob of blobs) {
    for (const field of ['width', 'height', 'moveRule', 'terrain', 'fingerprint'] as const) {
      must(blob[field] === first[field], field, blob[field], `${first[field]} as in the first blob`);
    }
  }
  const { expect = fingerprint } = options;
  must(fingerprint === expect.toLowerCase(), 'fingerprint', fingerprint, expect);

  const grid = gridFromBits(width, height, terrain, first.section(GRID_KIND, Uint8Array, gridBytes(width, height)));
  const components = labelComponents(grid);
  const names = options.engine === undefined ? Object.keys(engines) : [options.engine];
  let search: Engine | undefined;
  let engine = '';
  for (engine of names) {
    search = engines[engine]?.((kind) => blobs.find((blob) => blob.has(kind)), grid);
    if (search) break;
  }
  must(search, 'artifact', 'missing', `those of engine ${names.join(' or ')}`);
  const scratch = new PathBuffer();

  const component = (x: number, y: number): number => {
    if (!grid.contains(x, y)) throw new RangeError(`cell ${x}, ${y} is not on the map of ${width} x ${height} cells`);
    return components[grid.cell(x, y)];
  };

  const nav: GridNav = {
    width,
    height,
    terrain,
    fingerprint,
    grid,
    engine,
    search,
    findPath: (x0, y0, x1, y1) => (nav.findPathInto(x0, y0, x1, y1, scratch) ? scratch.toPath() : null),
    findPathInto(x0, y0, x1, y1, path) {
      if (!nav.isReachable(x0, y0, x1, y1)) return false;
      return found(search.search(x0, y0, x1, y1, path));
    },
    walk: search.walk && ((...query) => (nav.isReachable(...query) ? found((search.walk as NonNullable<Engine['walk']>)(...query)) : null)),
    isReachable(x0, y0, x1, y1) {
      const from = component(x0, y0);
      return from === component(x1, y1) && from > 0;
    },
    isOpen: (x, y) => grid.isOpen(x, y),
    nearestOpen(x, y, reachableFrom) {
      if (x % 1 !== 0 || y % 1 !== 0) throw new RangeError(`${x}, ${y} is not a cell: x and y must be whole numbers`);
      const wanted = reachableFrom && component(...reachableFrom);
      let best = Infinity;
      let found: [number, number] | null = null;
      // Row by row away from y; a row farther away than the best cell ends it.
      for (let r = Math.max(0, -y, y - height + 1); r <= Math.max(y, height - 1 - y) && r * r <= best; r++) {
        for (let row = y - r; row <= y + r; row += 2 * r || 1) {
          for (let column = 0; column < width && grid.contains(0, row); column++) {
            const label = component(column, row);
            const distance = (column - x) ** 2 + r * r;
            if (label === 0 || label !== (wanted ?? label)) continue;
            if (distance < best || (distance === best && found && row < found[1])) {
              best = distance;
              found = [column, row];
            }
          }
        }
      }
      return found;
    },
  };
  search.extend?.(nav);
  return nav;
}
