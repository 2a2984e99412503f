import { expect, it } from 'vitest';
import { differing, LOCKSTEP_CASES } from '../../../test/lockstep.js';
import { sample } from '../../../test/samples.js';

it.each(LOCKSTEP_CASES)(
  'the cells of a path depend on the state of the map alone, not on edits and queries before: $name, costs: $priced',
  async (one) => {
    for (let seed = 50; seed < 50 + sample(24); seed++) expect(await differing(one, seed, 300)).toEqual([]);
  },
);
