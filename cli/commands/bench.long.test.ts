import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeGrid, picture } from '../../test/grids.js';
import { COURTYARD, good, PREP, prep, SPIRAL, temporaryFolder } from '../../test/prep.js';

/** Rows of a CSV without quoted commas. */
const rows = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

describe('queries', () => {
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

describe('prep bench --resume', () => {
  const resumed = (csv: string, maps: string[], engines = 'astar,jps,hpa') => [
    'bench',
    ...maps,
    '--quick',
    '--engines',
    engines,
    '--resume',
    '-o',
    csv,
  ];
  const counts = (csv: string) =>
    rows(readFileSync(csv, 'utf8').replaceAll(/"[^"]*"/g, 'quoted')).map((row) => [row[0], row[1], row[26]]);

  it('keeps what is done when it is killed, and comes to the same rows', async () => {
    const out = temporaryFolder();
    const maps = ['a', 'b', 'c'].map((name) => join(out, `${name}.map`));
    for (const map of maps) cpSync(COURTYARD, map);
    const [whole, killed] = [join(out, 'whole.csv'), join(out, 'killed.csv')];
    await good(...resumed(whole, maps));
    // At any moment: while it starts, bakes, asks or writes; the last ones find most rows there.
    for (let kills = 0; kills < 8; kills++) {
      const child = spawn(process.execPath, [PREP, ...resumed(killed, maps)], { stdio: 'ignore' });
      const ended = new Promise((end) => child.once('exit', end));
      const timer = setTimeout(() => child.kill(kills % 4 === 3 ? 'SIGKILL' : 'SIGTERM'), 400 * kills);
      await ended;
      clearTimeout(timer);
    }
    await good(...resumed(killed, maps));
    expect(counts(killed)).toEqual(counts(whole));
    expect(await good(...resumed(killed, maps))).toMatch(/^engine +maps +queries[\s\S]*^jps +3 /m);
    const more = await good(...resumed(killed, maps.slice(0, 1), 'jps,jps-bit'));
    expect(more).not.toMatch(/^jps +\d+\.\d+ +\d+\.\d+ +\d+\.\d+/m);
    expect(counts(killed)).toHaveLength(counts(whole).length + 1);
  });

  it('writes the row of an engine when that has ended, and continues with the others', async () => {
    const out = temporaryFolder();
    const [map, csv] = [join(out, 'open.map'), join(out, 'b.csv')];
    writeFileSync(map, `type octile\nheight 1000\nwidth 1000\nmap\n${`${'.'.repeat(1000)}\n`.repeat(1000)}`);
    // Each is cut short after 400 ms.
    const engines = ['astar-zero', 'astar:h=zero,w=2', 'astar-euclidean'];
    const child = spawn(process.execPath, [PREP, ...resumed(csv, [map], engines.join())], { stdio: 'ignore' });
    const ended = new Promise((end) => child.once('exit', end));
    await expect.poll(() => existsSync(csv), { interval: 5, timeout: 60_000 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    const written = counts(csv).map(([, engine]) => engine);
    expect(written.slice(0, 2)).toEqual(['engine', engines[0]]);
    expect(written.length).toBeLessThan(4);
    await good(...resumed(csv, [map], engines.join()));
    expect(counts(csv).map(([, engine]) => engine)).toEqual(['engine', ...engines]);
  });
});

describe('--cost-pattern', () => {
  it('prices the map by patterns, each in a separate benchmark, for engines that support costs', async () => {
    const stdout = await good(
      `bench ${SPIRAL} --quick --cost-pattern`,
      'roads, patches',
      '--engines',
      'astar,priced,hpa',
    );
    expect(stdout).toMatch(/spiral\.map patches: [\s\S]*^priced [\s\S]*spiral\.map roads: [\s\S]*^priced /m);
    const { code, stderr } = await prep(`bench ${SPIRAL} --quick --cost-pattern roads --engines jps`);
    expect([
      code,
      stderr.startsWith('prep: engine jps is for maps whose cells all cost 1; for this map there are astar,'),
    ]).toEqual([2, true]);
  });
});
