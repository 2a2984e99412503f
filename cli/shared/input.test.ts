import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gridFrom } from '../../src/core/grid/grid.js';
import { parseMap } from '../../src/core/maps/movingai.js';
import { picture } from '../../test/grids.js';
import { bad, COURTYARD, good, prep, prepIn, temporaryFolder } from '../../test/prep.js';

const MARK = '\ufeff';

/** Writes files into a new folder. */
function files(texts: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('a byte order mark', () => {
  it('is nothing, in maps, costs, scenarios and configs alike', async () => {
    const folder = files({
      'm.map': MARK + readFileSync(COURTYARD, 'latin1'),
      'm.scen': MARK + readFileSync(`${COURTYARD}.scen`, 'latin1'),
      'costs.json': `${MARK}{"S":3}`,
      'c.json': `${MARK}{"inputs":[{"maps":"m.map","preset":"tiny"}]}`,
    });
    const [map, out] = [join(folder, 'm.map'), join(folder, 'out')];
    expect(parseMap(readFileSync(map)).open).toEqual(parseMap(readFileSync(COURTYARD)).open);
    await good(`hpa ${map} --costs ${join(folder, 'costs.json')} -d ${out}`);
    await good(`build ${join(folder, 'c.json')}`);
    expect(await good(`verify ${join(out, 'm.jps.prep')} --scenarios ${join(folder, 'm.scen')}`)).toMatch(
      /m\.jps\.prep +jps +30 +30 /,
    );
  });
});

describe('a map in place of a blob', () => {
  it.each([['query', '--from', '1,1', '--to', '2,2'], ['verify'], ['pack', '-o', 'x']])(
    'is said to be one: prep %s',
    async (command, ...flags) => {
      await bad(
        [command, COURTYARD, ...flags],
        `${COURTYARD}: this is a map, not a blob; bake it first: prep jps ${COURTYARD}`,
      );
    },
  );

  it('is recognized by its first word, also after a byte order mark', async () => {
    const folder = files({ 'm.map': `${MARK}type octile\n` });
    const { stderr } = await prepIn(folder, 'verify m.map');
    expect(stderr).toBe('prep: m.map: this is a map, not a blob; bake it first: prep jps m.map\n');
  });
});

describe('a config', () => {
  const CONFIG = '{ inputs: [{ maps: "m.map", preset: "tiny" }] }';
  const map = readFileSync(COURTYARD, 'latin1');

  it.each([
    ['prep.config.mjs', `export default ${CONFIG}`],
    ['prep.config.mjs', `export default () => (${CONFIG})`],
    ['prep.config.mjs', `export default async () => (${CONFIG})`],
    ['prep.config.mjs', `export default Promise.resolve(${CONFIG})`],
    ['prep.config.cjs', `module.exports = () => (${CONFIG})`],
    ['prep.config.js', `module.exports = ${CONFIG}`],
  ])('is an object, a promise of one, or a function that gives either: %s %s', async (name, text) => {
    const folder = files({ 'm.map': map, [name]: text });
    expect(await prepIn(folder, 'build -q')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['prep.config.mjs', 'export default () => { throw new Error("no\\nway"); }', 'prep.config.mjs: no'],
    ['prep.config.mjs', 'export default async () => { throw "nothing"; }', 'prep.config.mjs: nothing'],
    [
      'prep.config.mjs',
      'export default () => {}',
      'prep.config.mjs: its default export is not a config; export it, or a function that returns it, with "export default"',
    ],
    ['prep.config.mjs', 'export default () => 7', 'prep.config.mjs: the config is 7, expected an object'],
    ['prep.config.mjs', 'export default {', 'prep.config.mjs: Unexpected end of input'],
    ['prep.config.ts', '', 'prep.config.ts: a config is a .json file, or a .mjs, .js or .cjs module'],
    ['prep.config.yaml', '', 'prep.config.yaml: a config is a .json file, or a .mjs, .js or .cjs module'],
  ])('%s %s is refused in one line', async (name, text, message) => {
    const failed = { code: 2, stdout: '', stderr: `prep: ${message}\n` };
    expect(await prepIn(files({ [name]: text }), 'build')).toEqual(failed);
  });

  it('is nothing else, by whatever name', async () => {
    await bad(`build ${COURTYARD}`, `${COURTYARD}: a config is a .json file, or a .mjs, .js or .cjs module`);
  });
});

it('an abstraction whose costs do not fit is one line that names the map', async () => {
  const grid = gridFrom(128, 64, (x, y) => x > 63 || y % 2 === 0 || x === (y % 4 === 1 ? 62 : 0));
  const rows = picture(grid).replaceAll('#', '@');
  const folder = files({
    'snake.map': `type octile\nheight 64\nwidth 128\nmap\n${rows}\n`,
    'costs.json': '{".":255}',
    'prep.config.json':
      '{"inputs":[{"maps":"snake.map","costs":{".":255},"artifacts":{"hpa":{"cluster":64,"entranceWidth":1,"storePaths":false}}}]}',
  });
  const why =
    /^prep: snake\.map: an edge costs \d+ more than a straight line; choose smaller clusters, smaller costs, or store paths$/m;
  const flags = ['--cluster', '64', '--entrance-width', '1', '--no-store-paths', '--costs', 'costs.json'];
  for (const argv of [
    ['hpa', 'snake.map', ...flags],
    ['table', 'snake.map', ...flags],
    ['build', '-q'],
  ]) {
    const { code, stdout, stderr } = await prepIn(folder, argv);
    expect({ code, stdout }).toEqual({ code: argv[0] === 'build' ? 1 : 2, stdout: '' });
    expect(stderr).toMatch(why);
    expect(stderr).not.toContain('    at ');
  }
});

it.skipIf(process.platform !== 'linux').each(['/proc/x', '/proc/x/y', '/proc'])('-o %s does not hang', async (out) => {
  const { code, stderr } = await prep(`jps ${COURTYARD} -d ${out}`);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `prep: ${out}: no folder can be made there\n` });
});
