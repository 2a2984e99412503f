/**
 * Time of a map that changes every tick, next to a peer: `npm run tool bench-ticks -- [--engine ENGINE,...] [--rule RULE,...] [--costs] [--links N] [--ticks N] [--reach CELLS] [--only ROW,...] [SIDE|MAP...]`.
 *
 * A SIDE is a town of that many cells squared with 9,000 buildings for each 1024 x 1024; default: 512. Rows, in milliseconds of the main thread's processor time, each after as
 * many ticks of warm-up:
 * - `tick`: an obstacle of 3 x 3 cells moves by one edit, then ten queries with pulled paths, whose goals are at most CELLS columns and rows away (default:
 *   anywhere); medians of the three parts, and of easystarjs as `peer` with the same edits and queries, in turns (fewer ticks).
 * - `walkers`: the same edit, 500 walkers, whom the first tick sends elsewhere, and a queue with a budget of 5 ms; the time of a `queue.update`, the
 *   longest wait of a request in updates, and the median time of all `walker.update`s of a tick.
 * - `units`: the same walkers with `blockers`: the obstacle is nine of them, and no edit.
 * - `shut in`: `findPathAround` from a start that 9 x 9 units shut in; `free` is the same without two of them.
 * - `close`, `wall`, `hole`, `reset`: the first query after a closed link, a wall, a hole in one, and after that is undone, with 1,000 links.
 * - `all cells`: an edit of all cells, by rectangles; microseconds and bytes a cell.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { withMoves } from '../src/core/grid/clearance.js';
import { type Grid, gridFrom, type MoveRule, setCosts } from '../src/core/grid/grid.js';
import type { LinkInput } from '../src/core/grid/links.js';
import { isHex } from '../src/core/grid/rules.js';
import { withLinks } from '../src/core/grid/with-links.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { readMap } from '../src/maps/read-map.js';
import { blockersOf } from '../src/play/avoid/blockers.js';
import { editable } from '../src/play/edit/edit.js';
import { follow } from '../src/play/follow/follow.js';
import { sightOf } from '../src/play/pull/pull.js';
import { pathQueue } from '../src/play/queue/queue.js';
import { findPathAround } from '../src/play/reach/around.js';
import { load } from '../src/runtime/load-all.js';
import { loadGrid } from '../src/runtime/load-grid.js';
import type { Nav } from '../src/runtime/nav.js';
import { random } from '../test/grids.js';
import { cpuTime } from './cpu-time.js';
import { printTable } from './maps.js';

const { values, positionals } = parseArgs({
  options: {
    engine: { type: 'string', default: 'jps+bounds' },
    rule: { type: 'string', default: 'no-corners' },
    costs: { type: 'boolean', default: false },
    links: { type: 'string', default: '0' },
    ticks: { type: 'string', default: '1000' },
    reach: { type: 'string', default: 'Infinity' },
    only: { type: 'string', default: 'tick,walkers,units,shut in,links,all cells' },
  },
  allowPositionals: true,
});
const ticks = Number(values.ticks);
const reach = Number(values.reach);
const WALKERS = 500;
const MANY_LINKS = 1_000;

type Cell = [x: number, y: number];
type Row = (string | number)[];

// Queues use the same clock.
performance.now = cpuTime;
/** Milliseconds of some work, sorted. */
const timed = (times: number, work: (i: number) => void): number[] =>
  Array.from({ length: times }, (_, i) => {
    const begun = cpuTime();
    work(i);
    return cpuTime() - begun;
  }).sort((a, b) => a - b);
const at = (sorted: number[], share: number): string =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(3);
const spread = (sorted: number[]): Row => [at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)];

/** A town: rectangles of up to 7 x 7 cells on open ground. */
function town(side: number): Grid {
  const next = random(side);
  const blocked = new Uint8Array(side * side);
  for (let n = Math.round((9_000 * side * side) / 2 ** 20); n > 0; n--) {
    const [x, y, width, height] = [side, side, 7, 7].map((most) => Math.floor(next() * most));
    for (let row = y; row <= Math.min(side - 1, y + height); row++)
      blocked.fill(1, row * side + x, row * side + Math.min(side, x + width + 1));
  }
  return gridFrom(side, side, (x, y) => !blocked[y * side + x]);
}

