import { describe, expect, it } from 'vitest';
import { cellsOf, makeGrid, random } from '../../test/grids.js';
import { askLinked, bakeAll, linked } from '../../test/links.js';
import { loadCh, loadJps, loadOctile } from '../../test/loaders.js';
import { sample } from '../../test/samples.js';
import { anchorsIn, withMoves } from '../core/grid/clearance.js';
import { type MoveRule, setCosts } from '../core/grid/grid.js';
import { isHex } from '../core/grid/rules.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { oracle } from '../core/oracle/flood.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { load } from './load-all.js';
import type { GridNav } from './nav.js';

const RULES: MoveRule[] = ['no-corners', 'never', 'one-corner', 'always', 'hex', 'hex-odd-r', 'hex-even-q'];
const NEAR = ['hpa', 'table'];

describe.each(RULES)('every engine under the rule %s', (rule) => {
  it.each([false, true])(
    'finds legal paths, exact ones the shortest, for units of every size, over links: %s',
    async (isLinked) => {
      const next = random(11);
      for (let i = 0; i < sample(48); i++) {
        const kind = (['noise', 'rooms', 'maze', 'comb'] as const)[i % 4];
        const [width, height] = [6 + Math.floor(20 * next()), 6 + Math.floor(20 * next())];
        const single = withMoves(makeGrid(kind, width, height, 0.5 * next(), 1 + i), rule);
        if (i % 4 === 1) setCosts(single, () => 1 + Math.floor(9 * next()));
        const grid = i % 4 === 2 && !isHex(single) ? anchorsIn(single, 2) : single;
        if (!grid.open.includes(1)) continue;
        if (isLinked) linked(grid, 1 + Math.floor(8 * next()), next);
        const blobs = await bakeAll(grid);
        for (const engine of load(blobs).engines)
          askLinked(grid, load(blobs, { engine }) as GridNav, NEAR.includes(engine), next);
      }
    },
  );

  it('is that of both oracles', () => {
    const grid = withMoves(makeGrid('noise', 24, 20, 0.3, 5), rule);
    const { costs } = oracle(grid);
    const expected = dijkstra(grid, 3, 3);
    const goals = cellsOf(grid);
    expect(costs([3, 3], goals)).toEqual(goals.map(([x, y]) => expected[grid.cell(x, y)]));
    for (const to of goals) expect(costs([3, 3], [to])).toEqual([expected[grid.cell(...to)]]);
  });
});

describe('move rules of blobs', () => {
  const grid = makeGrid('noise', 20, 20, 0.2, 3);

  it('are reported, separate blobs, and never mix', async () => {
    const [octile, four] = await Promise.all([bakeJps(grid), bakeJps(withMoves(grid, 'never'))]);
    expect(load(octile)).toMatchObject({ diagonals: 'no-corners', wasm: true });
    expect(load(four)).toMatchObject({ diagonals: 'never', wasm: false });
    expect(load(octile).fingerprint).not.toBe(load(four).fingerprint);
    expect(() => load([octile, four])).toThrow('moveRule is never, expected no-corners as in the first blob');
  });

  it('that a bundle does not know are refused with the one that does', async () => {
    const four = await bakeJps(withMoves(grid, 'never'));
    const hierarchy = await bakeHierarchy(withMoves(grid, 'never'));
    for (const loading of [() => loadJps(four), () => loadOctile(four), () => loadCh(hierarchy)])
      expect(loading).toThrow('unusable blob: diagonals is never, expected another; also give loader diagonalsPart');
    expect(load(hierarchy).engine).toBe('ch');
    expect(loadOctile(await bakeHpa(withMoves(grid, 'never'))).diagonals).toBe('never');
  });
});
