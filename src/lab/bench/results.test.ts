import { expect, it } from 'vitest';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { measure } from './measures.js';
import { Results } from './results.js';
import type { MapResult } from './run.js';

const SETTING = {
  machine: '2 x CPU, 4 GiB',
  node: 'v20',
  gridprep: '1.0.0',
  date: '2026-11-22',
  options: 'bench "a", b',
};

/** Engines of a map by their microseconds a query; all answer two queries of 10 steps, the last two steps too long. */
function result(map: string, engines: Record<string, number>, skipped: string[] = []): MapResult {
  const query = { from: [0, 0] as [number, number], to: [10, 0] as [number, number] };
  return {
    map,
    width: 20,
    height: 20,
    openCells: 400,
    queries: [query, query],
    optima: [10, 10],
    disagreements: 0,
    skipped,
    engines: Object.entries(engines).map(([engine, us], i, all) => {
      const steps = i === all.length - 1 && i > 0 ? 12 : 10;
      const costs = Float64Array.of(steps * STRAIGHT, steps * STRAIGHT);
      const measures = measure(
        {
          passes: [Float64Array.of(us, us)],
          costs,
          counts: { expanded: 2 * us },
          memoryBefore: 1,
          memoryAfter: 2,
          storageBytes: 3,
          precomputeMillis: 4,
          loadMillis: 5,
          exact: true,
        },
        [10 * STRAIGHT, 10 * STRAIGHT],
      );
      return { engine, exact: i === 0, front: false, measures, micros: [us, us], costs: [steps, steps] };
    }),
  };
}

function filled(): Results {
  const results = new Results('seed=1');
  results.add(result('a, "b".map', { astar: 100, jps: 4, hpa: 2 }, ['table']), SETTING);
  results.add(result('c.map', { astar: 300, jps: 6 }), SETTING);
  return results;
}

it('a later run continues the file: its rows are done, and the front of a map is of all its engines', () => {
  const text = filled().toCsv();
  const results = new Results('seed=1', { file: 'out.csv', text });
  expect(results.toCsv()).toBe(text);
  expect(results.has('a, "b".map', 'table')).toBe(true);
  expect(results.has('c.map', 'hpa')).toBe(false);
  const fronts = () => results.rows.filter(({ map }) => map === 'c.map').map(({ engine, front }) => [engine, front]);
  expect(fronts()).toEqual([
    ['astar', 'yes'],
    ['jps', 'yes'],
  ]);
  results.add(result('c.map', { 'jps+bounds': 1 }), SETTING);
  expect(fronts()).toEqual([
    ['astar', 'no'],
    ['jps', 'no'],
    ['jps+bounds', 'yes'],
  ]);
});

it('rows of other queries, and other files, are refused', () => {
  const earlier = { file: 'out.csv', text: filled().toCsv() };
  expect(() => new Results('seed=2', earlier)).toThrow(
    new RangeError('out.csv was measured with "seed=1", this run has "seed=2"; use the same options or another file'),
  );
  expect(() => new Results('seed=1', { file: 'out.csv', text: 'map,engine\n' })).toThrow(
    new RangeError('out.csv is no file of results of this version; --resume continues a .csv file of prep bench'),
  );
});

it('the last line of a file that was cut off is left out', () => {
  const text = filled().toCsv();
  const cut = new Results('seed=1', { file: 'out.csv', text: text.slice(0, text.length - 120) });
  expect(cut.rows).toHaveLength(filled().rows.length - 1);
});

it('the summary weights by queries, and compares on the maps that both answered', () => {
  expect(filled().summary()).toEqual([
    ['engine', 'maps', 'queries', 'µs', 'faster than astar', 'excess', 'expanded', ''],
    ['astar', '2', '4', '200', '1', '0 %', '200', ''],
    ['jps', '2', '4', '5', '40', '10 %', '5', ''],
    ['hpa', '1', '2', '2', '50', '20 %', '2', ''],
    ['table', '0', '0', '-', '-', '-', '', ''],
  ]);
});
