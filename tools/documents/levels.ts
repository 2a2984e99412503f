/** Searches over the levels of HPA* that document E made tables of: stored sub-paths, and paths straightened in the bake. */
import type { Grid } from '../../src/core/grid/grid.js';
import { random } from '../../src/core/grid/sample.js';
import { octile, STEP } from '../../src/core/grid/step-costs.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { buildHpa } from '../../src/core/hpa/build.js';
import { type HpaGraph, hpaGraph } from '../../src/core/hpa/graph.js';
import { lineCost } from '../../src/core/hpa/line.js';
import type { HpaSearch } from '../../src/core/hpa/query.js';
import { load } from '../../src/core/runtime/load-all.js';
import { PathBuffer } from '../../src/core/search/path.js';
import { aStar } from '../../src/lab/baselines/astar.js';
import { newStatistics } from '../../src/lab/baselines/baseline.js';
import { abstractAStar } from '../../src/lab/baselines/node-search.js';
import type { OpenListMaker } from '../../src/lab/baselines/open-lists.js';
import { figuresOf } from './experiments.js';
import { digits, mean, percent, type ReadGrid, type Table } from './table.js';

/** Searches among the nodes of a level. */
export function levelOf(graph: HpaGraph, level: number, openList?: OpenListMaker) {
  const { points, inter, count } = graph;
  const intra = graph.levels[level - 1];
  const search = abstractAStar(count, newStatistics(), openList);
  const each = (n: number, visit: (t: number, cost: number) => void) => {
    for (let e = intra.first[n]; e < intra.end[n]; e++) visit(intra.to[e], intra.cost[e]);
    for (let e = inter.first[n]; e < inter.end[n]; e++) if (inter.level[e] >= level) visit(inter.to[e], inter.cost[e]);
  };
  const path = (from: number, to: number) => {
    const estimate = (n: number) => 2 * octile(points[2 * n] - points[2 * to], points[2 * n + 1] - points[2 * to + 1]);
    return search({ each, estimate }, from, to) ?? [from, to];
  };
  return { nodes: [...graph.nodeLevels.keys()].filter((n) => graph.nodeLevels[n] >= level), each, path };
}

/** All pairs of the top level by repeated A*: the share of searches that are left when sub-paths of found paths are stored. */
export async function storedSubPaths(readGrid: ReadGrid, [map]: readonly string[]): Promise<Table> {
  const grid = readGrid(map);
  const table: Table = [['level', 'nodes', 'document, searches made', 'pairs in order', 'from both ends']];
  for (const levels of [1, 2, 3]) {
    const graph = hpaGraph(grid, buildHpa(grid, { cluster: 10, levels }));
    const { nodes, path: pathOf } = levelOf(graph, levels);
    const share = (pairs: Iterable<[number, number]>): string => {
      const known = new Set<number>();
      let searches = 0;
      let all = 0;
      for (const [from, to] of pairs) {
        all++;
        if (known.has(from * graph.count + to)) continue;
        searches++;
        const path = pathOf(from, to);
        for (const [i, a] of path.entries())
          for (const b of path.slice(i + 1)) known.add(a * graph.count + b).add(b * graph.count + a);
      }
      return percent(searches / all);
    };
    const reported = `${figuresOf('e32')[levels - 1].value} %`;
    table.push([levels, nodes.length, reported, share(inOrder(nodes)), share(fromBothEnds(nodes))]);
  }
  return table;
}

