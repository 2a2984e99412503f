/** `prep lint`, and lint as a part of builds. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  it('prints findings with place, kind, meaning and what to do; exit code 1 on errors only', async () => {
    const cave = project({ 'a.json': mapOf(SHUT, { markers: MARKERS }), 'b.json': mapOf(CAVE, { markers: MARKERS }) });
    expect(await cave.run('lint', 'a.json', '--from', 'spawn', '--cells', '30')).toEqual({
      code: 1,
      stdout:
        'a.json at 10,1: error unreachable: marker "loot" cannot be reached from marker "spawn"; open a way to it, add a link, or move it\n' +
        'a.json at 6,3: error unreachable: marker "chest" cannot be reached from marker "spawn"; open a way to it, add a link, or move it\n' +
        'a.json at 6,1: note pocket: 21 cells cannot be reached from marker "spawn"; block its cells\n' +
        '1 map: 2 errors, 0 warnings, 1 note\n',
      stderr: '',
    });
    expect(await cave.run('lint', 'b.json', '--from', 'spawn', '--cells', '10')).toEqual({
      code: 0,
      stdout:
        'b.json at 5,3: warning choke: this passage, closed, cuts off 22 cells (57.9 %), with "loot", "chest"; widen it, or add a second way\n' +
        '1 map: 0 errors, 1 warning, 0 notes\n',
      stderr: '',
    });
  });

  it('prints JSON with ids that stay the same, and leaves known findings out', async () => {
    const { run, write } = project({ 'a.json': mapOf(SHUT, { markers: MARKERS }) });
    const first = await run('lint', 'a.json', '--from', 'spawn', '--json');
    expect(idsOf(first.stdout)).toEqual(['unreachable marker "loot"', 'unreachable marker "chest"', 'area 6,1']);
    expect(JSON.parse(first.stdout.split('\n')[2])).toEqual({
      map: 'a.json',
      id: 'area 6,1',
      kind: 'area',
      severity: 'warning',
      at: [6, 1],
      cells: 21,
      text: '21 cells cannot be reached from marker "spawn"',
      fix: 'open a way to it, or block its cells',
    });
    expect(first.stdout).toContain('{"summary":{"maps":1,"errors":2,"warnings":1,"notes":0,"exitCode":1}}\n');
    write('known.jsonl', `${first.stdout}{"map":"a.json","id":"choke 5,3","why":"the gate"}\n`);
    const again = await run('lint', 'a.json', '--from', 'spawn', '--json', '--allow', 'known.jsonl');
    expect(again).toEqual({
      code: 0,
      stdout: '{"summary":{"maps":1,"errors":0,"warnings":0,"notes":0,"exitCode":0}}\n',
      stderr: 'prep: known.jsonl: 1 known finding not found again; remove them from the file\n',
    });
  });

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

  it.each([
    [
      ['--allow', 'bad.jsonl'],
      'bad.jsonl:1: expected a line of prep lint --json, for example {"map":"a.map","id":"choke 3,4"}',
    ],
    [['-o', 'a.svg'], '--out-file is "a.svg" for 1 map, expected a .png of one map'],
    [['none.json'], 'none.json: no such file or folder'],
  ])('refuses %j', async (argv, message) => {
    const { run } = project({
      'a.json': mapOf(CAVE, { markers: MARKERS }),
      'plain.json': mapOf(CAVE),
      'bad.jsonl': 'x\n',
    });
    expect(await run('lint', 'a.json', ...argv)).toMatchObject({ code: 2, stderr: `prep: ${message}\n` });
  });

  it('draws a circle at each finding', async () => {
    const { folder, run } = project({ 'a.json': mapOf(SHUT, { markers: MARKERS }) });
    await run('lint', 'a.json', '-o', 'with.png');
    await run('draw', 'a.json', '-o', 'layer.png', '-l', 'terrain,points,lint', '--legend');
    await run('draw', 'a.json', '-o', 'without.png', '-l', 'terrain,points', '--legend');
    const [circles, layer, plain] = ['with.png', 'layer.png', 'without.png'].map((name) =>
      readFileSync(join(folder, name)),
    );
    expect(circles.equals(layer)).toBe(true);
    expect(layer.equals(plain)).toBe(false);
  });

  it('reports what some agents have as a warning, with their names, by the config', async () => {
    const rows = ['#########', '#...#...#', '#.......#', '#...#...#', '#########'];
    const config = { inputs: [{ maps: 'maps/*.json', preset: 'tiny' }], agents: { man: {}, cart: { size: 2 } } };
    const { run } = project({
      'maps/a.json': mapOf(rows, { markers: [marker('spawn', 1, 1), marker('loot', 7, 1)] }),
      'prep.config.json': JSON.stringify(config),
    });
    expect(await run('lint', '--from', 'spawn', '--cells', '2')).toEqual({
      code: 0,
      stdout:
        'maps/a.json at 7,1: warning unreachable: marker "loot" cannot be reached from marker "spawn" (cart); open a way to it, add a link, or move it\n' +
        'maps/a.json at 4,2: warning choke: this passage, closed, cuts off 10 cells (52.6 %), with "loot" (man); widen it, or add a second way\n' +
        'maps/a.json at 4,2: warning narrow: the passage to 4 cells is too narrow for units of 2 x 2 cells (cart); widen it, or keep these units out of what is beyond\n' +
        '1 map: 0 errors, 3 warnings, 0 notes\n',
      stderr: 'prep: no maps given; using 1 from prep.config.json: maps/a.json\n',
    });
  });

  it('prints the warnings of the map for every agent, and cells of floors by their floor', async () => {
    const links = [{ name: 'stairs', from: [0, 0, 'cellar'], to: [0, 0, 'hall'], oneWay: true }];
    const floors = { cellar: 'a.map', hall: 'b.map' };
    const map = (rows: string) => `type octile\nheight 3\nwidth 5\nmap\n${rows}\n`;
    const { run } = project({
      'a.map': map('.....\n.@@..\n.....'),
      'b.map': map('.@...\n.@...\n.@...'),
      'prep.config.json': JSON.stringify({ floors, links, preset: 'tiny', agents: { man: {}, cart: { size: 2 } } }),
    });
    const { stdout, stderr, code } = await run('lint', '--cells', '1');
    expect(code).toBe(0);
    expect(stderr).toContain('its end 0, 0 is blocked for agent cart, which has no such link\n');
    expect(stdout).toContain(
      'floors.json at hall 0,0: warning no-return: from 3 cells no way leads back to cellar 3,0 (man); ',
    );
  });
});

describe('lint in prep build', () => {
  it('warns, or fails the build, and leaves known findings out', async () => {
    const config = (lint: string, more: object = {}) =>
      JSON.stringify({ inputs: [{ maps: '*.map.json', preset: 'tiny' }], lint, ...more });
    const { run, write } = project({
      'a.map.json': mapOf(SHUT, { markers: MARKERS }),
      'prep.config.json': config('warn'),
    });
    const warned = await run('build');
    expect(warned).toMatchObject({ code: 0, stderr: '' });
    expect(warned.stdout).toContain(
      'a.map.json at 1,1: error unreachable: marker "spawn" cannot be reached from 7,2; ',
    );
    write('prep.config.json', config('error'));
    const failed = await run('build', '-q');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toBe('prep: lint found 1 error; fix the maps, or list known findings with lintAllow\n');
    expect(failed.stdout).toContain('error unreachable');
    const { stdout } = await run('build', '--check', '--json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.filter(({ event }) => event === 'finding').map(({ map, id }) => `${map} ${id}`)).toEqual([
      'a.map.json unreachable marker "spawn"',
      'a.map.json pocket 1,1',
    ]);
    write('known.jsonl', '{"map":"a.map.json","id":"unreachable marker \\"spawn\\""}\n');
    write('prep.config.json', config('error', { lintAllow: 'known.jsonl' }));
    expect(await run('build', '-q')).toMatchObject({ code: 0, stderr: '' });
    write('prep.config.json', config('warn', { lintFrom: 'spawn' }));
    expect((await run('build')).stdout).toContain('marker "loot" cannot be reached from marker "spawn"; ');
    write('prep.config.json', config('off'));
    expect((await run('build')).stdout).not.toContain('unreachable');
  });
});
