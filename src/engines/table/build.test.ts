import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { sampleOf } from '../../../test/samples.js';
import { haveSharedMaps, readSharedMap, sharedMap, sharedMaps } from '../../../test/shared-maps.js';
import { unpackBlob } from '../../core/blob/pack.js';
import { TableError } from '../../core/errors.js';
import { gridFrom } from '../../core/grid/grid.js';
import { random } from '../../core/grid/sample.js';
import { STEP } from '../../core/grid/step-costs.js';
import { bakeHpa } from '../hpa/bake.js';
import { buildHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import type { Csr } from '../hpa/levels.js';
import { bakeHpaFor, bakeTable, TABLE_DEFAULTS } from './bake.js';
import { buildTable, bySearch, floyd } from './build.js';
import { checkEffort, chooseLevel } from './fit.js';
import { componentsOf, type TableGraph, tableGraph } from './graph.js';
import { pairsOf } from './pairs.js';
import { type RowRuns, runsTable, tableOf } from './rows.js';
import { rowSearch } from './search.js';
import { hopType } from './section.js';

/** Dijkstra as the textbook has it, without any queue. */
function plainDijkstra({ first, to, cost }: Csr, source: number): Float64Array {
  const count = first.length - 1;
  const distance = new Float64Array(count).fill(Infinity);
  const done = new Uint8Array(count);
  distance[source] = 0;
  for (;;) {
    let n = -1;
    for (let i = 0; i < count; i++)
      if (!done[i] && distance[i] < Infinity && (n < 0 || distance[i] < distance[n])) n = i;
    if (n < 0) return distance;
    done[n] = 1;
    for (let e = first[n]; e < first[n + 1]; e++) distance[to[e]] = Math.min(distance[to[e]], distance[n] + cost[e]);
  }
}

/** All rows by search, one after the other. */
function tableBySearch(graph: TableGraph) {
  const runs: RowRuns = { lengths: [], hops: [], wide: false };
  const search = rowSearch(graph, componentsOf(graph), runs);
  for (let i = 0; i < graph.count; i++) search(i);
  return runsTable(graph, [runs]);
}

const byFloyd = (graph: Csr & { count: number }) => {
  const distances = new Float64Array(graph.count ** 2);
  floyd(graph, distances);
  return distances;
};

/** Nodes with more edges than a number has bits, some of them twice and some of equal cost. */
function starGraph(count: number, chance: () => number): TableGraph {
  const edges = Array.from({ length: count }, (): [number, number][] => []);
  for (let a = 0; a < count; a++)
    for (let b = 0; b < a; b++) {
      if (chance() < 0.2) continue;
      const cost = STEP * (1 + Math.floor(3 * chance()));
      for (let times = chance() < 0.1 ? 2 : 1; times > 0; times--) {
        edges[a].push([b, cost]);
        edges[b].push([a, cost]);
      }
    }
  const first = new Int32Array(count + 1);
  edges.forEach((all, i) => {
    first[i + 1] = first[i] + all.length;
  });
  const places = Int32Array.from({ length: count }, (_, i) => i);
  const [to, cost] = [0, 1].map((k) => edges.flat().map((edge) => edge[k]));
  return { level: 1, count, nodes: places, places, first, to: Int32Array.from(to), cost: Float64Array.from(cost) };
}

describe('buildTable', () => {
  it('finds the rows of nodes with hundreds of edges', () => {
    for (const count of [31, 33, 64, 65, 120]) {
      const graph = starGraph(count, random(count));
      expect(tableBySearch(graph)).toEqual(tableOf(graph, byFloyd(graph)));
    }
  });

  it('Floyd = Dijkstra per source, and repeated search finds the same rows, on every level of random abstractions', async () => {
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
      const exact = byFloyd(graph);
      const searched = tableBySearch(graph);
      for (const part of ['wide', 'lengths', 'hops'] as const)
        expect(searched[part]).toEqual(tableOf(graph, exact)[part]);
      for (let s = 0; s < count; s += 7) {
        const plain = plainDijkstra(graph, s);
        for (let t = 0; t < count; t++) {
          if (plain[t] !== exact[s * count + t])
            throw new Error(`${s} to ${t}: ${exact[s * count + t]}, not ${plain[t]}`);
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
      const { follow, edge } = pairsOf(table);
      const exact = byFloyd(graph);
      const fits = (i: number, j: number, e: number) => cost[e] + exact[to[e] * count + j] === exact[i * count + j];
      const components = componentsOf(graph);
      let run = 0;
      for (let i = 0; i < count; i++) {
        for (let j = 0, end = components[i]; j < i; j++) {
          const distance = follow(i, j) || Infinity;
          if (distance !== exact[i * count + j])
            throw new Error(`${i} to ${j}: ${distance}, not ${exact[i * count + j]}`);
          if (distance === Infinity) continue;
          if (!fits(i, j, edge(i, j, 0))) throw new Error(`${i} to ${j} does not begin with edge ${edge(i, j, 0)}`);
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
    const grid = makeGrid('rooms', 110, 90, 0.6, 9);
    const abstraction = buildHpa(grid, { cluster: 10, levels: 2 });
    const graph = hpaGraph(grid, abstraction);
    const [a, b, c] = await Promise.all(
      [{ method: 'floyd' as const }, { method: 'search' as const }, { threads: 1 }].map((options) =>
        buildTable(grid, abstraction, graph, { level: 2, ...options }),
      ),
    );
    expect(b).toEqual(a);
    expect(c).toEqual(a);
    const nodes = tableGraph(graph, 1);
    expect(nodes.count).toBeGreaterThan(500);
    const alone = await bySearch(nodes, { threads: 1 });
    for (const threads of [2, 3]) expect(await bySearch(nodes, { threads }, 0)).toEqual(alone);
  });

  it('stops on a signal', async () => {
    const grid = makeGrid('rooms', 90, 70, 0.6, 9);
    const graph = tableGraph(hpaGraph(grid, buildHpa(grid, { cluster: 10 })), 1);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(bySearch(graph, { threads: 1, signal })).rejects.toThrow('enough');
  });

  it('says which level and what is too much', async () => {
    const grid = makeGrid('rooms', 100, 100, 0.5, 2);
    const abstraction = buildHpa(grid, { cluster: 8, levels: 2 });
    const graph = hpaGraph(grid, abstraction);
    const count = (level: number) => tableGraph(graph, level).count;
    const build = (options: object) => buildTable(grid, abstraction, graph, options);
    expect((await build({})).graph.level).toBe(1);
    expect((await build({ maxNodes: count(1) - 1 })).graph.level).toBe(2);
    expect((await build({ maxNodes: count(1) })).graph.level).toBe(1);
    expect((await build({ level: 2 })).graph.count).toBe(count(2));
    const refuse = async (options: object, text: string) =>
      expect(build(options)).rejects.toThrow(expect.objectContaining({ name: 'BakeError', message: text }));
    const two = count(2);
    await refuse(
      { maxNodes: 100 },
      `level 2 has ${two} nodes, --max-nodes is 100; bake with --cluster 50 (84 nodes) or --levels 4 (76 nodes), or raise --max-nodes`,
    );
    await refuse({ maxNodes: 1 }, `level 2 has ${two} nodes, --max-nodes is 1; raise --max-nodes`);
    await refuse(
      { level: 3 },
      'level is 3, allowed are 0 to 2, the levels of the HPA* bake; bake that with --levels 3',
    );
    const takes = `a table of ${count(1)} nodes takes about ${Math.ceil((4 * count(1) ** 2) / 1e6)} MB of memory to bake`;
    await refuse(
      { maxMemory: 1e6 },
      `${takes}, --max-memory is 1 MB; take a higher level or larger clusters, or raise it`,
    );
    const small = gridFrom(9, 9, () => true);
    const own = buildHpa(small, { cluster: 4 });
    const choose = (nodes: number) => () =>
      chooseLevel(small, own, { ...graph, nodeLevels: new Uint8Array(nodes).fill(1) }, 1, 1e6);
    expect(choose(65535)()).toBe(1);
    expect(choose(65536)).toThrow(/^level 1 has 65536 nodes, a table has at most 65535; bake with --cluster 5 /);
    expect(checkEffort(4000, 'floyd', 4000 ** 2 * 8)).toBe(undefined);
    expect(() => checkEffort(4001, 'floyd', Infinity)).toThrow(
      new TableError(
        'Floyd takes at most 4000 nodes, this level has 4001; take --method search, which gives the same bytes',
      ),
    );
  });

  it('is of the fewest levels whose top level fits, if the map is given', async () => {
    const grid = makeGrid('rooms', 100, 100, 0.5, 2);
    const levelsOf = async (maxNodes: number, options: object = {}, of = grid) => {
      const hpa = await bakeHpaFor(of, { cluster: 8, ...options, codec: 'none', map: 'rooms' }, maxNodes);
      const [{ metadata }] = unpackBlob(hpa);
      const { levels } = (metadata as { options: { levels: number } }).options;
      const same = await bakeHpa(of, { cluster: 8, ...options, levels, codec: 'none', map: 'rooms' });
      expect(Buffer.from(hpa)).toEqual(Buffer.from(same));
      return levels;
    };
    const graph = hpaGraph(grid, buildHpa(grid, { cluster: 8, levels: 4 }));
    for (const level of [1, 2, 3, 4]) {
      const { count } = tableGraph(graph, level);
      expect(await levelsOf(count)).toBe(level);
      if (level < 4) expect(await levelsOf(count - 1)).toBe(level + 1);
    }
    // The fifth level would be one cluster, without a node. Levels that are given stay.
    expect(await levelsOf(10)).toBe(4);
    expect(await levelsOf(10, { levels: 2 })).toBe(2);
    expect(
      await levelsOf(
        10,
        {},
        gridFrom(8, 8, () => true),
      ),
    ).toBe(1);
  });

  it.skipIf(!haveSharedMaps)('fits on each benchmark map without an option', async () => {
    for (const file of sampleOf(sharedMaps())) {
      const grid = readSharedMap(file);
      const hpa = await bakeHpaFor(grid, { codec: 'none', map: 'any' }, TABLE_DEFAULTS.maxNodes);
      const [{ metadata }] = unpackBlob(await bakeTable(hpa, { codec: 'none' }));
      const { nodes } = (metadata as { statistics: { nodes: number } }).statistics;
      expect([file, nodes > 0 && nodes <= 2000]).toEqual([file, true]);
    }
  });

  it('is of 64 bits from 2 ** 32 on, its hops of 16 from 257 edges on', () => {
    const [first, to, places] = [Int32Array.of(0, 1, 2), Int32Array.of(1, 0), Int32Array.of(0, 1)];
    for (const price of [2 ** 32 - 1, 2 ** 32]) {
      const graph = { level: 1, count: 2, nodes: places, places, first, to, cost: Float64Array.of(price, price) };
      for (const table of [tableOf(graph, byFloyd(graph)), tableBySearch(graph)]) {
        expect(table.wide).toBe(price === 2 ** 32);
        expect(pairsOf(table).follow(0, 1)).toBe(price);
      }
    }
    const ofEdges = (edges: number) => hopType({ first: Int32Array.of(0, edges, edges) } as TableGraph);
    expect([ofEdges(256), ofEdges(257)]).toEqual([Uint8Array, Uint16Array]);
  });

  it.skipIf(!haveSharedMaps)('Floyd = repeated search on the top levels of real maps', async () => {
    for (const [name, options] of sampleOf([
      ['dao/arena2', { cluster: 16, levels: 3 }],
      ['bg512/AR0300SR', { cluster: 16, levels: 3 }],
      ['bg512/AR0011SR', { cluster: 32, levels: 2 }],
    ] as const)) {
      const grid = sharedMap(name);
      const graph = tableGraph(hpaGraph(grid, buildHpa(grid, options)), options.levels);
      expect(tableBySearch(graph)).toEqual(tableOf(graph, byFloyd(graph)));
    }
  });
});
