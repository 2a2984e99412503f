import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../test/prep.js';
import { MapFiles, projectOf } from './files.js';

const top = realpathSync(makeTemporaryFolder());
afterAll(() => rmSync(top, { recursive: true }));
const maps = join(top, 'game/maps');
mkdirSync(maps, { recursive: true });
writeFileSync(join(top, 'shared.tsj'), '{}');
writeFileSync(join(top, 'game/set.tsj'), '{}');
const read = (reference: string, root?: string) =>
  new MapFiles(join(maps, 'm.tmj'), root).read(reference, join(maps, 'm.tmj'), 'tileset');

it.each(['package.json', '.git', 'game.tiled-project', '.tiled-project', 'prep.config.json', 'prep.config.mjs'])(
  'takes a folder with %s for the project of the maps below it',
  async (name) => {
    const mark = join(top, 'game', name);
    await expect(read('../set.tsj')).rejects.toThrow(`lies outside the folder ${maps}; allow it with --root FOLDER`);
    writeFileSync(mark, '');
    expect(projectOf(maps)).toBe(join(top, 'game'));
    expect((await read('../set.tsj')).file).toBe(join(top, 'game/set.tsj'));
    await expect(read('../../shared.tsj')).rejects.toThrow(`lies outside the folder ${join(top, 'game')};`);
    await expect(read('../set.tsj', maps)).rejects.toThrow(`lies outside the folder ${maps};`);
    expect((await read('../../shared.tsj', top)).file).toBe(join(top, 'shared.tsj'));
    rmSync(mark);
  },
);

it('takes the working folder where nothing marks a project, if it holds the map', () => {
  expect(projectOf(maps)).toBe(maps);
  const before = process.cwd();
  process.chdir(top);
  expect(projectOf(maps)).toBe(top);
  process.chdir(before);
});

it('opens no link out of the project, no device and no pipe in it', async () => {
  writeFileSync(join(top, 'game/package.json'), '{}');
  symlinkSync('/etc/hostname', join(top, 'game/link.tsj'));
  symlinkSync('/dev/zero', join(maps, 'zero.tsj'));
  execFileSync('mkfifo', [join(top, 'game/pipe.tsj')]);
  for (const reference of ['../link.tsj', 'zero.tsj', '/dev/zero', '/etc/hostname', '../../../../../dev/zero'])
    await expect(read(reference)).rejects.toThrow(`lies outside the folder ${join(top, 'game')};`);
  await expect(read('../pipe.tsj')).rejects.toThrow(
    'tileset "../pipe.tsj" cannot be read: it is a FIFO; expected a regular file',
  );
});
