import { expect, it } from 'vitest';
import { forAllGrids, makeGrid, random } from '../../../../test/grids.js';
import { sample } from '../../../../test/samples.js';
import { BlobError } from '../../../core/errors.js';
import type { Grid } from '../../../core/grid/grid.js';
import { countBits } from '../../../core/grid/rank.js';
import { STRAIGHT } from '../../../core/grid/step-costs.js';
import { checkPath } from '../../../core/oracle/check-path.js';
import { PathBuffer } from '../../../core/search/path.js';
import { native } from '../wasm/native.js';
import { newArena } from './arena.js';
import { compareLines } from './compare.js';
import { jumpLines } from './fill.js';
import { GROUP, type JumpLines } from './lines.js';
import { proofOf, provePaths } from './mapped.js';
import { jumpRows } from './rows.js';
import { jumpSearch } from './search.js';

const linesOf = (grid: Grid): JumpLines => jumpLines(grid, jumpRows(grid));

/** Compares all. @returns how many calls it took */
function compareAll(lines: JumpLines, grid: Grid): number {
  const compare = compareLines(lines, grid);
  for (let calls = 1; ; calls++) if (compare()) return calls;
}

it('passes what is made of a map, in no more than 20,000 steps', () => {
  forAllGrids(80, 400, (grid) => {
    expect(compareAll(linesOf(grid), grid)).toBeLessThan(20_000);
  });
  const large = makeGrid('rooms', 1200, 900, 0.3, 5);
  expect(compareAll(linesOf(large), large)).toBeLessThan(20_000);
});

it('finds each wall that is not there, is too much, and each number that is not the next', () => {
  const next = random(5);
  for (let i = 0, most = sample(3000); i < most; i++) {
    const [width, height] = [1 + Math.floor(70 * next()), 1 + Math.floor(70 * next())];
    const grid = makeGrid((['noise', 'maze', 'rooms'] as const)[i % 3], width, height, 0.3, 1 + i);
    const lines = linesOf(grid);
    const { arena, origin, pitch, walls, modulus } = lines;
    const [x, y] = [Math.floor(width * next()), Math.floor(height * next())];
    const kind = Math.floor(4 * next());
    const [p, line] = kind > 0 ? [x, kind === 2 ? y : kind === 3 ? y - x : y + x] : [y, x];
    const row = kind & 1 ? ((line % modulus) + modulus) % modulus : line;
    const at = origin[kind] + (kind & 1 ? 6 : GROUP) * row + (p >> 5) * pitch[kind];
    const way = next() < 0.5 ? 0 : 3;
    if (i % 5 === 0 && !(kind & 1)) arena.ints[at + (way > 0 ? 3 : 1)]++;
    else arena.ints[kind & 1 ? at + way : walls + (at >> 2)] ^= 1 << p;
    expect(() => compareAll(lines, grid)).toThrow(
      'unusable blob: jump lines is of other cells, expected those of the map',
    );
  }
});

it('finds turning points that see no jump point', () => {
  const grid = makeGrid('rooms', 70, 50, 0.3, 3);
  let found = 0;
  for (const kind of [1, 3])
    for (const word of [1, 2, 4, 5])
      for (let x = 3; x < 70; x += 3) {
        const lines = linesOf(grid);
        const { arena, origin, pitch } = lines;
        const at = origin[kind] + 6 * (x % 7) + (x >> 5) * pitch[kind] + word;
        const before = arena.ints[at];
        arena.ints[at] |= 1 << x;
        // At a wall the diagonal has ended.
        const wall = (arena.ints[word > 3 ? at - word + 3 : at - word] >> x) & 1;
        if (arena.ints[at] === before || wall) continue;
        found++;
        expect(() => compareAll(lines, grid)).toThrow('unusable blob: jump lines is of other cells');
      }
  expect(found).toBeGreaterThan(40);
});

it('leaves no path that a search finds over a wall, or of another cost, whatever else is forged', () => {
  const path = new PathBuffer();
  let [answered, refused, compared] = [0, 0, 0];
  const maps = sample(1500, 32);
  for (let i = 0; i < maps; i++) {
    const grid = makeGrid((['noise', 'maze', 'comb', 'rooms'] as const)[i % 4], 40, 30, 0.35, 1 + i);
    const next = random(1 + i);
    const arena = i % 2 > 0 ? native.arena() : newArena();
    const lines = jumpLines(grid, jumpRows(grid), arena);
    // Only missing marks pass.
    forgeMarks(lines, grid, next, i % 8 > 3);
    const proof = proofOf(grid);
    const found = jumpSearch(grid, { ...lines, proof }, undefined, i % 2 > 0 ? native : undefined);
    const { between } = found;
    const search = provePaths(found, lines, grid, proof);
    for (let q = 0; q < 600; q++) {
      const [x0, y0, x1, y1] = [40, 30, 40, 30].map((side) => Math.floor(side * next()));
      if (!grid.isOpen(x0, y0) || !grid.isOpen(x1, y1)) continue;
      try {
        if (!search.between(x0, y0, x1, y1, path)) continue;
      } catch (error) {
        if (!(error instanceof BlobError)) throw error;
        refused++;
        continue;
      }
      answered++;
      if (search.between === between) compared++;
      const cost = checkPath(grid, path.toPath().cells, [x0, y0], [x1, y1]) / STRAIGHT;
      if (cost !== path.cost) throw new Error(`costs ${cost}, said ${path.cost}`);
    }
  }
  // A hundred paths of each map; forged ones are refused, sound ones are walked no more at the end.
  expect(answered).toBeGreaterThan(100 * maps);
  expect(refused).toBeGreaterThan(maps);
  expect(compared).toBeGreaterThan(10 * maps);
});

/** Jump points and turning points that are not there, numbered as those of a map; @param adds also too many, and walls that are not there */
function forgeMarks(lines: JumpLines, { width, height }: Grid, next: () => number, adds: boolean): void {
  const { origin, pitch, walls } = lines;
  const { ints } = lines.arena;
  const forge = (at: number) => {
    if (next() > 0.02) return;
    const bit = 1 << (32 * next());
    ints[at] = adds && next() < 0.5 ? ints[at] | bit : ints[at] & ~bit;
  };
  for (const kind of [1, 3])
    for (let i = origin[kind]; i < origin[kind] + pitch[kind] * ((width >> 5) + 1); i += 6)
      for (const word of [1, 2, 4, 5]) forge(i + word);
  // Bits of the first words, which the map fills.
  for (const kind of adds ? [0, 2] : [])
    for (let i = origin[kind] >> 2; i < (origin[kind] + pitch[kind]) >> 2; i++)
      if (next() < 0.05) ints[walls + i] &= ~(1 << (30 * next()));
  let number = 0;
  for (const kind of [0, 2])
    for (const way of [0, 2])
      for (let line = origin[kind] + way; line < origin[kind] + way + pitch[kind]; line += GROUP)
        for (let k = 0, i = line; k <= (kind > 0 ? width : height) >> 5; k++, i += pitch[kind]) {
          forge(i);
          ints[i + 1] = number;
          number += countBits(ints[i]);
        }
  lines.count = number;
}
