/**
 * A world in files: an index, and a blob for each tile that has an open cell.
 *
 * The index is a blob whose map has a cell for each tile, open if the tile has a file. A tile is a blob of HPA* with
 * its place in the world and its apron. The index stores the checksum of each tile's header, which covers the checksums
 * of its sections: tiles of another bake are refused, even if they have the same cells.
 */

import { eachFrameCell, openCellsOf } from '../core/blob/grid.js';
import * as KIND from '../core/blob/kinds.js';
import { MOVE_RULES } from '../core/blob/layout.js';
import { type Blob, type BlobBytes, type Decompress, readContainer, viewOf } from '../core/blob/read.js';
import { ensure, ensureSame } from '../core/errors.js';
import type { Grid, MoveRule } from '../core/grid/grid.js';
import { cutsCorners, isHex } from '../core/grid/rules.js';
import { MAX_CLUSTER, MAX_COST, MAX_TILE, MAX_TILES, MAX_WORLD_SIDE, MOST_PAIRS } from '../core/limits.js';
import { type Gates, type GateTable, gatesOf, pairsOf } from './gates.js';
import { tileBox, type WorldLayout } from './layout.js';

/** The index of a world: which tiles there are, and the top level. */
export interface WorldIndex {
  layout: WorldLayout;
  moveRule: MoveRule;
  terrain: string;
  size: number;
  fingerprint: string;
  /** Whether a tile has a file: it has open cells. */
  has(x: number, y: number): boolean;
  /** Uint32Array(tiles): checksum of each tile's header, 0 where there is no file. */
  checks: Uint32Array;
  gates: Gates;
}

const HASH = 32;

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

export function worldSections(
  { width, height, tile, cluster }: WorldLayout,
  fingerprint: Uint8Array,
  checks: Uint32Array,
  table: GateTable,
) {
  const { counts, places, weights, low, high } = table;
  return [
    { kind: KIND.worldInfo, values: Uint32Array.of(width, height, tile, cluster, places.length, low.length) },
    { kind: KIND.worldFingerprint, values: fingerprint },
    { kind: KIND.worldChecks, values: checks },
    { kind: KIND.worldGateCounts, values: counts },
    { kind: KIND.worldGates, values: places },
    ...(weights ? [{ kind: KIND.worldWeights, values: weights }] : []),
    { kind: KIND.worldCosts, values: low },
    // Hardly ever anything but zeros, and then not there.
    ...(high?.some((value) => value > 0) ? [{ kind: KIND.worldCostsHigh, values: high }] : []),
  ];
}

/** Reads an index. @param maxCells of the map @throws {BlobError} if it is none, damaged, or of a larger map */
export function readIndex(bytes: BlobBytes, decompress: Decompress, maxCells = Infinity): WorldIndex {
  const blob = readContainer(bytes, decompress);
  const what = 'the index of a world';
  ensure(!blob.has(KIND.tileInfo), 'blob', 'a tile', what, 'mismatch', 'load world.prep, and tiles by loadTile');
  ensure(blob.has(KIND.worldInfo), 'artifact', 'missing', what, 'missing', 'load the world.prep of prep hpa --tiles');
  const [width, height, tile, cluster, gateCount, pairs] = blob.section(KIND.worldInfo, Uint32Array, 6);
  for (const side of [width, height])
    ensure(side > 0 && side <= MAX_WORLD_SIDE, 'side', side, `1 to ${MAX_WORLD_SIDE}`);
  ensure(width * height <= maxCells, 'number of cells', width * height, maxCells, 'unsupported', 'raise maxCells');
  ensure(cluster > 1 && cluster <= MAX_CLUSTER, 'cluster', cluster, `2 to ${MAX_CLUSTER}`);
  const fits = tile > 0 && tile <= MAX_TILE && tile % cluster === 0;
  ensure(fits, 'tile', tile, `a multiple of ${cluster} up to ${MAX_TILE}`);
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)];
  ensureSame('tiles', `${blob.width} x ${blob.height}`, `${columns} x ${rows}`);
  ensure(columns * rows <= MAX_TILES, 'number of tiles', columns * rows, `at most ${MAX_TILES}`);
  const layout = { width, height, tile, cluster, columns, rows };
  const counts = blob.section(KIND.worldGateCounts, Uint16Array, 2 * columns * rows);
  const boxOf = (border: number) => tileBox(layout, (border >> 1) % columns, Math.floor(border / 2 / columns));
  const lengthOf = (border: number) => (border & 1 ? boxOf(border).width : boxOf(border).height);
  let sum = 0;
  counts.forEach((n, b) => {
    const last = b & 1 ? b >> 1 >= (rows - 1) * columns : (b >> 1) % columns === columns - 1;
    // Entrances of one cell with a wall after each.
    const most = last ? 0 : Math.ceil(lengthOf(b) / 2);
    ensure(n <= most, 'gates of a border', n, `at most ${most}`);
    sum += n;
  });
  ensureSame('number of gates', gateCount, sum);
  let made = 0;
  for (let t = 0; t < columns * rows; t++) {
    const beside = (counts[2 * (t - columns) + 1] ?? 0) + (counts[2 * t - 2] ?? 0);
    made += pairsOf(beside + counts[2 * t] + counts[2 * t + 1]);
  }
  // Before anything is made for each gate or pair.
  ensure(made <= MOST_PAIRS, 'number of pairs', made, `at most ${MOST_PAIRS}`);
  ensureSame('number of pairs', pairs, made);
  const costs = blob.entries.find(({ kind }) => kind === KIND.worldCosts)?.rawLength;
  ensure(costs === 4 * pairs, `section ${KIND.worldCosts}`, costs, `${4 * pairs} bytes of Uint32Array`);
  const places = blob.section(KIND.worldGates, Uint16Array, gateCount);
  for (let border = 0, g = 0; border < counts.length; border++) {
    for (let before = -1, end = g + counts[border]; g < end; before = places[g++])
      ensure(places[g] > before && places[g] < lengthOf(border), 'gate', 'misplaced', 'ascending places');
  }
  const weights = blob.has(KIND.worldWeights) ? blob.section(KIND.worldWeights, Uint16Array, gateCount) : undefined;
  ensure(!weights?.some((weight) => weight < 2 || weight > 2 * MAX_COST), 'weight', 'others', `2 to ${2 * MAX_COST}`);
  const checks = blob.section(KIND.worldChecks, Uint32Array, columns * rows);
  const present = openCellsOf(blob);
  const fingerprint = hexOf(blob.section(KIND.worldFingerprint, Uint8Array, HASH));
  // Last, since it is by far the largest.
  const low = blob.section(KIND.worldCosts, Uint32Array, pairs);
  const high = blob.has(KIND.worldCostsHigh) ? blob.section(KIND.worldCostsHigh, Uint16Array, pairs) : undefined;
  return {
    layout,
    moveRule: blob.moveRule,
    terrain: blob.terrain,
    size: blob.size,
    fingerprint,
    has: (x, y) => present.isOpen(x, y),
    checks,
    gates: gatesOf(layout, { counts, places, weights, low, high }),
  };
}