/** Dice of one map: cells that are open in the bake, queries between those that are connected. */
function diceOf(grid: Grid) {
  const next = random(5);
  const cell = (isOpen = true): Cell => {
    for (;;) {
      const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
      if (grid.isOpen(x, y) === isOpen) return [x, y];
    }
  };
  /** An open cell within reach of another. */
  const near = ([x, y]: Cell): Cell => {
    for (;;) {
      const [u, v] = reach < Infinity ? [x, y].map((at) => at - reach + Math.floor(next() * (2 * reach + 1))) : cell();
      if (grid.contains(u, v) && grid.isOpen(u, v)) return [u, v];
    }
  };
  /** A wall between two open cells. */
  const wall = (): Cell => {
    for (;;) {
      const [x, y] = cell(false);
      if (grid.isOpen(x - 1, y) && grid.isOpen(x + 1, y)) return [x, y];
    }
  };
  return { next, cell, near, wall };
}
type Dice = ReturnType<typeof diceOf>;

/** Half teleporters, half short ledges. */
function withRandomLinks(grid: Grid, count: number): Grid {
  const { next, cell } = diceOf(grid);
  const links: LinkInput[] = [];
  while (links.length < count) {
    const from = cell();
    const near = from.map((v) => v + Math.floor(13 * next()) - 6) as Cell;
    const to = links.length % 2 ? cell() : near;
    if (grid.isOpen(...to) && `${from}` !== `${to}`) links.push({ name: `link ${links.length % 64}`, from, to });
  }
  return withLinks(Object.assign(grid.copy(), { links: undefined }), links);
}

async function navOf(grid: Grid, engine: string): Promise<Nav> {
  if (engine === 'loadGrid') return loadGrid(grid);
  if (engine === 'ch') return load(await bakeHierarchy(grid));
  if (engine === 'hpa') return load(await bakeHpa(grid, {}));
  return load(grid.costs || engine === 'jps' ? await bakeJps(grid) : [await bakeJps(grid), await bakeBounds(grid)]);
}

/** An obstacle of 3 x 3 cells that moves over ground which is open in the bake, up to 3 cells at a time; every 50 ticks anywhere. */
function obstacleOf(grid: Grid, { cell, next }: Dice) {
  let [x, y] = [-1, 0];
  let moves = 0;
  const square = (open: boolean) =>
    Array.from({ length: 9 }, (_, i) => ({ x: x + (i % 3), y: y + Math.floor(i / 3), open })).filter((one) =>
      grid.isOpen(one.x, one.y),
    );
  return () => {
    const left = x < 0 ? [] : square(true);
    const near = [x, y].map((v) => v + Math.floor(7 * next()) - 3) as Cell;
    [x, y] = moves++ % 50 > 0 && grid.isOpen(...near) ? near : cell();
    return [...left, ...square(false)];
  };
}

async function peerOf(grid: Grid) {
  const { default: EasyStar } = await import('easystarjs');
  const finder = new EasyStar.js();
  const rows = Array.from({ length: grid.height }, (_, y) =>
    Array.from({ length: grid.width }, (_, x) => Number(!grid.isOpen(x, y))),
  );
  finder.setGrid(rows);
  finder.setAcceptableTiles([0]);
  if (grid.moveRule !== 'never') finder.enableDiagonals();
  finder.disableCornerCutting();
  finder.enableSync();
  return (changes: { x: number; y: number; open: boolean }[], queries: [Cell, Cell][]) => {
    for (const { x, y, open } of changes) rows[y][x] = Number(!open);
    for (const [from, to] of queries) {
      if (rows[from[1]][from[0]] + rows[to[1]][to[0]] > 0) continue;
      finder.findPath(...from, ...to, () => {});
      finder.calculate();
    }
  };
}

