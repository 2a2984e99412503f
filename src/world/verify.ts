/** Proof of a world: tiles baked again, borders compared, gates chosen again, some costs recomputed, paths walked. */
import { join } from 'node:path';
import { decompressor } from '../core/blob/decompress.js';
import { readBlobFile } from '../core/blob/file.js';
import { Grid } from '../core/grid/grid.js';
import { random as randomNumbers, sampleOpen } from '../core/grid/sample.js';
import { STEP } from '../core/grid/step-costs.js';
import { checkPath } from '../core/oracle/check-path.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { DEFAULT_MAX_MEMORY, MemoryBudget, parseMemory } from '../core/threads/memory.js';
import { Pool } from '../core/threads/pool.js';
import type { CheckTask, TileChecked } from './check-tile.js';
import { INDEX_NAME } from './folder.js';
import { chooseAll, costsOf } from './gates.js';
import { boxOf, type Cell, copyPart, grown, partIn, tileBox, tilesOf } from './layout.js';
import { memoryOfTile } from './options.js';
import { WorldSearch } from './query.js';
import { readIndex, tileName, type WorldIndex } from './section.js';
import { readTile, type WorldSource } from './source.js';
import { type Tile, tileOf } from './tile.js';
import { worldFingerprint } from './tile-file.js';
import { Tiles } from './tiles.js';
import { wholeOf } from './world.js';

export interface VerifyWorldOptions {
  random: number;
  seed: number;
  /** Allowed excess of a path over the cheapest way near it, as a share; of 16 steps at least. */
  within: number;
  /** The map that it was baked from, as it is now. */
  against?: WorldSource;
  threads: number;
  maxMemory: string;
  onProgress?: (done: number, all: number) => void;
}
export const VERIFY_WORLD_DEFAULTS = {
  random: 100,
  seed: 1,
  within: 0.2,
  threads: 0,
  maxMemory: DEFAULT_MAX_MEMORY,
} as const;

/** Result of the checks of a world. */
export interface VerifyWorldReport {
  /** Checks that were done, in words. */
  checks: string[];
  /** One sentence for each violation; none is good. */
  faults: string[];
  /** Excess of short paths, whose ends are at most 128 cells apart, over the cheapest ways near them, as shares. */
  quality: { paths: number; mean: number; p99: number; worst: number };
}

const SAMPLED = 16;
/** Of tiles in memory while paths are walked. */
const BYTES = 128e6;

