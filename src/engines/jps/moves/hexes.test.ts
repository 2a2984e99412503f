/** Maps of hexagons from cells to answers, in all layouts: every cost against Dijkstra, every path walked. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyGrid, drawn, forAllGrids, picture } from '../../../../test/grids.js';
import { sample } from '../../../../test/samples.js';
import { weightedGrid } from '../../../../test/weighted.js';
import { anchorsOf, withMoves } from '../../../core/grid/clearance.js';
import { componentSizes } from '../../../core/grid/components.js';
import { type Grid, gridFrom, type MoveRule } from '../../../core/grid/grid.js';
import { axialOf, hexLayout } from '../../../core/grid/hexes.js';
import { ALL_RULES, MOVE_RULES } from '../../../core/grid/rules.js';
import { unitOf } from '../../../core/grid/step-costs.js';
import { checkPath } from '../../../core/oracle/check-path.js';
import { dijkstra } from '../../../core/oracle/dijkstra.js';
import { oracle } from '../../../core/oracle/flood.js';
import { PathBuffer } from '../../../core/search/path.js';
import { load } from '../../../runtime/load-all.js';
import { loadGrid } from '../../../runtime/load-grid.js';
import type { Nav } from '../../../runtime/nav.js';
import { bakeBounds } from '../../bounds/bake.js';
import { bakeHierarchy } from '../../ch/bake.js';
import { bakeHpa } from '../../hpa/bake.js';
import { bakeJps } from '../bake.js';

const HEXES = ALL_RULES.slice(MOVE_RULES.length);

type Cell = [x: number, y: number];

/** Asks from some cells to all. */
function ask(grid: Grid, nav: Nav): void {
  const path = new PathBuffer();
  const { width, height } = grid;
  for (let s = 0; s < width * height; s += 1 + Math.floor((width * height) / 6)) {
    const from: Cell = [s % width, Math.floor(s / width)];
    const optimal = dijkstra(grid, ...from);
    for (let t = 0; t < width * height; t++) {
      const to: Cell = [t % width, Math.floor(t / width)];
      const found = nav.findPathInto(...from, ...to, path);
      const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, to) : Infinity;
      const where = `${nav.engine}, ${grid.moveRule}: from ${from} to ${to}`;
      if (cost !== optimal[grid.cell(...to)]) throw new Error(`${where}: ${cost}, not ${optimal[grid.cell(...to)]}`);
      if (!found) continue;
      if (path.cost !== cost / unitOf(grid))
        throw new Error(`${where}: says ${path.cost}, costs ${cost / unitOf(grid)}`);
      checkTurns(grid, path.toPath(), where);
    }
  }
}

/** Waypoints are cells of the path, at least the first and the last, and between two of them it goes one way. */
function checkTurns(grid: Grid, { waypoints, cells }: ReturnType<PathBuffer['toPath']>, where: string): void {
  const { toAxial } = hexLayout(grid) ?? { toAxial: (point: number) => point };
  const at = (list: Uint16Array, i: number) => toAxial(list[2 * i] | (list[2 * i + 1] << 16));
  let w = 0;
  for (let i = 0, step = 0; i < cells.length / 2; i++) {
    const next = i + 1 < cells.length / 2 ? at(cells, i + 1) - at(cells, i) : 0;
    if (i > 0 && next === step) continue;
    if (at(waypoints, w++) !== at(cells, i))
      throw new Error(`${where}: waypoint ${w - 1} is not the turn at cell ${i}`);
    step = next;
  }
  expect(waypoints.length).toBe(2 * w);
}

