import { expect, it } from 'vitest';
import { IS_LONG } from '../../test/samples.js';
import { excesses, WORLDS, worldOf } from '../../test/world-quality.js';

it('has paths that are 0.3 % longer than the optimum on average and 10 % at most, in tiles of 8 to 40 cells, anywhere and near borders', async () => {
  const all: number[][] = [[], []];
  for (let i = 0; i < WORLDS; i += IS_LONG ? 1 : 8) {
    const lists = await excesses(worldOf(i, 2), 6);
    for (const k of [0, 1]) all[k].push(...lists[k]);
  }
  for (const list of all) {
    expect(list.length).toBeGreaterThan(IS_LONG ? 30 : 12);
    expect(Math.min(...list)).toBeGreaterThan(-1e-12);
    expect(Math.max(...list)).toBeLessThan(0.1);
    expect(list.reduce((sum, one) => sum + one, 0) / list.length).toBeLessThan(0.003);
  }
});
