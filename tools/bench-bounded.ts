/**
 * Queries of JPS+ with and without goal bounds, in JavaScript and in WebAssembly, beside the engine of an older commit:
 * `npm run tool bench-bounded -- [--chromium] [MAP|FOLDER...]`, in this Node or in a page of Chromium.
 *
 * Every scenario of each map, in order, whole cell paths, microseconds a query:
 * - `warm`: 40 passes of each engine in turns, in one process; the best time of every hundred queries. Compare `ratio`, to the
 *   yardstick beside it: times of a busy machine differ by half from one minute to the next.
 * - `turns`: the same, cells not asked for.
 * - `first` and `cold`: the first pass, and the mean of the first five, in a process of its own; the median of five processes.
 * - `load`: milliseconds to the first answer there, in turns with the others.
 * The yardstick is the engine of 6b80440, in the same process and in the same language.
 * Every answer is compared with the yardstick's: `other costs` must be 0; paths of the same cost may take other cells.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { haveBrowser, launchBrowser } from '../test/browser.js';
import { type Cold, cold, type Query, sink, type Warm, warm } from './bounded-passes.js';
import { mapFiles, printTable } from './maps.js';
import { bundleToday, bundleYardstick } from './yardstick.js';

const PROCESSES = 5;
const NAMES = ['yardstick, JavaScript', 'JavaScript', 'yardstick, WebAssembly', 'WebAssembly'];
const WASM = [false, false, true, true];
const DEFAULT_MAPS = [
  'dao/arena2',
  'dao/lak304d',
  'bg512/AR0300SR',
  'bg512/AR0011SR',
  'sc1/AcrosstheCape',
  'rooms/32room_000',
  'mazes/maze512-8-0',
];

interface Task {
  pass: 'warm' | 'cold';
  /** Bundles, and whether each may use WebAssembly; the first is the yardstick. */
  runtimes: string[];
  wasm: boolean[];
  blobs: string[];
  engine: string;
  scenarios: string;
}

/** Does a task in a process of its own. */
type Run = (task: Task) => Promise<unknown>;

function queriesOf({ scenarios }: Task): Query[] {
  return parseScenarios(readFileSync(scenarios, 'utf8'), scenarios).map(({ startX, startY, goalX, goalY }) => [
    startX,
    startY,
    goalX,
    goalY,
  ]);
}

const inNode: Run = async (task) => {
  const args = [fileURLToPath(import.meta.url), '--task', JSON.stringify(task)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
};

/** Serves files by their paths to pages that are isolated, as only those have a clock of microseconds. */
async function startServer(): Promise<{ origin: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.setHeader('Content-Type', pathname.endsWith('.mjs') ? 'text/javascript' : 'text/html');
    response.end(existsSync(pathname) && pathname !== '/' ? readFileSync(pathname) : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** @param bundle of the passes @returns what does a task in a browser that has just been started */
const inChromium =
  (origin: string, bundle: string): Run =>
  async (task) => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      return await page.evaluate(
        async ({ bundle, pass, runtimes, wasm, engine, blobs, queries }) => {
          const passes = (await import(bundle)) as { warm: typeof warm; cold: typeof cold };
          const bytes = await Promise.all(
            blobs.map(async (file) => new Uint8Array(await (await fetch(file)).arrayBuffer())),
          );
          return (pass === 'warm' ? passes.warm : passes.cold)(runtimes, wasm, engine, bytes, queries);
        },
        {
          ...task,
          bundle: resolve(bundle),
          runtimes: task.runtimes.map((file) => resolve(file)),
          queries: queriesOf(task),
        },
      );
    } finally {
      await browser.close();
    }
  };

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

/** The rows of one map. */
async function compare(file: string, runtimes: string[], folder: string, run: Run): Promise<(string | number)[][]> {
  const grid = parseMap(readFileSync(file), { file });
  const all = ['jps', 'bounds'].map((artifact) => join(folder, `${artifact}.prep`));
  writeFileSync(all[0], await bakeJps(grid));
  writeFileSync(all[1], await bakeBounds(grid));
  const rows: (string | number)[][] = [];
  for (const engine of ['jps+bounds', 'jps']) {
    const task = { blobs: engine === 'jps' ? [all[0]] : all, engine, scenarios: `${file}.scen` };
    const warms = (await run({ ...task, pass: 'warm', runtimes, wasm: WASM })) as Warm[];
    const colds: Cold[][] = runtimes.map(() => []);
    for (let i = 0; i < PROCESSES; i++) {
      for (const [r, runtime] of runtimes.entries())
        colds[r].push((await run({ ...task, pass: 'cold', runtimes: [runtime], wasm: [WASM[r]] })) as Cold);
    }
    for (const [r, { micros, turns, otherCosts }] of warms.entries()) {
      const [load, first, five] = (['load', 'first', 'five'] as const).map((key) =>
        median(colds[r].map((one) => one[key])),
      );
      const ratio = (micros / warms[r & ~1].micros).toFixed(2);
      const times = [micros.toFixed(2), ratio, turns.toFixed(2), first.toFixed(1), five.toFixed(1), load.toFixed(1)];
      rows.push([basename(file, '.map'), engine, NAMES[r], ...times, otherCosts]);
    }
  }
  return rows;
}

async function doTask(task: Task): Promise<void> {
  const blobs = task.blobs.map((file) => new Uint8Array(readFileSync(file)));
  const urls = task.runtimes.map((file) => pathToFileURL(resolve(file)).href);
  const doPass = task.pass === 'warm' ? warm : cold;
  console.log(JSON.stringify(await doPass(urls, task.wasm, task.engine, blobs, queriesOf(task))));
}

async function main(args: string[]): Promise<void> {
  const chromium = args[0] === '--chromium';
  if (chromium) args.shift();
  if (chromium && !haveBrowser) process.exit(1);
  const today = await bundleToday();
  const yardstick = await bundleYardstick();
  const runtimes = [yardstick, today, yardstick, today];
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-bench-'));
  const server = chromium ? await startServer() : undefined;
  let run = inNode;
  if (server) {
    const outfile = join(folder, 'passes.mjs');
    await build({ entryPoints: ['tools/bounded-passes.ts'], outfile, bundle: true, format: 'esm', target: 'es2022' });
    run = inChromium(server.origin, outfile);
  }
  const files = args.length > 0 ? mapFiles(args) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`);
  const rows: (string | number)[][] = [];
  for (const file of files) {
    console.error(`${file} ...`);
    rows.push(...(await compare(file, runtimes, folder, run)));
  }
  server?.close();
  rmSync(folder, { recursive: true });
  console.log(`${chromium ? 'Chromium' : `Node ${process.version}`}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  printTable(
    ['map', 'engine', 'runtime', 'warm us', 'ratio', 'turns us', 'first us', 'cold us', 'load ms', 'other costs'],
    rows,
  );
}

if (process.argv[2] === '--task') await doTask(JSON.parse(process.argv[3]) as Task);
else await main(process.argv.slice(2));
if (Number.isNaN(sink)) console.log(sink);
