import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { withMoves } from '../../core/grid/clearance.js';
import { gridFrom } from '../../core/grid/grid.js';
import { COST_PATTERNS, drawCosts } from '../../maps/cost-patterns.js';
import { generateMap } from '../../maps/generate/generate.js';
import { chooseFastest } from './choose.js';

describe('chooseFastest', () => {
  it('takes contraction hierarchies where ways are narrow', () => {
    expect(chooseFastest(makeGrid('maze', 61, 61, 0, 3))).toEqual({
      leftOut: ['jps', 'bounds', 'hpa'],
      because: expect.stringMatching(/^narrow passages: \d+\.\d % wall corners, 1\.\d ways from each$/),
    });
  });

  it('takes them under every move rule', () => {
    for (const rule of ['never', 'one-corner', 'always'] as const) {
      const { leftOut, because } = chooseFastest(withMoves(makeGrid('maze', 61, 61, 0, 3), rule));
      expect([rule, leftOut, because]).toEqual([
        rule,
        ['jps', 'bounds', 'hpa'],
        expect.stringMatching(/^narrow passages: /),
      ]);
    }
  });

  it('takes goal bounds in rooms, small ones too: they answer faster there', () => {
    const rooms = generateMap('rooms', { width: 128, height: 128, room: 4, density: 0.5, seed: 7 });
    expect(chooseFastest(rooms).leftOut).toEqual(['ch', 'hpa']);
    expect(chooseFastest(generateMap('maze', { width: 128, height: 128, corridor: 3, seed: 7 })).leftOut).toEqual([
      'jps',
      'bounds',
      'hpa',
    ]);
  });

  it('takes goal bounds in open space', () => {
    const pillars = gridFrom(80, 80, (x, y) => (x * 7 + y * 13) % 61 > 0);
    expect(chooseFastest(pillars)).toEqual({
      leftOut: ['ch', 'hpa'],
      because: expect.stringMatching(/^open ground: /),
    });
    expect(chooseFastest(gridFrom(3, 3, () => true))).toEqual({
      leftOut: ['ch', 'hpa'],
      because: 'open ground: 0.0 % wall corners, 0.0 ways from each',
    });
  });

  it('takes contraction hierarchies where cells have costs, unless they would take minutes', () => {
    const cost = (x: number, y: number) => 1 + (((x >> 3) + (y >> 3)) % 3);
    const choice = { leftOut: ['jps', 'bounds', 'hpa'], because: 'weighted terrain' };
    const alone = {
      leftOut: ['bounds', 'ch', 'hpa'],
      because: 'weighted terrain on which ch would take minutes to bake',
    };
    expect(chooseFastest(gridFrom(80, 80, () => true, cost))).toEqual(choice);
    const four = withMoves(
      gridFrom(80, 80, () => true, cost),
      'never',
    );
    expect(chooseFastest(four)).toEqual(choice);
    // Few jump points, many cells; and a jump point in every cell.
    expect(
      chooseFastest(
        gridFrom(
          700,
          700,
          () => true,
          (x, y) => 1 + (((x >> 4) + (y >> 4)) % 3),
        ),
      ),
    ).toEqual(choice);
    expect(
      chooseFastest(
        gridFrom(
          300,
          300,
          () => true,
          (x, y) => 1 + ((x * 7 + y * 13) % 97),
        ),
      ),
    ).toEqual(alone);
  });

  it('takes contraction hierarchies where goal bounds would take minutes, and only jps where corners see many others', () => {
    expect(chooseFastest(generateMap('noise', { width: 500, height: 500, density: 0.1, seed: 7 }))).toEqual({
      leftOut: ['jps', 'bounds', 'hpa'],
      because: expect.stringMatching(
        /^bounds would take minutes to bake: \d+\.\d % wall corners, 3\.\d ways from each$/,
      ),
    });
    const pillars = gridFrom(600, 600, (x, y) => (x * 7 + y * 13) % 61 > 0);
    expect(chooseFastest(pillars)).toEqual({
      leftOut: ['bounds', 'ch', 'hpa'],
      because: expect.stringMatching(/^bounds would take minutes to bake, ch would be large: \d+\.\d % wall corners, /),
    });
  });

  it('takes contraction hierarchies on every pattern of costs', () => {
    const caves = generateMap('caves', { width: 96, height: 96, seed: 7 });
    for (const pattern of COST_PATTERNS)
      expect([pattern, chooseFastest(drawCosts(caves, pattern)).leftOut]).toEqual([pattern, ['jps', 'bounds', 'hpa']]);
  });

  it('leaves out nothing that is named', () => {
    const maze = makeGrid('maze', 61, 61, 0, 3);
    expect(chooseFastest(maze, ['jps']).leftOut).toEqual(['bounds', 'hpa']);
    const { leftOut, because } = chooseFastest(maze, ['bounds', 'hpa']);
    expect(leftOut).toEqual([]);
    expect(chooseFastest(maze, ['table']).leftOut).toEqual(['jps', 'bounds']);
    expect(because).toMatch(/^narrow passages: .*; and jps, bounds, hpa, as the config says$/);
  });
});
