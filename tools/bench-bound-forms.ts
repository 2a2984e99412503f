/**
 * Queries with goal bounds, measured: `npm run tool bench-bound-forms -- [--cells] [MAP|FOLDER...]`.
 *
 * Every scenario of each map, in order, best of the last 5 of 8 passes per query, averaged, full cell path; a process for
 * each form, since other maps' queries would disturb. `turns` are the waypoints of the path, `bytes` those of the blob of
 * bounds, grid included.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BakeBoundsOptions, bakeBounds } from '../src/bounds/bake.js';
import { loadForTools } from '../src/engines/all.js';
import { countOpen } from '../src/grid/grid.js';
import { bakeJps } from '../src/jps/bake.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios, scenarioTolerance } from '../src/maps/scen.js';
import { PathBuffer } from '../src/search/path.js';
import { mapFiles, printTable } from './maps.js';

const PASSES = 8;
const COUNTED = 5;
const DEFAULT_MAPS = [
  'dao/arena2',
  'dao/lak304d',
  'bg512/AR0011SR',
  'bg512/AR0300SR',
  'sc1/AcrosstheCape',
  'rooms/32room_000',
  'mazes/maze512-8-0',
];

interface Task {
  file: string;
  engine: string;
  bounds?: Partial<BakeBoundsOptions>;
}

interface Result {
  micros: number;
  expanded: number;
  turns: number;
  wrong: number;
  bytes: number;
  openCells: number;
}

async function measure({ file, engine, bounds }: Task): Promise<Result> {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  const blobs = [await bakeJps(grid)];
  if (bounds) blobs.push(await bakeBounds(grid, bounds));
  const nav = loadForTools(blobs, { engine });
  const path = new PathBuffer();
  const best = new Float64Array(scenarios.length).fill(Infinity);
  let [expanded, turns, wrong] = [0, 0, 0];
  for (let pass = 0; pass < PASSES; pass++) {
    scenarios.forEach(({ startX, startY, goalX, goalY, optimal }, i) => {
      const start = performance.now();
      nav.findPathInto(startX, startY, goalX, goalY, path);
      const micros = 1000 * (performance.now() - start);
      if (pass >= PASSES - COUNTED) best[i] = Math.min(best[i], micros);
      if (pass > 0) return;
      expanded += nav.search.expanded;
      turns += path.waypointCount;
      if (Math.abs(path.cost - optimal) > scenarioTolerance(optimal)) wrong++;
    });
  }
  const n = scenarios.length;
  const micros = best.reduce((sum, time) => sum + time, 0) / n;
  return {
    micros,
    expanded: expanded / n,
    turns: turns / n,
    wrong,
    bytes: blobs.at(-1)?.length ?? 0,
    openCells: countOpen(grid),
  };
}

if (process.argv[2] === '--once') {
  console.log(JSON.stringify(await measure(JSON.parse(process.argv[3]) as Task)));
} else {
  const args = process.argv.slice(2).filter((arg) => arg !== '--cells');
  const files = args.length > 0 ? mapFiles(args) : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`);
  const forms: Omit<Task, 'file'>[] = [
    { engine: 'jps' },
    { engine: 'jps+bounds', bounds: {} },
    { engine: 'jps+bounds', bounds: { exact: false } },
  ];
  if (process.argv.includes('--cells')) {
    forms.push({ engine: 'jps+bounds', bounds: { at: 'cells' } }, { engine: 'astar+bounds', bounds: { at: 'cells' } });
  }
  const rows = files.flatMap((file) =>
    forms.map((form) => {
      const task = JSON.stringify({ file, ...form });
      const out = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--once', task], {
        encoding: 'utf8',
      });
      const { micros, expanded, turns, wrong, bytes, openCells } = JSON.parse(out) as Result;
      const bounds = form.bounds
        ? `${form.bounds.at ?? 'jump-points'}, ${form.bounds.exact === false ? 'fast' : 'exact'}`
        : '';
      const ratio = (bytes / openCells).toFixed(3);
      return [
        basename(file, '.map'),
        form.engine,
        bounds,
        micros.toFixed(2),
        expanded.toFixed(1),
        turns.toFixed(1),
        wrong,
        bytes,
        ratio,
      ];
    }),
  );
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  printTable(['map', 'engine', 'bounds', 'us', 'expanded', 'turns', 'not optimal', 'bytes', 'per open cell'], rows);
}
