/**
 * Bakes, blob sizes, loads, memory and queries of jps beside A*: `npm run tool bench -- [MAP|FOLDER...]`.
 *
 * What the README and docs/decisions claim, measured: building jump distances
 * (warm, median), blob sizes, loading in fresh processes (median of 11, to the first answer), memory, and queries
 * (scenario file in order, best of 5 passes per query, averaged, full cell path) beside A* in the same run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { countOpen, type Grid } from '../src/core/grid/grid.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { buildJumpDistances } from '../src/core/jps/build.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios, type Scenario } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import { mapFiles, printTable } from './maps.js';

const PASSES = 5;
const PREP = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
const FORMS = [{ width: 16 }, { width: 8 }] as const;
const DEFAULT_MAPS = [
  'bg512/AR0011SR',
  'dao/arena2',
  'dao/lak304d',
  'bg512/AR0300SR',
  'sc1/AcrosstheCape',
  'random/random512-35-0',
];

/** Mean time of an engine as `prep query` reports it, in a process of its own: other maps' queries would disturb. */
function meanMicros(blob: string, scen: string, engine: string, passes: number): number {
  const args = [PREP, 'query', blob, '--scenarios', scen, '--engine', engine, '--repeat', String(passes), '--json'];
  const out = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(out.trim().split('\n').pop() as string).summary.meanMicros;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function buildMillis(grid: Grid): number {
  return median(
    Array.from({ length: 15 }, () => {
      const start = performance.now();
      buildJumpDistances(grid);
      return performance.now() - start;
    }),
  );
}

/** Bytes of typed arrays that are alive; V8 frees their memory in the background, hence the waiting. */
async function settledBytes(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await setTimeout(20);
  }
  return process.memoryUsage().arrayBuffers;
}

/** Bytes of typed arrays that a loaded blob holds after every scenario was asked. */
async function loadedBytes(blob: Uint8Array, scenarios: Scenario[]): Promise<number> {
  const before = await settledBytes();
  const nav = load(blob);
  for (const { startX, startY, goalX, goalY } of scenarios) nav.findPath(startX, startY, goalX, goalY);
  const after = await settledBytes();
  return nav.width > 0 ? after - before : 0;
}

function loadMillis(blob: string, s: Scenario): number {
  const args = [s.startX, s.startY, s.goalX, s.goalY].map(String);
  const script = fileURLToPath(new URL('./load.js', import.meta.url));
  return median(
    Array.from({ length: 11 }, () =>
      Number(execFileSync(process.execPath, [script, ...args, blob], { encoding: 'utf8' })),
    ),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'gridprep-bench-'));
const maps =
  process.argv.length > 2 ? mapFiles(process.argv.slice(2)) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`);
const bakes: (string | number)[][] = [];
const queries: (string | number)[][] = [];
for (const file of maps) {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  const open = countOpen(grid);
  const name = basename(file, '.map');
  const build = buildMillis(grid);
  for (const form of FORMS) {
    const blob = await bakeJps(grid, { ...form, map: name });
    const blobFile = join(folder, 'blob.prep');
    writeFileSync(blobFile, blob);
    const cold = loadMillis(blobFile, scenarios[scenarios.length >> 1]);
    const memory = (await loadedBytes(blob, scenarios)) / ((grid.width + 2) * (grid.height + 2));
    bakes.push([
      name,
      form.width,
      open,
      build.toFixed(1),
      blob.length,
      (blob.length / open).toFixed(3),
      cold.toFixed(1),
      memory.toFixed(1),
    ]);
  }
  const [wide, narrow] = [16, 8].map((width) => join(folder, `${width}.prep`));
  writeFileSync(wide, await bakeJps(grid, { width: 16 }));
  writeFileSync(narrow, await bakeJps(grid, { width: 8 }));
  const jps = meanMicros(wide, `${file}.scen`, 'jps', PASSES);
  const jps8 = meanMicros(narrow, `${file}.scen`, 'jps', PASSES);
  const astar = meanMicros(wide, `${file}.scen`, 'astar', 2);
  queries.push([
    name,
    scenarios.length,
    astar.toFixed(0),
    jps.toFixed(2),
    jps8.toFixed(2),
    `${(astar / jps).toFixed(0)}x`,
  ]);
}
rmSync(folder, { recursive: true });
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
printTable(['map', 'bits', 'open cells', 'build ms', 'blob bytes', 'per open cell', 'load ms', 'memory B/cell'], bakes);
console.log();
printTable(['map', 'queries', 'A* us', 'jps us', 'jps 8-bit us', 'A* / jps'], queries);
