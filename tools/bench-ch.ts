/**
 * Contraction hierarchies, measured beside jps and jps+bounds: `npm run tool bench-ch -- [--bounds] [MAP|FOLDER...]`.
 *
 * Without maps: the hard ones of the benchmark, and a maze with corridors two cells wide and small rooms, both generated. The engines answer
 * each query in turn in one process, whole paths, best of 5 passes, averaged; every cost must be the same. A `cold` load is that of a fresh
 * process, from reading the blob to the first answer; `bake` is that of a fresh process, too, without writing the blob. Goal bounds take minutes on such maps, so only with
 * `--bounds`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { buildHierarchy } from '../src/core/ch/build.js';
import { type Grid, gridFrom } from '../src/core/grid/grid.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const PASSES = 5;
/** Queries of a map: every k-th of its scenarios. */
const QUERIES = 1000;
const DEFAULT_MAPS = ['mazes/maze512-1-0', 'mazes/maze512-8-0', 'rooms/16room_000', 'random/random512-35-0'];

type Query = [x0: number, y0: number, x1: number, y1: number];

/** A maze by depth-first search, its corridors and walls `corridor` and 1 cells wide. */
function maze(side: number, corridor: number): Grid {
  const next = random(side + corridor);
  const cells = Math.floor((side + 1) / (corridor + 1));
  const open = new Uint8Array(side * side);
  const carve = (x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++) open.fill(1, row * side + x, row * side + x + width);
  };
  const seen = new Uint8Array(cells * cells);
  const stack = [0];
  seen[0] = 1;
  carve(0, 0, corridor, corridor);
  while (stack.length > 0) {
    const at = stack[stack.length - 1];
    const [x, y] = [at % cells, Math.floor(at / cells)];
    const ways = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].filter(
      ([dx, dy]) => x + dx >= 0 && x + dx < cells && y + dy >= 0 && y + dy < cells && !seen[at + dx + dy * cells],
    );
    if (ways.length === 0) {
      stack.pop();
      continue;
    }
    const [dx, dy] = ways[Math.floor(next() * ways.length)];
    const [left, top] = [Math.min(x, x + dx), Math.min(y, y + dy)].map((v) => v * (corridor + 1));
    carve(left, top, corridor + (dx !== 0 ? corridor + 1 : 0), corridor + (dy !== 0 ? corridor + 1 : 0));
    seen[at + dx + dy * cells] = 1;
    stack.push(at + dx + dy * cells);
  }
  return gridFrom(side, side, open);
}

/** Rooms with walls of one cell, 45 of 100 of which have a door of one cell. */
function rooms(side: number, room: number): Grid {
  const next = random(side + room);
  const doors = new Map<string, number>();
  const door = (key: string) => {
    if (!doors.has(key)) doors.set(key, next() < 0.45 ? 1 + Math.floor(next() * (room - 1)) : -1);
    return doors.get(key);
  };
  return gridFrom(side, side, (x, y) => {
    const [rx, ry, column, row] = [Math.floor(x / room), Math.floor(y / room), x % room, y % room];
    if (column > 0 && row > 0) return true;
    return column === 0 ? row > 0 && door(`${rx},${ry},w`) === row : row === 0 && door(`${rx},${ry},n`) === column;
  });
}

function mapOf(name: string): { grid: Grid; queries: Query[] } {
  const generated = { 'maze of 2': () => maze(512, 2), 'rooms of 8': () => rooms(512, 8) }[name];
  if (!generated) {
    const grid = parseMap(readFileSync(name), { file: name });
    const scenarios = parseScenarios(readFileSync(`${name}.scen`, 'utf8'), `${name}.scen`);
    const every = Math.max(1, Math.floor(scenarios.length / QUERIES));
    return {
      grid,
      queries: scenarios.filter((_, i) => i % every === 0).map((s) => [s.startX, s.startY, s.goalX, s.goalY]),
    };
  }
  const grid = generated();
  const next = random(1);
  const cell = () => Math.floor(next() * 512);
  return { grid, queries: Array.from({ length: QUERIES }, () => [cell(), cell(), cell(), cell()]) };
}

const milliseconds = (...args: string[]) =>
  Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { encoding: 'utf8' }));

async function measure(name: string, bounds: boolean): Promise<(string | number)[]> {
  const { grid, queries } = mapOf(name);
  const { subgoals, edges, shortcuts } = buildHierarchy(grid);
  const blob = await bakeHierarchy(grid);
  const jps = await bakeJps(grid);
  const navs = [load(blob), load(jps)];
  if (bounds) navs.push(load([jps, await bakeBounds(grid)]));
  const path = new PathBuffer();
  const connected = queries.filter((query) => navs[0].isReachable(...query));
  const best = navs.map(() => new Float64Array(connected.length).fill(Infinity));
  let wrong = 0;
  let expanded = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    connected.forEach((query, i) => {
      let cost = -1;
      navs.forEach((nav, k) => {
        const start = performance.now();
        nav.findPathInto(...query, path);
        best[k][i] = Math.min(best[k][i], performance.now() - start);
        if (k === 0) cost = path.cost;
        else if (path.cost !== cost) wrong++;
        if (k === 0 && pass === 0) expanded += nav.search.expanded;
      });
    });
  }
  const micros = best.map((times) => (1000 * times.reduce((sum, t) => sum + t, 0)) / connected.length);
  const folder = mkdtempSync(join(tmpdir(), 'bench-ch-'));
  writeFileSync(join(folder, 'blob'), blob);
  const cold = Math.min(
    ...Array.from({ length: 3 }, () => milliseconds('--load', join(folder, 'blob'), connected[0].join())),
  );
  rmSync(folder, { recursive: true });
  return [
    basename(name, '.map'),
    `${subgoals} / ${edges - shortcuts} / ${shortcuts}`,
    milliseconds('--bake', name),
    blob.length,
    jps.length,
    cold,
    (expanded / connected.length).toFixed(0),
    ...micros.map((us) => us.toFixed(1)),
    ...(bounds ? [] : ['']),
    (micros[1] / micros[0]).toFixed(1),
    wrong,
  ];
}

const [first, file, query] = process.argv.slice(2);
if (first === '--load') {
  const start = performance.now();
  load(readFileSync(file)).findPath(...(query.split(',').map(Number) as Query));
  console.log((performance.now() - start).toFixed(0));
} else if (first === '--bake') {
  const { grid } = mapOf(file);
  const start = performance.now();
  buildHierarchy(grid);
  console.log((performance.now() - start).toFixed(0));
} else {
  const bounds = process.argv.includes('--bounds');
  const args = process.argv.slice(2).filter((arg) => arg !== '--bounds');
  const maps =
    args.length > 0
      ? mapFiles(args)
      : [...DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`), 'maze of 2', 'rooms of 8'];
  const rows: (string | number)[][] = [];
  for (const map of maps) rows.push(await measure(map, bounds));
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}`);
  printTable(
    [
      'map',
      'subgoals / edges / shortcuts',
      'bake ms',
      'bytes',
      'of jps',
      'cold ms',
      'expanded',
      'ch us',
      'jps us',
      'bounds us',
      'jps / ch',
      'wrong',
    ],
    rows,
  );
}
