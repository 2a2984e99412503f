import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepIn, SPIRAL, temporaryFolder } from '../../test/prep.js';

/** Folder with maps/a.map and maps/deep/b.map. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps/deep'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  cpSync(SPIRAL, join(folder, 'maps/a.map'));
  cpSync(SPIRAL, join(folder, 'maps/deep/b.map'));
  return folder;
}

it.each(['jps', 'bounds', 'ch', 'hpa', 'table'])('%s bakes the maps of a folder, at any depth', async (command) => {
  const folder = project();
  expect(await prepIn(folder, [command, 'maps'])).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(join(folder, 'out'), { recursive: true })).toEqual(
    expect.arrayContaining([`a.${command}.prep`, join('deep', `b.${command}.prep`)]),
  );
});

it.each(['estimate', 'lint --cells 1', 'bench --quick --queries 1 --repeat 1 --engines astar'])(
  '%s takes the maps of a folder, at any depth',
  async (command) => {
    const { code, stdout } = await prepIn(project(), [...command.split(' '), 'maps']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/maps\/a\.map[\s\S]*maps\/deep\/b\.map/),
    });
  },
);

it('a folder without maps is refused, with the endings of maps', async () => {
  for (const command of ['jps', 'lint', 'bench'])
    expect(await prepIn(project(), [command, 'empty'])).toEqual({
      ...{ code: 2, stdout: '' },
      stderr:
        'prep: empty: no map in this folder, no .map, .tmj, .tmx, .ldtk, .pgm, .dd2vtt, .uvtt, .df2vtt, PNG, CSV, text or JSON\n',
    });
});
