/**
 * Time of queries over links, next to plain A* (a binary heap; octile distance, scaled so that no link is cheaper) over
 * the same cells and links: `npm run tool bench-links -- [--only ROW,...] [--queries N] [MAP]`.
 *
 * Rows: links of a MAP (half of them long), teleporters on it, heights with one-way links down, cliffs with ledges,
 * floors with stairs, 65,536 links. Microseconds of the thread's processor time, mean and 99th percentile, each query
 * the best of three in turns, after warm-up. `first` and `closed` are milliseconds of the first query of a process, and
 * of the next one after a link is closed there, `A*` of the same first query by plain A*; medians of five. `bake` is in
 * milliseconds. Costs are compared.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGrid } from '../src/core/grid/create.js';
import { directionSteps } from '../src/core/grid/directions.js';
import type { Grid } from '../src/core/grid/grid.js';
import { type LinkInput, waysOf } from '../src/core/grid/links.js';
import type { WallInput } from '../src/core/grid/walls.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { legalMoves } from '../src/engines/links/legal-moves.js';
import { readMap } from '../src/maps/read-map.js';
import { editable } from '../src/play/edit/edit.js';
import { load } from '../src/runtime/load-all.js';
import { random } from '../test/grids.js';
import { cpuTime } from './cpu-time.js';
import { printTable } from './maps.js';

type Query = [x0: number, y0: number, x1: number, y1: number];

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    queries: { type: 'string', default: '100' },
    child: { type: 'string' },
    plain: { type: 'boolean' },
  },
  allowPositionals: true,
});

/** Prints milliseconds of the first query of this process, and of the next one after a link is closed. */
function runChild(blob: string): void {
  const nav = editable(load(readFileSync(blob)));
  const queries = JSON.parse(readFileSync(`${blob}.json`, 'utf8')) as Query[];
  const ask = values.plain ? plainAstar(nav.grid as Grid) : (...query: Query) => nav.findPath(...query);
  const timed = (query: Query) => {
    const begun = cpuTime();
    ask(...query);
    return cpuTime() - begun;
  };
  const first = timed(queries[0]);
  const name = nav.linked?.links.find((link) => link.name)?.name;
  if (name) nav.edit({ link: name, open: false });
  console.log(JSON.stringify([first, timed(queries[1])]));
}

const cellOf = (grid: Grid, next: () => number): [number, number] => {
  for (;;) {
    const [x, y] = [Math.floor(grid.width * next()), Math.floor(grid.height * next())];
    if (grid.isOpen(x, y)) return [x, y];
  }
};

/** Half of them between any cells, half short; or teleporters, which cost a step. */
function withRandom(map: Grid, count: number, cost?: number): Grid {
  const next = random(5);
  const links: LinkInput[] = [];
  while (links.length < count) {
    const from = cellOf(map, next);
    const to =
      cost || links.length % 2 ? cellOf(map, next) : (from.map((v) => v + Math.floor(13 * next()) - 6) as never);
    if (map.isOpen(...(to as [number, number])) && `${from}` !== `${to}`)
      links.push({ name: `link ${links.length % 64}`, from, to, ...(cost && { cost }) });
  }
  return createGrid(map.width, map.height, (x, y) => map.isOpen(x, y), { links });
}

/** A unit climbs one at most and jumps down any height. */
function heights(width: number, height: number): Grid {
  const next = random(7);
  const at = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return Math.floor(4 + 3 * Math.sin(x / 5) + 3 * Math.cos(y / 4) + 2 * next());
  });
  const [walls, links]: [WallInput[], LinkInput[]] = [[], []];
  for (let i = 0; i < at.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (const [u, v, side] of [
      [x + 1, y, 'east'],
      [x, y + 1, 'south'],
    ] as const) {
      const up = u < width && v < height ? at[v * width + u] - at[i] : 0;
      if (Math.abs(up) <= 1) continue;
      walls.push([x, y, side]);
      links.push(up > 0 ? { from: [u, v], to: [x, y], oneWay: true } : { from: [x, y], to: [u, v], oneWay: true });
    }
  }
  return createGrid(width, height, () => true, { walls, links, diagonals: 'never' });
}

