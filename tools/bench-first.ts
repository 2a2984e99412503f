/**
 * The first queries of a game: `npm run tool bench-first -- [MAP|FOLDER...]`.
 *
 * For every engine, in processes of their own, milliseconds to load on the clock, and processor time of the main thread
 * (on the clock where there is no /proc) for the first query and the slowest of the 100 after it, whole cell paths of
 * scenarios from all of the file, without and after `warmUp()`; medians of five processes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { TableError } from '../src/core/errors.js';
import type { Grid } from '../src/core/grid/grid.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { bakeTable } from '../src/core/table/bake.js';
import { mapFiles, printTable } from './maps.js';
import { bundleToday } from './yardstick.js';

const PROCESSES = 5;
const QUERIES = 101;
/** Nanoseconds that the main thread has run. */
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
const DEFAULT_MAPS = ['bg512/AR0011SR', 'sc1/AcrosstheCape'];
/** Blobs of each engine. */
const ENGINES: Record<string, string[]> = {
  jps: ['jps'],
  'jps+bounds': ['jps', 'bounds'],
  ch: ['ch'],
  hpa: ['hpa'],
  table: ['levels', 'table'],
};

interface Times {
  load: number;
  first: number;
  worst: number;
}

/** Milliseconds of the main thread. */
function now(): number {
  if (!existsSync(SCHEDULED)) return performance.now();
  // Brings the file up to date.
  process.cpuUsage();
  return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6;
}

/** What a process of its own does. */
async function ask(runtime: string, engine: string, warm: boolean, scenarios: string, files: string[]): Promise<Times> {
  const { load, PathBuffer, warmUp } = (await import(
    pathToFileURL(resolve(runtime)).href
  )) as typeof import('../src/entry/runtime.js');
  const queries = parseScenarios(readFileSync(scenarios, 'utf8'), scenarios);
  const every = Math.max(1, Math.floor(queries.length / QUERIES));
  const clock = performance.now();
  const nav = load(
    files.map((file) => readFileSync(file)),
    { engine },
  );
  const loaded = performance.now() - clock;
  if (warm) warmUp(nav);
  const path = new PathBuffer();
  const times: number[] = [];
  now();
  // Short and long ones in turn.
  for (let i = 0; i < QUERIES; i++) {
    const { startX, startY, goalX, goalY } = queries[(i * every * 7) % queries.length];
    const start = now();
    nav.findPathInto(startX, startY, goalX, goalY, path);
    path.cells;
    times.push(now() - start);
  }
  return { load: loaded, first: times[0], worst: Math.max(...times.slice(1)) };
}

/** HPA* with as few levels as a table goes with, and the table. */
async function tableBlobs(grid: Grid, levels = 1): Promise<Uint8Array[]> {
  const hpa = await bakeHpa(grid, { levels });
  try {
    return [hpa, await bakeTable(hpa)];
  } catch (error) {
    if (!(error instanceof TableError) || levels === 4) throw error;
    return tableBlobs(grid, levels + 1);
  }
}

function median(values: number[]): string {
  return values.sort((a, b) => a - b)[values.length >> 1].toFixed(2);
}

async function measure(files: string[]): Promise<void> {
  const runtime = await bundleToday();
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-first-'));
  const rows: string[][] = [];
  for (const file of files) {
    const grid = parseMap(readFileSync(file), { file });
    const hpa = await bakeHpa(grid);
    const tables = await tableBlobs(grid);
    const blobs = {
      jps: await bakeJps(grid),
      bounds: await bakeBounds(grid),
      ch: await bakeHierarchy(grid),
      hpa,
      levels: tables[0],
      table: tables[1],
    };
    for (const [name, blob] of Object.entries(blobs)) writeFileSync(join(folder, name), blob);
    for (const [engine, names] of Object.entries(ENGINES)) {
      for (const warm of [false, true]) {
        const args = [
          fileURLToPath(import.meta.url),
          '--ask',
          runtime,
          engine,
          String(warm),
          `${file}.scen`,
          ...names.map((name) => join(folder, name)),
        ];
        const times = Array.from(
          { length: PROCESSES },
          () => JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Times,
        );
        const [load, first, worst] = (['load', 'first', 'worst'] as const).map((key) =>
          median(times.map((one) => one[key])),
        );
        rows.push([basename(file, '.map'), engine, warm ? 'yes' : 'no', load, first, worst]);
      }
    }
  }
  rmSync(folder, { recursive: true });
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  printTable(['map', 'engine', 'warmed', 'load ms', 'first ms', 'worst of 100 ms'], rows);
}

const [, , flag, ...rest] = process.argv;
if (flag === '--ask') {
  const [runtime, engine, warm, scenarios, ...files] = rest;
  console.log(JSON.stringify(await ask(runtime, engine, warm === 'true', scenarios, files)));
} else {
  const args = process.argv.slice(2);
  await measure(args.length > 0 ? mapFiles(args) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`));
}
