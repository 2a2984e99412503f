/** Floors of a config; links are in `recorded.test.ts`. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COURTYARD, prepIn, temporaryFolder } from '../../test/prep.js';

describe('floors of a config', () => {
  it('are a map for every command that names none', async () => {
    const folder = temporaryFolder();
    copyFileSync(COURTYARD, join(folder, 'a.map'));
    const floors = { low: 'a.map', high: 'a.map' };
    const links = [{ name: 'stairs', from: [2, 2, 'low'], to: [2, 2, 'high'] }];
    writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ floors, links, preset: 'tiny' }));
    const run = (...argv: string[]) => prepIn(folder, argv);
    expect((await run('build')).stdout).toContain('floors.json');
    expect((await run('verify')).code).toBe(0);
    expect((await run('estimate')).stdout).toContain('floors.json');
    expect((await run('jps', '-d', 'by-hand')).code).toBe(0);
    const [built, baked] = ['out', 'by-hand'].map((out) => readFileSync(join(folder, out, 'floors.jps.prep')));
    expect(built.equals(baked)).toBe(true);
    expect((await run('inspect', 'out/floors.jps.prep')).stdout).toMatch(
      /\n {2}floor {10}low: \d+ x \d+ cells from 0,0\n {2}floor {10}high: \d+ x \d+ cells from 0,\d+\n/,
    );
    const world = await run('world');
    expect([world.code, world.stderr]).toEqual([
      2,
      expect.stringContaining('floors.json is the floors of the config; a world is of a file or folder'),
    ]);
  });
});
