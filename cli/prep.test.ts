import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bad, good, prepAlone } from '../test/prep.js';

const SPIRAL = 'fixtures/maps/spiral.map';
const COMMANDS =
  'init, build, worker, queue, jps, hpa, table, bounds, ch, pack, unpack, query, inspect, verify, patch, view, draw, diff, estimate, map, generate, bench';

describe('prep --help', () => {
  it.concurrent.each([
    [
      ['--help'],
      ['prep COMMAND', 'prep jps [maps..]', 'prep hpa [maps..]', 'prep query <blobs..>', 'prep inspect <file>', 'Exit code: 0 done'],
    ],
    [['-h'], ['prep COMMAND']],
    [['help'], ['prep COMMAND']],
    [
      ['jps', '--help'],
      ['prep jps [maps..]', '[default: 19]', '[default: "out"]', '[choices: 8, 16] [default: 16]', 'Examples:'],
    ],
    [
      ['query', '--help'],
      [
        'prep query <blobs..>',
        '--from',
        '--scen',
        '[choices: "jps+bounds", "ch", "jps", "priced+bounds", "priced", "table", "hpa", "astar+bounds", "astar"]',
        'Examples:',
      ],
    ],
    [
      ['bench', '--help'],
      [
        'prep bench <maps..>',
        '--html',
        'Engines, with their parameters as astar:h=manhattan,w=1.65,aside:',
        '  jps-bit            JPS, 32 cells at a time',
        'Exit code: 0 done; 1 if',
      ],
    ],
    [
      ['inspect', '--help'],
      ['prep inspect <file>', 'Examples:'],
    ],
  ])('%j is told on stdout', async (argv, parts) => {
    const stdout = await good(...argv);
    for (const part of parts) expect(stdout).toContain(part);
  });
});

it('prep --version is that of package.json', async () => {
  expect(await good('--version')).toBe(`${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`);
});

describe('a wrong command line', () => {
  it.concurrent.each([
    [[], 'no command given; see prep --help'],
    [['jsp'], 'unknown command; did you mean prep jps?'],
    [['qeury', 'x'], 'unknown command; did you mean prep query?'],
    [['nonsense'], `unknown command nonsense; known are ${COMMANDS}`],
    [['nonsense', 'abc', '--json'], `unknown command nonsense; known are ${COMMANDS}`],
    [['--bogus'], 'no command given; see prep --help'],
    [['diff', 'a'], 'got 1 files, need at least 2; see prep diff --help'],
    [['query'], 'got 0 files, need at least 1; see prep query --help'],
    [['inspect'], 'got 0 files, need at least 1; see prep inspect --help'],
    [['inspect', 'a', 'b'], 'unknown argument b; see prep inspect --help'],
    [['jps', SPIRAL, '--bogus'], 'unknown argument bogus; see prep jps --help'],
    [['jps', SPIRAL, '--zstd-levle', '3', '-x'], 'unknown argument zstd-levle, x; see prep jps --help'],
    [['jps', SPIRAL, '--out.x', '3'], 'unknown argument out.x; see prep jps --help'],
    [['jps', SPIRAL, '--zstd-level'], '--zstd-level needs a value; see prep jps --help'],
    [['jps', SPIRAL, '-o'], '-o needs a value; see prep jps --help'],
    [['jps', SPIRAL, '--out'], '--out needs a value; see prep jps --help'],
    [['jps', SPIRAL, '--threads', '--json'], '--threads needs a value; see prep jps --help'],
    [['jps', SPIRAL, '--zstd-level', '99'], '--zstd-level is 99, allowed is a whole number from 1 to 22'],
    [['jps', SPIRAL, '--zstd-level', '0'], '--zstd-level is 0, allowed is a whole number from 1 to 22'],
    [['jps', SPIRAL, '--zstd-level', 'abc'], '--zstd-level is not a number, allowed is a whole number from 1 to 22'],
    [['jps', SPIRAL, '--threads', '-1'], '--threads is -1, allowed is a whole number from 0 to 256'],
    [['jps', SPIRAL, '--threads=1.5'], '--threads is 1.5, allowed is a whole number from 0 to 256'],
    [['jps', SPIRAL, '--width', '7'], '--width is 7, allowed are 8, 16'],
    [['jps', SPIRAL, '--store', 'all'], '--store is "all", allowed are "grid", "planes"'],
    [['jps', SPIRAL, '--codec', 'gzip'], '--codec is "gzip", allowed are "zstd", "none"'],
    [['jps', SPIRAL, '--codec', 'gzip', '--width', '9'], '--codec is "gzip", allowed are "zstd", "none"; --width is 9, allowed are 8, 16'],
    [['jps', SPIRAL, '--codec', 'zstd', '--codec', 'none'], '--codec is given 2 times; give it once'],
    [['jps', SPIRAL, '-o', 'a', '-o', 'b', '-o', 'c'], '-o is given 3 times; give it once'],
    [['jps', SPIRAL, '--terrain', '.x'], 'terrain profile has unknown letter "x"; known are .GSTWO@'],
    [['jps', SPIRAL, '--terrain', ''], 'terrain profile is empty; give the letters that are open, from .GSTWO@'],
  ])('%j is answered in one line', async (argv, message) => {
    await bad(argv, message);
  });

  it('is answered in English whatever the language of the terminal', async () => {
    const { LC_ALL } = process.env;
    process.env.LC_ALL = 'de_DE.UTF-8';
    try {
      // In a process of its own, which has this environment.
      expect((await prepAlone('.', ['jsp'])).stderr).toBe('prep: unknown command; did you mean prep jps?\n');
    } finally {
      if (LC_ALL === undefined) delete process.env.LC_ALL;
      else process.env.LC_ALL = LC_ALL;
    }
  });
});
