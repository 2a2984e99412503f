import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bakeBounds } from '../../src/core/bounds/bake.js';
import { parseMap } from '../../src/core/maps/movingai.js';
import { makeGrid, picture } from '../../test/grids.js';
import { bad, COURTYARD, firstObject, good, prepIn, SPIRAL, temporaryFolder } from '../../test/prep.js';

/** Writes a maze; one of side 90 takes long enough, at cells, to be interrupted. */
function mazeMap(folder: string, side: number): string {
  const map = join(folder, 'maze.map');
  const rows = picture(makeGrid('maze', side, side, 0, 7)).replaceAll('#', '@');
  writeFileSync(map, `type octile\nheight ${side}\nwidth ${side}\nmap\n${rows}\n`);
  return map;
}

describe('prep bounds', () => {
  it('writes OUT/NAME.bounds.prep, silent on stderr, and says so in a line a map', async () => {
    const out = temporaryFolder();
    const lines = (await good(`bounds ${COURTYARD} ${SPIRAL} -d ${out}`)).trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^fixtures\/maps\/courtyard\.map {3}1\.3 kB -> .*courtyard\.bounds\.prep +[\d.]+ k?B {2}\d+\.\d\d s$/,
    );
    expect(readdirSync(out).sort()).toEqual(['courtyard.bounds.prep', 'spiral.bounds.prep']);
  });

  it.each([
    [[], { at: 'jump-points', exact: true }],
    [['--exact'], { at: 'jump-points', exact: true }],
    [['--no-exact'], { at: 'jump-points', exact: false }],
    [['--boxes', 'cells', '--threads', '2'], { at: 'cells', exact: true }],
  ] as const)('writes what the build API gives: %j', async (flags, options) => {
    const out = temporaryFolder();
    await good(`bounds ${COURTYARD} -d ${out}`, ...flags);
    const blob = readFileSync(join(out, 'courtyard.bounds.prep'));
    expect(blob).toEqual(
      Buffer.from(await bakeBounds(parseMap(readFileSync(COURTYARD)), { ...options, map: 'courtyard.map' })),
    );
    const { metadata } = firstObject(await good(`inspect ${join(out, 'courtyard.bounds.prep')} --json`));
    expect(metadata[0].options).toMatchObject(options);
  });

  it('lets queries use them', async () => {
    const out = temporaryFolder();
    await good(`bounds ${COURTYARD} --boxes cells -d ${out}`);
    await good(`jps ${COURTYARD} -d ${out}`);
    const [jps, bounds] = ['jps', 'bounds'].map((artifact) => join(out, `courtyard.${artifact}.prep`));
    const scen = [`--scenarios`, `${COURTYARD}.scen`, '--json'];
    const engineOf = async (...argv: string[]) =>
      JSON.parse((await good('query', ...argv, ...scen)).trim().split('\n').at(-1) as string).summary.engine;
    expect(await engineOf(jps, bounds)).toBe('jps+bounds');
    for (const engine of ['jps', 'jps+bounds', 'astar+bounds', 'astar'])
      expect(await engineOf(jps, bounds, '--engine', engine)).toBe(engine);
    const needs = 'also name these blobs';
    await bad(
      [`query ${bounds}`, ...scen, '--engine', 'jps+bounds'],
      `engine jps+bounds needs the output of prep jps and prep bounds; ${needs}`,
    );
    await bad(
      [`query ${jps}`, ...scen, '--engine', 'astar+bounds'],
      `engine astar+bounds needs the output of prep bounds; ${needs}`,
    );
  });
});

it('prep bounds --costs is refused with what to bake, which prep estimate names as well', async () => {
  const out = temporaryFolder();
  const costs = join(out, 'costs.json');
  writeFileSync(costs, '{".":3,"G":1}');
  const refused = 'goal bounds are for maps without cell costs, and this map has them; bake it with prep ch';
  await bad(`bounds ${SPIRAL} --costs ${costs} -d ${out}`, `${SPIRAL}: ${refused}`);
  expect(await good(`estimate ${SPIRAL} --costs ${costs}`)).toBe(`${SPIRAL}: ch\n  ch for weighted terrain\n`);
});

it('a bake of bounds that is interrupted leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  // Ctrl-C comes at its fifth slice, however long that takes.
  const argv = ['bounds', mazeMap(folder, 90), '--boxes', 'cells', '-d', out];
  const { code, stderr } = await prepIn('.', argv, 'interrupted:5');
  expect({ code, files: existsSync(out) ? readdirSync(out) : [] }).toEqual({ code: 130, files: [] });
  expect(stderr).toMatch(/^prep: interrupted at \d+ %\n$/);
});
