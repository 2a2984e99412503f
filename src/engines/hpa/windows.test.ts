import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/samples.js';
import { weightedGrid } from '../../../test/weighted.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import { Grid, gridFrom, type MoveRule, setCosts } from '../../core/grid/grid.js';
import { besideOf } from '../../core/grid/rules.js';
import { random, sampleOpen } from '../../core/grid/sample.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { oracle } from '../../core/oracle/flood.js';
import { PathBuffer } from '../../core/search/path.js';
import { COST_PATTERNS, drawCosts } from '../../maps/cost-patterns.js';
import { generateMap } from '../../maps/generate/generate.js';
import { jumpLines } from '../jps/query/fill.js';
import { jumpRows } from '../jps/query/rows.js';
import { jumpSearch } from '../jps/query/search.js';
import { buildHpa } from './build.js';
import { hpaGraph } from './graph.js';
import { hpaSearch } from './query.js';
import type { Points } from './smooth.js';
import { detoursOf, windowsOf } from './windows.js';

const engine = (grid: Grid, cluster = 10) => {
  const abstraction = buildHpa(grid, { cluster });
  return hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
};

/** How much longer paths are than the optimum, on average, without windows and with them. */
function excess(grid: Grid, queries: number): [without: number, with_: number] {
  const search = engine(grid);
  const { costs } = oracle(grid);
  const path = new PathBuffer();
  const next = random(7);
  const unit = grid.costs ? 27720 : 13860;
  const sums = [0, 0];
  for (let i = 0; i < queries; i++) {
    const [from, to] = sampleOpen(grid, 2, next);
    const [optimal] = costs(from, [to]);
    if (optimal === Infinity || optimal === 0) continue;
    const found = [false, true].map((refine) => {
      search.refine = refine;
      search.search(...from, ...to, path);
      const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), from, to);
      expect(path.cost).toBe(cost / unit);
      return cost;
    });
    expect(found[1]).toBeLessThanOrEqual(found[0]);
    expect(found[1]).toBeGreaterThanOrEqual(optimal);
    found.forEach((cost, k) => {
      sums[k] += cost / optimal - 1;
    });
  }
  return [sums[0] / queries, sums[1] / queries];
}

/** The same ground under another move rule. */
const ruled = ({ width, height, terrain, open, costs }: Grid, rule: MoveRule): Grid =>
  Object.assign(new Grid(width, height, terrain, rule), { open, costs });

/** A copy of a grid with all blocked that is more than a column or row from every cell of a path. */
function around(grid: Grid, points: Points): Grid {
  const near = gridFrom(grid.width, grid.height, (x, y) => {
    const isNear = points.some((p) => Math.abs((p & 0xffff) - x) <= 1 && Math.abs((p >> 16) - y) <= 1);
    return isNear && grid.isOpen(x, y);
  });
  return Object.assign(new Grid(grid.width, grid.height, near.terrain, grid.moveRule), {
    open: near.open,
    costs: grid.costs,
  });
}

