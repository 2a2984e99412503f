import { expect, it } from 'vitest';
import { unpackBlob } from '../../core/blob/pack.js';
import { createGrid } from '../../core/grid/create.js';
import { jps } from './artifact.js';
import { bakeJps } from './bake.js';

const CASES = (['no-corners', 'never', 'hex'] as const).flatMap((diagonals) =>
  (['average', 'entered'] as const).map((costs) => ({ diagonals, costs })),
);

it.each(CASES)('verify finds nothing wrong with landmarks, which take no links: %j', async (options) => {
  const links = [{ from: [0, 0], to: [11, 7], cost: 1 } as const];
  const grid = createGrid(12, 8, (x, y) => 1 + ((x * 7 + y * 5) % 9), { ...options, links });
  const [part] = unpackBlob(await bakeJps(grid, { codec: 'none' }));
  expect((await jps.verify(part, grid, () => 0.5, [part])).faults).toEqual([]);
});
