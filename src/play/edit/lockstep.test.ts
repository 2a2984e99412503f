import { expect, it } from 'vitest';
import { differing, differingUnits, LOCKSTEP_CASES } from '../../../test/lockstep.js';
import { sample } from '../../../test/samples.js';

it.each(LOCKSTEP_CASES)(
  'the cells of a path depend only on the state of the map, not on edits and queries before: $name, costs: $priced, moves $rule, links: $links',
  async (one) => {
    for (let seed = 50; seed < 50 + sample(12) / (one.rule === 'no-corners' && !one.links ? 1 : 4); seed++)
      expect(await differing(one, seed, 100 + sample(200))).toEqual([]);
  },
);

it.each([
  ['no-corners', false],
  ['no-corners', true],
  ['never', false],
  ['always', true],
  ['hex-odd-r', false],
] as const)('so do fields that are kept, reaches and paths around units: moves %s, costs: %s', async (rule, priced) => {
  for (let seed = 50; seed < 50 + sample(6); seed++) expect(await differingUnits(rule, priced, seed, 40)).toEqual([]);
});