/** Paths between nodes of level 2, over the nodes of each level and over cells: how much straightening in the bake shortens them. */
export async function straightened(readGrid: ReadGrid, maps: readonly string[]): Promise<Table> {
  const table: Table = [['map', 'path over', 'points', 'over the optimum', 'straightened', 'points left', 'µs a path']];
  for (const map of maps) {
    const grid = readGrid(map);
    const graph = hpaGraph(grid, buildHpa(grid, { cluster: 10, levels: 2 }));
    const optimal = aStar(grid);
    const hpa = load(await bakeHpa(grid, { cluster: 10, levels: 2 }), { engine: 'hpa' }).search as HpaSearch;
    hpa.refine = false;
    const at = (n: number) => [graph.points[2 * n], graph.points[2 * n + 1]] as [number, number];
    const { nodes } = levelOf(graph, 2);
    const next = random(34);
    const draw = () => nodes[Math.floor(next() * nodes.length)];
    const buffer = new PathBuffer();
    const pairs = Array.from({ length: 300 }, () => [draw(), draw()]).filter(
      ([a, b]) => a !== b && optimal.search(...at(a), ...at(b), buffer),
    );
    const row = (
      name: string,
      answers: [points: number, before: number, after: number, left: number, µs: number][],
    ) => {
      const [points, before, after, left, micros] = [0, 1, 2, 3, 4].map((i) => mean(answers.map((one) => one[i])));
      table.push([map, name, digits(points), percent(before, 2), percent(after, 2), digits(left), digits(micros)]);
    };
    const timed = (work: () => unknown) => {
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now();
        work();
        return 1000 * (performance.now() - start);
      });
      return Math.min(...times);
    };
    const excess = ([a, b]: number[], cost: number) => {
      optimal.search(...at(a), ...at(b), buffer);
      return cost / buffer.cost - 1;
    };
    for (const level of [2, 1]) {
      const { each, path } = levelOf(graph, level);
      row(
        `nodes of level ${level}`,
        pairs.map((pair) => {
          const found = path(pair[0], pair[1]);
          const costs = found.slice(1).map((to, i) => {
            let least = Infinity;
            each(found[i], (t, cost) => {
              if (t === to) least = Math.min(least, cost);
            });
            return least;
          });
          const [after, left] = pulled(grid, found.map(at), costs);
          const before = costs.reduce((a, b) => a + b, 0) / STEP;
          const micros = timed(() => pulled(grid, found.map(at), costs));
          return [found.length, excess(pair, before), excess(pair, after / STEP), left, micros];
        }),
      );
    }
    row(
      'cells',
      pairs.map((pair) => {
        const ask = (smoothing: boolean) => hpa.search(...at(pair[0]), ...at(pair[1]), buffer, smoothing);
        const micros = timed(() => ask(true)) - timed(() => ask(false));
        const [points, before] = [buffer.waypointCount, buffer.cost];
        ask(true);
        const [left, after] = [buffer.waypointCount, buffer.cost];
        return [points, excess(pair, before), excess(pair, after), left, micros];
      }),
    );
  }
  return table;
}

/** Leaves out points of a path between which a line is free. @returns its cost on the doubled scale, and points left */
function pulled({ open, stride }: Grid, points: [number, number][], costs: readonly number[]): [number, number] {
  let cost = 0;
  let left = 1;
  for (let i = 0; i < points.length - 1; left++) {
    const [x, y] = points[i];
    const line = (j: number) => {
      const [cell, dx, dy] = [(y + 1) * stride + x + 1, points[j][0] - x, points[j][1] - y];
      return Math.min(...[true, false].map((first) => lineCost(open, stride, cell, dx, dy, first)));
    };
    let j = points.length - 1;
    while (j > i + 1 && line(j) === Infinity) j--;
    cost += Math.min(line(j), j === i + 1 ? costs[i] : Infinity);
    i = j;
  }
  return [cost, left];
}

function* inOrder(nodes: readonly number[]): Generator<[number, number]> {
  for (const [i, a] of nodes.entries()) for (const b of nodes.slice(i + 1)) yield [a, b];
}

/** The far ends of the list first: their paths have the most sub-paths. */
function* fromBothEnds(nodes: readonly number[]): Generator<[number, number]> {
  for (let gap = nodes.length - 1; gap > 0; gap--)
    for (let i = 0; i + gap < nodes.length; i++) yield [nodes[i], nodes[i + gap]];
}