/** The header checksum by which an index recognizes a tile. */
export function checkOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
}

/** Sections of a tile in addition to the sections of HPA*. @param tile with its apron */
export function tileSections({ width, height, tile: side }: WorldLayout, x: number, y: number, tile: Grid) {
  const bits: number[] = [];
  const costs: number[] = [];
  let n = 0;
  eachFrameCell(tile, (cell) => {
    bits[n >> 3] = (bits[n >> 3] ?? 0) | (tile.open[cell] << (n & 7));
    costs.push(tile.costs?.[cell] ?? 0);
    n++;
  });
  return [
    { kind: KIND.tileInfo, values: Uint32Array.of(x, y, width, height, side) },
    { kind: KIND.tileApron, values: Uint8Array.from(bits) },
    ...(costs.some((cost) => cost > 1) ? [{ kind: KIND.tileApronCosts, values: Uint8Array.from(costs) }] : []),
  ];
}

/** Opens a tile. @param check from the index @throws {BlobError} if it is another tile, of another bake, or damaged */
export function openTile(
  bytes: BlobBytes,
  decompress: Decompress,
  layout: WorldLayout,
  x: number,
  y: number,
  check?: number,
): Blob {
  const view = viewOf(bytes, 'tile');
  const blob = readContainer(view, decompress);
  const isTile = blob.has(KIND.tileInfo);
  ensure(isTile, 'artifact', 'missing', 'a tile of a world', 'missing', 'give the tiles of prep hpa --tiles');
  const [column, row, width, height, tile] = blob.section(KIND.tileInfo, Uint32Array, 5);
  const world = (w: number, h: number, side: number) => `${w} x ${h} cells in tiles of ${side}`;
  const expected = world(layout.width, layout.height, layout.tile);
  ensureSame('world', world(width, height, tile), expected, 'mismatch', 'give the tiles of this world');
  ensureSame('tile', `${column}, ${row}`, `${x}, ${y}`, 'mismatch', 'use the file of that tile, COLUMN_ROW.prep');
  const box = tileBox(layout, x, y);
  ensureSame('cells', `${blob.width} x ${blob.height}`, `${box.width} x ${box.height}`);
  const actual = checkOf(view);
  ensureSame('bake', actual, check ?? actual, 'mismatch', 'give the tiles that were baked with this index');
  return blob;
}

/** Move rules of worlds: where corners are cut, tiles would meet at their corners. */
export const WORLD_RULES: readonly MoveRule[] = /* @__PURE__ */ MOVE_RULES.filter(
  (moveRule) => !cutsCorners({ moveRule }),
);

export const reasonAgainst = (moveRule: MoveRule): string =>
  isHex({ moveRule }) ? 'whose cells are hexagons' : 'under which tiles meet at their corners';

export function tileName(x: number, y: number): string {
  return `${x}_${y}.prep`;
}

export function isTileName(name: string): boolean {
  return /^\d+_\d+\.prep$/.test(name);
}