/** Proves a world in a folder. @throws {BlobError} if it has no index that can be read */
export async function verifyWorld(
  folder: string,
  options: Partial<VerifyWorldOptions> = {},
): Promise<VerifyWorldReport> {
  const { random, seed, within, against, threads, maxMemory, onProgress } = { ...VERIFY_WORLD_DEFAULTS, ...options };
  const index = readIndex(await readBlobFile(join(folder, INDEX_NAME)), decompressor);
  const { layout, gates } = index;
  const { columns, rows } = layout;
  const next = randomNumbers(seed);
  const report: VerifyWorldReport = { checks: [], faults: [], quality: { paths: 0, mean: 0, p99: 0, worst: 0 } };
  if (against && (against.width !== layout.width || against.height !== layout.height)) {
    report.faults.push(
      `${against.map}: the map is ${against.width} x ${against.height} cells, the world ${layout.width} x ` +
        `${layout.height}`,
    );
    return report;
  }
  const sampled = new Set<number>();
  for (let i = 0; i < SAMPLED; i++) sampled.add(Math.floor(next() * columns * rows));
  const pool = new Pool('world/tile', threads);
  const budget = new MemoryBudget(parseMemory(maxMemory));
  let done = 0;
  const check = async (t: number): Promise<TileChecked> => {
    const [x, y] = [t % columns, Math.floor(t / columns)];
    const { terrain, moveRule, size, checks } = index;
    const place = { kind: 'check', layout, x, y } as const;
    const file = index.has(x, y) ? join(folder, tileName(x, y)) : undefined;
    const known = { file, check: checks[t], empty: { terrain, moveRule, size } };
    const source = against?.from instanceof Grid ? await readTile(against, tileBox(layout, x, y)) : against;
    const task: CheckTask = { ...place, ...known, source, gates: sampled.has(t) ? costsOf(gates, t) : undefined };
    const actual = await pool.run<TileChecked>(task);
    onProgress?.(++done, columns * rows);
    return actual;
  };
  let made: TileChecked[];
  try {
    const all = Array.from({ length: columns * rows }, (_, t) => t);
    made = await Promise.all(all.map((t) => budget.within(memoryOfTile(layout), () => check(t))));
  } finally {
    await pool.close();
  }
  report.faults.push(...made.flatMap(({ faults }) => faults));
  // Further checks need sound tiles.
  if (report.faults.length > 0) return report;
  report.checks.push(
    `${made.filter(({ sides }) => sides.length > 0).length} tiles, each baked once more from its cells`,
  );
  if (against) report.checks.push(`map ${against.map}`);
  report.faults.push(...borderFaults(made, index));
  report.checks.push('borders of neighboring tiles');
  const sides = made.map((tile) => tile.sides);
  const chosen = chooseAll(layout, sides);
  for (const [name, actual, expected] of [
    ['numbers of gates', gates.counts, chosen.counts],
    ['gates', gates.places, chosen.places],
    ['weights of gates', gates.weights ?? [], chosen.weights ?? []],
  ] as const) {
    if (String(actual) !== String(expected)) report.faults.push(`${INDEX_NAME}: ${name} are not what the tiles give`);
  }
  report.checks.push(`${gates.count} gates, costs between those of ${sampled.size} tiles`);
  if (worldFingerprint(index, made).toString('hex') !== index.fingerprint)
    report.faults.push(`${INDEX_NAME}: fingerprint is not that of its tiles`);
  if (report.faults.length > 0) return report;
  const loadTile = (_x: number, _y: number, name: string) => readBlobFile(join(folder, name));
  const tiles = new Tiles(index, loadTile, decompressor, BYTES, tileOf);
  report.quality = await checkPaths(index, tiles, random, next, within, report);
  return report;
}

/** Does each tile have its neighbors' cells in its apron? */
function borderFaults(made: TileChecked[], { layout: { columns } }: WorldIndex): string[] {
  const faults: string[] = [];
  made.forEach(({ aprons }, t) => {
    aprons.forEach((apron, side) => {
      const beside = t + [-columns, 1, columns, -1][side];
      const inside = [t >= columns, t % columns < columns - 1, beside < made.length, t % columns > 0][side];
      const rim = inside ? made[beside].rims[(side + 2) & 3] : undefined;
      const same = apron.every((weight, i) => weight === (rim?.[i] ?? 0));
      if (!same)
        faults.push(
          `tile ${t % columns}, ${Math.floor(t / columns)}: its apron is not what lies to the ` +
            `${['north', 'east', 'south', 'west'][side]}`,
        );
    });
  });
  return faults;
}

/** Cells that ends of short paths are apart at most, and cells around them that the cheapest way may lead through. */
const NEAR = 128;
const AROUND = 64;
/** Most cells around a path that is checked. */
const MOST_CELLS = 1 << 27;

type Ends = [from: Cell, to: Cell];

