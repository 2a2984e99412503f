import { expect, it } from 'vitest';
import { forAllGrids, makeGrid } from '../../../../test/grids.js';
import { newArena } from './arena.js';
import { jumpLines } from './fill.js';
import { GROUP, placeLines, startOf } from './lines.js';
import { readLines, storedLines } from './mapped.js';
import { jumpRows } from './rows.js';

it('reads the lines that a map has, word by word', () => {
  forAllGrids(70, 100, (grid) => {
    const made = jumpLines(grid, jumpRows(grid));
    const stored = storedLines(grid);
    const read = readLines(stored, grid, newArena());
    expect(read.count).toBe(made.count);
    const words = (lines: typeof made) => lines.arena.ints.slice(startOf(lines), lines.arena.end);
    expect(words(read)).toEqual(words(made));
    expect(stored.words).toEqual(words(made));
  });
});

it('refuses lines of another size, without an end, or with numbers of no jump point', () => {
  const grid = makeGrid('rooms', 70, 50, 0.3, 3);
  const { words, count } = storedLines(grid);
  const { origin, pitch, walls, ...lines } = placeLines(grid, newArena());
  const first = startOf({ origin, pitch, walls, ...lines });
  const damaged = (at: number, change: (word: number) => number) => {
    const copy = words.slice();
    copy[at - first] = change(copy[at - first]);
    return { words: copy, count };
  };
  // Columns and rows end in a wall behind the map, and begin behind one.
  const ends = [0, 2].flatMap((kind) => [
    damaged(walls + ((origin[kind] - pitch[kind]) >> 2), () => 0),
    damaged(walls + ((origin[kind] + (kind > 0 ? 2 : 1) * pitch[kind]) >> 2), () => 0),
  ]);
  const slants = [1, 3].flatMap((kind) => [
    damaged(origin[kind] - pitch[kind], () => 0),
    damaged(origin[kind] + 2 * pitch[kind], () => 0),
    damaged(origin[kind] + 2 * pitch[kind] + 3, () => 0),
  ]);
  const numbers = [0, 2].flatMap((kind) =>
    [1, 3].flatMap((word) => [
      damaged(origin[kind] + GROUP * 7 + word, () => count + 1),
      damaged(origin[kind] + GROUP * 7 + word, () => -1),
    ]),
  );
  const others = [
    { words: words.slice(1), count },
    { words: new Int32Array(words.length + 1), count },
    { words, count: 1e9 },
  ];
  for (const stored of [...ends, ...slants, ...numbers, ...others])
    expect(() => readLines(stored, grid, newArena())).toThrow(
      'unusable blob: arrays of jump lines is damaged, expected those that were baked',
    );
});