/** Four cliffs across a map, each with a gap at one end, and ledges. */
function cliffs(side: number, count: number, rows = 4): Grid {
  const next = random(11);
  const rock = Array.from({ length: rows }, (_, i) => Math.round(((i + 1) * side) / (rows + 1)));
  const links = Array.from({ length: count }, (_, i): LinkInput => {
    const [x, y] = [4 + Math.floor((side - 8) * next()), rock[i % rows]];
    return { name: `ledge ${i % 64}`, from: [x, y - 1], to: [x, y + 1], oneWay: true };
  });
  const isOpen = (x: number, y: number) => !rock.includes(y) || (rock.indexOf(y) % 2 ? x < 3 : x >= side - 3);
  return createGrid(side, side, isOpen, { links });
}

/** Floors of rooms next to each other, two stairs between each and the next. */
function floors(count: number, side: number): Grid {
  const next = random(3);
  const columns = Math.ceil(Math.sqrt(count));
  const isOpen = (x: number, y: number) => {
    const [u, v] = [x % (side + 1), y % (side + 1)];
    return u < side && v < side && ((u % 12 > 0 && v % 12 > 0) || (7 * x + 13 * y) % 5 === 0);
  };
  const on = (floor: number): [number, number] => {
    for (;;) {
      const x = (floor % columns) * (side + 1) + Math.floor(side * next());
      const y = Math.floor(floor / columns) * (side + 1) + Math.floor(side * next());
      if (isOpen(x, y)) return [x, y];
    }
  };
  const links = Array.from({ length: 2 * (count - 1) }, (_, i): LinkInput => {
    return { name: `stairs ${i}`, from: on(i >> 1), to: on((i >> 1) + 1), cost: 4 };
  });
  return createGrid(columns * (side + 1), Math.ceil(count / columns) * (side + 1), isOpen, { links });
}

function manyLinks(): Grid {
  const links = Array.from({ length: 65_536 }, (_, i): LinkInput => {
    return { from: [i % 256, i >> 8], to: [(i * 7 + 1) % 256, (i >> 8) ^ 1], name: `${i % 64}` };
  });
  return createGrid(256, 256, () => true, { links });
}

/** @returns cost in steps by A*, Infinity without a path */
function plainAstar(grid: Grid): (...query: Query) => number {
  const { stride, open } = grid;
  const steps = directionSteps(stride);
  const legalAt = legalMoves(grid, {});
  const legal = open.map((isOpen, cell) => (isOpen ? legalAt(cell) : 0));
  const root = 19601 / 13860;
  const isStraight = grid.moveRule === 'never';
  const far = (a: number, b: number) => {
    const [dx, dy] = [Math.abs((a % stride) - (b % stride)), Math.abs(Math.floor(a / stride) - Math.floor(b / stride))];
    return isStraight ? dx + dy : Math.max(dx, dy) + (root - 1) * Math.min(dx, dy);
  };
  let scale = 1;
  const exits: number[][] = [];
  for (const { link, from, to } of waysOf(grid.links ?? [])) {
    const [entry, exit] = [grid.cell(...from), grid.cell(...to)];
    exits[entry] ??= [];
    exits[entry].push(exit, link.cost);
    scale = Math.min(scale, link.cost / far(entry, exit));
  }
  const [costs, keys] = [new Float64Array(open.length), new Float64Array(open.length)];
  const [seen, place, heap] = [new Int32Array(open.length), new Int32Array(open.length), new Int32Array(open.length)];
  let [now, size] = [0, 0];
  const put = (at: number, cell: number) => {
    heap[at] = cell;
    place[cell] = at;
  };
  const up = (cell: number, key: number, from: number) => {
    let i = from;
    for (; i > 0 && keys[heap[(i - 1) >> 1]] > key; i = (i - 1) >> 1) put(i, heap[(i - 1) >> 1]);
    keys[cell] = key;
    put(i, cell);
  };
  const down = (cell: number) => {
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child + 1 < size && keys[heap[child + 1]] < keys[heap[child]]) child++;
      if (child >= size || keys[heap[child]] >= keys[cell]) break;
      put(i, heap[child]);
      i = child;
    }
    put(i, cell);
  };
  return (x0, y0, x1, y1) => {
    const [start, goal] = [grid.cell(x0, y0), grid.cell(x1, y1)];
    now += 2;
    size = 0;
    const reach = (cell: number, cost: number) => {
      if (seen[cell] > now || (seen[cell] === now && costs[cell] <= cost)) return;
      const from = seen[cell] === now ? place[cell] : size++;
      seen[cell] = now;
      costs[cell] = cost;
      up(cell, cost + scale * far(cell, goal), from);
    };
    reach(start, 0);
    while (size > 0) {
      const cell = heap[0];
      if (cell === goal) return costs[cell];
      seen[cell] = now + 1;
      if (--size > 0) down(heap[size]);
      for (let d = 0; d < 8; d++) if ((legal[cell] >> d) & 1) reach(cell + steps[d], costs[cell] + (d % 2 ? root : 1));
      const links = exits[cell];
      for (let i = 0; links && i < links.length; i += 2) reach(links[i], costs[cell] + links[i + 1]);
    }
    return Infinity;
  };
}

