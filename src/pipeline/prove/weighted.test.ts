import { expect, it } from 'vitest';
import { bakeJps } from '../../engines/jps/bake.js';
import { COST_PATTERNS, drawCosts } from '../../maps/cost-patterns.js';
import { generateMap } from '../../maps/generate/generate.js';
import { verifyBlobs } from './verify.js';

const caves = generateMap('caves', { width: 40, height: 30, seed: 11 });

it.each(COST_PATTERNS.map((pattern, i) => [pattern, i] as const))(
  'jump points on weighted terrain are proven, their landmarks made at load or stored: %s',
  async (pattern, i) => {
    const forms = [
      {},
      { storeLandmarks: true, landmarks: 3 },
      { landmarks: 0 },
      { storeLandmarks: true, landmarks: 16, codec: 'none' },
    ] as const;
    const bytes = await bakeJps(drawCosts(caves, pattern), forms[i % forms.length]);
    const { faults, engines, checks } = await verifyBlobs([{ file: 'swamp', bytes }], { random: 40 });
    expect(faults).toEqual([]);
    expect(engines.map(({ engine, max }) => [engine, max])).toEqual([['weighted', 0]]);
    expect(checks[1]).toContain('jps: jump points, ');
  },
);
