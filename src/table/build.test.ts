import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { forAllHpa } from '../../test/hpa.js';
import { haveSharedMaps, sharedMap } from '../../test/shared-maps.js';
import { gridFrom } from '../grid/grid.js';
import { buildHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import type { Edges } from '../hpa/levels.js';
import { buildTable, bySearch } from './build.js';
import { floyd } from './floyd.js';
import { componentsOf, tableGraph } from './graph.js';
import { pairsOf } from './pairs.js';

/** Dijkstra as the textbook has it, without any queue. */
function plainDijkstra({ first, to, cost }: Edges, source: number): Float64Array {
  const count = first.length - 1;
  const distance = new Float64Array(count).fill(Infinity);
  const done = new Uint8Array(count);
  distance[source] = 0;
  for (;;) {
    let n = -1;
    for (let i = 0; i < count; i++) if (!done[i] && distance[i] < Infinity && (n < 0 || distance[i] < distance[n])) n = i;
    if (n < 0) return distance;
    done[n] = 1;
    for (let e = first[n]; e < first[n + 1]; e++) distance[to[e]] = Math.min(distance[to[e]], distance[n] + cost[e]);
  }
}

const byFloyd = (graph: Edges & { count: number }) => {
  const distances = new Float64Array(graph.count ** 2);
  floyd(graph, distances);
  return distances;
};

describe('buildTable', () => {
  it('Floyd = repeated search = Dijkstra per source, and what a table restores, on every level of random abstractions', async () => {
    const graphs: ReturnType<typeof tableGraph>[] = [];
    forAllHpa(40, 60, ({ grid, options }) => {
      const graph = hpaGraph(grid, buildHpa(grid, options));
      for (let level = 1; level <= options.levels; level++) graphs.push(tableGraph(graph, level));
    });
    // Random maps need not be in pieces: this one is.
    const apart = gridFrom(30, 9, (x) => x !== 14);
    graphs.push(tableGraph(hpaGraph(apart, buildHpa(apart, { cluster: 4 })), 1));
    let unreachable = 0;
    for (const graph of graphs) {
      const { count } = graph;
      const searched = await bySearch(graph, 1);
      if (Buffer.compare(new Uint8Array(byFloyd(graph).buffer), new Uint8Array(searched.buffer)) !== 0) throw new Error('Floyd differs');
      for (let s = 0; s < count; s += 7) {
        const plain = plainDijkstra(graph, s);
        for (let t = 0; t < count; t++) {
          if (plain[t] !== searched[s * count + t]) throw new Error(`${s} to ${t}: ${searched[s * count + t]}, not ${plain[t]}`);
          if (plain[t] === Infinity) unreachable++;
        }
      }
    }
    expect(unreachable).toBeGreaterThan(0);
  });

  it('takes shortest next hops, runs as long as they can be, and restores every distance from them', async () => {
    const cases: Parameters<Parameters<typeof forAllHpa>[2]>[0][] = [];
    forAllHpa(30, 40, (c) => void cases.push(c));
    for (const { grid, options } of cases) {
      const abstraction = buildHpa(grid, options);
      const table = await buildTable(grid, abstraction, hpaGraph(grid, abstraction), { method: 'floyd' });
      const { graph } = table;
      const { count, first, to, cost } = graph;
      const { distances, edge } = pairsOf(table);
      const exact = byFloyd(graph);
      const fits = (i: number, j: number, e: number) => cost[e] + exact[to[e] * count + j] === exact[i * count + j];
      const components = componentsOf(graph);
      let run = 0;
      for (let i = 0; i < count; i++) {
        for (let j = 0, end = components[i]; j < i; j++) {
          const distance = distances[(i * (i - 1)) / 2 + j] || Infinity;
          if (distance !== exact[i * count + j]) throw new Error(`${i} to ${j}: ${distance}, not ${exact[i * count + j]}`);
          if (distance === Infinity) continue;
          if (!fits(i, j, edge(i, j))) throw new Error(`${i} to ${j} does not begin with edge ${edge(i, j)}`);
          if (j < end) continue;
          const [begin, length] = [end, table.lengths[run]];
          end += length;
          // No edge fits the run and one node more, and none before the chosen one fits the run.
          for (let e = first[i]; e < first[i + 1]; e++) {
            let longest = 0;
            while (begin + longest < i && fits(i, begin + longest, e)) longest++;
            const chosen = first[i] + table.hops[run];
            if (longest > length || (longest === length && e < chosen))
              throw new Error(`run ${run}: edge ${e} fits ${longest}, ${length} are taken`);
          }
          run++;
        }
      }
      expect(run).toBe(table.lengths.length);
    }
  });

  it('is the same by either method and with any number of threads', async () => {
    const grid = makeGrid('rooms', 150, 120, 0.6, 9);
    const abstraction = buildHpa(grid, { cluster: 10, levels: 2 });
    const graph = hpaGraph(grid, abstraction);
    const [a, b, c] = await Promise.all(
      [{ method: 'floyd' as const }, { method: 'search' as const }, { jobs: 1 }].map((options) =>
        buildTable(grid, abstraction, graph, { level: 2, ...options }),
      ),
    );
    expect(b).toEqual(a);
    expect(c).toEqual(a);
    const nodes = tableGraph(graph, 1);
    expect(nodes.count).toBeGreaterThan(500);
    const alone = await bySearch(nodes, 1);
    for (const jobs of [2, 3])
      expect(Buffer.compare(Buffer.from((await bySearch(nodes, jobs, 0)).buffer), Buffer.from(alone.buffer))).toBe(0);
  });

  it('says which level and what is too much', async () => {
    const grid = makeGrid('rooms', 100, 100, 0.5, 2);
    const abstraction = buildHpa(grid, { cluster: 8, levels: 2 });
    const graph = hpaGraph(grid, abstraction);
    const count = (level: number) => tableGraph(graph, level).count;
    const build = (options: object) => buildTable(grid, abstraction, graph, options);
    expect((await build({})).graph.level).toBe(1);
    expect((await build({ maxNodes: count(1) - 1 })).graph.level).toBe(2);
    expect((await build({ level: 2 })).graph.count).toBe(count(2));
    await expect(build({ maxNodes: 100 })).rejects.toThrow(
      /^level 2 has \d+ nodes, --max-nodes is 100; bake with --cluster \d+ \(\d+ nodes\) or --levels \d \(\d+ nodes\), or raise --max-nodes$/,
    );
    await expect(build({ maxNodes: 1 })).rejects.toThrow(/^level 2 has \d+ nodes, --max-nodes is 1; raise --max-nodes$/);
    await expect(build({ level: 3 })).rejects.toThrow(/^level 3 is asked for, the bake has 2; take one of those, or bake with --levels 3$/);
    await expect(build({ maxMemory: 1e6 })).rejects.toThrow(
      /^a table of \d+ nodes takes about \d+ MB of memory to bake, --max-memory is 1 MB; take a higher level or larger clusters, or raise it$/,
    );
  });

  it.skipIf(!haveSharedMaps)('Floyd = repeated search on the top levels of real maps', async () => {
    for (const [name, options] of [
      ['dao/arena2', { cluster: 16, levels: 3 }],
      ['bg512/AR0300SR', { cluster: 16, levels: 3 }],
      ['bg512/AR0011SR', { cluster: 32, levels: 2 }],
    ] as const) {
      const grid = sharedMap(name);
      const graph = tableGraph(hpaGraph(grid, buildHpa(grid, options)), options.levels);
      expect(Buffer.compare(new Uint8Array(byFloyd(graph).buffer), new Uint8Array((await bySearch(graph, 1)).buffer))).toBe(0);
    }
  });
});
