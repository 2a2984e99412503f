import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bad, good, prepAlone, SPIRAL } from '../test/prep.js';

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
    ['query --help', ['prep query <blobs..>', '--from', '[jps+bounds | ch | jps | priced | table |', 'Examples:']],
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
  it('has letters that are open', () =>
    bad(['jps', SPIRAL, '--terrain', ''], 'terrain profile is empty; give the letters that are open, from .GSTWO@'));

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
