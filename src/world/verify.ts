/** Proof of a world: tiles baked again, borders compared, gates chosen again, some costs recomputed, paths walked. */
import { join } from 'node:path';
import { decompressor } from '../core/blob/decompress.js';
import { readRegular } from '../core/files/regular.js';
import { Grid } from '../core/grid/grid.js';
import { random as randomNumbers, sampleOpen } from '../core/grid/sample.js';
import { STEP } from '../core/grid/step-costs.js';
import { checkPath } from '../core/oracle/check-path.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { DEFAULT_MAX_MEMORY, MemoryBudget, parseMemory } from '../core/threads/memory.js';
import { Pool } from '../core/threads/pool.js';
import { Cells } from './cells.js';
import type { CheckTask, TileChecked } from './check-tile.js';
import { chooseAll } from './choose-gates.js';
import { INDEX_NAME } from './folder.js';
import { costsOf } from './gates.js';
import { tileBox } from './layout.js';
import { memoryOfTile } from './options.js';
import { WorldSearch } from './query.js';
import { readIndex, tileName, type WorldIndex } from './section.js';
import { readTile, type WorldSource } from './source.js';
import { tileOf } from './tile.js';
import { worldFingerprint } from './tile-file.js';
import { Tiles } from './tiles.js';

export interface VerifyWorldOptions {
  random: number;
  seed: number;
  /** Allowed excess of a path over the cheapest way near it, as a share; of 16 steps at least. */
  within: number;
  /** The map that it was baked from, as it is now. */
  against?: WorldSource;
  /** Most threads at once; 0 for one per core. */
  threads: number;
  /** What the process may take, as `2GB`. */
  maxMemory: string;
  onProgress?: (done: number, all: number) => void;
}
/** Defaults of {@link VerifyWorldOptions}. */
export const VERIFY_WORLD_DEFAULTS = {
  random: 100,
  seed: 1,
  within: 0.2,
  threads: 0,
  maxMemory: DEFAULT_MAX_MEMORY,
} as const;

/** What was found out about a world. */
export interface VerifyWorldReport {
  /** What was checked, in words. */
  checks: string[];
  /** One sentence for each violation; none is good. */
  faults: string[];
  /** Excess of short paths, whose ends are at most 128 cells apart, over the cheapest ways near them, as shares. */
  quality: { paths: number; mean: number; p99: number; worst: number };
}

const SAMPLED = 16;
/** Cells that ends of short paths are apart at most, and cells around them that the cheapest way may lead through. */
const NEAR = 128;
const AROUND = 64;

/** Proves a world in a folder. @throws {BlobError} if it has no index that can be read */
export async function verifyWorld(
  folder: string,
  options: Partial<VerifyWorldOptions> = {},
): Promise<VerifyWorldReport> {
  const { random, seed, within, against, threads, maxMemory, onProgress } = { ...VERIFY_WORLD_DEFAULTS, ...options };
  const index = readIndex(await readRegular(join(folder, INDEX_NAME)), decompressor);
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
  // What is damaged answers no further question.
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
  if (report.faults.length === 0) await walkSome(folder, index, random, next, within, report);
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

/** Walks paths between random cells, the half of them short, and compares those with the cheapest way near them. */
async function walkSome(
  folder: string,
  index: WorldIndex,
  count: number,
  next: () => number,
  within: number,
  { faults, checks, quality }: VerifyWorldReport,
): Promise<void> {
  const { layout } = index;
  const loadTile = (_x: number, _y: number, name: string) => readRegular(join(folder, name));
  const search = new WorldSearch(index, new Tiles(index, loadTile, decompressor, 128e6, tileOf));
  const cells = new Cells(index, loadTile);
  const there: [number, number][] = [];
  for (let y = 0; y < layout.rows; y++)
    for (let x = 0; x < layout.columns; x++) if (index.has(x, y)) there.push([x, y]);
  const anywhere = async (): Promise<[number, number]> => {
    const place = there[Math.floor(next() * there.length)];
    const { left, top } = tileBox(layout, ...place);
    const [[x, y]] = sampleOpen((await cells.tile(...place)) as Grid, 1, next);
    return [left + x, top + y];
  };
  const over: number[] = [];
  let [actual, none] = [0, 0];
  for (let i = 0; i < count; i++) {
    const from = await anywhere();
    let to = await anywhere();
    if (i % 2 === 0)
      to = [from[0], from[1]].map((at, a) =>
        Math.max(0, Math.min((a ? layout.height : layout.width) - 1, at + Math.floor((2 * next() - 1) * NEAR))),
      ) as [number, number];
    const query = `path from ${from.join(',')} to ${to.join(',')}`;
    const route = await search.route(...from, ...to);
    if (!route) {
      none++;
      if (await search.isReachable(...from, ...to)) faults.push(`${query}: none, though the cells are connected`);
      continue;
    }
    actual++;
    const parts: number[] = [];
    let cost = 0;
    for (let piece = await route.next(); piece; piece = await route.next()) {
      for (const value of piece.cells) parts.push(value);
      cost += piece.cost;
    }
    const [grid, left, top] = await cells.around(parts, i % 2 === 0 ? AROUND : 1);
    if (!grid) continue;
    try {
      const local = parts.map((value, a) => value - (a & 1 ? top : left));
      const ends = [from, to].map(([x, y]) => [x - left, y - top] as [number, number]);
      const walked = checkPath(grid, local, ends[0], ends[1]) * (grid.costs ? 1 : 2);
      if (walked !== cost) faults.push(`${query}: costs ${walked / STEP}, the world said ${cost / STEP}`);
      if (cost / STEP > route.cost + 1e-6)
        faults.push(`${query}: costs ${cost / STEP}, more than the ${route.cost} that was said`);
      if (i % 2 > 0) continue;
      const least = dijkstra(grid, ...ends[0])[grid.cell(...ends[1])] * (grid.costs ? 1 : 2);
      const share = (cost - least) / Math.max(16 * STEP, least);
      over.push(share);
      if (share > within)
        faults.push(`${query}: ${(100 * share).toFixed(1)} % longer than a way near it, allowed are ${100 * within} %`);
    } catch (error) {
      faults.push(`${query}: ${(error as Error).message}`);
    }
  }
  over.sort((a, b) => a - b);
  quality.paths = over.length;
  quality.mean = over.reduce((sum, one) => sum + one, 0) / (over.length || 1);
  quality.p99 = over[Math.min(over.length - 1, Math.floor(0.99 * over.length))] ?? 0;
  quality.worst = over.at(-1) ?? 0;
  checks.push(`${actual} paths walked cell by cell, ${none} pairs that are not connected`);
}
