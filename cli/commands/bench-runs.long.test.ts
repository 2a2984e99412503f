import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, RESULT_COLUMNS } from '../../src/lab/bench/results.js';
import { COURTYARD, good, makeTemporaryFolder, SPIRAL } from '../../test/prep.js';

/** Rows of a CSV without quoted commas. */
const rows = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

describe('prep bench', () => {
  const folder = makeTemporaryFolder();
  const [csv, json] = ['b.csv', 'b.json'].map((name) => join(folder, name));
  const ENGINES = ['astar', 'astar-w1.75', 'jps-bit', 'jps'];
  let stdout = '';
  let bench: Bench;
  beforeAll(async () => {
    const files = ['-o', [csv, json].join()];
    stdout = await good(`bench ${COURTYARD} ${SPIRAL} --quick --engines ${ENGINES.join(',')}`, ...files);
    bench = JSON.parse(readFileSync(json, 'utf8'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('prints a table for each map', () => {
    const [courtyard, spiral] = stdout.split('\n\n');
    expect(courtyard).toMatch(
      /^fixtures\/maps\/courtyard\.map: 40 x 30, 858 open cells, 30 queries\nengine +mean µs +typical/,
    );
    expect(spiral).toMatch(/^fixtures\/maps\/spiral\.map: 17 x 13, 95 open cells, \d+ queries\n/);
    for (const engine of ENGINES) expect(courtyard).toMatch(new RegExp(`^${engine} `, 'm'));
    // Which ones are unbeaten is a matter of time; some one always is.
    expect(courtyard).toMatch(/ unbeaten$/m);
    expect(courtyard).toContain('\nunbeaten: no other engine is better in mean time, storage and path length together');
  });

  it('writes JSON with the setting, every query and every time', () => {
    expect(bench.setting).toMatchObject({
      node: process.version,
      gridprep: JSON.parse(readFileSync('package.json', 'utf8')).version,
      options: expect.stringContaining('--quick'),
    });
    expect(bench.setting.machine).toMatch(/\d+ x .+, \d+ GiB/);
    expect(bench.maps.map(({ map }) => map)).toEqual([COURTYARD, SPIRAL]);
    for (const { queries, optima, disagreements, engines } of bench.maps) {
      expect(engines.map(({ engine }) => engine)).toEqual(ENGINES);
      expect(disagreements).toBe(0);
      for (const { exact, measures, micros, costs } of engines) {
        expect(measures).toMatchObject({ solved: queries.length, invalid: 0, unsolved: 0, queries: queries.length });
        expect(micros.every((us) => us > 0)).toBe(true);
        if (exact) expect(costs).toEqual(optima);
        expect(measures.memoryBefore).toBeGreaterThan(1e6);
      }
    }
    const [astar, , , jps] = bench.maps[0].engines.map(({ measures }) => measures);
    expect(astar.storageBytes).toBe(0);
    expect(jps.storageBytes).toBeGreaterThan(100);
    expect(jps.expanded).toBeLessThan(astar.expanded as number);
  });

  it('writes CSV, a row a map and engine, the same numbers in it', () => {
    const [header, ...lines] = rows(readFileSync(csv, 'utf8').replaceAll(/"[^"]*"/g, 'quoted'));
    expect(header).toEqual(RESULT_COLUMNS);
    expect(lines.map((line) => line.slice(0, 2))).toEqual(
      [COURTYARD, SPIRAL].flatMap((map) => ENGINES.map((engine) => [map, engine])),
    );
    for (const line of lines) expect(line).toHaveLength(header.length);
    expect(Number(lines[3][4])).toBe(Number(bench.maps[0].engines[3].measures.meanMicros.toPrecision(6)));
  });
});

it('--frames plays frames of a game, by each way to find paths', async () => {
  const stdout = await good(`bench ${SPIRAL} --frames 5 --units 3`);
  expect(stdout).toMatch(/^fixtures\/maps\/spiral\.map: 3 units, 5 frames, budget 1 ms\npaths by /);
  expect(stdout.match(/^.*(?=, (at once|queue|ahead))/gm)).toEqual(['jps', 'jps', 'hpa', 'hpa', 'hpa walks']);
});

it('--cost-pattern prices the map, in a separate benchmark', async () => {
  const stdout = await good(`bench ${SPIRAL} --quick --cost-pattern roads --engines astar`);
  expect(stdout.match(/^.*spiral\.map.*(?=:)/gm)).toEqual([`${SPIRAL} roads`]);
});
