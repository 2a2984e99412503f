import { describe, expect, it } from 'vitest';
import { drawn, makeGrid, random } from '../../../test/grids.js';
import { withMoves } from '../../core/grid/clearance.js';
import { gridFrom } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { parseScenarios, type Scenario } from '../../maps/scen.js';
import { load } from '../../runtime/load-all.js';
import type { GridNav } from '../../runtime/nav.js';
import { checkEngine, checkEngines, type ProvenQuery, randomQueries, scenarioQueries } from './queries.js';

const field = gridFrom(120, 3, (x, y) => y !== 1 || x === 119);
const [jps, hpa] = [await bakeJps(field), await bakeHpa(field)];
/** From 0,0 straight to the right, with this cost in the file. */
const straight = (steps: number, said: number): ProvenQuery => ({
  from: [0, 0],
  to: [steps, 0],
  optimal: said * STRAIGHT,
});
const only = (blob: Uint8Array, queries: ProvenQuery[], within = 0) => {
  const [report] = checkEngines([blob], queries, within);
  return report;
};

describe('the answers of an engine', () => {
  it('are counted, with the mean and percentiles of their excess', () => {
    const queries = Array.from({ length: 100 }, (_, i) => straight(100, 100 / (1 + i / 100)));
    queries.push({ from: [0, 1], to: [1, 1], optimal: Infinity });
    const { faults, ...report } = only(jps, queries);
    expect(report).toEqual({
      ...{ engine: 'jps', queries: 101, solved: 100, unreachable: 1 },
      ...{ mean: expect.closeTo(0.495), p50: expect.closeTo(0.5), p95: expect.closeTo(0.95) },
      ...{ p99: expect.closeTo(0.99), max: expect.closeTo(0.99) },
    });
    expect(faults).toHaveLength(99);
    const none = { mean: 0, p50: 0, p95: 0, p99: 0, max: 0, faults: [] };
    expect(only(jps, [])).toEqual({ engine: 'jps', queries: 0, solved: 0, unreachable: 0, ...none });
    expect(only(jps, [{ from: [4, 0], to: [4, 0], optimal: 0 }])).toMatchObject({ solved: 1, ...none });
  });

  it('are faults where they are shorter or longer than they may be, missing, or too many', () => {
    const faults = (blob: Uint8Array, query: ProvenQuery, within = 0) => only(blob, [query], within).faults;
    const [a, b] = ['engine jps: the path from 0,0 to 40,0', 'engine hpa: the path from 0,0'];
    expect(faults(jps, straight(40, 40))).toEqual([]);
    expect(faults(jps, straight(40, 41))).toEqual([`${a} costs 40, less than the optimum 41`]);
    expect(faults(jps, straight(40, 32), 0.9)).toEqual([`${a} costs 40, the optimum is 32: 25.00 % more`]);
    expect(faults(jps, straight(40, Infinity))).toEqual([`${a} should not be there`]);
    expect(faults(jps, { from: [0, 0], to: [5, 1], optimal: 7 })).toEqual([
      'engine jps: the path from 0,0 to 5,1 is not found',
    ]);
    // Near-optimal ones may be longer by a share, and short ones by that of 16 steps.
    expect(faults(hpa, straight(40, 40 / 1.25), 0.25)).toEqual([]);
    expect(faults(hpa, straight(40, 32), 0.24)).toEqual([
      `${b} to 40,0 costs 40, the optimum is 32: 25.00 % more, allowed are 24.0 %`,
    ]);
    expect(faults(hpa, straight(8, 4), 0.25)).toEqual([]);
    expect(faults(hpa, straight(8, 4), 0.24)).toEqual([
      `${b} to 8,0 costs 8, the optimum is 4: 100.00 % more, allowed are 24.0 %`,
    ]);
  });

  it('on weighted terrain are on the doubled scale', async () => {
    const weighted = await bakeJps(
      gridFrom(
        30,
        1,
        () => true,
        () => 2,
      ),
    );
    const query = (said: number): ProvenQuery => ({ from: [0, 0], to: [10, 0], optimal: 2 * said * STRAIGHT });
    expect(only(weighted, [query(20)]).faults).toEqual([]);
    expect(only(weighted, [query(16)]).faults[0]).toMatch(/ costs 20, the optimum is 16: 25\.00 % more$/);
  });

  it('of larger squares are swept over the map of single cells', async () => {
    const anchors = Object.assign(
      gridFrom(20, 4, (x, y) => x < 19 && y < 3),
      { size: 2 },
    );
    const blob = await bakeJps(anchors);
    const query: ProvenQuery = { from: [0, 0], to: [10, 0], optimal: 10 * STRAIGHT };
    const swept = (wall: number) =>
      checkEngines(
        [blob],
        [query],
        0,
        gridFrom(20, 4, (x) => x !== wall),
      )[0].faults;
    expect(swept(19)).toEqual([]);
    expect(swept(11)).toHaveLength(1);
    expect(swept(12)).toEqual([]);
  });

  it('are faults where the engine or a walk says another cost than its cells have, or there is no walk', () => {
    const honest = load([jps]);
    const walk =
      (cost: number, ...cells: [number, number][]) =>
      () =>
        Object.assign(cells, { cost });
    const faults = (lies: object) =>
      checkEngine(Object.assign(Object.create(honest) as GridNav, lies), [straight(2, 2)], 0).faults;
    const findPathInto: GridNav['findPathInto'] = (x0, y0, x1, y1, path) => {
      const found = honest.findPathInto(x0, y0, x1, y1, path);
      path.cost += 0.5;
      return found;
    };
    const what = 'engine jps: the path from 0,0 to 2,0';
    expect(faults({})).toEqual([]);
    expect(faults({ findPathInto })).toEqual([`${what} costs 2, the engine returns 2.5`]);
    expect(faults({ walk: () => null })).toEqual([`${what} is not walked`]);
    expect(faults({ walk: walk(2, [0, 0], [1, 0], [2, 0]) })).toEqual([]);
    expect(faults({ walk: walk(3, [0, 0], [1, 0], [2, 0]) })).toEqual([]);
    expect(faults({ walk: walk(1.9, [0, 0], [1, 0], [2, 0]) })).toEqual([
      `${what} when walked costs 2, the engine returns 1.9`,
    ]);
    expect(faults({ walk: walk(2, [0, 0], [2, 0]) })).toHaveLength(1);
  });

  it('are asked of all engines that the blobs have all artifacts of, except A*', () => {
    const names = checkEngines([jps, hpa], [straight(4, 4)], 0).map(({ engine }) => engine);
    expect(names).toEqual(['jps', 'hpa']);
    expect(() => checkEngines([jps.slice(0, 50)], [], 0)).toThrow();
  });
});

