/** A dungeon of two floors from a seed: rooms, corridors, doors, stairs. The same seed gives the same dungeon. */
import { createGrid, type Grid } from 'gridprep/runtime';

/** Columns of a floor, rows, rooms of a floor. */
export const [SIDE, ROWS, ROOMS] = [36, 26, 7];

export interface Dungeon {
  grid: Grid;
  start: Cell;
  /** Cells of the doors, all in one list. */
  doors: Cell[];
  monsters: Cell[];
  gold: Cell[];
}

export type Cell = [x: number, y: number];

export function dungeonOf(seed: number): Dungeon {
  let state = seed % 2147483646 || 1;
  const random = (below: number) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const open = new Set<string>();
  const dig = (x: number, y: number) => open.add(`${x},${y}`);
  const floors = [0, 1].map((floor) => {
    const middles: Cell[] = [];
    for (let i = 0; i < ROOMS; i++) {
      const [width, height] = [4 + random(6), 3 + random(4)];
      const [left, top] = [floor * SIDE + 1 + random(SIDE - width - 2), 1 + random(ROWS - height - 2)];
      for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) dig(x, y);
      const middle: Cell = [left + (width >> 1), top + (height >> 1)];
      // A corridor to the room before.
      const [x0, y0] = middles.at(-1) ?? middle;
      for (let x = Math.min(x0, middle[0]); x <= Math.max(x0, middle[0]); x++) dig(x, y0);
      for (let y = Math.min(y0, middle[1]); y <= Math.max(y0, middle[1]); y++) dig(middle[0], y);
      middles.push(middle);
    }
    return middles;
  });
  const [upper = [], lower = []] = floors;
  const isOpen = (x: number, y: number) => open.has(`${x},${y}`);
  const doors = [...open]
    .map((cell) => cell.split(',').map(Number) as Cell)
    .filter(([x, y]) => {
      const [row, column] = [isOpen(x - 1, y) && isOpen(x + 1, y), isOpen(x, y - 1) && isOpen(x, y + 1)];
      const isPassage =
        row !== column && [isOpen(x - 1, y), isOpen(x + 1, y), isOpen(x, y - 1), isOpen(x, y + 1)].filter(Boolean).length === 2;
      return isPassage && random(9) === 0;
    });
  const grid = createGrid(2 * SIDE, ROWS, isOpen, {
    links: [{ name: 'stairs', from: upper.at(-1) as Cell, to: lower[0] as Cell, cost: 1 }],
    doors: doors.map(([x, y], i) => ({ name: `door ${i}`, cells: [x, y] })),
    floors: floors.map((_, i) => ({ name: `floor ${i + 1}`, x: i * SIDE, y: 0, width: SIDE, height: ROWS })),
  });
  return {
    grid,
    doors,
    start: upper[0] as Cell,
    monsters: [...upper.slice(2, 5), ...lower.slice(2)],
    gold: [...upper.slice(1, -1), ...lower.slice(1)],
  };
}
