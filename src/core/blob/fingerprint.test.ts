import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { withMoves } from '../grid/clearance.js';
import { type Grid, setCosts } from '../grid/grid.js';
import { fingerprint } from './fingerprint.js';
import { ALL_RULES } from './layout.js';

/** As FORMAT.md has it, byte by byte. */
function expected(grid: Grid): string {
  const bytes = [grid.width & 255, grid.width >> 8, grid.height & 255, grid.height >> 8];
  bytes.push(ALL_RULES.indexOf(grid.moveRule) + 16 * (grid.size - 1));
  bytes.push(...Array.from({ length: 16 }, (_, i) => grid.terrain.charCodeAt(i) || 0));
  for (let strip = 0; strip < grid.width; strip += 8) {
    for (let y = 0; y < grid.height; y++) {
      bytes.push(
        Array.from({ length: 8 }, (_, b) => Number(strip + b < grid.width && grid.isOpen(strip + b, y)) << b).reduce(
          (a, b) => a | b,
        ),
      );
    }
  }
  if (grid.costs)
    for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) bytes.push(grid.costs[grid.cell(x, y)]);
  return createHash('sha256').update(Uint8Array.from(bytes)).digest('hex');
}

it('a fingerprint covers sides, cells, costs, letters, the move rule and the size of who walks', () => {
  const plain = makeGrid('noise', 300, 19, 0.3, 5);
  const all = [plain, makeGrid('noise', 19, 300, 0.3, 5), ...ALL_RULES.slice(1).map((rule) => withMoves(plain, rule))];
  const [weighted, large, letters] = [plain.copy(), plain.copy(), plain.copy()];
  setCosts(weighted, (x) => 1 + (x % 3));
  Object.assign(large, { size: 3 });
  Object.assign(letters, { terrain: '.GSW' });
  all.push(weighted, large, letters);
  const prints = all.map((grid) => Buffer.from(fingerprint(grid)).toString('hex'));
  expect(prints).toEqual(all.map(expected));
  expect(new Set(prints).size).toBe(all.length);
});
