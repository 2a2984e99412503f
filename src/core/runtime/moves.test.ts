import { describe, expect, it } from 'vitest';
import { makeGrid, picture, random } from '../../../test/grids.js';
import { loadCh, loadJps, loadOctile } from '../../../test/loaders.js';
import { sample } from '../../../test/samples.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { anchorsOf, withMoves } from '../grid/clearance.js';
import { type Grid, type MoveRule, setCosts } from '../grid/grid.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { checkPath } from '../oracle/check-path.js';
import { dijkstra } from '../oracle/dijkstra.js';
import { oracle } from '../oracle/flood.js';
import { PathBuffer } from '../search/path.js';
import { bakeTable } from '../table/bake.js';
import { load } from './load-all.js';

const RULES: MoveRule[] = ['no-corners', 'never', 'one-corner', 'always'];
const NEAR = ['hpa', 'table'];

async function bakeAll(grid: Grid): Promise<Uint8Array[]> {
  const hpa = await bakeHpa(grid, { cluster: 6, levels: 2, codec: 'none' });
  const near = [hpa, await bakeTable(hpa, { codec: 'none', threads: 1 })];
  if (grid.costs) return near;
  const options = { codec: 'none', threads: 1 } as const;
  return [await bakeJps(grid, options), await bakeBounds(grid, options), await bakeHierarchy(grid, options), ...near];
}

/** Asks an engine of a blob for paths between random cells. */
function ask(grid: Grid, blobs: Uint8Array[], engine: string, next: () => number): void {
  const nav = load(blobs, { engine });
  const path = new PathBuffer();
  const { width, height } = grid;
  const scale = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  for (let starts = 0; starts < 4; starts++) {
    const from: [number, number] = [Math.floor(next() * width), Math.floor(next() * height)];
    const optimal = dijkstra(grid, ...from);
    for (let t = 0; t < width * height; t += 1 + Math.floor(3 * next())) {
      const to: [number, number] = [t % width, Math.floor(t / width)];
      const best = optimal[grid.cell(...to)];
      const found = nav.findPathInto(...from, ...to, path);
      const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, to) : Infinity;
      const good = NEAR.includes(engine) ? cost >= best && cost < Infinity === best < Infinity : cost === best;
      if (!good || (found && path.cost !== cost / scale))
        throw new Error(`${engine} ${grid.moveRule}: ${from} to ${to}: ${cost}, optimal ${best}\n${picture(grid)}`);
      if (found && nav.walk) {
        const walked = checkPath(grid, [...(nav.walk(...from, ...to) ?? [])].flat(), from, to);
        if (walked < best) throw new Error('a walk cheaper than the optimum');
      }
    }
  }
}

describe.each(RULES)('every engine under the rule %s', (rule) => {
  it('finds legal paths, the exact ones shortest, for walkers of every size', async () => {
    const next = random(7);
    for (let i = 0; i < sample(60, 30); i++) {
      const kind = (['noise', 'rooms', 'maze', 'comb'] as const)[i % 4];
      const raw = makeGrid(kind, 6 + Math.floor(20 * next()), 6 + Math.floor(20 * next()), 0.4 * next(), 1 + i);
      if (!raw.open.includes(1)) continue;
      let grid = withMoves(raw, rule);
      if (i % 3 === 1) {
        try {
          grid = withMoves(anchorsOf(raw, 2), rule);
        } catch {
          // Too narrow everywhere.
        }
      }
      if (i % 5 === 0) {
        grid = grid.copy();
        setCosts(grid, (x, y) => 1 + ((x * y) % 3));
      }
      const blobs = await bakeAll(grid);
      for (const engine of grid.costs ? NEAR : ['jps+bounds', 'ch', 'jps', ...NEAR]) ask(grid, blobs, engine, next);
    }
  });

  it('is that of both oracles', () => {
    const grid = withMoves(makeGrid('noise', 24, 20, 0.3, 5), rule);
    const { costs } = oracle(grid);
    const expected = dijkstra(grid, 3, 3);
    const goals = Array.from({ length: 480 }, (_, i): [number, number] => [i % 24, Math.floor(i / 24)]);
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
