/** Experiments of the documents that are no benchmark of engines on pairs of cells. */

import { type Grid, gridFrom, setCosts } from '../../src/core/grid/grid.js';
import { random } from '../../src/core/grid/sample.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { buildHpa } from '../../src/core/hpa/build.js';
import { type HpaGraph, hpaGraph } from '../../src/core/hpa/graph.js';
import { bakeJps } from '../../src/core/jps/bake.js';
import { drawCosts } from '../../src/core/maps/cost-patterns.js';
import { checkPath } from '../../src/core/oracle/check-path.js';
import { load } from '../../src/core/runtime/load-all.js';
import { PathBuffer } from '../../src/core/search/path.js';
import type { Baseline } from '../../src/lab/baselines/baseline.js';
import { jumpPointSearch } from '../../src/lab/baselines/jump-point-search.js';
import { bitJumper } from '../../src/lab/baselines/jumpers.js';
import { drawPairs, type Query } from '../../src/lab/bench/queries.js';
import { threadTime } from '../../src/lab/bench/thread-time.js';
import { editable } from '../../src/play/edit/edit.js';
import { figureOf, figuresOf } from './experiments.js';
import { competition, frames, memoryOfThreads } from './games.js';
import { levelOf, storedSubPaths, straightened } from './levels.js';
import { coarseLists, ladderShares, listOperations, listShares, listSizes, longLinkMisses } from './lists.js';
import { arrayBytes, digits, type MakeTable, mean, percent, type ReadGrid, type Table } from './table.js';
import { caches } from './threads.js';

/** Sets of document A by their folders. */
const SETS = { bg512: "Baldur's Gate", mazes: 'mazes', rooms: 'rooms' };

async function memoryOfLevel(readGrid: ReadGrid, maps: readonly string[]): Promise<Table> {
  const table: Table = [['set', 'document, kB', 'loaded, kB', 'blob, kB', 'nodes']];
  for (const [folder, name] of Object.entries(SETS)) {
    const levels = maps
      .filter((map) => map.startsWith(`${folder}/`))
      .map(async (map) => {
        const grid = readGrid(map);
        const graph = hpaGraph(grid, buildHpa(grid, { cluster: 10 }));
        return [arrayBytes(graph) / 1000, (await bakeHpa(grid, { cluster: 10 })).length / 1000, graph.count];
      });
    const all = await Promise.all(levels);
    const [loaded, blob, nodes] = [0, 1, 2].map((i) => mean(all.map((level) => level[i])));
    table.push([name, digits(figureOf('a49', name)?.value), digits(loaded), digits(blob), nodes.toFixed(0)]);
  }
  return table;
}

/** Milliseconds of k flips of cells and n queries after them, the best of some rounds. */
async function edits(readGrid: ReadGrid, [map]: readonly string[]): Promise<Table> {
  const grid = readGrid(map);
  const pairs = drawPairs(grid, { count: 50, longer: 30 });
  const next = random(5);
  const cells: [number, number][] = [];
  while (cells.length < 10) {
    const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    if (grid.isOpen(x, y) && pairs.every(({ from, to }) => `${from}` !== `${[x, y]}` && `${to}` !== `${[x, y]}`))
      cells.push([x, y]);
  }
  const own = grid.copy();
  const jumper = bitJumper(own);
  const bit = jumpPointSearch(own, jumper);
  const flip = ([x, y]: [number, number]) => {
    const cell = own.cell(x, y);
    own.open[cell] ^= 1;
    jumper.flip(cell);
  };
  const nav = editable(load(await bakeJps(grid), { engine: 'jps' }));
  const path = new PathBuffer();
  const ask = (search: Pick<Baseline, 'search'>['search'], n: number) => {
    for (const { from, to } of pairs.slice(0, n)) search(...from, ...to, path);
  };
  const best = (work: () => void, undo: () => void) => {
    let least = Infinity;
    for (let round = 0; round < 30; round++) {
      const start = performance.now();
      work();
      least = Math.min(least, performance.now() - start);
      undo();
    }
    return least * 1000;
  };
  const table: Table = [['cells flipped', 'queries', 'JPS-Bit, µs', 'repaired jump lines, µs', 'JPS-Bit = 1']];
  for (const k of [1, 3, 10]) {
    for (const n of [0, 1, 2, 5, 10, 50]) {
      const some = cells.slice(0, k);
      const bits = best(
        () => {
          some.forEach(flip);
          ask(bit.search, n);
        },
        () => some.forEach(flip),
      );
      const set = (open: boolean) => nav.edit(some.map(([x, y]) => ({ x, y, width: 1, height: 1, open })));
      const repaired = best(
        () => {
          set(false);
          ask(nav.findPathInto, n);
        },
        () => set(true),
      );
      table.push([k, n, digits(bits), digits(repaired), digits(repaired / bits)]);
    }
  }
  return table;
}