async function tick(grid: Grid, loaded: Nav): Promise<Row> {
  const nav = editable(loaded);
  const dice = diceOf(grid);
  const move = obstacleOf(grid, dice);
  const sight = sightOf(nav, { radius: 0.4 });
  const peer = isHex(grid) || grid.costs || grid.links ? undefined : await peerOf(grid);
  const peers: number[] = [];
  const parts: number[][] = [[], [], []];
  const every = Math.max(1, Math.floor(ticks / 10));
  const one = (i: number) => {
    const changes = move();
    const queries = Array.from({ length: 10 }, (): [Cell, Cell] => {
      const from = dice.cell();
      return [from, dice.near(from)];
    });
    const begun = cpuTime();
    nav.edit(changes);
    const edited = cpuTime();
    const paths = queries.map(([from, to]) => nav.findPath(...from, ...to));
    const found = cpuTime();
    for (const path of paths) if (path) sight.pull(path);
    const ended = cpuTime();
    for (const [part, time] of [edited - begun, found - edited, ended - found].entries())
      if (i >= 0) parts[part].push(time);
    // The peer gets every edit, and the queries of ten ticks.
    if (peer && i >= 0 && i % every === 0) peers.push(...timed(1, () => peer(changes, queries)));
    else peer?.(changes, []);
    return ended - begun;
  };
  for (let i = -ticks; i < 0; i++) one(i);
  const times = Array.from({ length: ticks }, (_, i) => one(i)).sort((a, b) => a - b);
  const [edits, queries, pulls] = parts.map((list) =>
    at(
      list.sort((a, b) => a - b),
      0.5,
    ),
  );
  const peered = peer
    ? `, peer ${at(
        peers.sort((a, b) => a - b),
        0.5,
      )}`
    : '';
  return [...spread(times), `edit ${edits}, queries ${queries}, pulls ${pulls}${peered}`];
}

/** @param isEdit whether the obstacle is cells of the map, otherwise units */
function walkers(grid: Grid, loaded: Nav, isEdit: boolean): Row {
  const nav = editable(loaded);
  const dice = diceOf(grid);
  const move = obstacleOf(grid, dice);
  const blockers = isEdit ? undefined : blockersOf(nav);
  const queue = pathQueue(nav, { budget: { ms: 5 } });
  const all = Array.from({ length: WALKERS }, () => {
    const [x, y] = dice.cell();
    return follow(nav, { queue, blockers, x: x + 0.5, y: y + 0.5, speed: 6 });
  });
  let walks: number[] = [];
  const step = () => {
    const changes = move();
    if (isEdit) nav.edit(changes);
    else for (const [i, { x, y, open }] of changes.entries()) if (!open) blockers?.move(i, x, y);
    const begun = cpuTime();
    for (const walker of all) {
      if (walker.status === 'blocked') walker.escape();
      if (!['waiting', 'walking', 'linking'].includes(walker.status)) walker.to(...dice.cell());
      walker.update(16);
    }
    walks.push(cpuTime() - begun);
  };
  const run = () => {
    walks = [];
    return Array.from({ length: ticks }, () => {
      step();
      return timed(1, () => queue.update())[0];
    }).sort((a, b) => a - b);
  };
  run();
  (queue.statistics as { longestWait: number }).longestWait = 0;
  for (const walker of all) walker.to(...dice.cell());
  const times = spread(run());
  const walking = at(
    walks.sort((a, b) => a - b),
    0.5,
  );
  return [...times, `wait ${queue.statistics.longestWait}, walk ${walking}`];
}

