import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../test/grids.js';
import { COST_PATTERNS, drawCosts } from './cost-patterns.js';
import { generateMap } from './generate/generate.js';

const caves = generateMap('caves', { width: 80, height: 60, seed: 3 });

describe('drawCosts', () => {
  it.each(COST_PATTERNS)('prices the open cells by %s, the same for the same seed, on maps of any size', (pattern) => {
    const weighted = drawCosts(caves, pattern, 5);
    expect(drawCosts(caves, pattern, 5).costs).toEqual(weighted.costs);
    expect(drawCosts(caves, pattern, 6).costs).not.toEqual(weighted.costs);
    expect(weighted.open).toEqual(caves.open);
    expect(caves.costs).toBeUndefined();
    for (const side of [1, 2, 30])
      expect(drawCosts(generateMap('noise', { width: side, height: 1, density: 0 }), pattern).width).toBe(side);
  });

  it('draws these costs, on every machine and in every version', () => {
    const sum = createHash('sha256');
    for (const pattern of COST_PATTERNS) sum.update(drawCosts(caves, pattern, 7).costs ?? '');
    expect(sum.digest('hex')).toBe('c0d48101e6ac81ec5565558a15553ddbbc09e68ffe6dcfd435cc869bc73bd78f');
    // Swamps over every edge of the map.
    const edges = createHash('sha256');
    const yard = generateMap('noise', { width: 24, height: 20, density: 0, seed: 1 });
    for (let seed = 1; seed <= 20; seed++) edges.update(drawCosts(yard, 'swamps', seed).costs ?? '');
    expect(edges.digest('hex').slice(0, 16)).toBe('a13bde6aef8f3031');
  });

  it('has the costs that each pattern tells', () => {
    const field = drawn(`${'.'.repeat(200)}\n`.repeat(200));
    const costs = (pattern: (typeof COST_PATTERNS)[number]) =>
      [...new Set(drawCosts(field, pattern).costs)].filter(Boolean).sort((a, b) => a - b);
    expect(costs('swamps')).toEqual([1, 3]);
    expect(costs('patches')).toEqual([1, 2, 5, 10]);
    expect(costs('roads')).toEqual([1, 4]);
    expect(costs('gradients')).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(costs('random')).toHaveLength(255);
  });

  it('raises gradients by a step at most from cell to cell', () => {
    const field = drawCosts(drawn(`${'.'.repeat(60)}\n`.repeat(60)), 'gradients');
    const { costs = [], stride } = field;
    for (let c = stride + 1; c < 60 * stride; c++)
      if (costs[c] > 0 && costs[c + 1] > 0) expect(Math.abs(costs[c] - costs[c + 1])).toBeLessThanOrEqual(1);
  });
});
