import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MapError } from '../../src/core/errors.js';
import type { BuildEvent, Row, Summary } from '../../src/pipeline/build/events.js';
import { display } from './display.js';
import { printSummary, table } from './output.js';

/** Lines at the end of a build. */
function linesOf(statuses: Row['status'][], verbose = false): string[] {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const rows = statuses.map((status, i): Row => {
    const outputs = [{ file: `${i}.prep`, artifacts: ['jps'], bytes: 100, sha256: '' }];
    return { map: `${i}.map`, status, reason: 'map changed', outputs, openCells: 50, seconds: 1 };
  });
  const screen = display({ json: false, quiet: false, verbose }, '.', 'out');
  screen.end({ rows, orphans: [], cleaned: false, untried: 0, faults: [] });
  const lines = write.mock.calls.flatMap(([text]) => String(text).trimEnd().split('\n'));
  write.mockRestore();
  return lines;
}

const of = (counts: Partial<Record<Row['status'], number>>) =>
  Object.entries(counts).flatMap(([status, count]) => Array<Row['status']>(count).fill(status as Row['status']));

it('a build of 10,000 maps ends with what failed and what changed, on 23 lines at most', () => {
  const lines = linesOf(of({ cached: 9970, built: 25, failed: 5 }));
  expect(lines).toHaveLength(23);
  expect(lines.slice(1, 6).every((line) => line.endsWith('failed'))).toBe(true);
  expect(lines[6]).toMatch(/^9970\.map {2}jps +100 +1\.00 {2}built \(map changed\)$/);
  expect(lines[21]).toBe('and 10 more; --verbose lists all');
  expect(lines[22]).toMatch(/^10000 maps: 25 built, 9970 up to date, 5 failed; 1\.00 MB, \d\.\d\d s$/);
  expect(linesOf(of({ built: 10_000 }))).toHaveLength(23);
  expect(linesOf(of({ cached: 10_000 }))).toHaveLength(1);
});

it('--verbose lists every map', () => {
  expect(linesOf(of({ cached: 9970, built: 25, failed: 5 }), true)).toHaveLength(10_002);
});

it('a build of one map prints it once', () => {
  expect(linesOf(['built'])).toEqual(['0.map -> out/0.prep 100 B  1.00 s  (map changed)']);
  expect(linesOf(['failed'])).toEqual([]);
  expect(linesOf(['cached'])[0]).toMatch(/^1 map: 1 up to date; 100 B, /);
});

/** Everything that is printed of events at their times, in milliseconds, and of an end. */
function printed(how: 'json' | 'quiet' | 'verbose' | 'short', events: (BuildEvent | number)[], summary?: Summary) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += text;
      return true;
    });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const screen = display({ json: how === 'json', quiet: how === 'quiet', verbose: how === 'verbose' }, 'game', 'out');
  for (const event of events)
    if (typeof event === 'number') now = event;
    else screen.event(event);
  if (summary) screen.end(summary);
  screen.close();
  if (how === 'json') printSummary();
  return said;
}

const outputs = [{ file: 'a.prep', artifacts: ['jps', 'hpa'], bytes: 1200, sha256: 'x' }];
const row = { map: 'a.map', reason: 'new', outputs, openCells: 50, seconds: 1 };
const none = { rows: [], orphans: [], cleaned: false, untried: 0, faults: [] };
it('says where the walls of a map come from, below its line', () => {
  const walls = { used: ['tile layer "Collision" (4 cells)'], notUsed: ['tile layer "Walls" (2 cells)'], warnings: [] };
  const event: BuildEvent = { ...row, event: 'built', status: 'built', walls };
  expect(printed('verbose', [event]).stdout).toBe(
    'game/a.map -> out/a.prep 1.2 kB  1.00 s  (new)\n' +
      '  walls: tile layer "Collision" (4 cells); not used: tile layer "Walls" (2 cells)\n',
  );
  expect(JSON.parse(printed('json', [event]).stdout.split('\n')[0]).walls).toEqual(walls);
});

