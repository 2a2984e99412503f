/**
 * Bake, sizes and queries of HPA*: `npm run tool bench-hpa -- [MAP|FOLDER...]`.
 *
 * What the README and docs/decisions claim of HPA*, measured: bake (warm, best of 5, before
 * compression), sizes, making the graph when loading, queries (scenario file in order, best of 5 passes per query, averaged, full smoothed
 * cell path), the first 20 steps of a walk, and how much longer than the optimum paths are, smoothed and not.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { countOpen, type Grid, gridFrom } from '../src/core/grid/grid.js';
import type { HpaBuildOptions } from '../src/core/hpa/abstraction.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { buildHpa } from '../src/core/hpa/build.js';
import { hpaGraph } from '../src/core/hpa/graph.js';
import { hpaSearch } from '../src/core/hpa/query.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios, type Scenario } from '../src/core/maps/scen.js';
import { PathBuffer } from '../src/core/search/path.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const PASSES = 5;
const CASES: Partial<HpaBuildOptions>[] = [
  { cluster: 10 },
  { cluster: 10, levels: 2 },
  { cluster: 10, levels: 3 },
  { cluster: 10, paths: false },
  { cluster: 10, shortcuts: true },
  { cluster: 16 },
  { cluster: 16, shortcuts: true },
  { cluster: 16, levels: 2 },
  { cluster: 16, levels: 2, merge: 4 },
  { cluster: 16, levels: 3 },
  { cluster: 16, entranceWidth: 99 },
];

/** Best of several runs, milliseconds, and what the work gave. */
function best<T>(runs: number, work: () => T): [number, T] {
  let [least, result] = [Infinity, undefined as T];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    result = work();
    least = Math.min(least, performance.now() - start);
  }
  return [least, result];
}

/** Caves by cellular automaton in the manner of game maps: wide halls, thick walls. @returns grid and random connected queries */
function generated(side: number): [Grid, Scenario[]] {
  const next = random(side);
  const coarse = Math.ceil(side / 8);
  let rock = Uint8Array.from({ length: coarse * coarse }, () => (next() < 0.44 ? 1 : 0));
  for (let round = 0; round < 4; round++) {
    rock = rock.map((_, i) => {
      let walls = 0;
      for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) walls += rock[i + dx + dy * coarse] ?? 1;
      return walls >= 5 ? 1 : 0;
    });
  }
  const grid = gridFrom(side, side, (x, y) => rock[(x >> 3) + coarse * (y >> 3)] === 0 && next() > 0.01);
  const scenarios: Scenario[] = [];
  while (scenarios.length < 300) {
    const [startX, startY, goalX, goalY] = Array.from({ length: 4 }, () => Math.floor(next() * side));
    if (grid.isOpen(startX, startY) && grid.isOpen(goalX, goalY)) {
      scenarios.push({ bucket: 0, map: '', width: side, height: side, startX, startY, goalX, goalY, optimal: 0 });
    }
  }
  return [grid, scenarios];
}

async function measure(
  name: string,
  grid: Grid,
  all: Scenario[],
  options: Partial<HpaBuildOptions>,
  runs: number,
): Promise<(string | number)[]> {
  const [bake, abstraction] = best(runs, () => buildHpa(grid, options));
  const [load, search] = best(Math.min(runs, 3), () => hpaSearch(grid, abstraction, hpaGraph(grid, abstraction)));
  const path = new PathBuffer();
  // Generated maps have ends that are not connected.
  const scenarios = all.filter((s) => search.walk(s.startX, s.startY, s.goalX, s.goalY));
  const times = scenarios.map(() => [Infinity, Infinity, Infinity]);
  const excess: number[] = [];
  const rough: number[] = [];
  let expanded = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    scenarios.forEach(({ startX, startY, goalX, goalY, optimal }, i) => {
      const t0 = performance.now();
      search.search(startX, startY, goalX, goalY, path);
      const t1 = performance.now();
      const walk = search.walk(startX, startY, goalX, goalY);
      const t2 = performance.now();
      for (let step = 0; step < 20 && !walk?.next().done; step++);
      const t3 = performance.now();
      [t1 - t0, t2 - t1, t3 - t2].forEach((t, k) => {
        times[i][k] = Math.min(times[i][k], t);
      });
      if (pass > 0) return;
      expanded += search.expanded;
      if (optimal === 0) return;
      excess.push(Math.max(0, path.cost / optimal - 1));
      rough.push(Math.max(0, search.abstractCost / optimal - 1));
    });
  }
  const mean = (k: number) => ((1000 * times.reduce((sum, t) => sum + t[k], 0)) / times.length).toFixed(1);
  const size = grid.width * grid.height > 2 ** 22 ? 0 : (await bakeHpa(grid, options)).length;
  quality.push({ options: JSON.stringify(options), excess, rough, folder: /dao|bg512/.test(name) });
  const { cluster = 16, levels = 1, merge = 2, entranceWidth = 6, paths = true, shortcuts = false } = options;
  return [
    basename(name, '.map'),
    `${cluster}/${levels}/${merge}/${entranceWidth}${paths ? '' : '/no paths'}${shortcuts ? '/shortcuts' : ''}`,
    bake.toFixed(1),
    load.toFixed(1),
    (size / countOpen(grid)).toFixed(3),
    mean(0),
    mean(1),
    mean(2),
    (expanded / scenarios.length).toFixed(0),
    ...shares(rough),
    ...shares(excess),
  ];
}

/** Mean and 99th percentile, in percent. */
function shares(values: number[]): string[] {
  const sorted = values.toSorted((a, b) => a - b);
  const mean = sorted.reduce((a, b) => a + b, 0) / (sorted.length || 1);
  return [mean, sorted[Math.floor(0.99 * sorted.length)] ?? 0].map((v) => (100 * v).toFixed(3));
}

const quality: { options: string; excess: number[]; rough: number[]; folder: boolean }[] = [];
const HEADER = [
  'map',
  'cluster/levels/merge/width',
  'bake ms',
  'load ms',
  'B/open cell',
  'query us',
  'abstract us',
  '20 steps us',
  'expanded',
];
const SHARES = ['rough mean %', 'p99', 'mean %', 'p99'];
const rows: (string | number)[][] = [];
const sides = process.argv.slice(2).filter((a) => /^\d+$/.test(a));
const names = process.argv.slice(2).filter((a) => !/^\d+$/.test(a));
for (const file of sides.length > 0 && names.length === 0
  ? []
  : mapFiles(names).filter((map) => existsSync(`${map}.scen`))) {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  for (const options of CASES) rows.push(await measure(file, grid, scenarios, options, 5));
}
for (const side of sides) {
  const [grid, scenarios] = generated(Number(side));
  for (const options of [{}, { levels: 2 }, { levels: 2, merge: 4 }, { levels: 3 }, { levels: 3, merge: 4 }]) {
    rows.push(await measure(`generated ${side}`, grid, scenarios, options, 1));
  }
}
console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB at the end`,
);
printTable([...HEADER, ...SHARES], rows);
console.log('\nall scenarios of the dao and bg512 maps above:');
const pooled = [...new Set(quality.map((q) => q.options))].map((options) => {
  const these = quality.filter((q) => q.folder && q.options === options);
  return [options, ...shares(these.flatMap((q) => q.rough)), ...shares(these.flatMap((q) => q.excess))];
});
printTable(['options', ...SHARES], pooled);
