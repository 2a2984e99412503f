import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../src/runtime/load-all.js';
import { cellAt, centerOf, clearanceAt } from '../src/runtime/places.js';
import { COURTYARD, good, temporaryFolder } from '../test/prep.js';

describe('--size', () => {
  it('bakes the anchors of a square, which bench also takes', async () => {
    const folder = temporaryFolder();
    await good(`jps ${COURTYARD} --size 2 -d ${join(folder, 'two')}`);
    await good(`jps ${COURTYARD} -d ${join(folder, 'one')}`);
    await good(`bench ${COURTYARD} --size 2 --quick --engines astar,jps,jps+bounds`);
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
});