it('says once where the walls of all maps come from, below their table', () => {
  const walls = { used: ['tile layer "Collision" (4 cells)'], notUsed: [], warnings: [] };
  const rows = ['a.map', 'b.map'].map((map): Row => ({ ...row, map, status: 'built', walls }));
  const more: Row = { ...row, map: 'c.map', status: 'cached' };
  const shown = (how: 'short' | 'verbose') =>
    printed(how, [], { ...none, rows: [...rows, more] })
      .stdout.split('\n')
      .slice(0, 5);
  expect(shown('short')).toEqual([
    'map         artifacts  bytes  bake s',
    'game/a.map  jps hpa     1200    1.00  built (new)',
    'game/b.map  jps hpa     1200    1.00  built (new)',
    'walls: tile layer "Collision" (2 maps, 8 cells)',
    '3 maps: 2 built, 1 up to date; 3.6 kB, 0.00 s',
  ]);
  expect(shown('verbose').join()).not.toContain('walls: ');
});

it('lines of --verbose have columns, whenever their maps finish', () => {
  const folder = ['a.map', 'long-name.map'];
  const events: BuildEvent[] = [
    {
      ...row,
      event: 'built',
      status: 'built',
      outputs: [{ ...outputs[0], file: 'long-name.prep' }],
      map: 'long-name.map',
    },
    { ...row, event: 'built', status: 'built', seconds: 12.5, outputs: [{ ...outputs[0], bytes: 20 }] },
    { ...row, event: 'fetched', status: 'fetched', work: 1 },
  ];
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const names = { maps: folder, outputs: ['a.prep', 'long-name.prep'] };
  const screen = display({ json: false, quiet: false, verbose: true }, '.', '.', names);
  for (const event of events) screen.event(event);
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    'long-name.map -> long-name.prep   1.2 kB   1.00 s  (new)\n',
    'a.map         -> a.prep             20 B  12.50 s  (new)\n',
    'a.map         -> a.prep           1.2 kB  fetched  (new)\n',
  ]);
});

const failed = (text = 'no row'): BuildEvent => ({
  ...{ event: 'failed', map: 'a.map', path: 'maps/a.map', error: new MapError(text) },
});
const trouble: BuildEvent = { event: 'trouble', text: 'the cache is slow' };

describe('events of a build', () => {
  it('are a line each with --verbose, with why and where it was made', () => {
    const tiles = { all: 9, kept: 0, fetched: 2, baked: 7, searched: 1 };
    const events: BuildEvent[] = [
      { ...row, event: 'built', status: 'built', because: 'it is a maze', worker: 'w1' },
      { ...row, event: 'fetched', status: 'fetched', work: 1 },
      { ...row, event: 'stale', status: 'stale', outputs: [{ ...outputs[0], bytes: 0 }, ...outputs] },
      { ...row, event: 'cached', status: 'cached' },
      { ...row, event: 'built', status: 'built', reason: '', tiles },
      { ...row, event: 'built', status: 'built', reason: '', tiles: { ...tiles, all: 1, kept: 3, fetched: 0 } },
      { event: 'removed', file: 'old.prep' },
    ];
    expect(printed('verbose', events)).toEqual({
      stdout: [
        'game/a.map -> out/a.prep 1.2 kB  1.00 s  (new; it is a maze; on w1)',
        'game/a.map -> out/a.prep 1.2 kB  fetched  (new)',
        'would build game/a.map -> out/a.prep, out/a.prep 1.2 kB  (new)',
        'game/a.map -> out/a.prep 1.2 kB  1.00 s  (7 of 9 tiles baked, 2 fetched)',
        'game/a.map -> out/a.prep 1.2 kB  1.00 s  (7 of 1 tile baked, 3 kept)',
        'removed out/old.prep\n',
      ].join('\n'),
      stderr: '',
    });
    expect(printed('short', events.slice(0, 6))).toEqual({ stdout: '', stderr: '' });
  });

  it.each(['verbose', 'short', 'quiet'] as const)('that are faults are printed on stderr, also %s', (how) => {
    expect(printed(how, [failed(), trouble])).toEqual({
      stdout: '',
      stderr: 'prep: maps/a.map: no row\nprep: the cache is slow\n',
    });
    expect(printed(how, [failed('maps/a.map:3: no row')]).stderr).toBe('prep: maps/a.map:3: no row\n');
  });

  it('are a sign of life in a pipe, each half minute', () => {
    const start: BuildEvent = { event: 'start', maps: 2, stale: 2, work: 10, orphans: [] };
    const baking = (map: string): BuildEvent => ({ event: 'baking', map, work: 5 });
    expect(printed('short', [start, 29_999, baking('a'), 30_000, baking('b'), 59_999, baking('c')]).stderr).toBe(
      'prep: 0 of 2 maps (0 up to date), 0 %\n',
    );
    expect(printed('short', [start, 30_000, baking('b'), 60_000, baking('c')]).stderr.split('\n')).toHaveLength(3);
  });

  it('are objects with --json, their files from this folder', () => {
    const lines = printed(
      'json',
      [
        { event: 'start', maps: 2, stale: 1, work: 10, orphans: ['o'] },
        { event: 'baking', map: 'a.map', work: 3 },
        { event: 'progress', map: 'a.map', artifact: 'jps', done: 1, total: 2 },
        { event: 'workers', workers: 2, threads: 4 },
        { ...row, event: 'fetched', status: 'fetched', work: 9 },
        failed(),
        trouble,
        { event: 'removed', file: 'old.prep' },
      ],
      {
        ...none,
        rows: (['built', 'fetched', 'fetched', 'cached', 'stale', 'failed'] as const).map((status) => ({
          ...{ ...row, status },
        })),
        orphans: ['o'],
        untried: 3,
      },
    );
    expect(lines.stderr).toBe('');
    expect(lines.stdout.trimEnd().split('\n')).toEqual([
      '{"event":"start","maps":2,"stale":1,"orphans":["o"]}',
      '{"event":"baking","map":"game/a.map"}',
      '{"event":"progress","map":"game/a.map","artifact":"jps","done":1,"total":2}',
      '{"event":"workers","workers":2,"threads":4}',
      '{"map":"game/a.map","reason":"new","outputs":[{"file":"out/a.prep","artifacts":["jps","hpa"],"bytes":1200,' +
        '"sha256":"x"}],"openCells":50,"seconds":1,"event":"fetched","status":"fetched"}',
      '{"event":"failed","map":"game/a.map","error":"maps/a.map: no row"}',
      '{"event":"trouble","text":"the cache is slow"}',
      '{"event":"removed","file":"out/old.prep"}',
      '{"summary":{"built":1,"fetched":2,"cached":1,"stale":1,"failed":["game/a.map"],"untried":3,"orphans":["o"],' +
        '"exitCode":0}}',
    ]);
  });
});

