/** Random maps whose cells have costs: what an optimal engine on weighted terrain is fuzzed with. */

import { type Grid, gridFrom, setCosts } from '../src/core/grid/grid.js';
import { random } from '../src/core/grid/sample.js';
import { generateMap, type MapKind } from '../src/maps/generate/generate.js';

const KINDS: readonly MapKind[] = ['noise', 'rooms', 'maze', 'comb', 'caves'];
/** Least and greatest cost. Few different costs make many equal ways. */
const RANGES = [
  [1, 2],
  [1, 3],
  [2, 4],
  [1, 20],
  [1, 255],
  [254, 255],
  [3, 3],
];

/** Terrain with patches of costs, stripes of the greatest cost, or long expensive runs; also corridors; determined by the seed. */
export function weightedGrid(seed: number, side: number): Grid {
  const next = random(seed);
  const upTo = (n: number) => Math.floor(next() * n);
  const [width, height] = [1 + upTo(side), 1 + upTo(side)];
  // Sometimes one long corridor, so that runs are as long as they can be.
  const long = upTo(12) === 0;
  const grid = long
    ? gridFrom(20 * side, 1 + upTo(3), (x, y) => y === 0 || x % 7 > 0)
    : generateMap(KINDS[upTo(KINDS.length)], { width, height, seed, density: next() / 2 });
  const [least, most] = RANGES[upTo(RANGES.length)];
  const patch = 1 + upTo(5);
  const form = upTo(6);
  const table = Array.from({ length: 4096 }, () => least + upTo(most - least + 1));
  setCosts(grid, (x, y) => {
    if (form === 0) return y % 3 === 0 ? 255 : 1;
    if (form === 1) return x % 9 === 4 ? 1 : 255;
    return table[(Math.floor(y / patch) * 64 + Math.floor(x / patch)) % 4096];
  });
  return grid;
}
