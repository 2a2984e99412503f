import { expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { withMoves } from '../grid/clearance.js';
import { MOVE_RULES } from '../grid/rules.js';
import { evenFlood } from './even-flood.js';
import { cellSearch } from './flood.js';

it('floods cells without costs as the search does that tries every move', () => {
  const next = random(17);
  for (const rule of MOVE_RULES)
    for (let i = 0; i < 40; i++) {
      const size = 4 + Math.floor(next() * 14);
      const grid = withMoves(makeGrid('noise', size, size, 0.3 * next(), i), rule);
      const flood = evenFlood(grid, size);
      const every = cellSearch(grid, size + 2);
      for (let k = 0; k < 5; k++) {
        const [x, y] = [next(), next()].map((v) => Math.floor(size * v));
        if (!grid.isOpen(x, y)) continue;
        flood.run(x, y);
        every.weights.set(flood.weights);
        every.costs.fill(Infinity);
        every.search(flood.at(x, y));
        expect(flood.costs).toEqual(every.costs);
      }
    }
});
