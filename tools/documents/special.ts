/** Experiments of the documents that are no benchmark of engines on pairs of cells. */

import { type Grid, gridFrom, setCosts } from '../../src/core/grid/grid.js';
import { random } from '../../src/core/grid/sample.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { buildHpa } from '../../src/core/hpa/build.js';
import { hpaGraph } from '../../src/core/hpa/graph.js';
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
import { figuresOf } from './experiments.js';
import { GAMES } from './games.js';
import { LEVEL_TABLES } from './levels.js';
import { LIST_TABLES } from './lists.js';
import { arrayBytes, digits, mean, percent, type ReadGrid, type Special, type Table } from './table.js';
import { THREAD_TABLES } from './threads.js';

const SETS: [name: string, maps: string[], onDisk: number, share: number][] = [
  ["Baldur's Gate", ['bg512/AR0011SR', 'bg512/AR0072SR', 'bg512/AR0300SR'], 546.8, 3.0],
  ['mazes', ['mazes/maze512-1-0', 'mazes/maze512-8-0', 'mazes/maze512-32-0'], 1729.6, 16.0],
  ['rooms', ['rooms/16room_000', 'rooms/32room_000'], 2390.7, 8.9],
];

async function memoryOfLevel(readGrid: ReadGrid): Promise<Table> {
  const table: Table = [['set', 'document, kB', 'document, more than the map', 'loaded, kB', 'blob, kB', 'nodes']];
  for (const [name, maps, reported, share] of SETS) {
    const kilobytes: number[] = [];
    const blobs: number[] = [];
    const nodes: number[] = [];
    for (const map of maps) {
      const grid = readGrid(map);
      const graph = hpaGraph(grid, buildHpa(grid, { cluster: 10 }));
      kilobytes.push(arrayBytes(graph) / 1000);
      nodes.push(graph.count);
      blobs.push((await bakeHpa(grid, { cluster: 10 })).length / 1000);
    }
    table.push([name, reported, `${share} %`, digits(mean(kilobytes)), digits(mean(blobs)), mean(nodes).toFixed(0)]);
  }
  return table;
}

/** Milliseconds of k flips of cells and n queries after them, the best of some rounds. */
async function edits(readGrid: ReadGrid): Promise<Table> {
  const grid = readGrid('dao/arena2');
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
 * Differences below a delta are none: neighbours that differ from the first cell of an area by no more belong to it, and
 * have its mean cost. The delta adapts to the map: so large a share of the differences between neighbours are below it.
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

/** Coarser costs: what the search saves, and how much dearer the paths are on the ground as it is. */
async function costSteps(readGrid: ReadGrid): Promise<Table> {
  const table: Table = [['map', 'pattern', 'costs', 'expanded', 'time, exact = 1', 'dearer', 'blob, bytes']];
  for (const map of ['dao/arena2', 'dao/lak304d', 'bg512/AR0072SR', 'da2/ht_chantry', 'rooms/32room_000']) {
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

/** Processor time until one unit that crosses E's map has the first cell of its walk, by levels in turns. */
const firstCell = (id: string, open: (x: number, y: number) => boolean) => async (): Promise<Table> => {
  const grid = gridFrom(1000, 1000, open);
  const figures = figuresOf(id).map(({ value }) => Number(value));
  const blobs = await Promise.all(figures.map((_, i) => bakeHpa(grid, { cluster: 10, levels: i + 1 })));
  const navs = blobs.map((blob) => load(blob, { engine: 'hpa' }));
  const times = navs.map(() => Infinity);
  for (let pass = 0; pass < 200; pass++) {
    for (const [i, nav] of navs.entries()) {
      const start = threadTime();
      nav.walk?.(10, 500, 989, 500)?.next();
      times[i] = Math.min(times[i], threadTime() - start);
    }
  }
  const table: Table = [['levels', 'document, ms', 'ours, µs', 'document, 1 level = 1', 'ours, 1 level = 1']];
  const rows = times.map((time, i) => [i + 1, figures[i], 1000 * time, figures[i] / figures[0], time / times[0]]);
  return [...table, ...rows.map((row) => row.map(digits))];
};

const FIRST_CELL =
  'Processor time until `walk` has its first cell: the coarse path found and its first piece refined, least of 200. With the wall the document is reproduced: two levels are slowest, and the fifth takes 0.69 of the first (0.70 there); its third equals the first, ours is a tenth slower. On the meadow nothing is searched here: start and goal see each other, so that all levels take the same, and the hump of the document is not reproduced.';

export const SPECIALS: readonly Special[] = [
  {
    id: 'a49',
    source: 'A, table 4.9',
    title: 'Memory of one level of HPA*, clusters of 10',
    maps: SETS.flatMap(([, maps]) => maps),
    rows: memoryOfLevel,
    seen: 'The document gives kilobytes of the level in memory. Ours has other maps and stores the paths of edges; a blob is a tenth to a twentieth of what is loaded.',
  },
  {
    id: 'b-edit',
    source: 'B, dynamic obstacles',
    title: 'Cells that change, and queries after them: JPS-Bit flips bits, editable maps repair jump lines',
    maps: ['dao/arena2'],
    rows: edits,
    seen: 'A flip of a bit costs next to nothing and each query more; repaired lines cost an edit and save at every query. One cell breaks even after two queries, three and ten cells between ten and fifty.',
  },
  {
    id: 'd-steps',
    source: 'D, chapter 4.2',
    title: 'Costs of cells rounded to steps',
    maps: ['dao/arena2', 'dao/lak304d', 'bg512/AR0072SR', 'da2/ht_chantry', 'rooms/32room_000'],
    rows: costSteps,
    seen: 'The document proposes coarser costs or an adaptive delta, below which a difference of neighbours counts as none, and built neither. Here the delta adapts to the map (a share of all differences of neighbours is below it), and areas within a delta of their first cell get their mean cost. On gradients the delta is as good as steps of 2 and no better: 0.38 to 0.52 of the expansions for 0.4 to 1.5 per cent of cost, against 0.45 to 0.55 for 0.4 to 1.1 (of neighbours, nearly all differ by 1, so that both shares give one delta). On patches, whose costs are far apart, a delta makes different ground equal and paths 6 to 85 per cent dearer, where steps of 2 cost 4 to 7. So neither is an option of the product: a game rounds its costs before the bake. Expansions and costs are the evidence; times are of a busy machine.',
  },
  ...(
    [
      ['e23', 'with a long wall', (x, y) => x !== 500 || y < 10 || y >= 990],
      ['e24', 'a meadow', () => true],
    ] as [id: string, map: string, open: (x: number, y: number) => boolean][]
  ).map(([id, map, open]) => ({
    id,
    source: `E, section 7.1, figure ${id.slice(1)}`,
    title: `First cell of one unit that crosses a map, by levels of HPA*: ${map}`,
    maps: [`1000 x 1000, ${map}; one unit, from (10, 500) to (989, 500)`],
    rows: firstCell(id, open),
    seen: FIRST_CELL,
  })),
  ...GAMES,
  ...LEVEL_TABLES,
  ...LIST_TABLES,
  ...THREAD_TABLES,
];
