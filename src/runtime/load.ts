/** Loading: blobs in, a map that answers queries out, with whatever engines a game ships. */
import { GRID_KIND, gridBytes } from '../blob/layout.js';
import { type Blob, type BlobBytes, type Decompress, readBlob } from '../blob/read.js';
import { unzstd } from '../blob/unzstd.js';
import { found, must, SAME_MAP } from '../errors.js';
import { labelComponents } from '../grid/components.js';
import { type Grid, gridFromBits, type ReadonlyGrid } from '../grid/grid.js';
import { type Path, PathBuffer } from '../search/path.js';
import type { Engine, EngineMaker, Extendable, Walk } from './engine.js';

/** Options of {@link load}. */
export interface LoadOptions {
  /** Takes the place of the bundled decompressor, e.g. Node's own `zlib.zstdDecompressSync`. */
  decompress?: Decompress;
  /** Fingerprint of the map the game was built for, in hexadecimal; any other blob is refused. */
  expect?: string;
  /** Name of the engine to find paths with; without it the best one that the blobs have all for, optimal ones first. */
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
  /** The map as it was baked, made when it is first asked for. Its `copy()` may be changed, which changes no answer here. */
  readonly grid: ReadonlyGrid;
  /** Name of the engine that finds the paths. */
  readonly engine: string;
  /** The engine itself; its counters tell what the last search did. */
  readonly search: Readonly<Engine>;

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
   * A near-optimal path in pieces, refined as they are asked for; its cost is known at once. Only blobs of HPA* give it, whatever engine
   * answers {@link findPath}; where that is another, the first call loads them and takes as long.
   * @returns null when there is no path
   * @throws {RangeError} as {@link findPath}
   * @throws {BlobError} at the first call, if what it loads is damaged
   */
  readonly walk?: ((x0: number, y0: number, x1: number, y1: number) => Walk | null) | undefined;

  /**
   * Cost in steps of a near-optimal path before it is smoothed, without the path; Infinity when there is none. Only a blob with a table
   * gives it, beside that of its HPA*; loaded as for {@link walk}.
   * @throws {RangeError} as {@link findPath}
   * @throws {BlobError} as {@link walk}
   */
  readonly distance?: ((x0: number, y0: number, x1: number, y1: number) => number) | undefined;

  /**
   * Which of many goals has the smallest {@link distance}, ties to the first. There where that is.
   * @param goals x, y pairs
   * @returns number of the goal, -1 when none can be reached
   * @throws {RangeError} as {@link findPath}, and if the goals are not pairs
   * @throws {BlobError} as {@link walk}
   */
  readonly nearest?: ((x0: number, y0: number, goals: ArrayLike<number>) => number) | undefined;

  /**
   * Is there a path? Answered without a search.
   * @throws {RangeError} as {@link findPath}
   */
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean;

  /** False for blocked cells and for all that is not on the map. */
  isOpen(x: number, y: number): boolean;

  /**
   * The open cell nearest to a point as the crow flies, ties to the smaller y, then x; the point itself
   * where that is open. It may lie outside the map, as clicks do; farther than 2^26 cells away, near ties are not told apart.
   * @param reachableFrom only cells that can be reached from this one, x and y
   * @returns x and y, or null when there is no such cell
   * @throws {RangeError} if x or y is not a whole number (up to 2^53), or `reachableFrom` not on the map
   */
  nearestOpen(x: number, y: number, reachableFrom?: readonly [number, number]): [number, number] | null;
}

/**
 * Loads the blobs of one map. The bytes must stay as they are while the result is in use: uncompressed
 * sections are read in place, and some only when they are needed.
 * @throws {BlobError} if a blob is damaged, of another version, of another map, or lacks what the engine needs; its `code` says which
 * @throws {TypeError} if a blob is not bytes, a promise of them for example
 * @throws {RangeError} if there is no blob, or no engine of that name in the bundle
 */