it('the end of a build has failed maps first, then by name, without figures of what is not known, and what is left over', () => {
  const rows: Row[] = [
    { ...row, map: 'b.map', status: 'built' },
    { ...row, map: 'a.map', status: 'stale' },
    { ...row, map: 'd.map', status: 'failed', outputs: [], openCells: 0 },
    { ...row, map: 'c.map', status: 'failed', outputs: [], openCells: 0 },
    { ...row, map: 'e.map', status: 'fetched' },
    { ...row, map: 'f.map', status: 'cached' },
  ];
  const { stdout } = printed('short', [], { ...none, rows, orphans: ['x', 'y'], untried: 1 });
  expect(stdout.replace(/ {3,}/g, '  ').split('\n')).toEqual([
    'map  artifacts  bytes  bake s',
    'game/c.map  failed',
    'game/d.map  failed',
    'game/a.map  jps hpa  1200  would be built (new)',
    'game/b.map  jps hpa  1200  1.00  built (new)',
    'game/e.map  jps hpa  1200  fetched (new)',
    '7 maps: 1 built, 1 fetched, 1 up to date, 1 would be built, 2 failed, 1 not tried; 4.8 kB, 0.00 s',
    '2 outputs that the config no longer names; prep build --clean removes them once no map fails',
    '',
  ]);
  const orphans = { ...none, rows: [rows[0]], orphans: ['x'] };
  expect(printed('short', [], orphans).stdout).toContain('\n1 output that the config no longer names; ');
  expect(printed('short', [], { ...orphans, cleaned: true }).stdout).not.toContain('output ');
});

it('a table fits its terminal: spare columns go, last first, then titles take several lines', () => {
  const rows = [
    ['engine', 'mean µs', 'median of all µs', 'kB'],
    ['jps', '1.00', '2.00', '3'],
  ];
  expect(table(rows, 1, ['median of all µs', 'kB'], 80).join('\n')).toBe(
    'engine  mean µs  median of all µs  kB\njps        1.00              2.00   3',
  );
  expect(table(rows, 1, ['kB'], 24).join('\n')).toBe(
    'engine  mean  median  kB\n          µs  of all\n                  µs\njps     1.00    2.00   3',
  );
  expect(table(rows, 1, ['median of all µs', 'kB'], 18)).toEqual(['engine  mean µs', 'jps        1.00']);
});