/** Costs coarser in a way: of a cell. */
type Coarser = (ground: Grid) => (cell: number) => number;

/** The nearest multiple of a step. */
const stepped =
  (step: number): Coarser =>
  ({ costs }) =>
  (cell) =>
    Math.max(1, Math.round((costs as Uint8Array)[cell] / step) * step);

/**
 * Differences below a delta are none: neighbors that differ from the first cell of an area by no more belong to it, and
 * have its mean cost. The delta adapts to the map: so large a share of the differences between neighbors are below it.
 */
const levelled =
  (share: number): Coarser =>
  ({ costs: exact, open, stride }) => {
    const costs = exact as Uint8Array;
    const cells = [...open.keys()].filter((cell) => open[cell]);
    const differences = cells
      .flatMap((cell) =>
        [1, stride].map((step) => (open[cell + step] ? Math.abs(costs[cell] - costs[cell + step]) : 0)),
      )
      .filter((difference) => difference > 0)
      .sort((a, b) => a - b);
    const delta = differences[Math.floor(share * differences.length)] ?? 0;
    const level = new Uint8Array(costs.length);
    for (const seed of cells.filter((cell) => level[cell] === 0)) {
      if (level[seed] > 0) continue;
      const area = [seed];
      level[seed] = 1;
      for (const cell of area) {
        for (const next of [cell - stride, cell - 1, cell + 1, cell + stride]) {
          if (!open[next] || level[next] > 0 || Math.abs(costs[next] - costs[seed]) > delta) continue;
          level[next] = 1;
          area.push(next);
        }
      }
      const cost = Math.round(mean(area.map((cell) => costs[cell])));
      for (const cell of area) level[cell] = cost;
    }
    return (cell) => level[cell];
  };

const COARSER: Record<string, Coarser> = {
  exact: stepped(1),
  'steps of 2': stepped(2),
  'steps of 5': stepped(5),
  'delta, half of the differences': levelled(0.5),
  'delta, nine tenths': levelled(0.9),
};

/** Coarser costs: time that the search saves, and how much costlier the paths are on the original terrain. */
async function costSteps(readGrid: ReadGrid, maps: readonly string[]): Promise<Table> {
  const table: Table = [['map', 'pattern', 'costs', 'expanded', 'time, exact = 1', 'cost increase', 'blob, bytes']];
  for (const map of maps) {
    for (const pattern of ['gradients', 'patches'] as const) {
      const ground = drawCosts(readGrid(map), pattern);
      const pairs = drawPairs(ground, { count: 60 });
      let exact: ReturnType<typeof asked> | undefined;
      for (const [name, coarser] of Object.entries(COARSER)) {
        const other = ground.copy();
        const costOf = coarser(ground);
        setCosts(other, (x, y) => costOf(ground.cell(x, y)));
        const blob = await bakeJps(other);
        const { micros, expanded, paths } = asked(load(blob, { engine: 'priced' }), ground, pairs);
        exact ??= { micros, expanded, paths };
        const { paths: optima, micros: before } = exact;
        const dearer = percent(mean(paths.map((cost, i) => cost / optima[i] - 1)), 2);
        table.push([map, pattern, name, expanded.toFixed(0), digits(micros / before), dearer, blob.length]);
      }
    }
  }
  return table;
}