describe('windows', () => {
  /** Mean excess that is left, as measured and rounded up; without windows it is 0.8 to 1.1 %, on `random` 6.1 %. */
  const LEFT = { swamps: 0.0031, patches: 0.0064, gradients: 0.0011, roads: 0.0052, random: 0.012 };

  it.each(COST_PATTERNS)('bring paths near to the optimum: %s', (pattern) => {
    const grid = drawCosts(generateMap('caves', { width: 130, height: 100, seed: 2 }), pattern);
    const [before, after] = excess(grid, 40);
    expect(after).toBeLessThanOrEqual(LEFT[pattern]);
    expect(after).toBeLessThan(0.6 * before);
  });

  /** Cost of a path of points, checked. */
  const costOf = (grid: Grid, points: Points): number => {
    const [first, last] = [points[0], points[points.length - 1]];
    const path = new PathBuffer();
    path.write(points.toReversed(), points.length, 0);
    const [start, end] = [first, last].map((p): [number, number] => [p & 0xffff, p >> 16]);
    return checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), start, end);
  };

  /** A path as crooked as can be: from step to step to any open neighbor. */
  const crooked = (grid: Grid, x: number, y: number, seed: number): Points => {
    const next = random(seed);
    const points: Points = [x | (y << 16)];
    for (let [cx, cy, i] = [x, y, 0]; i < 30; i++) {
      const [dx, dy] = [Math.floor(3 * next()) - 1, Math.floor(3 * next()) - 1];
      if ((dx === 0 && dy === 0) || !grid.isOpen(cx + dx, cy + dy)) continue;
      const beside = Number(grid.isOpen(cx + dx, cy)) + Number(grid.isOpen(cx, cy + dy));
      if (dx !== 0 && dy !== 0 && beside < besideOf(grid)) continue;
      [cx, cy] = [cx + dx, cy + dy];
      points.push(cx | (cy << 16));
    }
    return points;
  };

  it.each(MOVE_RULES)(
    'correct a path of any shape on any terrain: legal, with costs as good as the cells next to it allow, without the best: %s',
    (rule) => {
      for (let seed = 1; seed <= sample(150); seed++) {
        const grid = ruled(weightedGrid(seed, 20), rule);
        const [[x, y] = [-1, -1]] = sampleOpen(grid, 1, random(seed));
        if (grid.width > 30 || x < 0) continue;
        const points = crooked(grid, x, y, seed + 1);
        if (points[points.length - 1] === points[0]) continue;
        const before = costOf(grid, points);
        const unit = grid.costs ? 27720 : 13860;
        const near = grid.costs ? around(grid, points) : grid;
        const last = points[points.length - 1];
        const [best] = oracle(near).costs([x, y], [[last & 0xffff, last >> 16]]);
        const corrected = windowsOf(grid)(points, before / unit);
        const after = costOf(grid, points);
        expect(corrected).toBe(after / unit);
        expect(after).toBeLessThanOrEqual(before);
        if (grid.costs) expect(after).toBeLessThanOrEqual(best);
        else expect(after).toBe(best);
      }
    },
  );

  it('find a cheap lane six rows from a path of at most 64 cells', () => {
    const grid = gridFrom(80, 20, () => true);
    setCosts(grid, (_, y) => (y === 9 ? 1 : 5));
    const path: Points = [8 | (3 << 16), 71 | (3 << 16)];
    const [optimal] = oracle(grid).costs([8, 3], [[71, 3]]);
    expect(optimal / 27720).toBeLessThan(5 * 63);
    expect(windowsOf(grid)(path, 5 * 63)).toBe(optimal / 27720);
  });

  it('correct short detours where all cells cost the same, and keep long ways', () => {
    const grid = gridFrom(200, 60, (x, y) => x !== 100 || y === 12);
    const correct = windowsOf(grid);
    const at = (x: number, y: number) => x | (y << 16);
    const detour: Points = [at(5, 5), at(5, 25), at(25, 25)];
    expect(correct(detour, 40)).toBeCloseTo(20 * Math.SQRT2, 6);
    expect(detour).toEqual([at(5, 5), at(25, 25)]);
    const long: Points = [at(5, 5), at(5, 55), at(60, 55), at(60, 5)];
    expect(correct(long, 155)).toBe(155);
    expect(long).toHaveLength(4);
  });

  it('leave no path of a cave more than 8 % too long', () => {
    const grid = generateMap('caves', { width: 120, height: 120, seed: 1 });
    const search = engine(grid, 16);
    const optimal = jumpSearch(grid, jumpLines(grid, jumpRows(grid)));
    const [path, best] = [new PathBuffer(), new PathBuffer()];
    const next = random(7);
    let worst = 0;
    for (let i = 0; i < 4000; i++) {
      const [x0, y0, x1, y1] = [0, 1, 2, 3].map(() => Math.floor(120 * next()));
      if (!optimal.search(x0, y0, x1, y1, best) || best.cost === 0) continue;
      search.search(x0, y0, x1, y1, path);
      worst = Math.max(worst, path.cost / best.cost);
    }
    // Without windows 1.2, with windows for paths of up to 60 steps that are a tenth too long 1.1.
    expect(worst).toBeGreaterThan(1);
    expect(worst).toBeLessThan(1.08);
  });
});

describe('a detour', () => {
  const at = (x: number, y: number) => x | (y << 16);
  /** Corrects a path that goes so far along its row and then along a column. */
  const bent = (right: number, down: number) => {
    const path = [at(5, 5), at(5 + right, 5), at(5 + right, 5 + down)];
    const isMended = detoursOf(gridFrom(160, 100, () => true))(path, right + down);
    return [isMended, path.length];
  };

  it('is looked for where the path has 150 steps at most, 125 columns and rows, and is 7 % longer than a straight way', () => {
    expect([bent(75, 75), bent(76, 75), bent(125, 25), bent(126, 24), bent(7, 1), bent(8, 1)]).toEqual([
      [true, 2],
      [false, 3],
      [true, 3],
      [false, 3],
      [true, 3],
      [false, 3],
    ]);
  });

  it.each([
    [8, 8],
    [7, 20],
  ])('leads through a gap 12 rows next to the path and no farther: in row %d, to row %d', (gap, row) => {
    const grid = gridFrom(60, 60, (x, y) => x !== 30 || y === gap || y > 48);
    const path = [at(20, 20), at(20, 49), at(40, 49), at(40, 20)];
    expect(detoursOf(grid)(path, 78)).toBe(true);
    expect(Math.min(...path.map((point) => point >> 16))).toBe(row);
  });
});
