/**
 * What a game ships: load blobs, ask for paths. No Node module is reachable from here, and no
 * dependency but the decompressor.
 */
import { decompress as fzstd } from 'fzstd';
import { gridBytes, KIND } from './blob/layout.js';
import { BlobReader, type Decompress } from './blob/read.js';
import { BlobError } from './errors.js';
import { type Components, labelComponents } from './grid/components.js';
import { Grid } from './grid/grid.js';
import { JumpSearch } from './jps/query.js';
import { loadJumpDistances } from './jps/section.js';
import { type Path, PathBuffer } from './search/path.js';

export type { Decompress } from './blob/read.js';
export { BlobError } from './errors.js';
export { type Path, PathBuffer } from './search/path.js';

/** Options of {@link load}. */
export interface LoadOptions {
  /** Takes the place of the bundled fzstd, e.g. Node's own `zlib.zstdDecompressSync`. */
  decompress?: Decompress;
  /** Fingerprint of the map the game was built for, in hexadecimal; any other blob is refused. */
  expect?: string;
}

/**
 * Loads the blobs of one map. The bytes must stay as they are while the result is in use: uncompressed
 * sections are read in place.
 * @throws {BlobError} if a blob is damaged, of another version, of another map, or lacks an engine
 */
export function load(bytes: Uint8Array | Uint8Array[], options: LoadOptions = {}): GridNav {
  const decompress = options.decompress ?? ((frame: Uint8Array) => fzstd(frame));
  const blobs = (Array.isArray(bytes) ? bytes : [bytes]).map((b) => new BlobReader(b, decompress));
  if (blobs.length === 0) throw new BlobError('no blob given; load() needs at least one');
  for (const blob of blobs) checkSameMap(blobs[0], blob);
  const { fingerprint } = blobs[0];
  if (options.expect !== undefined && options.expect.toLowerCase() !== fingerprint) {
    throw new BlobError(`blob was baked from another map: its fingerprint is ${fingerprint}, expected ${options.expect}`);
  }
  return new GridNav(blobs);
}

/** Blobs whose fingerprints differ never work together; the message says which field is at fault. */
function checkSameMap(a: BlobReader, b: BlobReader): void {
  if (a.fingerprint === b.fingerprint) return;
  const size = (blob: BlobReader) => `${blob.width} x ${blob.height}`;
  const what =
    size(a) !== size(b)
      ? `map sizes differ, ${size(a)} and ${size(b)}`
      : a.moveRule !== b.moveRule
        ? `move rules differ, ${a.moveRule} and ${b.moveRule}`
        : a.terrain !== b.terrain
          ? `terrain profiles differ, "${a.terrain}" and "${b.terrain}"`
          : 'open cells differ';
  throw new BlobError(`blobs are of different maps: their ${what}; bake them from the same map with the same options`);
}

/** One map's blobs, ready for queries. Queries share scratch memory: one at a time, which in a single thread is no limit. */
export class GridNav {
  readonly width: number;
  readonly height: number;
  /** SHA-256 that ties the blobs to their map, in hexadecimal. */
  readonly fingerprint: string;
  /** Letters that were read as open; empty for a grid that did not come from letters. */
  readonly terrain: string;
  readonly grid: Grid;
  /** Statistics of the last query that needed a search. */
  readonly search: JumpSearch;
  private readonly components: Components;
  private readonly buffer = new PathBuffer();

  /** Use {@link load}. */
  constructor(blobs: BlobReader[]) {
    const [{ width, height, terrain, fingerprint }] = blobs;
    this.width = width;
    this.height = height;
    this.terrain = terrain;
    this.fingerprint = fingerprint;
    this.grid = Grid.fromBits(width, height, terrain, blobs[0].section(KIND.grid, Uint8Array, gridBytes(width, height)));
    this.components = labelComponents(this.grid);
    const jps = blobs.find((blob) => blob.has(KIND.jpsInfo));
    if (!jps) throw new BlobError('no blob holds jump distances; bake one with `prep jps`');
    this.search = new JumpSearch(this.grid, loadJumpDistances(jps, this.grid));
  }

  /**
   * An optimal path, or null when there is none: start or goal blocked, or not connected.
   * @throws {RangeError} if a coordinate is outside the map or not a whole number
   */
  findPath(x0: number, y0: number, x1: number, y1: number): Path | null {
    return this.findPathInto(x0, y0, x1, y1, this.buffer) ? this.buffer.toPath() : null;
  }

  /**
   * {@link findPath} without allocation: the path is left in `path`, and stays until the buffer's next use.
   * @returns whether there is a path; `path` is as it was when there is none
   */
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean {
    if (!this.isReachable(x0, y0, x1, y1)) return false;
    this.search.search(x0, y0, x1, y1, path);
    return true;
  }

  /**
   * Is there a path? Answered without a search.
   * @throws {RangeError} as {@link findPath}
   */
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean {
    const from = this.components[this.cell(x0, y0)];
    return from === this.components[this.cell(x1, y1)] && from !== 0;
  }

  isOpen(x: number, y: number): boolean {
    return this.grid.isOpen(x, y);
  }

  /**
   * The open cell nearest to a point as the crow flies, ties to the smaller y, then x; the point itself
   * where that is open. It may lie outside the map, as clicks do.
   * @param reachableFrom only cells that can be reached from this one, x and y
   * @returns x and y, or null when there is no such cell
   */
  nearestOpen(x: number, y: number, reachableFrom?: readonly [number, number]): [number, number] | null {
    if (!Number.isInteger(x) || !Number.isInteger(y)) throw new RangeError(`cell ${x}, ${y} is not a cell: x and y must be whole numbers`);
    const { components, width, height } = this;
    const wanted = reachableFrom && components[this.cell(reachableFrom[0], reachableFrom[1])];
    if (wanted === 0) return null;
    let best = Infinity;
    let found: [number, number] | null = null;
    // Row by row away from y; a row farther away than the best cell ends it.
    const farthest = Math.max(y, height - 1 - y);
    for (let r = Math.max(0, -y, y - height + 1); r <= farthest && r * r <= best; r++) {
      for (let row = y - r; row <= y + r; row += 2 * r || 1) {
        if (row < 0 || row >= height) continue;
        for (let column = 0; column < width; column++) {
          const component = components[this.grid.cell(column, row)];
          if (component === 0 || (wanted && component !== wanted)) continue;
          const distance = (column - x) ** 2 + r * r;
          if (distance < best || (distance === best && found && row < found[1])) {
            best = distance;
            found = [column, row];
          }
        }
      }
    }
    return found;
  }

  private cell(x: number, y: number): number {
    if (!this.grid.contains(x, y)) {
      throw new RangeError(
        `cell ${x}, ${y} is not on the map: x must be a whole number from 0 to ${this.width - 1}, y from 0 to ${this.height - 1}`,
      );
    }
    return this.grid.cell(x, y);
  }
}
