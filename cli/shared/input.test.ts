import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gridFrom } from '../../src/core/grid/grid.js';
import { parseMap } from '../../src/maps/movingai.js';
import { picture } from '../../test/grids.js';
import { COURTYARD, good, prep, prepIn, temporaryFolder } from '../../test/prep.js';

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
