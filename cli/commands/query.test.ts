/** What `recorded.test.ts` does not record of `prep query`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateMap } from '../../src/core/generate/generate.js';
import { STRAIGHT } from '../../src/core/grid/step-costs.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { drawCosts } from '../../src/core/maps/cost-patterns.js';
import { parseMap } from '../../src/core/maps/movingai.js';
import { parseScenarios } from '../../src/core/maps/scen.js';
import { checkPath } from '../../src/core/oracle/check-path.js';
import { load } from '../../src/core/runtime/load-all.js';
import { bad, good, makeTemporaryFolder, prep } from '../../test/prep.js';
import { connectedPairs } from '../../test/queries.js';

const MAP = 'fixtures/maps/courtyard.map';
const SCEN = `${MAP}.scen`;
const folder = makeTemporaryFolder();
const BLOB = join(folder, 'courtyard.jps.prep');
const SPIRAL = join(folder, 'spiral.jps.prep');

beforeAll(() => good(`jps ${MAP} fixtures/maps/spiral.map -d ${folder}`));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a new file into the folder of the blobs. */
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** A scenario file for the courtyard. */
function scen(name: string, ...lines: string[]): string {
  return file(
    name,
    `version 1\n${lines.map((line) => `0\tcourtyard.map\t${line.replaceAll(' ', '\t')}`).join('\n')}\n`,
  );
}

const jsonLines = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('prep query --from --to', () => {
  it.each(['jps', 'astar'])('prints cost and waypoints by %s', async (engine) => {
    expect(await good(`query ${BLOB} --from 1,1 --to 4,3 --engine ${engine}`)).toMatch(
      /^cost 4\.4142, 5 cells, waypoints 1,1( \d,\d)+ 4,3\n$/,
    );
  });

  it('answers a start that is the goal', async () => {
    expect(await good(`query ${BLOB} --from 1,1 --to 1,1`)).toBe('cost 0.0000, 1 cell, waypoints 1,1\n');
  });

  it('prints where there is no path, with exit code 1', async () => {
    expect(await prep(`query ${BLOB} --from 1,1 --to 35,16 --json`)).toEqual({
      code: 1,
      stdout: '{"from":[1,1],"to":[35,16],"cost":null}\n{"summary":{"exitCode":1}}\n',
      stderr: 'prep: no path from 1,1 to 35,16: the cells are not connected\n',
    });
  });

  it.concurrent.each([
    [`--from 1,1 --to 2,2 --scenarios ${SCEN}`, '--from and --scenarios exclude each other; give one of them'],
    ['--from 1.5,1 --to 2,2', '--from is "1.5,1", expected X,Y, for example --from 1,11'],
    ['--from 1,1,1 --to 2,2', '--from is "1,1,1", expected X,Y, for example --from 1,11'],
    ['--from -1,3 --to 2,2', '--from is -1,3, which is not on the map; X goes from 0 to 39, Y from 0 to 29'],
    ['--from 1,1 --to 1,30', '--to is 1,30, which is not on the map; X goes from 0 to 39, Y from 0 to 29'],
    [`--scenarios ${SCEN} --repeat 0`, '--repeat is 0; it must be a whole number from 1 to 1000'],
    [
      `--scenarios ${SCEN} --engine magic`,
      '--engine is "magic", allowed are "jps+bounds", "ch", "jps", "priced", "table", "hpa", "astar+bounds", "astar"',
    ],
  ])('%s is refused', async (argv, message) => {
    await bad(`query ${BLOB} ${argv}`, message);
  });
});

describe('prep query --no-refine', () => {
  it('answers by HPA* without its windows: what search.refine = false finds', async () => {
    const grid = drawCosts(generateMap('caves', { width: 60, height: 50, seed: 4 }), 'patches');
    const bytes = await bakeHpa(grid, { cluster: 10 });
    const blob = file('swamp.hpa.prep', bytes);
    const [mended, plain] = [load(bytes), load(bytes)];
    plain.search.refine = false;
    const longer = connectedPairs(grid, 100).find(
      (query) => (plain.findPath(...query)?.cost ?? 0) > (mended.findPath(...query)?.cost ?? 0),
    );
    if (!longer) throw new Error('no path that windows mend');
    const [x0, y0, x1, y1] = longer;
    for (const [flags, nav] of [
      [[], mended],
      [['--refine'], mended],
      [['--no-refine'], plain],
    ] as const) {
      const stdout = await good(`query ${blob} --from ${x0},${y0} --to ${x1},${y1}`, ...flags);
      expect(stdout).toContain(`cost ${nav.findPath(...longer)?.cost.toFixed(4)}, `);
    }
  });
});

