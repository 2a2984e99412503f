/** Proof of a world: tiles baked again, borders compared, gates chosen again, some costs recomputed, paths walked. */
import { join } from 'node:path';
import { decompressor } from '../core/blob/decompress.js';
import { readRegular } from '../core/files/regular.js';
import { Grid } from '../core/grid/grid.js';
import { random as randomNumbers } from '../core/grid/sample.js';
import { DEFAULT_MAX_MEMORY, MemoryBudget, parseMemory } from '../core/threads/memory.js';
import { Pool } from '../core/threads/pool.js';
import { checkPaths } from './check-paths.js';
import type { CheckTask, TileChecked } from './check-tile.js';
import { chooseAll } from './choose-gates.js';
import { INDEX_NAME } from './folder.js';
import { costsOf } from './gates.js';
import { tileBox } from './layout.js';
import { memoryOfTile } from './options.js';
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
  /** Most threads; 0 for one per core. */
  threads: number;
  /** Memory of the process, as `2GB`. */
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
  const loadTile = (_x: number, _y: number, name: string) => readRegular(join(folder, name));
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
