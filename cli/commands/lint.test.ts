/** `prep lint --against`; the rest is in `recorded.test.ts`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';

const marker = (name: string, x: number, y: number) => ({ name, cells: [x, y] });
const MARKERS = [marker('spawn', 1, 1), marker('loot', 10, 1), marker('chest', 6, 3)];

/** The JSON of a map: `#` blocked, digits costs, any other letter open. */
function mapOf(rows: string[], more: object = {}): string {
  const cells = rows.map((row) => [...row].map((letter) => (letter === '#' ? 0 : Number(letter) || 1)));
  return JSON.stringify({ gridprep: 'map', width: rows[0].length, height: rows.length, ...more, cells });
}

const CAVE = ['############', '#....#.....#', '#....#.....#', '#...........', '#....#.....#', '############'];
const SHUT = CAVE.map((row, y) => (y === 3 ? '#....#......' : row));

/** A folder with files, and a command in it. */
function project(files: Record<string, string>) {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { folder, write, run: (...argv: string[]) => prepIn(folder, argv) };
}

const idsOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).id);

describe('prep lint', () => {
  it('compares with a file, a folder and a git revision', async () => {
    const files = { 'maps/a.json': mapOf(CAVE, { markers: MARKERS }), 'old.json': mapOf(CAVE, { markers: MARKERS }) };
    const { folder, run, write } = project(files);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'maps');
    write('maps/a.json', mapOf(SHUT, { markers: MARKERS }));
    write('maps/new.json', mapOf(CAVE));
    write('before/maps/a.json', files['old.json']);
    const lost = ['lost "spawn" to "loot"', 'lost "spawn" to "chest"', 'closed 5,3'];
    for (const against of ['HEAD', 'before', 'old.json']) {
      const { stdout } = await run('lint', 'maps/a.json', '--against', against, '--json');
      expect(idsOf(stdout).filter((id) => /^(lost|closed|opened|longer)/.test(id))).toEqual(lost);
    }
    const several = await run('lint', 'maps/a.json', 'maps/new.json', '--against', 'HEAD', '--json');
    expect(idsOf(several.stdout).filter((id) => /^lost/.test(id))).toHaveLength(2);
    expect(await run('lint', 'maps/a.json', 'maps/new.json', '--against', 'old.json')).toMatchObject({
      code: 2,
      stderr: 'prep: --against old.json is one file, and there are 2 maps; give a folder\n',
    });
    expect(await run('lint', 'maps/a.json', '--against', 'v0')).toMatchObject({
      code: 2,
      stderr: 'prep: --against is "v0", which is neither a file or folder nor a git revision\n',
    });
    write('before/maps/a.json', '{"gridprep":"map"}');
    expect(await run('lint', 'maps/a.json', '--against', 'before')).toMatchObject({
      stderr: expect.stringContaining(
        'prep: maps/a.json: not compared, since its other version cannot be read (width is missing',
      ),
    });
    const detour = ['############', '#....#.....#', '#....#.....#', '#....#......', '#.........##', '############'];
    write('maps/a.json', mapOf(detour, { markers: MARKERS }));
    const longer = await run('lint', 'maps/a.json', '--against', 'HEAD');
    expect(longer.stdout).toContain(
      'maps/a.json at 6,3: warning longer: from "spawn" to "chest" it is 7.2 steps, not 5.8; check that this is meant\n',
    );
  });

  it('finds links that end in a wall, and also checks the next map', async () => {
    const stairs = { name: 'stairs', from: [1, 1], to: [5, 1], cost: 2 };
    const { run, write } = project({
      'a.json': mapOf(CAVE, { links: [stairs, { from: [5, 2], to: [1, 2] }, { from: [1, 1], to: [10, 1] }] }),
      'b.json': mapOf(CAVE, { markers: [marker('loot', 5, 1)] }),
    });
    const { code, stdout } = await run('lint', 'a.json', 'b.json', '--json');
    const blocked = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'blocked');
    expect(code).toBe(1);
    expect(blocked.map(({ map, id }) => [map, id])).toEqual([
      ['a.json', 'blocked link "stairs"'],
      ['a.json', 'blocked 5,2'],
      ['b.json', 'blocked marker "loot"'],
    ]);
    // A bake refuses it, and an end for one of several agents is a warning.
    expect((await run('jps', 'a.json')).stderr).toContain('(stairs): to is 5, 1, which is blocked; open that cell');
    const agents = { rat: {}, ox: { size: 2 } };
    write('prep.config.json', JSON.stringify({ inputs: [{ maps: 'c.json' }], preset: 'tiny', agents }));
    write('c.json', mapOf(CAVE, { links: [{ name: 'hole', from: [4, 4], to: [10, 1] }] }));
    const { stdout: findings } = await run('lint', '--json');
    const holes = findings.split('\n').filter((line) => line.includes('blocked link'));
    expect(holes.map((line) => [JSON.parse(line).severity, JSON.parse(line).agents])).toEqual([['warning', ['ox']]]);
  });
});
