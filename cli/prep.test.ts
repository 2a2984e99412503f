import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bad, good, prepAlone, SPIRAL } from '../test/prep.js';

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
