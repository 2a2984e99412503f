/** Maps that are loaded tile by tile. */
import type { BlobBytes, Decompress } from '../core/blob/read.js';
import { unzstd } from '../core/blob/unzstd.js';
import { ensure, SAME_MAP } from '../core/errors.js';
import type { MoveRule } from '../core/grid/grid.js';
import { STEP } from '../core/grid/step-costs.js';
import type { Path } from '../core/search/path.js';
import { refuseUnknown } from '../core/unknown-names.js';
import type { Route } from './far.js';
import { WorldSearch } from './query.js';
import { readIndex } from './section.js';
import { tileOf } from './tile.js';
import { type LoadTile, Tiles } from './tiles.js';
import { joined, type Piece } from './window.js';

/** Options of {@link loadWorld}. */
export interface LoadWorldOptions {
  /** Returns the bytes of a tile's file, from disk or network; called once for all queries that wait. */
  loadTile: LoadTile;
  /**
   * Memory for tiles in bytes; the least recently used are dropped first. Paths in progress hold two to four more. The
   * last tile always stays: 2 to 6 MB at 1024 x 1024 cells. Default: 128,000,000.
   */
  maxBytes?: number;
  /** Replaces the bundled decompressor, e.g. Node's own `zlib.zstdDecompressSync`. */
  decompress?: Decompress;
  /** Most cells of the map; a larger one is refused before it is unpacked. For untrusted worlds. Default: no limit. */
  maxCells?: number;
  /** Fingerprint of the world that the game was built for, in hexadecimal; any other is refused. */
  fingerprint?: string;
}

/** A path through a world, first by tiles, then cell by cell. */
export interface WorldWalk extends AsyncIterableIterator<Uint16Array> {
  /** Cost in steps, known immediately: the cells cost at most that. */
  readonly cost: number;
  /** Column and row of each tile on the way, the start's first; in small tiles the cells may leave them. */
  readonly tiles: readonly (readonly [x: number, y: number])[];
  /**
   * The next cells, x, y pairs. Loads two tiles at most; of up to 128 x 128 cells those in a box of 256 x 256 cells.
   * Call again after a {@link TileError}.
   * @throws {BlobError} if they cost more than the index says
   */
  next(): Promise<IteratorResult<Uint16Array, undefined>>;
}

/** A world whose index is loaded. Any number of queries may be under way. */
export interface World {
  /** Cells of the map. */
  readonly width: number;
  readonly height: number;
  /** Side of a tile, in cells; number of tiles in each direction. */
  readonly tile: number;
  readonly columns: number;
  readonly rows: number;
  /** Move rule: which diagonal steps are legal. */
  readonly diagonals: MoveRule;
  /** Letters that are open. */
  readonly terrain: string;
  /** SHA-256 of layout and tiles, in hexadecimal. */
  readonly fingerprint: string;
  /** Number and bytes of tiles in memory. */
  readonly loaded: number;
  readonly bytes: number;
  /** Whether a tile has a file; tiles without open cells have none. @param x column of tiles @param y row of tiles */
  hasTile(x: number, y: number): boolean;
  /** Loads a tile ahead of the queries that need it. @throws {TileError} if it cannot be loaded */
  prefetch(x: number, y: number): Promise<void>;
  /** Is the cell open? @throws {RangeError} if it is not on the map @throws {TileError} if its tile cannot be loaded */
  isOpen(x: number, y: number): Promise<boolean>;
  /** Whether cells are connected. @throws {RangeError} if one is not on the map @throws {TileError} if none loads */
  isReachable(x0: number, y0: number, x1: number, y1: number): Promise<boolean>;
  /**
   * A path between two cells, refined as it is walked; null if there is none. Loads the tiles of start and goal, and
   * those between if both are near each other.
   * @throws {RangeError} if one of them is not on the map
   * @throws {TileError} if a tile cannot be loaded
   */
  walk(x0: number, y0: number, x1: number, y1: number): Promise<WorldWalk | null>;
  /** The whole path. @throws {RangeError | TileError} as `walk` does */
  findPath(x0: number, y0: number, x1: number, y1: number): Promise<Path | null>;
}

const BYTES = 128e6;

/**
 * Loads the index of a world, `world.prep`. Tiles are loaded when they are needed.
 *
 *     const loadTile = async (x, y, name) => (await fetch(`land.world/${name}`)).arrayBuffer();
 *     const world = loadWorld(index, { loadTile });
 *     const walk = await world.walk(10, 10, 30000, 20000);
 * @throws {TypeError} without `loadTile`
 * @throws {BlobError} if it is not the index of a world, is damaged or has the wrong fingerprint
 */
export function loadWorld(index: BlobBytes, options: LoadWorldOptions): World {
  if (typeof options?.loadTile !== 'function') throw new TypeError('loadTile is missing, expected a function');
  refuseUnknown(options, 'loadTile', 'maxBytes', 'decompress', 'fingerprint', 'maxCells');
  const { loadTile, maxBytes = BYTES, decompress = unzstd, fingerprint: wanted, maxCells } = options;
  const read = readIndex(index, decompress, maxCells);
  const { layout, moveRule, terrain, fingerprint } = read;
  const isWanted = fingerprint === (wanted ?? fingerprint).toLowerCase();
  ensure(isWanted, 'fingerprint', fingerprint, wanted, 'mismatch', SAME_MAP);
  const tiles = new Tiles(read, loadTile, decompress, maxBytes, tileOf);
  const search = new WorldSearch(read, tiles);
  const { width, height, tile, columns, rows } = layout;
  return {
    width,
    height,
    tile,
    columns,
    rows,
    diagonals: moveRule,
    terrain,
    fingerprint,
    get loaded() {
      return tiles.count;
    },
    get bytes() {
      return tiles.bytes;
    },
    hasTile: read.has,
    prefetch: async (x, y) => {
      await tiles.get(x, y);
    },
    isOpen: (x, y) => search.isOpen(x, y),
    isReachable: (...query) => search.isReachable(...query),
    async walk(...query) {
      const route = await search.route(...query);
      return route && walkOf(route);
    },
    async findPath(...query) {
      const route = await search.route(...query);
      return route && wholeOf(route);
    },
  };
}

function walkOf(route: Route): WorldWalk {
  const { cost, tiles } = route;
  /** The piece before, which the next one begins where it ends. */
  let before: Promise<unknown> = Promise.resolve();
  const walk: WorldWalk = {
    cost,
    tiles,
    async next() {
      const coming = before.then(() => route.next());
      before = coming.catch(() => {});
      const piece = await coming;
      return piece ? { done: false, value: piece.cells } : { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => walk,
  };
  return walk;
}

/** All cells of a route. */
export async function wholeOf(route: Route): Promise<Path> {
  const parts: Piece[] = [];
  for (let piece = await route.next(); piece; piece = await route.next()) parts.push(piece);
  const { cells, cost } = joined(parts);
  return { cost: cost / STEP, waypoints: waypointsOf(cells), cells };
}

/** Start, the cells where the path turns, goal. */
function waypointsOf(cells: Uint16Array): Uint16Array {
  const turns: number[] = [];
  for (let i = 0; i < cells.length; i += 2) {
    const turn = (a: number) => cells[i + a] - cells[i + a - 2] === cells[i + a + 2] - cells[i + a];
    if (i === 0 || i + 2 === cells.length || !turn(0) || !turn(1)) turns.push(cells[i], cells[i + 1]);
  }
  return Uint16Array.from(turns);
}