describe.each(HEXES)('hexagons, %s', (rule) => {
  it('JPS+ without a bake finds what Dijkstra finds', () => {
    forAllGrids(16, 320, (plain) => {
      const grid = withMoves(plain, rule);
      ask(
        grid,
        loadGrid(grid.width, grid.height, (x, y) => grid.isOpen(x, y), { diagonals: rule }),
      );
    });
  });

  it('JPS+ and goal bounds find it out of blobs, with boxes at jump points and at all cells', async () => {
    const check = async (plain: Grid, at: 'jump-points' | 'cells') => {
      const grid = withMoves(plain, rule);
      const blobs = [await bakeJps(grid, { codec: 'none' }), await bakeBounds(grid, { at, threads: 1, codec: 'none' })];
      const nav = load(blobs);
      expect([nav.engine, nav.engines, nav.diagonals]).toEqual(['jps+bounds', ['jps+bounds', 'jps'], rule]);
      try {
        ask(grid, nav);
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${picture(grid)}`, { cause: error });
      }
    };
    await fc.assert(fc.asyncProperty(anyGrid(14), fc.constantFrom('jump-points' as const, 'cells' as const), check), {
      numRuns: sample(160),
    });
  });

  it('weighted jump points and hierarchies find it, with and without a bake', async () => {
    for (let seed = 1; seed <= sample(24); seed++) {
      const grid = withMoves(weightedGrid(seed, 12), rule);
      if (!grid.costs || grid.width > 40) continue;
      ask(grid, loadGrid(grid));
      const landmarks = { landmarks: seed % 5, storeLandmarks: seed % 2 > 0 };
      const blobs = [await bakeJps(grid, { codec: 'none', ...landmarks }), await bakeHierarchy(grid)];
      expect(load(blobs).engines).toEqual(['ch', 'weighted']);
      for (const engine of ['ch', 'weighted']) ask(grid, load(blobs, { engine }));
    }
    const plain = withMoves(drawn('......\n.##.#.\n...#..\n.#....'), rule);
    ask(plain, load(await bakeHierarchy(plain)));
  });

  it('the oracle of verify and components agree with Dijkstra', () => {
    forAllGrids(12, 160, (plain) => {
      const grid = withMoves(plain, rule);
      const cells = Array.from(
        { length: grid.width * grid.height },
        (_, i): Cell => [i % grid.width, Math.floor(i / grid.width)],
      );
      const open = cells.filter((cell) => grid.isOpen(...cell));
      const reached = open.map((cell) => {
        const distances = dijkstra(grid, ...cell);
        expect(oracle(grid).costs(cell, cells)).toEqual(cells.map((to) => distances[grid.cell(...to)]));
        const to = open[open.length - 1];
        expect(oracle(grid).costs(cell, [to])).toEqual([distances[grid.cell(...to)]]);
        return distances.filter((distance) => distance < Infinity).length;
      });
      // Each component counted once for each of its cells.
      expect(
        componentSizes(grid)
          .flatMap((size) => Array(size).fill(size))
          .sort(),
      ).toEqual(reached.sort());
    });
  });
});

describe('layouts', () => {
  const steps = (rule: MoveRule, x: number, y: number) => {
    const nav = loadGrid(4, 4, () => true, { diagonals: rule });
    const near: string[] = [];
    for (let v = 0; v < 4; v++)
      for (let u = 0; u < 4; u++) if (nav.findPath(x, y, u, v)?.cost === 1) near.push(`${u},${v}`);
    return near.join(' ');
  };

  // Tables of redblobgames.com/grids/hexagons, "Neighbors".
  it.each<[MoveRule, Cell, string]>([
    ['hex', [1, 1], '1,0 2,0 0,1 2,1 0,2 1,2'],
    ['hex-odd-r', [1, 1], '1,0 2,0 0,1 2,1 1,2 2,2'],
    ['hex-odd-r', [1, 2], '0,1 1,1 0,2 2,2 0,3 1,3'],
    ['hex-even-r', [1, 1], '0,0 1,0 0,1 2,1 0,2 1,2'],
    ['hex-even-r', [1, 2], '1,1 2,1 0,2 2,2 1,3 2,3'],
    ['hex-odd-q', [1, 1], '1,0 0,1 2,1 0,2 1,2 2,2'],
    ['hex-odd-q', [2, 1], '1,0 2,0 3,0 1,1 3,1 2,2'],
    ['hex-even-q', [1, 1], '0,0 1,0 2,0 0,1 2,1 1,2'],
    ['hex-even-q', [2, 1], '2,0 1,1 3,1 1,2 2,2 3,2'],
  ])('%s: the six neighbors of %s are %s', (rule, cell, expected) => {
    expect(steps(rule, ...cell)).toBe(expected);
  });

  it('are turned into axial grids that hold every cell once, with its cost', () => {
    for (const rule of HEXES) {
      const grid = withMoves(
        gridFrom(
          5,
          4,
          (x, y) => x !== y,
          (x, y) => 1 + x + 5 * y,
        ),
        rule,
      );
      const axial = axialOf(grid);
      const values = (of: Grid) => [...(of.costs ?? [])].filter((cost) => cost > 0).sort((a, b) => a - b);
      expect(values(axial)).toEqual(values(grid));
      expect(axial.moveRule).toBe('hex');
      const { toAxial, toOffset } = hexLayout(grid) ?? { toAxial: Number, toOffset: Number };
      for (let y = 0; y < 4; y++)
        for (let x = 0; x < 5; x++) expect(toOffset(toAxial(x | (y << 16)))).toBe(x | (y << 16));
    }
  });
});

describe('what supports only squares', () => {
  const grid = withMoves(drawn('..\n..'), 'hex-odd-r');

  it('refuses hexagons, and says what to take', () => {
    const text = (what: string) =>
      `${what} are for maps of squares, and this one is of hexagons; bake it with prep bounds`;
    expect(() => bakeHpa(grid)).toThrow(text('abstractions of HPA*'));
  });

  it('refuses units of several cells', () => {
    expect(() => withMoves(anchorsOf(drawn('..\n..'), 2), 'hex-odd-q')).toThrow(
      'there are sizes only of squares, not of hex-odd-q',
    );
  });
});