/** Walks paths between random cells, half of them short. @param within most share that a short one may be longer */
async function checkPaths(
  index: WorldIndex,
  tiles: Tiles<Tile>,
  count: number,
  next: () => number,
  within: number,
  { faults, checks }: { faults: string[]; checks: string[] },
) {
  const search = new WorldSearch(index, tiles);
  const ends = randomEnds(index, tiles, next);
  const shares: number[] = [];
  let unconnected = 0;
  for (let i = 0; i < count; i++) {
    const isShort = i % 2 === 0;
    const [from, to] = await ends(isShort);
    const fault = (text: string) => faults.push(`path from ${from.join(',')} to ${to.join(',')}: ${text}`);
    const route = await search.route(...from, ...to);
    if (!route) {
      unconnected++;
      if (await search.isReachable(...from, ...to)) fault('none, though the cells are connected');
      continue;
    }
    const { cells, cost } = await wholeOf(route);
    try {
      const costs = await costsAround(index, tiles, [from, to], Array.from(cells), isShort ? AROUND : 1);
      if (!costs) continue;
      if (costs.walked !== cost) fault(`costs ${costs.walked}, the world said ${cost}`);
      if (cost > route.cost + 1e-6) fault(`costs ${cost}, more than the ${route.cost} that was said`);
      if (!isShort) continue;
      const least = costs.least();
      const share = (cost - least) / Math.max(16, least);
      shares.push(share);
      if (share > within)
        fault(`${(100 * share).toFixed(1)} % longer than a way near it, allowed are ${100 * within} %`);
    } catch (error) {
      fault((error as Error).message);
    }
  }
  checks.push(`${count - unconnected} paths walked cell by cell, ${unconnected} pairs that are not connected`);
  shares.sort((a, b) => a - b);
  const mean = shares.reduce((sum, one) => sum + one, 0) / (shares.length || 1);
  const p99 = shares[Math.min(shares.length - 1, Math.floor(0.99 * shares.length))] ?? 0;
  return { paths: shares.length, mean, p99, worst: shares.at(-1) ?? 0 };
}

/** @returns draws the ends of a path: open cells of tiles, or for a short one an open cell and any cell near it */
function randomEnds(index: WorldIndex, tiles: Tiles<Tile>, next: () => number): (isShort: boolean) => Promise<Ends> {
  const { width, height } = index.layout;
  const whole = { left: 0, top: 0, right: width - 1, bottom: height - 1 };
  const made = tilesOf(index.layout, whole).filter(([x, y]) => index.has(x, y));
  const anywhere = async (): Promise<Cell> => {
    const { left, top, grid } = (await tiles.get(...made[Math.floor(next() * made.length)])) as Tile;
    const [[x, y]] = sampleOpen(grid, 1, next);
    return [left + x, top + y];
  };
  const near = (at: number, side: number) => Math.max(0, Math.min(side - 1, at + Math.floor((2 * next() - 1) * NEAR)));
  return async (isShort) => {
    const from = await anywhere();
    const to = await anywhere();
    return [from, isShort ? [near(from[0], width), near(from[1], height)] : to];
  };
}

/** Cost of a path as the oracle walks it, and of the cheapest one near it. Undefined if too many cells are around. */
async function costsAround(index: WorldIndex, tiles: Tiles<Tile>, ends: Ends, path: number[], margin: number) {
  const [grid, left, top] = await gridAround(index, tiles, path, margin);
  if (!grid) return undefined;
  const stepsOf = (cost: number) => (cost * (grid.costs ? 1 : 2)) / STEP;
  const [start, goal] = ends.map(([x, y]): Cell => [x - left, y - top]);
  const local = path.map((at, k) => at - (k & 1 ? top : left));
  return {
    walked: stepsOf(checkPath(grid, local, start, goal)),
    least: () => stepsOf(dijkstra(grid, ...start)[grid.cell(...goal)]),
  };
}

/** The cells around a path, and where they lie; no grid if there are too many. */
async function gridAround(
  { layout, moveRule }: WorldIndex,
  tiles: Tiles<Tile>,
  path: number[],
  margin: number,
): Promise<[grid: Grid | undefined, left: number, top: number]> {
  const box = grown(layout, boxOf(path), margin);
  const { left, top } = box;
  const [width, height] = [box.right - left + 1, box.bottom - top + 1];
  if (width * height > MOST_CELLS) return [undefined, left, top];
  const grid = new Grid(width, height, '', moveRule);
  for (const place of tilesOf(layout, box)) {
    const tile = await tiles.get(...place);
    if (tile) copyPart(tile.grid, grid, partIn(box, tile));
  }
  return [grid, left, top];
}