describe('queries', () => {
  it('at random share a start with 20 others, and have the optima of plain Dijkstra', () => {
    const grid = makeGrid('noise', 20, 20, 0.4, 3);
    const { queries, faults } = randomQueries(grid, 50, random(2));
    expect([queries.length, faults]).toEqual([50, []]);
    expect(queries.map(({ from }) => queries.findIndex((other) => other.from.join() === from.join()))).toEqual(
      queries.map((_, i) => i - (i % 20)),
    );
    for (const { from, to, optimal } of queries) expect(optimal).toBe(dijkstra(grid, ...from)[grid.cell(...to)]);
    expect(queries.some(({ optimal }) => optimal === Infinity)).toBe(true);
    expect(randomQueries(grid, 0, random(2)).queries).toEqual([]);
    expect(
      randomQueries(
        gridFrom(3, 3, () => false),
        5,
        random(2),
      ).queries,
    ).toEqual([]);
  });

  const scenario = (from: number[], to: number[], optimal: number): Scenario =>
    parseScenarios(`version 1\n0\ta\t5\t3\t${[...from, ...to, optimal].join('\t')}`)[0];
  const small = drawn(`
    .....
    .####
    .....`);
  const ask = (grid: typeof small, ...ends: Parameters<typeof scenario>) => {
    const { width, height } = grid;
    const { queries, faults } = scenarioQueries(grid, [{ ...scenario(...ends), width, height }]);
    return [...queries.map(({ optimal }) => optimal / STRAIGHT), ...faults];
  };

  it('of a scenario file have the optimum of the map, which the file has to agree with', () => {
    expect(ask(small, [0, 0], [4, 0], 4)).toEqual([4]);
    expect(ask(small, [0, 0], [4, 0], 4.011)).toEqual([4]);
    const other = 'it is of another map';
    expect(ask(small, [0, 0], [4, 0], 4.02)).toEqual([
      4,
      `the scenario from 0,0 to 4,0 states 4.02, the shortest path has 4: ${other}`,
    ]);
    expect(ask(small, [0, 0], [4, 0], 0)).toEqual([
      4,
      `the scenario from 0,0 to 4,0 states no path, the shortest path has 4: ${other}`,
    ]);
    expect(ask(small, [0, 0], [2, 1], 0)).toEqual([Infinity]);
    for (const [from, to] of [
      [
        [0, 0],
        [5, 0],
      ],
      [
        [0, 3],
        [4, 0],
      ],
      [
        [0, 0],
        [2, 1],
      ],
    ])
      expect(ask(small, from, to, 9)).toEqual([
        Infinity,
        `the scenario from ${from} to ${to} states 9, there is no path: ${other}`,
      ]);
  });

  it('of a scenario file for a map of another size are refused', () => {
    const one = { ...scenario([0, 0], [4, 0], 4), width: 6, height: 3 };
    expect(scenarioQueries(small, [one]).faults).toEqual(['the scenarios are for a map of 6 x 3, this is 5 x 3']);
  });

  it('of a scenario file, where cells cost, agree in whether there is a path; for other walkers they say nothing', () => {
    const weighted = gridFrom(
      5,
      1,
      (x) => x < 4,
      () => 3,
    );
    expect(ask(weighted, [0, 0], [3, 0], 3)).toEqual([18]);
    expect(ask(weighted, [0, 0], [3, 0], 0)).toEqual([
      18,
      'the scenario from 0,0 to 3,0 states no path, the shortest path has 9: it is of another map',
    ]);
    expect(ask(weighted, [0, 0], [4, 0], 3)).toHaveLength(2);
    expect(ask(withMoves(small, 'never'), [0, 0], [4, 0], 9)).toEqual([4]);
    expect(ask(Object.assign(small.copy(), { size: 2 }), [0, 0], [4, 0], 9)).toEqual([4]);
  });
});