describe('prep query --scenarios', () => {
  it.each(['jps', 'astar'])('prints one JSON object a query by %s, then a summary', async (engine) => {
    const lines = jsonLines(await good(`query ${BLOB} --scenarios ${SCEN} --engine ${engine} --json`));
    const { summary } = lines.pop();
    const scenarios = parseScenarios(readFileSync(SCEN, 'utf8'));
    expect(lines).toHaveLength(scenarios.length);
    for (const [i, s] of scenarios.entries()) {
      expect(Object.keys(lines[i])).toEqual(['from', 'to', 'cost', 'optimal', 'micros']);
      const { from, to, cost, optimal, micros } = lines[i];
      expect({ from, to, optimal }).toEqual({ from: [s.startX, s.startY], to: [s.goalX, s.goalY], optimal: s.optimal });
      expect(Math.abs(cost - optimal)).toBeLessThan(1e-6);
      expect(micros).toBeGreaterThan(0);
    }
    const meanMicros = lines.reduce((sum, { micros }) => sum + micros, 0) / lines.length;
    expect(summary.meanMicros).toBeCloseTo(meanMicros, 6);
    expect(summary).toMatchObject({ engine, queries: 30, solved: 30, suboptimal: 0, exitCode: 0 });
  });

  it('prints every cell with --cells', async () => {
    const grid = parseMap(readFileSync(MAP));
    const lines = jsonLines(await good(`query ${BLOB} --scenarios ${SCEN} --json --cells`));
    for (const { from, to, cost, path } of lines.slice(0, -1))
      expect(checkPath(grid, path.flat(), from, to) / STRAIGHT).toBe(cost);
  });

  it('takes a length of 0 between different cells for no path, as MovingAI does', async () => {
    const none = scen('none.scen', '40 30 1 1 2 2 1.41421356', '40 30 1 1 35 16 0', '40 30 1 1 1 1 0');
    expect(await good(`query ${BLOB} --scenarios ${none}`)).toContain(
      '3 queries by jps: 2 solved, 0 unsolved, 1 unreachable as stated, 0 not',
    );
    const { summary } = jsonLines(await good(`query ${BLOB} --scenarios ${none} --json`)).pop();
    expect(summary).toMatchObject({
      queries: 3,
      solved: 2,
      unsolved: 0,
      unreachable: 1,
      suboptimal: 0,
      meanSuboptimality: 0,
    });
    const wrong = scen('wrong.scen', '40 30 1 1 2 2 0');
    expect((await prep(`query ${BLOB} --scenarios ${wrong}`)).stderr).toBe(
      'prep: 1 of 1 scenario failed, the first from 1,1 to 2,2: a path of cost 1.4142, the scenario states that there is none\n',
    );
  });

  it('refuses files that are none', async () => {
    await bad(
      `query ${BLOB} --scenarios ${MAP}`,
      `${MAP}:1:1: found "type octile", expected "version 1" or "version 1.0"`,
    );
    await bad(`query ${BLOB} --scenarios nope.scen`, 'nope.scen: no such file or folder');
    await bad(`query ${BLOB} --scenarios fixtures`, 'fixtures: is a folder, not a file');
  });
});

describe('bad blobs', () => {
  it('are refused in one line with their name, by query and by inspect', async () => {
    const whole = readFileSync(BLOB);
    const damaged = Uint8Array.from(whole).fill(0x55, -20, -10);
    for (const blob of [
      file('empty.prep', ''),
      file('text.prep', 'no map, no blob\n'.repeat(20)),
      file('header.prep', whole.subarray(0, 100)),
      file('truncated.prep', whole.subarray(0, -1)),
      file('longer.prep', Buffer.concat([whole, Buffer.of(0)])),
      file('damaged.prep', damaged),
    ]) {
      const inspected = await prep(`inspect ${blob}`);
      expect({ ...inspected, blob }).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^prep: [^\n]+\n$/),
        blob,
      });
      expect(inspected.stderr).toContain(`prep: ${blob}: unusable blob: `);
      // The last bytes are metadata, which a game never reads.
      if (!blob.endsWith('damaged.prep')) expect(await prep(`query ${blob} --from 1,1 --to 2,2`)).toEqual(inspected);
    }
  });

  it('may be missing, folders, or of different maps', async () => {
    const ends = ['--from', '1,1', '--to', '2,2'];
    await bad(['query nope.prep', ...ends], 'nope.prep: no such file or folder');
    await bad(['query fixtures', ...ends], 'fixtures: is a folder, not a file');
    await bad('inspect nope.prep', 'nope.prep: no such file or folder');
    await bad('inspect fixtures', 'fixtures: is a folder, not a file');
    const { code, stderr } = await prep(`query ${BLOB} ${SPIRAL}`, ...ends);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^prep: \S*courtyard\.jps\.prep, \S*spiral\.jps\.prep: [^\n]*width is 17, expected 40[^\n]*\n$/,
    );
  });
});
