import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bench } from '../../src/lab/bench/results.js';
import { makeGrid, picture } from '../../test/grids.js';
import { COURTYARD, good, prep, SPIRAL, temporaryFolder } from '../../test/prep.js';

describe('queries', () => {
  it('are seeded pairs where there is no scenario file, or they are asked for', async () => {
    const out = temporaryFolder();
    const map = join(out, 'alone.map');
    cpSync(COURTYARD, map);
    const ask = async (...options: string[]): Promise<Bench> => {
      const file = join(out, 'b.json');
      await good(`bench ${map} --engines jps --quick -o ${file}`, ...options);
      return JSON.parse(readFileSync(file, 'utf8'));
    };
    const [none, uniform, seeded] = [await ask(), await ask('--pairs'), await ask('--seed', '2')];
    expect(none.maps[0].queries).toHaveLength(50);
    expect(uniform.maps[0].queries).toEqual(none.maps[0].queries);
    expect(seeded.maps[0].queries).not.toEqual(none.maps[0].queries);
  });

  it('of a folder are those of its maps', async () => {
    const out = temporaryFolder();
    mkdirSync(join(out, 'deep'));
    cpSync(SPIRAL, join(out, 'deep', 'a.map'));
    cpSync(COURTYARD, join(out, 'b.map'));
    expect((await good(`bench ${out} --engines jps --quick`)).match(/^.*\.map:/gm)).toEqual([
      `${join(out, 'b.map')}:`,
      `${join(out, 'deep', 'a.map')}:`,
    ]);
  });

  it('whose optimum is not the one in the scenario file are counted', async () => {
    const scen = join(temporaryFolder(), 's.scen');
    writeFileSync(scen, 'version 1\n0\tc.map\t40\t30\t1\t1\t2\t2\t1.5\n0\tc.map\t40\t30\t1\t1\t2\t2\t1.41421356\n');
    expect(await good(`bench ${COURTYARD} --scenarios ${scen} --engines jps --quick`)).toContain(
      '\n1 optimum differs from the scenario file\n',
    );
  });
});

describe('engines that take too long', () => {
  it('to bake are left out, and it says so', async () => {
    const map = join(temporaryFolder(), 'noise.map');
    const cells = picture(makeGrid('noise', 500, 500, 0.3, 1)).replaceAll('#', '@');
    writeFileSync(map, `type octile\nheight 500\nwidth 500\nmap\n${cells}\n`);
    const stdout = await good(`bench ${map} --quick --queries 3 --engines jps-bit,jps+bounds --bake-timeout 1s`);
    expect(stdout).toMatch(/^jps-bit /m);
    expect(stdout).not.toMatch(/^jps\+bounds /m);
    expect(stdout).toContain('\nleft out, bake took too long (--bake-timeout): jps+bounds\n');
  });

  it('to answer are cut short, and are no failure', async () => {
    const map = join(temporaryFolder(), 'open.map');
    writeFileSync(map, `type octile\nheight 1000\nwidth 1000\nmap\n${`${'.'.repeat(1000)}\n`.repeat(1000)}`);
    expect(await good(`bench ${map} --quick --engines jps,astar-zero`)).toMatch(/^astar-zero .*\d+ not asked$/m);
  });
});

describe('--cost-pattern', () => {
  it('prices the map by patterns, each in a separate benchmark, for engines that support costs', async () => {
    const stdout = await good(
      `bench ${SPIRAL} --quick --cost-pattern`,
      'roads, patches',
      '--engines',
      'astar,weighted,hpa',
    );
    expect(stdout).toMatch(/spiral\.map patches: [\s\S]*^weighted [\s\S]*spiral\.map roads: [\s\S]*^weighted /m);
    const { code, stderr } = await prep(`bench ${SPIRAL} --quick --cost-pattern roads --engines jps`);
    expect([
      code,
      stderr.startsWith('prep: engine jps is for maps whose cells all cost 1; for this map there are astar,'),
    ]).toEqual([2, true]);
  });
});