function shutIn(grid: Grid, nav: Nav): Row {
  const dice = diceOf(grid);
  const blockers = blockersOf(nav);
  const times = [[], []] as number[][];
  for (let i = 0; i < Math.min(200, ticks); i++) {
    const [[x, y], to] = [dice.cell(), dice.cell()];
    const rim = Array.from({ length: 81 }, (_, k): Cell => [x - 4 + (k % 9), y - 4 + Math.floor(k / 9)]).filter(
      ([u, v]) => Math.max(Math.abs(u - x), Math.abs(v - y)) === 4 && grid.contains(u, v),
    );
    for (const [k, cell] of rim.entries()) blockers.move(k, ...cell);
    times[0].push(...timed(1, () => findPathAround(nav, x, y, ...to, blockers)));
    for (const k of [0, 9]) blockers.remove(k);
    times[1].push(...timed(1, () => findPathAround(nav, x, y, ...to, blockers)));
    for (const k of rim.keys()) blockers.remove(k);
  }
  const [shut, free] = times.map((list) => list.sort((a, b) => a - b));
  return [...spread(shut), `free ${at(free, 0.5)}`];
}

async function firstQueries(grid: Grid, engine: string): Promise<Row[]> {
  const map = withRandomLinks(grid, MANY_LINKS);
  const nav = editable(await navOf(map, engine));
  const dice = diceOf(map);
  const rows = new Map<string, number[]>(['close', 'wall', 'hole', 'reset'].map((name) => [name, []]));
  const ask = () => nav.findPath(...dice.cell(), ...dice.cell());
  const rounds = Math.max(60, Math.min(ticks, 300));
  for (let i = -60; i < rounds; i++) {
    const kind = ['close', 'wall', 'hole'][(i + 60) % 3];
    const [x, y] = kind === 'hole' ? dice.wall() : dice.cell();
    nav.edit(kind === 'close' ? { link: `link ${(i + 60) % 64}`, open: false } : { x, y, open: kind === 'hole' });
    const first = timed(1, ask);
    nav.reset();
    const undone = timed(1, ask);
    if (i < 0) continue;
    rows.get(kind)?.push(...first);
    rows.get('reset')?.push(...undone);
  }
  return [...rows].map(([name, times]) => [name, ...spread(times.sort((a, b) => a - b)), '']);
}

function allCells(grid: Grid, loaded: Nav): Row {
  const nav = editable(loaded);
  const cells = grid.width * grid.height;
  globalThis.gc?.();
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const [ms] = timed(1, () => nav.edit({ x: 0, y: 0, width: grid.width, height: grid.height, open: true }));
  globalThis.gc?.();
  const bytes = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before;
  return [ms.toFixed(1), '', '', `${((1000 * ms) / cells).toFixed(2)} us, ${(bytes / cells).toFixed(1)} B a cell`];
}

async function rowsOf(grid: Grid, engine: string): Promise<Row[]> {
  const wanted = new Set(values.only.split(','));
  const nav = await navOf(grid, engine);
  const rows: Row[] = [];
  if (wanted.has('tick')) rows.push(['tick', ...(await tick(grid, nav))]);
  if (wanted.has('walkers')) rows.push(['walkers', ...walkers(grid, nav, true)]);
  if (wanted.has('units')) rows.push(['units', ...walkers(grid, nav, false)]);
  if (wanted.has('shut in')) rows.push(['shut in', ...shutIn(grid, nav)]);
  if (wanted.has('links')) rows.push(...(await firstQueries(grid, engine)));
  if (wanted.has('all cells')) rows.push(['all cells', ...allCells(grid, nav)]);
  return rows;
}

const table: Row[] = [];
for (const source of positionals.length > 0 ? positionals : ['512'])
  for (const rule of values.rule.split(',') as MoveRule[])
    for (const engine of values.engine.split(',')) {
      const side = Number(source);
      const raw = side > 0 ? town(side) : ((await readMap(readFileSync(source), { file: source })).grid as Grid);
      const grid = withMoves(raw, rule);
      const { next } = diceOf(grid);
      if (values.costs) setCosts(grid, () => 1 + Math.floor(3 * next() ** 4));
      const map = Number(values.links) > 0 ? withRandomLinks(grid, Number(values.links)) : grid;
      for (const row of await rowsOf(map, engine)) table.push([basename(source), rule, engine, ...row]);
    }
printTable(['map', 'rule', 'engine', 'row', 'median', 'p99', 'most', 'note'], table);
