/** `prep init` in folders with links, devices and FIFOs. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';

/** Output in a folder of these files. @param more makes what is no file */
async function initIn(files: Record<string, string>, more: (folder: string) => void) {
  const folder = temporaryFolder();
  more(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { code, stdout, stderr } = await prepIn(folder, ['init']);
  return { said: stdout + stderr, code };
}

describe.skipIf(process.platform === 'win32')('prep init in a folder of a stranger', () => {
  const MAP = { 'maps/a.map': 'type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n' };
  const link = (target: string, name: string) => (folder: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(target, join(folder, name));
  };
  const make = (command: string, name: string) => (folder: string) => void execFileSync(command, [join(folder, name)]);

  it.each<[string, (folder: string) => void]>([
    ['a link to a device', link('/dev/zero', 'x.json')],
    ['a link to a device among maps', link('/dev/zero', 'maps/z.txt')],
    ['a link to the root', link('/', 'maps/root')],
    ['a FIFO as package.json', make('mkfifo', 'package.json')],
    ['a FIFO as .gitignore', make('mkfifo', '.gitignore')],
    ['a folder as .gitignore', make('mkdir', '.gitignore')],
    ['a list as package.json', (folder) => writeFileSync(join(folder, 'package.json'), '[null]')],
  ])('ends, and reads regular files only: %s', async (_, more) => {
    const { code, said } = await initIn(MAP, more);
    expect({ code, said }).toEqual({
      code: 0,
      said: 'maps/a.map  3 x 3, walls: "@" (1 cell)\nwrote prep.config.json\nnext:\n  npx gridprep build\n',
    });
  });

  it('prints lines of a hundred maps and twenty reasons, and how many more there are', async () => {
    const map = (i: number, row = '.@.') => [`maps/${i}.map`, `type octile\nheight 2\nwidth 3\nmap\n...\n${row}\n`];
    const good = Array.from({ length: 130 }, (_, i) => map(100 + i));
    const bad = Array.from({ length: 25 }, (_, i) => map(300 + i, '.'.repeat(4 + i)));
    const { code, said } = await initIn(Object.fromEntries([...good, ...bad]), () => {});
    const lines = said.split('\n');
    expect({ code, after: lines.slice(99, 103), end: lines.slice(119, 123) }).toEqual({
      code: 0,
      after: [
        'maps/199.map  3 x 2, walls: "@" (1 cell)',
        'and 30 more maps',
        'left out: maps/300.map: maps/300.map:6:4: row 1 has 4 cells, the header says width 3',
        'left out: maps/301.map: maps/301.map:6:4: row 1 has 5 cells, the header says width 3',
      ],
      end: [
        'left out: maps/318.map: maps/318.map:6:4: row 1 has 22 cells, the header says width 3',
        'left out: maps/319.map: maps/319.map:6:4: row 1 has 23 cells, the header says width 3',
        'left out: 5 more maps, such as maps/320.map; prep inspect MAP says why',
        'wrote prep.config.json',
      ],
    });
  });

  it('writes no examples through a link', async () => {
    expect(await initIn({}, link('/usr', 'maps'))).toMatchObject({
      code: 2,
      said: 'prep: maps is a link, which prep init does not follow; write a prep.config.json that names it\n',
    });
  });
});
