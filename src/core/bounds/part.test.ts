import { describe, expect, it } from 'vitest';
import { mapText } from '../../../test/maps.js';
import { withMoves } from '../grid/clearance.js';
import { parseMap } from '../maps/movingai.js';
import { buildBounds } from './build.js';
import { boundsParts } from './part.js';

describe('parts of goal bounds', () => {
  it.each([
    ['jump-points', true, 'no-corners'],
    ['cells', false, 'no-corners'],
    ['cells', true, 'never'],
  ] as const)('make together what a whole bake makes: %s, exact %s, %s', async (at, exact, moveRule) => {
    const grid = withMoves(parseMap(Buffer.from(mapText('rooms', 40, 0.3, 7))), moveRule);
    const whole = await buildBounds(grid, { at, exact, threads: 1 });
    const { chunks, bake } = boundsParts(grid, { at, exact });
    const [a, b] = [Math.floor(chunks / 3), Math.floor(chunks / 2)];
    // In any order, as workers end.
    const parts = [bake(b, chunks), bake(0, a), bake(a, b)];
    let floods = 0;
    const merged = await buildBounds(grid, {
      at,
      exact,
      threads: 1,
      checkpoint: { load: () => parts, save: async () => {} },
      onProgress: (done, total) => {
        if (done < total) floods++;
      },
    });
    expect(merged).toEqual(whole);
    expect(floods).toBe(0);
    // One that is missing is baked here.
    expect(
      await buildBounds(grid, {
        at,
        exact,
        threads: 1,
        checkpoint: { load: () => parts.slice(1), save: async () => {} },
      }),
    ).toEqual(whole);
  });
});