async function run(): Promise<void> {
  const [file = '../shared/maps/dao/arena2.map'] = positionals;
  const map = async () => (await readMap(readFileSync(file), { file })).grid as Grid;
  const arena = await map();
  const all: Record<string, () => Grid> = {
    ...Object.fromEntries([1, 8, 32, 64, 128, 1000].map((n) => [`map ${n}`, () => withRandom(arena, n)])),
    ...Object.fromEntries([8, 32, 1000].map((n) => [`teleporters ${n}`, () => withRandom(arena, n, 1)])),
    'heights 80x50': () => heights(80, 50),
    'heights 200x150': () => heights(200, 150),
    ...Object.fromEntries([8, 32, 128, 1000].map((n) => [`cliffs ${n}`, () => cliffs(512, n)])),
    'ledges 4000': () => cliffs(512, 4000, 16),
    'floors 6': () => floors(6, 64),
    'floors 30': () => floors(30, 48),
    'links 65536': manyLinks,
  };
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-links-'));
  const table: (string | number)[][] = [];
  for (const name of values.only?.split(',') ?? Object.keys(all)) {
    const grid = all[name]();
    const begun = cpuTime();
    const blob = await bakeJps(grid, { threads: 1, codec: 'none' });
    const bake = cpuTime() - begun;
    const nav = load(blob);
    const plain = plainAstar(grid);
    const next = random(77);
    const queries: Query[] = [];
    // Ten of them are asked in fresh processes.
    while (queries.length < Math.max(10, Number(values.queries))) {
      const query: Query = [...cellOf(grid, next), ...cellOf(grid, next)];
      if (nav.isReachable(...query)) queries.push(query);
    }
    const times = [0, 1].map(() => new Float64Array(queries.length).fill(Infinity));
    const warm = cpuTime() + 3000;
    for (let i = 0; i < 1500 && cpuTime() < warm; i++) nav.findPath(...queries[i % queries.length]);
    for (let round = 0; round < 3; round++)
      for (const [i, query] of queries.entries()) {
        const costs = [(...q: Query) => nav.findPath(...q)?.cost ?? Infinity, plain].map((ask, which) => {
          const begun = cpuTime();
          const cost = ask(...query);
          times[which][i] = Math.min(times[which][i], cpuTime() - begun);
          return cost;
        });
        if (Math.abs(costs[0] - costs[1]) > 1e-6 * costs[1]) throw new Error(`${name}: ${query}: ${costs.join(', ')}`);
      }
    const stats = times.map((list) => {
      const sorted = list.slice().sort();
      const mean = list.reduce((sum, one) => sum + one) / list.length;
      return [mean, sorted[Math.floor(0.99 * (sorted.length - 1))]].map((ms) => 1000 * ms);
    });
    const path = join(folder, 'blob');
    writeFileSync(path, blob);
    const fresh = [0, 1, 2, 3, 4].map((i) => {
      writeFileSync(`${path}.json`, JSON.stringify(queries.slice(2 * i)));
      return [[], ['--plain']].flatMap((more): number[] => {
        const args = [...process.execArgv, process.argv[1], '--child', path, ...more];
        const stdio = ['ignore', 'pipe', 'ignore'] as const;
        return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: [...stdio] }));
      });
    });
    const median = (which: number) => fresh.map((one) => one[which]).sort((a, b) => a - b)[2];
    const firsts = [0, 2, 1].map((which) => median(which).toFixed(1));
    const ratios = [0, 1].map((i) => (stats[0][i] / stats[1][i]).toFixed(2));
    const micros = stats.flat().map((us) => us.toFixed(us < 100 ? 1 : 0));
    table.push([name, ...micros, ...ratios, ...firsts, bake.toFixed(0), blob.length]);
  }
  rmSync(folder, { recursive: true });
  printTable(
    ['links', 'us', 'p99', 'A* us', 'p99', 'ratio', 'p99', 'first ms', 'A*', 'closed', 'bake', 'bytes'],
    table,
  );
}

if (values.child) runChild(values.child);
else await run();
