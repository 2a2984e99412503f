import { describe, expect, it } from 'vitest';
import { forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { checkLines } from '../../../test/jump-lines.js';
import { checkPairs } from '../../../test/pairs.js';
import { sample } from '../../../test/samples.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { PathBuffer } from '../../core/search/path.js';
import { native } from '../../engines/jps/wasm/native.js';
import { type LiveJumps, liveJumps } from './jumps.js';

/** Turns some cells over. @returns where they are */
function flip(grid: Grid, boxes: readonly Box[]): number[] {
  const cells: number[] = [];
  for (const [x0, y0, x1, y1] of boxes) {
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        grid.open[grid.cell(x, y)] ^= 1;
        cells.push(grid.cell(x, y));
      }
    }
  }
  return cells;
}

function randomBox({ width, height }: Grid, next: () => number, side: number): Box {
  const x = Math.floor(next() * width);
  const y = Math.floor(next() * height);
  return [
    x,
    y,
    Math.min(width - 1, x + Math.floor(next() * side)),
    Math.min(height - 1, y + Math.floor(next() * side)),
  ];
}

/** @returns whether there was room for it */
function edit(grid: Grid, live: LiveJumps, boxes: Box[]): boolean {
  return live.repair(flip(grid, boxes), boxes);
}

describe('jump lines of a map that changes', () => {
  it('are those of a new start after every edit, and queries are optimal, in both forms', () => {
    forAllGrids(20, 30, (grid) => {
      const next = random(grid.width * 97 + grid.height);
      const forms = [undefined, native].map((form) => ({ own: grid.copy(), form }));
      const lives = forms.map(({ own, form }) => liveJumps(own, form));
      for (let e = 0; e < 6; e++) {
        const box = randomBox(grid, next, e % 3 === 2 ? 6 : 3);
        forms.forEach(({ own }, i) => {
          if (!edit(own, lives[i], [box])) lives[i] = liveJumps(own, forms[i].form);
          checkLines(own, lives[i].lines);
          checkPairs(own, lives[i].search, 41);
        });
      }
    });
  });

  it('hold after several boxes together, and when a door goes back to its old state', () => {
    const grid = makeGrid('rooms', 90, 70, 0.1, 5);
    const next = random(9);
    const live = liveJumps(grid, native);
    checkPairs(grid, live.search, 1500);
    for (let e = 0; e < sample(60); e++) {
      const boxes: Box[] = [[2 + ((7 * e) % 80), 3, 3 + ((7 * e) % 80), 3]];
      const other = randomBox(grid, next, 4);
      if (other[3] < 3 || other[1] > 3) boxes.push(other);
      edit(grid, live, boxes);
      checkPairs(grid, live.search, 5000);
      if (e % 2 === 0) edit(grid, live, boxes);
      checkLines(grid, live.lines);
    }
  });

  it('have no room for many more jump points than there were', () => {
    const grid = makeGrid('noise', 60, 60, 0, 1);
    const live = liveJumps(grid);
    let hasRoom = true;
    for (let y = 1; y < 59; y += 2)
      for (let x = 1; x < 59; x += 20)
        hasRoom &&= edit(
          grid,
          live,
          [0, 2, 4, 6, 8].map((i) => [x + 2 * i, y, x + 2 * i, y]),
        );
    expect(hasRoom).toBe(false);
    const again = liveJumps(grid);
    checkLines(grid, again.lines);
    checkPairs(grid, again.search, 1900);
  });

  it('use numbers again that lines have left: thousands of edits find room', () => {
    const grid = makeGrid('noise', 90, 90, 0.15, 3);
    const next = random(11);
    const live = liveJumps(grid, native);
    for (let e = 0; e < sample(3000); e++) {
      const cell = [Math.floor(next() * 90), Math.floor(next() * 90)] as const;
      // As many cells are blocked as at first.
      const isOpen = grid.isOpen(...cell);
      if (isOpen && next() > 0.15) continue;
      expect(edit(grid, live, [[...cell, ...cell]])).toBe(true);
    }
    checkLines(grid, live.lines);
    checkPairs(grid, live.search, 1900);
  });

  it('keep the records of the graph that a change does not reach, and those around', () => {
    const grid = makeGrid('noise', 200, 200, 0.05, 5);
    const live = liveJumps(grid);
    const next = random(3);
    const place = () => Math.floor(next() * 200);
    const path = new PathBuffer();
    for (let q = 0; q < 800; q++) live.search.search(place(), place(), place(), place(), path);
    const { arena, count } = live.lines;
    const made = () =>
      arena.ints.subarray(live.search.records, live.search.records + count).filter((n) => n > 0).length;
    const before = made();
    expect(before).toBeGreaterThan(2000);
    edit(grid, live, [[100, 100, 100, 100]]);
    expect(made()).toBeLessThan(before);
    expect(made()).toBeGreaterThan(0.95 * before);
    // Records that are made again take the memory of dropped ones.
    const { end } = arena;
    for (let e = 0; e < 60; e++) {
      const [x, y] = [place(), place()];
      edit(grid, live, [[x, y, x, y]]);
      for (let q = 0; q < 8; q++) live.search.search(place(), place(), place(), place(), path);
      expect(made()).toBeGreaterThan(0.9 * before);
    }
    expect(arena.end).toBeLessThan(1.2 * end);
  });
});
