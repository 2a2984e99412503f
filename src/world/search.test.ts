import fc from 'fast-check';
import { expect, it } from 'vitest';
import { octile } from '../core/grid/step-costs.js';
import { eachWay, gatesOf } from './gates.js';
import { memoryOfTile } from './options.js';
import { bestFirst, wayTo } from './query.js';

const COUNT = 25;

it('finds the cheapest way over any edges, its nodes in order, each node expanded once; run after run, of more nodes or fewer', () => {
  const search = bestFirst();
  const edge = fc.record({ from: fc.nat(COUNT - 1), to: fc.nat(COUNT - 1), cost: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(
      fc.array(edge, { minLength: 10, maxLength: 90 }),
      fc.nat(COUNT - 1),
      fc.integer({ min: 1, max: 40 }),
      (edges, goal, beyond) => {
        const expected = new Float64Array(COUNT).fill(Infinity);
        expected[0] = 0;
        for (let i = 0; i < COUNT; i++)
          for (const { from, to, cost } of edges) expected[to] = Math.min(expected[to], expected[from] + cost);
        const expanded: number[] = [];
        const problem = {
          count: COUNT,
          seed: (reach: (node: number, cost: number) => void) => reach(0, 0),
          expand(node: number, cost: number, reach: (node: number, cost: number) => void) {
            expanded.push(node);
            expect(cost).toBe(expected[node]);
            for (const { from, to, cost: more } of edges) if (from === node) reach(to, cost + more);
          },
        };
        // Without a goal: every cost.
        expect(search.run(problem)).toBe(-1);
        expect([...search.costs.subarray(0, COUNT)]).toEqual([...expected]);
        expect([expanded.length, search.expanded, new Set(expanded).size]).toEqual(
          Array(3).fill(expected.filter(Number.isFinite).length),
        );
        // To a goal next to one node.
        const finish = (node: number) => (node === goal ? beyond : Infinity);
        const whole = expected[goal] + beyond;
        expect([search.run({ ...problem, finish }), search.best]).toEqual([whole < Infinity ? goal : -1, whole]);
        if (whole === Infinity) return;
        const way = wayTo(search, goal);
        expect([way[0], way.at(-1)]).toEqual([0, goal]);
        const lengths = way
          .slice(1)
          .map((node, i) =>
            Math.min(...edges.filter(({ from, to }) => from === way[i] && to === node).map(({ cost }) => cost)),
          );
        expect(lengths.reduce((a, b) => a + b, 0)).toBe(expected[goal]);
        // As good as one that is known: none.
        expect([search.run({ ...problem, finish, best: whole }), search.best]).toEqual([-1, whole]);
        expect(search.run({ ...problem, finish, best: whole + 1 })).toBe(goal);
      },
    ),
    { numRuns: 60 },
  );
  const line = { count: 5000, seed: (reach: (node: number, cost: number) => void) => reach(0, 0) };
  search.run({
    ...line,
    expand: (node, cost, reach) =>
      void (node === 0 && Array.from({ length: 4999 }, (_, i) => reach(i + 1, cost + 5000 - i))),
  });
  expect([search.costs[4999], search.costs[1], search.expanded, search.parents[77]]).toEqual([2, 5000, 5000, 0]);
});

it('the memory of a tile is that of its cells and their frame, or of the map where that is smaller', () => {
  const of = (tile: number, width: number, height: number) =>
    memoryOfTile({ tile, width, height } as Parameters<typeof memoryOfTile>[0]);
  expect(of(100, 300, 300) - of(50, 300, 300)).toBe(120 * (102 ** 2 - 52 ** 2));
  expect(of(1000, 20, 30)).toBe(30e6 + 120 * 22 * 32);
});

it('ways between gates may cost more than 32 bits tell', () => {
  const layout = { width: 20, height: 10, tile: 10, cluster: 5, columns: 2, rows: 1 };
  const table = { counts: Uint16Array.of(2, 0, 0, 0), places: Uint16Array.of(1, 8), weights: undefined };
  const gates = gatesOf(layout, { ...table, low: Uint32Array.of(8, 1), high: Uint16Array.of(3, 0) });
  const ways: number[][] = [];
  for (let end = 0; end < 4; end++) eachWay(gates, end, (to, cost) => ways.push([end, to, cost]));
  const far = 2 * octile(0, 7);
  expect(ways).toEqual([
    [0, 2, far + 3 * 2 ** 32 + 7],
    [1, 3, far],
    [2, 0, far + 3 * 2 ** 32 + 7],
    [3, 1, far],
  ]);
});
