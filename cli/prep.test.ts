import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bad, good, prepAlone } from '../test/prep.js';

const SPIRAL = 'fixtures/maps/spiral.map';
const NAMES =
  'init, build, view, jps, bounds, ch, hpa, table, world, estimate, query, ' +
  'verify, lint, inspect, pack, draw, map, generate, bench, worker, completion';

describe('prep --help', () => {
  it.concurrent.each([
    [
      '--help',
      [
        'npx gridprep COMMAND',
        'Start    init  ',
        'Bake     jps  ',
        '  hpa  ',
        'Use      query  ',
        '  inspect  ',
        '  --version  ',
        'Exit code: 0 done',
      ],
    ],
    ['-h', ['npx gridprep COMMAND']],
    ['help', ['npx gridprep COMMAND']],
    ['jps --help', ['prep jps [maps..]', '[default: 19]', '[default: out]', '--store-landmarks', 'Examples:']],
    [
      'query --help',
      ['prep query <blobs..>', '--from', '--scenarios', '[jps+bounds | ch | jps | priced | table |', 'Examples:'],
    ],
    ['bench --help', ['prep bench [maps..]', '--out-file', 'Exit code: 0 done; 1 an']],
    [
      'bench --list-engines',
      ['Parameters are given as astar:h=manhattan,w=1.65.', '  jps-bit            JPS, 32 cells at a time'],
    ],
    ['draw --list-layers', ['components  ']],
    ['jps --help-maps', ['prep jps [maps..]\n\nHow maps are read', '--tiled.blocked-layers', '--terrain']],
    ['inspect --help', ['prep inspect <file>', 'Examples:']],
  ])('%s prints on stdout', async (argv, parts) => {
    const stdout = await good(argv);
    for (const part of parts) expect(stdout).toContain(part);
  });
});

it('prep --version is that of package.json', async () => {
  expect(await good('--version')).toBe(`${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`);
});

describe('a wrong command line', () => {
  it.concurrent.each([
    [['jsp'], 'unknown command "jsp"; did you mean prep jps?'],
    [['qeury', 'x'], 'unknown command "qeury"; did you mean prep query?'],
    [['nonsense'], `unknown command "nonsense"; known are ${NAMES}`],
    [['nonsense', 'abc', '--json'], `unknown command "nonsense"; known are ${NAMES}`],
    [['--bogus'], 'unknown option --bogus; see prep --help'],
    [['query'], 'name a blob; see prep query --help'],
    [['bench'], 'name a map or a folder; see prep bench --help'],
    [['draw'], 'name a map, or blobs of one map; see prep draw --help'],
    [['draw', SPIRAL], '--out-file is missing; see prep draw --help'],
    [['query', 'no.prep', '--from', '5', '5', '--to', '6'], '--to is "6", expected X,Y, for example --to 1,11'],
    [['inspect'], 'name a blob or a map; see prep inspect --help'],
    [['inspect', 'a', 'b'], 'unknown argument "b"; see prep inspect --help'],
    [['jps', SPIRAL, '--bogus'], 'unknown option --bogus; see prep jps --help'],
    [
      ['jps', SPIRAL, '--zstd-levle', '3', '-x'],
      'unknown option --zstd-levle; did you mean --zstd-level?; unknown option -x; see prep jps --help',
    ],
    [['jps', SPIRAL, '--out.x', '3'], 'unknown option --out.x; see prep jps --help'],
    [['jps', SPIRAL, '--zstd-level'], '--zstd-level needs a value; see prep jps --help'],
    [['jps', SPIRAL, '-d'], '-d needs a value; see prep jps --help'],
    [['jps', SPIRAL, '--out-dir'], '--out-dir needs a value; see prep jps --help'],
    [['jps', SPIRAL, '--threads', '--json'], '--threads needs a value; see prep jps --help'],
    [['jps', SPIRAL, '--zstd-level', '99'], '--zstd-level is 99; it must be a whole number from 1 to 22'],
    [['jps', SPIRAL, '--zstd-level', '0'], '--zstd-level is 0; it must be a whole number from 1 to 22'],
    [['jps', SPIRAL, '--zstd-level', 'abc'], '--zstd-level is not a number; it must be a whole number from 1 to 22'],
    [['jps', SPIRAL, '--threads', '-1'], '--threads is -1; it must be a whole number from 0 to 256'],
    [['jps', SPIRAL, '--threads=1.5'], '--threads is 1.5; it must be a whole number from 0 to 256'],
    [['bounds', SPIRAL, '--boxes', 'all'], '--boxes is "all", allowed are "jump-points", "cells"'],
    [['jps', SPIRAL, '--codec', 'gzip'], '--codec is "gzip", allowed are "zstd", "none"'],
    [
      ['bounds', SPIRAL, '--codec', 'gzip', '--boxes', 'all'],
      '--codec is "gzip", allowed are "zstd", "none"; --boxes is "all", allowed are "jump-points", "cells"',
    ],
    [['jps', SPIRAL, '--codec', 'zstd', '--codec', 'none'], '--codec is given 2 times; give it once'],
    [['jps', SPIRAL, '-d', 'a', '-d', 'b', '-d', 'c'], '-d is given 3 times; give it once'],
    [['jps', SPIRAL, '--terrain', '.x'], 'terrain profile has unknown letter "x"; known are .GSTWO@'],
    [['jps', SPIRAL, '--terrain', ''], 'terrain profile is empty; give the letters that are open, from .GSTWO@'],
  ])('%j is answered in one line', async (argv, message) => {
    await bad(argv, message);
  });

  it('is answered in English whatever the language of the terminal', async () => {
    const { LC_ALL } = process.env;
    process.env.LC_ALL = 'de_DE.UTF-8';
    try {
      // In a separate process with this environment.
      expect((await prepAlone('.', 'jsp')).stderr).toBe('prep: unknown command "jsp"; did you mean prep jps?\n');
    } finally {
      if (LC_ALL === undefined) delete process.env.LC_ALL;
      else process.env.LC_ALL = LC_ALL;
    }
  });
});
