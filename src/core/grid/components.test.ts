import { describe, expect, it } from 'vitest';
import { forAllGrids, makeGrid } from '../../../test/grids.js';
import { labelBy, labelComponents, labelRuns } from './components.js';
import { type Grid, gridFrom } from './grid.js';

/** Labels by flood fill in 4 directions, in the order of each component's first cell. */
function flooded(grid: Grid): number[] {
  const { open, stride } = grid;
  const labels = new Array<number>(open.length).fill(0);
  let count = 0;
  for (let first = 0; first < open.length; first++) {
    if (open[first] === 0 || labels[first] !== 0) continue;
    labels[first] = ++count;
    const stack = [first];
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      for (const next of [cell - 1, cell + 1, cell - stride, cell + stride]) {
        if (open[next] === 0 || labels[next] !== 0) continue;
        labels[next] = count;
        stack.push(next);
      }
    }
  }
  return labels;
}

describe('labelComponents', () => {
  it('is what a flood fill finds', () => {
    forAllGrids(24, 400, (grid) => {
      const labels = flooded(grid);
      expect([...labelComponents(grid)]).toEqual(labels);
      const label = labelBy(labelRuns(grid));
      expect(labels.map((_, cell) => label(cell))).toEqual(labels);
    });
  });

  it.each([
    [255, Uint8Array],
    [256, Uint16Array],
    [65535, Uint16Array],
    [65536, Int32Array],
  ])('numbers %s components without wrapping round', (count, type) => {
    const grid = gridFrom(1024, 256, (x, y) => x % 2 === 0 && y % 2 === 0 && (x >> 1) + (y >> 1) * 512 < count);
    const labels = labelComponents(grid);
    expect(labels).toBeInstanceOf(type);
    expect(Array.from(labels).filter((label) => label > 0)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  });

  it('is what a flood fill finds on larger mazes and noise', () => {
    for (const [kind, density] of [
      ['maze', 0],
      ['noise', 0.4],
      ['comb', 0.3],
      ['rooms', 0.1],
    ] as const) {
      const grid = makeGrid(kind, 150, 97, density, 11);
      expect([...labelComponents(grid)]).toEqual(flooded(grid));
    }
  });
});
