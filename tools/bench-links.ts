/**
 * What links cost a query: `npm run tool bench-links -- [--engine ENGINE,...] [--kind KIND,...] [--links N,...] [MAP...]`.
 *
 * Microseconds of a query with its cells over up to 800 scenario queries, in turns in one process with the same map without links; of each run of 16 queries
 * the least of 30 passes, or of those in 20 s, so that other programs of the machine count little. Engines: jps+bounds, ch, priced (costs of 1 to 9 by patches), hpa, table. Kinds:
 * - `random`: half of the links are teleporters between any two cells at cost 1, both ways; half ledges and stairs between cells up to 6 apart, one way.
 * - `doors`: links both ways across the walls of a town, up to 6 cells thick.
 * - `ledges`: rows of five links one way across a wall.
 *
 * `closed` is the ratio while one link in 16 is closed, `walls` after three walls of five cells on paths of three queries, beside the map without links after the
 * same edits, `opened` after a hole of five cells in a wall; `ms after` the first query after the walls. `load ms` is what loading takes more, the first query
 * included, `kB` what the blobs are larger, `excess` that of near-optimal paths in percent, without links and with them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { type LinkInput, withLinks } from '../src/core/grid/links.js';
import { random } from '../src/core/grid/sample.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { readMap } from '../src/core/maps/read-map.js';
import { parseScenarios, type Scenario } from '../src/core/maps/scen.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { load } from '../src/core/runtime/load-all.js';
import type { Nav } from '../src/core/runtime/nav.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { findLink } from '../src/play/edit/doors.js';
import { editable } from '../src/play/edit/edit.js';
import type { EditableNav } from '../src/play/edit/edits.js';
import { mapFiles, printTable } from './maps.js';

const PASSES = 30;
/** Milliseconds after which no further pass begins. */
const MOST_MS = 20_000;
const QUERIES = 800;
const RUN = 16;
const NEAR = 6;
const GAMES = ['dao/arena2', 'dao/lak304d', 'bg512/AR0300SR', 'bg512/AR0011SR'].map(
  (map) => `../shared/maps/${map}.map`,
);

type Cell = [x: number, y: number];

const { values, positionals } = parseArgs({
  options: {
    engine: { type: 'string', default: 'jps+bounds' },
    kind: { type: 'string', default: 'random' },
    links: { type: 'string', default: '32,128' },
  },
  allowPositionals: true,
});

const path = new PathBuffer();

/** About so many directed links. */
function linksOf(grid: Grid, kind: string, directed: number): LinkInput[] {
  const next = random(7);
  const links: LinkInput[] = [];
  const any = (): Cell => {
    for (;;) {
      const cell: Cell = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
      if (grid.isOpen(...cell)) return cell;
    }
  };
  const isOpen = (x: number, y: number) => x >= 0 && y >= 0 && x < grid.width && y < grid.height && grid.isOpen(x, y);
  /** The open cell behind the wall beside a cell. */
  const across = ([x, y]: Cell, dx: number, dy: number): Cell | undefined => {
    for (let n = 2; n <= NEAR && !isOpen(x + dx, y + dy); n++)
      if (isOpen(x + n * dx, y + n * dy)) return [x + n * dx, y + n * dy];
    return;
  };
  const name = () => `link ${links.length % 16}`;
  for (let n = 0; kind === 'random' && n < directed / 2; n += 2)
    links.push({ name: name(), from: any(), to: any(), cost: 1 });
  for (let n = 0; kind === 'random' && n < directed / 2; ) {
    const [x, y] = any();
    const to: Cell = [x, y].map((v) => v + Math.round((2 * next() - 1) * NEAR)) as Cell;
    if (!isOpen(...to) || (to[0] === x && to[1] === y)) continue;
    links.push({ name: name(), from: [x, y], to, oneWay: true });
    n++;
  }
  const isLedge = kind === 'ledges';
  for (let tries = 0; kind !== 'random' && links.length < directed / (isLedge ? 1 : 2) && tries < 1e6; tries++) {
    const [x, y] = any();
    const [dx, dy] = [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ][tries & 3]; // prettier-ignore
    const row = Array.from({ length: isLedge ? 5 : 1 }, (_, i): Cell => [x + i * Math.abs(dy), y + i * Math.abs(dx)]);
    const ends = row.map((cell) => isOpen(...cell) && across(cell, dx, dy));
    if (!ends.every(Boolean)) continue;
    const label = name();
    row.forEach((from, i) => {
      links.push({ name: label, from, to: ends[i] as Cell, oneWay: isLedge });
    });
  }
  return links;
}

async function bake(grid: Grid, engine: string): Promise<Uint8Array[]> {
  if (engine === 'ch') return [await bakeHierarchy(grid)];
  if (engine === 'priced' || engine === 'jps') return [await bakeJps(grid)];
  if (engine === 'jps+bounds') return [await bakeJps(grid), await bakeBounds(grid)];
  const hpa = await bakeHpa(grid, {});
  return engine === 'hpa' ? [hpa] : [hpa, await bakeTable(hpa)];
}

function ask(nav: Nav, { startX, startY, goalX, goalY }: Scenario): boolean {
  return nav.findPathInto(startX, startY, goalX, goalY, path) && path.cells.length > 0;
}

