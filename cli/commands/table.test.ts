import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, COURTYARD, firstObject, good, prep, temporaryFolder } from '../../test/prep.js';

const HPA = 'fixtures/blobs/courtyard-v1r2.hpa.prep';

describe('prep table', () => {
  it('bakes HPA* first when given a map, and answers with both', async () => {
    const out = temporaryFolder();
    const said = (await good(`table ${COURTYARD} -d ${out} --cluster 10 --json`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [hpa, table] = ['hpa', 'table'].map((artifact) => join(out, `courtyard.${artifact}.prep`));
    expect(said.map(({ blob }) => blob)).toEqual([hpa, table, undefined]);
    expect(said[2]).toEqual({ summary: { maps: 1, failed: 0, exitCode: 0 } });
    expect(said[1]).toMatchObject({
      level: 1,
      nodes: expect.any(Number),
      bytesPerPair: expect.any(Number),
      runtimeBytes: expect.any(Number),
    });
    const other = temporaryFolder();
    await good(`hpa ${COURTYARD} -d ${other} --cluster 10`);
    expect(readFileSync(hpa)).toEqual(readFileSync(join(other, 'courtyard.hpa.prep')));
    expect(await good(`verify ${hpa} ${table} --scenarios ${COURTYARD}.scen`)).toMatch(/ table +30 +30 /);
    const path = await good(`query ${hpa} ${table} --from 2,2 --to 37,27 --engine table`);
    expect(path).toMatch(/^cost \d+\.\d+, \d+ cells/);
    const { metadata } = firstObject(await good(`inspect ${table} --json`));
    expect(metadata[0]).toMatchObject({ artifact: 'table', map: 'courtyard.map', options: { level: 1 } });
  });

  it('bakes a table for a blob that is there: the same bytes by either method, at any number of threads', async () => {
    const bytes = await Promise.all(
      [[], ['--method', 'floyd'], ['--method', 'search', '--threads', '2'], ['--level', '1']].map(async (options) => {
        const out = temporaryFolder();
        expect(await good(`table ${HPA} -d ${out}`, ...options)).toMatch(
          /level 1 of 2, \d+ nodes, 0\.\d{4} bytes per pair, [\d.]+ kB at run time\n$/,
        );
        return readFileSync(join(out, 'courtyard-v1r2.table.prep'));
      }),
    );
    for (const other of bytes) expect(other).toEqual(readFileSync('fixtures/blobs/courtyard-v1r2.table.prep'));
  });

  it('tabulates level 1 of several unless another one is asked for', async () => {
    const bake = (...options: string[]) =>
      good(`table ${COURTYARD} --cluster 5 --levels 3`, ...options, '-d', temporaryFolder());
    expect(await bake()).toMatch(/ level 1 of 3, \d+ nodes/);
    expect(await bake('--level', 'top')).toMatch(/ level 3 of 3, \d+ nodes/);
  });

  it('refuses a table of another bake when it is queried', async () => {
    const out = temporaryFolder();
    await good(`table ${COURTYARD} -d ${out}`);
    await good(`hpa ${COURTYARD} -d ${out} --cluster 10`);
    const blobs = ['hpa', 'table'].map((artifact) => join(out, `courtyard.${artifact}.prep`));
    const { code, stderr } = await prep('query', ...blobs, '--from', '2,2', '--to', '3,3');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /abstraction of the table is ([0-9a-f]{40}), expected (?!\1)[0-9a-f]{40} as in the hpa blob; bake the table again from this hpa blob$/m,
    );
  });

  it.each([
    ['guess', '--method is "guess", allowed are "auto", "floyd", "search"'],
    [
      'astar',
      '--method astar would search once a pair; use --method search, which searches once a node for all its pairs',
    ],
  ])('refuses --method %s', async (method, message) => {
    await bad(['table', HPA, '--method', method, '-d', temporaryFolder()], message);
  });

  it('refuses before it begins what takes too much memory', async () => {
    const out = temporaryFolder();
    const map = join(out, 'noise.map');
    const rows = Array.from({ length: 120 }, (_, y) =>
      Array.from({ length: 120 }, (_, x) => ((x * 7 + y * 13) % 11 === 0 ? '@' : '.')).join(''),
    );
    writeFileSync(map, `type octile\nheight 120\nwidth 120\nmap\n${rows.join('\n')}\n`);
    const { code, stderr } = await prep(`table ${map} -d ${out} --cluster 6 --max-nodes 9999 --max-memory 10MB`);
    expect(stderr).toMatch(
      /noise\.map: a table of \d+ nodes takes about \d+ MB of memory to bake, --max-memory is 10 MB; take a higher level or larger clusters, or raise it\n$/,
    );
    expect(code).toBe(2);
  });
});