export type Load = (bytes: BlobBytes | BlobBytes[], options?: LoadOptions) => GridNav;

/** @param engines by name, the best first: of two that the blobs have all for, one that finds optimal paths comes before one that does not */
export function loader(engines: Record<string, EngineMaker>): Load {
  return (bytes, options = {}) => loadBlobs(bytes, options, engines);
}

function loadBlobs(bytes: BlobBytes | BlobBytes[], options: LoadOptions, engines: Record<string, EngineMaker>): GridNav {
  const blobs = [bytes].flat().map((blob) => readBlob(blob, options.decompress ?? unzstd));
  const [first] = blobs;
  if (!first) throw new RangeError('there are 0 blobs, expected 1 or more');
  const { width, height, terrain, fingerprint } = first;
  // Blobs whose fingerprints differ never work together; the fields that go into them first, to name the one at fault.
  for (const blob of blobs) {
    for (const field of ['width', 'height', 'moveRule', 'terrain', 'priced', 'fingerprint'] as const) {
      must(blob[field] === first[field], field, blob[field], `${first[field]} as in the first blob`, 'mismatch', SAME_MAP);
    }
  }
  const { expect = fingerprint } = options;
  must(fingerprint === `${expect}`.toLowerCase(), 'fingerprint', fingerprint, expect, 'mismatch', SAME_MAP);

  const has = (kind: number) => blobs.find((blob) => blob.has(kind));
  const names = Object.keys(engines);
  const able = names.filter((name) => engines[name].needs.every(has));
  const { engine = able[0] } = options;
  if (options.engine !== undefined && !names.includes(engine)) {
    throw new RangeError(`engine is ${engine}, bundled here are ${names.join(', ')}`);
  }
  const wanted = options.engine ?? names.join(' or ');
  must(able.includes(engine), 'artifact', 'missing', `those of engine ${wanted}`, 'missing', 'load their blobs, too');

  const grid = gridFromBits(width, height, terrain, first.section(GRID_KIND, Uint8Array, gridBytes(width, height)));
  const components = labelComponents(grid);
  const make = (name: string) => engines[name].make(engines[name].needs.map(has) as Blob[], grid);
  const search = make(engine);
  let copy: Grid | undefined;
  const scratch = new PathBuffer();

  const component = (x: number, y: number): number => {
    if (!grid.contains(x, y)) throw new RangeError(`cell ${whole(x, y)} is not on the map of ${width} x ${height} cells`);
    return components[grid.cell(x, y)];
  };

  const nav: Extendable = {
    width,
    height,
    terrain,
    fingerprint,
    get grid() {
      copy ??= grid.copy();
      return copy;
    },
    engine,
    search,
    findPath: (x0, y0, x1, y1) => (nav.findPathInto(x0, y0, x1, y1, scratch) ? scratch.toPath() : null),
    findPathInto(x0, y0, x1, y1, path) {
      if (!nav.isReachable(x0, y0, x1, y1)) return false;
      return found(search.search(x0, y0, x1, y1, path));
    },
    isReachable(x0, y0, x1, y1) {
      const from = component(x0, y0);
      return from === component(x1, y1) && from > 0;
    },
    isOpen: (x, y) => grid.isOpen(x, y),
    nearestOpen(x, y, reachableFrom) {
      whole(x, y);
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
  // What other engines can do is there as well; they are made when it is asked for.
  for (const name of [engine, ...able]) {
    let made = name === engine ? search : undefined;
    engines[name].extend?.(nav, () => {
      made ??= make(name);
      return made;
    });
  }
  return nav;
}

/** A cell for an error message. @throws {RangeError} if x and y are not whole numbers, or too large to count with */
function whole(x: number, y: number): string {
  if (![x, y].every(Number.isSafeInteger)) throw new RangeError(`${x}, ${y} is not a cell: x and y must be whole numbers`);
  return `${x}, ${y}`;
}
