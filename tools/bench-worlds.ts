/**
 * Worlds beside the optimum and beside HPA* of the whole map: `npm run tool bench-worlds -- [KIND SIDE TILE QUERIES]`.
 *
 * How much longer paths are, and what baking, loading a tile, planning and refining take.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateMap, type MapKind } from '../src/core/generate/generate.js';
import { random, sampleOpen } from '../src/core/grid/sample.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { load } from '../src/core/runtime/load-all.js';
import { bakeWorldBy } from '../src/world/bake.js';
import { fromGrid } from '../src/world/source.js';
import { doTileTask, type TileTask } from '../src/world/tasks.js';
import { loadWorld, type World } from '../src/world/world.js';

const [kind = 'caves', side = '2048', tile = '1024', count = '200'] = process.argv.slice(2);

function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const spent: Record<string, number> = {};
async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = processor();
  const result = await work();
  spent[name] = (spent[name] ?? 0) + processor() - start;
  return result;
}

function share(values: number[]): string {
  values.sort((a, b) => a - b);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = (part: number) => values[Math.min(values.length - 1, Math.floor(part * values.length))];
  return [mean, at(0.5), at(0.99), at(1)].map((value) => (100 * value).toFixed(3)).join(' / ');
}

/** Times of paths between open cells anywhere. @param world one for all, or a new one for each */
async function timesOf(world: World | (() => World)): Promise<string> {
  const next = random(3);
  const times: number[] = [];
  while (times.length < 100) {
    const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => Math.floor(next() * Number(side)));
    const one = typeof world === 'function' ? world() : world;
    const start = processor();
    if (await one.findPath(x0, y0, x1, y1)) times.push(1000 * (processor() - start));
  }
  times.sort((a, b) => a - b);
  return `${times[50].toFixed(0)} / ${times[98].toFixed(0)}`;
}

const room = kind === 'rooms' ? 60 : 4;
const grid = generateMap(kind as MapKind, { width: Number(side), height: Number(side), room });
const folder = mkdtempSync(join(tmpdir(), 'gridprep-bench-worlds-'));
try {
  // One after the other, so that each is timed alone.
  let turn: Promise<unknown> = Promise.resolve();
  const run = (task: TileTask) => {
    turn = turn.then(() => timed(task.kind, async () => doTileTask(task)));
    return turn;
  };
  const report = await bakeWorldBy(run, fromGrid(grid), folder, { tiles: Number(tile) });
  const { tiles, gates, bytes, indexBytes } = report;
  console.log(`${kind} ${side}, tiles of ${tile}: ${tiles} tiles, ${gates} gates, ${bytes} bytes, index ${indexBytes}`);
  console.log(
    `processor s a tile: bake ${(spent.bake / tiles).toFixed(3)}, gates ${((spent.gates ?? 0) / tiles).toFixed(3)}`,
  );
  const open = () =>
    loadWorld(readFileSync(join(folder, 'world.prep')), {
      loadTile: (x, y) => readFileSync(join(folder, `${x}_${y}.prep`)),
      maxBytes: 1e9,
    });
  const world = open();
  await timed('load', async () => {
    for (let y = 0; y < world.rows; y++) for (let x = 0; x < world.columns; x++) await world.prefetch(x, y);
  });
  console.log(
    `load a tile: ${((1000 * spent.load) / tiles).toFixed(1)} ms, ${(world.bytes / tiles / 1e6).toFixed(2)} MB`,
  );
  const loaded = await timesOf(world);
  const fresh = await timesOf(open);
  console.log(`findPath anywhere, processor ms, p50 / p99: tiles loaded ${loaded}, none loaded ${fresh}`);
  const exact = load(await bakeJps(grid, { codec: 'none' }), {});
  const whole = load(await bakeHpa(grid, { codec: 'none' }), {});
  const next = random(7);
  const pairs: [number, number, number, number][] = [];
  const ends = sampleOpen(grid, 20 * Number(count), next);
  for (let i = 0; pairs.length < Number(count) && i + 1 < ends.length; i += 2) {
    let [x1, y1] = ends[i + 1];
    // Half of them near each other.
    if (i % 4 === 0)
      [x1, y1] = [ends[i][0] + Math.floor(next() * 200) - 100, ends[i][1] + Math.floor(next() * 200) - 100];
    if (grid.isOpen(x1, y1) && exact.isReachable(...ends[i], x1, y1)) pairs.push([...ends[i], x1, y1]);
  }
  const over: Record<string, number[]> = {};
  const note = (name: string, cost: number, least: number) => {
    over[name] ??= [];
    over[name].push(cost / Math.max(16, least) - least / Math.max(16, least));
  };
  for (const pair of pairs) {
    const least = (exact.findPath(...pair) as { cost: number }).cost;
    const far = Math.max(Math.abs(pair[0] - pair[2]), Math.abs(pair[1] - pair[3])) > 100 ? 'far' : 'near';
    const walk = await timed(`plan ${far}`, () => world.walk(...pair));
    if (!walk) throw new Error(`no way ${pair}`);
    note(`${far}, over gates`, walk.cost, least);
    const path = await timed(`path ${far}`, () => world.findPath(...pair));
    note(`${far}, world`, (path as { cost: number }).cost, least);
    const other = await timed(`whole ${far}`, () => whole.findPath(...pair));
    note(`${far}, HPA* of the whole`, (other as { cost: number }).cost, least);
    note(
      `${far}, HPA* of the whole, coarse`,
      (whole.search as unknown as { abstractCost: number }).abstractCost,
      least,
    );
  }
  for (const name of Object.keys(over).sort())
    console.log(`${name}: ${over[name].length} queries, mean / median / p99 / worst % ${share(over[name])}`);
  for (const far of ['near', 'far']) {
    const n = over[`${far}, world`]?.length ?? 0;
    const ms = (name: string) => ((1000 * (spent[`${name} ${far}`] ?? 0)) / n).toFixed(2);
    console.log(`${far}: plan ${ms('plan')} ms, plan and refine ${ms('path')} ms, HPA* of the whole ${ms('whole')} ms`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