/** Mean microseconds of each map, in turns. */
function measure(navs: readonly Nav[], queries: readonly Scenario[]): number[] {
  const runs = Math.ceil(queries.length / RUN);
  const best = navs.map(() => new Float64Array(runs).fill(Infinity));
  const start = performance.now();
  for (let pass = 0; pass < PASSES && (pass === 0 || performance.now() - start < MOST_MS); pass++)
    for (let run = 0; run < runs; run++)
      for (const [i, nav] of navs.entries()) {
        const end = Math.min(queries.length, (run + 1) * RUN);
        const begun = performance.now();
        for (let q = run * RUN; q < end; q++) ask(nav, queries[q]);
        best[i][run] = Math.min(best[i][run], performance.now() - begun);
      }
  return best.map((times) => (1000 * times.reduce((sum, time) => sum + time)) / queries.length);
}

/** Least milliseconds of ten loads, the first query included. */
function loadTime(blobs: Uint8Array[], query: Scenario, engine: string): number {
  const times = Array.from({ length: 10 }, () => {
    const begun = performance.now();
    ask(load(blobs, { engine }), query);
    return performance.now() - begun;
  });
  return Math.min(...times);
}

/** Mean excess over the optimum in percent, of 200 queries. */
function excess(grid: Grid, nav: Nav, queries: readonly Scenario[]): number {
  let [found, optimal] = [0, 0];
  for (const query of queries.filter((_, i) => i % 4 === 0)) {
    if (!ask(nav, query)) continue;
    found += path.cost * unitOf(grid);
    optimal += dijkstra(grid, query.startX, query.startY)[grid.cell(query.goalX, query.goalY)];
  }
  return 100 * (found / optimal - 1);
}

/** The same edit on both maps: walls of five cells across paths, or one hole beside the middle of a path. */
function changesOf(nav: Nav, queries: readonly Scenario[], open: boolean) {
  const changes: { x: number; y: number; width: number; open: boolean }[] = [];
  for (const query of open
    ? queries.slice(-1)
    : [0.3, 0.6, 0.9].map((at) => queries[Math.floor(at * queries.length)])) {
    ask(nav, query);
    let [x, y] = path.cells.subarray(2 * (path.cellCount >> 1), 2 * (path.cellCount >> 1) + 2);
    while (open && y > 0 && nav.isOpen(x, y)) y--;
    x = Math.max(0, Math.min(nav.width - 5, x - 2));
    changes.push({ x, y, width: 5, open });
  }
  return changes;
}

const ratio = (nav: Nav, plain: Nav, queries: readonly Scenario[]): string => {
  const [without, linked] = measure([plain, nav], queries);
  return (linked / without).toFixed(1);
};

/** Ratios while links are closed, and after edits of cells. */
function edited(nav: EditableNav, plain: EditableNav, names: string[], queries: readonly Scenario[]): string[] {
  const cells: string[] = [];
  findLink(nav, names[0]).close();
  cells.push(ratio(nav, plain, queries));
  findLink(nav, names[0]).open();
  let first = 0;
  for (const open of [false, true]) {
    const changes = changesOf(plain, queries, open);
    for (const map of [nav, plain]) map.edit(changes);
    if (!open) {
      const begun = performance.now();
      ask(nav, queries[Math.floor(0.6 * queries.length)]);
      first = performance.now() - begun;
    }
    cells.push(ratio(nav, plain, queries));
    for (const map of [nav, plain]) map.reset();
  }
  return [...cells, first.toFixed(1)];
}

const rows: string[][] = [];
for (const file of mapFiles(positionals.length > 0 ? positionals : GAMES)) {
  const { grid: read } = await readMap(file);
  const all = existsSync(`${file}.scen`) ? parseScenarios(readFileSync(`${file}.scen`, 'utf8')) : [];
  const queries = all.filter((_, i) => i % Math.max(1, Math.floor(all.length / QUERIES)) === 0);
  for (const engine of values.engine.split(',')) {
    const grid = read.copy();
    if (engine === 'priced') setCosts(grid, (x, y) => 1 + (((((x >> 4) * 7 + (y >> 4) * 13) % 9) + 9) % 9));
    const bytes = await bake(grid, engine);
    const plain = load(bytes, { engine });
    const isNear = engine === 'hpa' || engine === 'table';
    for (const kind of values.kind.split(','))
      for (const count of values.links.split(',').map(Number)) {
        const map = withLinks(grid.copy(), linksOf(grid, kind, count));
        const blobs = await bake(map, engine);
        const nav = load(blobs, { engine });
        const times = measure([plain, nav], queries);
        const taken = queries.filter((query) => ask(nav, query) && path.links?.length).length;
        const names = map.links?.map(({ name }) => name) as string[];
        const size = (list: Uint8Array[]) => list.reduce((sum, { length }) => sum + length, 0);
        rows.push([
          basename(file, '.map'),
          engine,
          kind,
          String(map.links?.reduce((sum, { oneWay }) => sum + (oneWay ? 1 : 2), 0)),
          ...times.map((time) => time.toFixed(2)),
          (times[1] / times[0]).toFixed(1),
          ((100 * taken) / queries.length).toFixed(0),
          ...edited(editable(nav), editable(plain), names, queries),
          (loadTime(blobs, queries[0], engine) - loadTime(bytes, queries[0], engine)).toFixed(1),
          ((size(blobs) - size(bytes)) / 1000).toFixed(1),
          isNear ? `${excess(grid, plain, queries).toFixed(3)} ${excess(map, nav, queries).toFixed(3)}` : '',
        ]);
        console.error(rows.at(-1)?.join(' '));
      }
  }
}
const kinds = ['map', 'engine', 'kind', 'links', 'us without', 'us', 'ratio', 'with %'];
printTable([...kinds, 'closed', 'walls', 'opened', 'ms after', 'load ms', 'kB', 'excess %'], rows);