/** Mean time and expansions of a loaded map's queries, and the integer cost of each path on other ground. */
function asked(nav: ReturnType<typeof load>, ground: Grid, pairs: readonly Query[]) {
  const path = new PathBuffer();
  let expanded = 0;
  const paths = pairs.map(({ from, to }) => {
    nav.findPathInto(...from, ...to, path);
    expanded += nav.search.expanded;
    return checkPath(ground, path.cells.subarray(0, 2 * path.cellCount), from, to);
  });
  const times = pairs.map(() => Infinity);
  for (let pass = 0; pass < 5; pass++) {
    for (const [i, { from, to }] of pairs.entries()) {
      const start = performance.now();
      nav.findPathInto(...from, ...to, path);
      times[i] = Math.min(times[i], 1000 * (performance.now() - start));
    }
  }
  return { micros: mean(times), expanded: expanded / pairs.length, paths };
}

/**
 * Processor time of one unit that crosses E's map, by levels in turns: until it has the first cell of its walk, or,
 * where start and goal see each other and the runtime searches nothing, of A* over the nodes of the top level.
 */
const crossing = (id: string, open: (x: number, y: number) => boolean, walk: boolean) => async (): Promise<Table> => {
  const grid = gridFrom(1000, 1000, open);
  const figures = figuresOf(id).map(({ value }) => value);
  const works = await Promise.all(
    figures.map(async (_, i) => {
      const options = { cluster: 10, levels: i + 1 };
      if (!walk) return acrossLevel(hpaGraph(grid, buildHpa(grid, options)), i + 1);
      const nav = load(await bakeHpa(grid, options), { engine: 'hpa' });
      return () => nav.walk?.(10, 500, 989, 500)?.next();
    }),
  );
  const times = works.map(() => Infinity);
  for (let pass = 0; pass < (walk ? 200 : 10); pass++) {
    for (const [i, work] of works.entries()) {
      const start = threadTime();
      work();
      times[i] = Math.min(times[i], threadTime() - start);
    }
  }
  const table: Table = [['levels', 'document, ms', 'ours, µs', 'document, 1 level = 1', 'ours, 1 level = 1']];
  const rows = times.map((time, i) => [i + 1, figures[i], 1000 * time, figures[i] / figures[0], time / times[0]]);
  return [...table, ...rows.map((row) => row.map(digits))];
};

/** A search from the node of a level that is nearest to E's start to the one nearest to its goal. */
function acrossLevel(graph: HpaGraph, level: number): () => unknown {
  const { nodes, path } = levelOf(graph, level);
  const nearest = (x: number, y: number) => {
    const far = (n: number) => Math.hypot(graph.points[2 * n] - x, graph.points[2 * n + 1] - y);
    return nodes.reduce((best, n) => (far(n) < far(best) ? n : best));
  };
  const [from, to] = [nearest(10, 500), nearest(989, 500)];
  return () => path(from, to);
}

/** Tables of experiments that are no benchmark of engines, and of sections, by the id of each. */
export const TABLES: Readonly<Record<string, MakeTable>> = {
  ...{ a49: memoryOfLevel, 'b-edit': edits, 'b-gppc': competition, 'b-memory': memoryOfThreads, 'd-steps': costSteps },
  e23: crossing('e23', (x, y) => x !== 500 || y < 10 || y >= 990, true),
  e24: crossing('e24', () => true, false),
  ...{ e25: coarseLists('e25'), e27: coarseLists('e27'), e821: coarseLists('e821') },
  ...{ e28: listSizes, e31: listOperations, e32: storedSubPaths, e34: straightened, e74: frames, e76: caches },
  ...{ 'b-ladder#lists': ladderShares, 'c-lists#shares': listShares, 'c-lists#links': longLinkMisses },
};
