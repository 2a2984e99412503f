import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStatus, duration, interruption, paint, print, printJson, progress, showStart, warn } from './output.js';

const written: string[] = [];
let clock = 0;

beforeEach(() => {
  written.length = 0;
  clock += 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  showStart(['jps']);
  clearStatus();
  written.length = 0;
  return () => {
    clearStatus();
    process.stderr.isTTY = isTTY;
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  };
});

describe('progress', () => {
  it('is a status below the lines, with the time that is left, and removed at the end', () => {
    const line = progress('arena.map, bounds');
    line.update(0, 200);
    clock += 60_000;
    line.update(111, 200);
    print('a line');
    line.end();
    expect(written).toEqual([
      'arena.map, bounds',
      '\r\x1b[J',
      'arena.map, bounds: [===========>        ] 55 %, 49 s left',
      '\r\x1b[J',
      'a line\n',
    ]);
  });

  it('has a line for each piece of work', () => {
    const lines = ['a', 'b'].map((name) => progress(name));
    expect(written).toEqual(['a', '\r\x1b[J', 'a\nb']);
    for (const line of lines) line.end();
    expect(written.slice(3)).toEqual(['\r\x1b[1A\x1b[J']);
  });

  it('fits the terminal', () => {
    const line = progress('a'.repeat(500));
    expect(written[0].length).toBeLessThan(500);
    line.end();
  });

  it.each([
    ...['--json', '-q', '--quiet', '--help', '-h', 'help', '--help-maps', '--version', 'completion'],
    'in a pipe',
  ])('is not shown %s', (where) => {
    if (where === 'in a pipe') process.stderr.isTTY = false;
    else showStart(['jps', where]);
    const line = progress('arena.map');
    line.update(1, 2);
    line.end();
    expect(written).toEqual([]);
  });

  it('begins with the command, unless it has none', () => {
    for (const args of [[], ['--version'], ['build', 'a.json']]) {
      showStart(args);
      clearStatus();
    }
    expect(written).toEqual(['starting prep build ...', '\r\x1b[J']);
  });

  it('is drawn ten times a second at most, rounded down, and the time left from a hundredth on', () => {
    const line = progress('a');
    clock += 99;
    line.update(0, 400);
    clock += 1;
    line.update(4, 400);
    clock += 99;
    line.update(5, 400);
    expect(written.filter((text) => text.startsWith('a'))).toEqual(['a', 'a: [>                   ] 1 %']);
    clock += 100;
    line.update(5, 400);
    expect(written.at(-1)).toBe('a: [>                   ] 1 %, 24 s left');
    line.end();
  });

  it('has room for as many lines as the terminal, one left free', () => {
    const { rows, columns } = process.stderr;
    Object.assign(process.stderr, { rows: 3, columns: 6 });
    const lines = ['abcdefgh', 'b', 'c'].map((name) => progress(name));
    expect(written.at(-1)).toBe('abcde\nb');
    for (const line of lines) line.end();
    Object.assign(process.stderr, { rows, columns });
  });

  it('says where an interruption came', () => {
    expect(interruption()).toBe(undefined);
    const line = progress('arena.map');
    line.update(36, 100);
    expect(interruption()).toBe('interrupted at 36 %');
    line.end();
  });

  it.each([
    [0.2, '1 s'],
    [89, '89 s'],
    [89.1, '90 s'],
    [90, '2 min'],
    [5399, '90 min'],
    [5400, '1.5 h'],
    [600, '10 min'],
    [7200, '2.0 h'],
  ])('writes %s seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

describe('colors', () => {
  it.each([
    [{ FORCE_COLOR: '1' }, '\x1b[36mout/a.prep\x1b[0m \x1b[2m1 B\x1b[0m\n'],
    [{ FORCE_COLOR: '0' }, 'out/a.prep 1 B\n'],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, 'out/a.prep 1 B\n'],
    [{}, 'out/a.prep 1 B\n'],
  ])('of a pipe with %j', (env: Record<string, string>, text) => {
    for (const name of ['FORCE_COLOR', 'NO_COLOR']) vi.stubEnv(name, env[name]);
    print(`${paint.file('out/a.prep')} ${paint.size('1 B')}`);
    expect(written).toEqual([text]);
  });

  it('fill the bar of a progress, cut at the width of the terminal without its marks', () => {
    vi.stubEnv('NO_COLOR', undefined);
    vi.stubEnv('FORCE_COLOR', '1');
    const { columns } = process.stderr;
    Object.assign(process.stderr, { columns: 12 });
    const line = progress('a');
    clock += 100;
    line.update(1, 10);
    line.end();
    Object.assign(process.stderr, { columns });
    expect(written).toContain('a: [\x1b[32m==>\x1b[0m    ');
  });

  it('come from no name: an escape character of a file is spelled out, and a mark in one ends with its line', () => {
    vi.stubEnv('NO_COLOR', undefined);
    vi.stubEnv('FORCE_COLOR', '1');
    warn('a\x1b[31m\ufdd2b');
    printJson({ name: '\ufdd2' });
    expect(written).toEqual(['a\\u001b[31m\x1b[31mb\x1b[0m\n', '{"name":"\ufdd2"}\n']);
  });
});
