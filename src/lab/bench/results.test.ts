import { expect, it } from 'vitest';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { MEASURES, measure } from './measures.js';
import { RESULT_COLUMNS, summary, toCsv } from './results.js';
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
      return { engine, exact: i === 0, unbeaten: false, measures, micros: [us, us], costs: [steps, steps] };
    }),
  };
}

const MAPS = [result('a, "b".map', { astar: 100, jps: 4, hpa: 2 }, ['table']), result('c.map', { astar: 300, jps: 6 })];

it('a file has a row for each map and engine, also for those that were left out', () => {
  const [header, ...lines] = toCsv({ setting: SETTING, maps: MAPS }).trimEnd().split('\n');
  expect(header).toBe(RESULT_COLUMNS.join());
  const end = '2 x CPU, 4 GiB",v20,1.0.0,2026-11-22,"bench ""a"", b"';
  expect(lines[0]).toMatch(/^"a, ""b"".map",astar,no,0.0002,100,/);
  expect(lines[0].endsWith(`,yes,2,,"${end}`)).toBe(true);
  expect(lines[3]).toBe(`"a, ""b"".map",table,no${','.repeat(MEASURES.length + 1)},2,bake took too long,"${end}`);
  expect(lines.map((line) => line.match(/(?<=map"?,)\w+/)?.[0])).toEqual([
    'astar',
    'jps',
    'hpa',
    'table',
    'astar',
    'jps',
  ]);
});

it('the summary weights by queries, and compares on the maps that both answered', () => {
  expect(summary(MAPS)).toEqual([
    ['engine', 'maps', 'queries', 'µs', 'faster than astar', 'longer', 'expanded', ''],
    ['astar', '2', '4', '200', '1', '0 %', '200', ''],
    ['jps', '2', '4', '5', '40', '10 %', '5', ''],
    ['hpa', '1', '2', '2', '50', '20 %', '2', ''],
    ['table', '0', '0', '-', '-', '-', '', ''],
  ]);
});
