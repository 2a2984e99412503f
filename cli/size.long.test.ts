import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { load } from '../src/core/runtime/load-all.js';
import { cellAt, centerOf, clearanceAt } from '../src/core/runtime/places.js';

const folder = mkdtempSync(join(tmpdir(), 'gridprep-size-'));
afterAll(() => rmSync(folder, { recursive: true }));
const courtyard = join(process.cwd(), 'fixtures/maps/courtyard.map');

function prep(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'build/cli/prep.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('--size', () => {
  it('bakes the anchors of a square, for every artifact that has paths of it', () => {
    for (const artifact of ['jps', 'bounds', 'hpa', 'table']) {
      expect(prep(artifact, courtyard, '--size', '2', '-d', 'two').status, artifact).toBe(0);
    }
    expect(prep('jps', courtyard, '-d', 'one').status).toBe(0);
    const [two, one] = ['two', 'one'].map((out) => load(readFileSync(join(folder, out, 'courtyard.jps.prep'))));
    expect([two.size, one.size]).toEqual([2, 1]);
    expect(two.fingerprint).not.toBe(one.fingerprint);
    let narrow = 0;
    for (let y = 0; y < one.height; y++) {
      for (let x = 0; x < one.width; x++) {
        expect(two.isOpen(x, y)).toBe(clearanceAt(one, x, y) >= 2);
        expect(clearanceAt(two, x, y)).toBe(clearanceAt(one, x, y) >= 2 ? clearanceAt(one, x, y) : 0);
        if (clearanceAt(one, x, y) === 1) narrow++;
        expect(cellAt(two, ...centerOf(two, x, y))).toEqual([x, y]);
      }
    }
    expect(narrow).toBeGreaterThan(0);
    expect([centerOf(one, 3, 4), centerOf(two, 3, 4)]).toEqual([
      [3.5, 4.5],
      [4, 5],
    ]);
    expect([cellAt(one, 3.99, 4.01), cellAt(two, 4.4, 5.6)]).toEqual([
      [3, 4],
      [3, 5],
    ]);
    expect([clearanceAt(one, -1, 0), clearanceAt(one, 0.5, 0)]).toEqual([0, 0]);
  });

  it('is proven on the raw letters, and known to inspect, query and bench', () => {
    const blobs = ['jps', 'bounds', 'hpa', 'table'].map((artifact) => `two/courtyard.${artifact}.prep`);
    const { status, stdout } = prep('verify', ...blobs, '--map', courtyard);
    expect(stdout).toContain('2 x 2 cells below every anchor and step');
    expect(status).toBe(0);
    expect(prep('inspect', blobs[0]).stdout).toContain('size           2 x 2 cells, anchored top left');
    expect(prep('verify', blobs[0], blobs[1], '--scenarios', `${courtyard}.scen`).status).toBe(0);
    expect(prep('map', courtyard, '--size', '2', '-o', 'two.map').status).toBe(0);
    const bench = prep('bench', courtyard, '--size', '2', '--quick', '--engines', 'astar,jps,jps+bounds');
    expect(bench.status).toBe(0);
  });

  it('refuses what is no size, who fits nowhere, and blobs of different sizes', () => {
    expect(prep('jps', courtyard, '--size', '0')).toMatchObject({
      status: 2,
      stderr: 'prep: --size is 0; it must be a whole number from 1 to 16\n',
    });
    const { status, stderr } = prep('jps', courtyard, '--size', '16');
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /courtyard\.map: a square of 16 x 16 cells fits nowhere, the largest that does has \d+ x \d+\n$/,
    );
    const bytes = ['one/courtyard.jps.prep', 'two/courtyard.bounds.prep'].map((file) =>
      readFileSync(join(folder, file)),
    );
    expect(() => load(bytes)).toThrow('size is 2, expected 1 as in the first blob');
  });
});
