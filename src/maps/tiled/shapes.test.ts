import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { eachInEllipse, eachInOutline, type Outline } from './shapes.js';

let work = 0;
const spend = (steps: number) => {
  work += steps;
};
const BOUNDS = { width: 12, height: 9, spend };
/** A rectangle, corner by corner. */
const box = (x0: number, y0: number, x1: number, y1: number): Outline =>
  [x0, y0, x1, y0, x1, y1, x0, y1].flatMap((x, i, all) => (i % 2 ? [] : [[x, all[i + 1]]]));

/** The cells of a shape, as pictures are drawn. */
function cellsOf(outline: Outline): string[] {
  const rows = Array.from({ length: BOUNDS.height }, () => Array(BOUNDS.width).fill('.'));
  eachInOutline(outline, BOUNDS, (x, y) => {
    rows[y][x] = rows[y][x] === '.' ? '#' : '2';
  });
  return rows.map((row) => row.join(''));
}

describe('the cells of an outline', () => {
  it('are those whose center it has: a center on the upper or left edge is in, one on the lower or right is not', () => {
    expect(cellsOf(box(0.5, 0.5, 2.5, 1.5)).slice(0, 2)).toEqual(['##..........', '............']);
    expect(cellsOf(box(0.51, 0.51, 2.51, 1.51)).slice(0, 3)).toEqual(['............', '.##.........', '............']);
  });

  it('are the same whatever way round, with vertices on the centers of rows', () => {
    const diamond: Outline = [
      [4.5, 0.5],
      [8.5, 4.5],
      [4.5, 8.5],
      [0.5, 4.5],
    ];
    const upper = ['............', '...##.......', '..####......', '.######.....'];
    const expected = [...upper, '########....', ...upper.toReversed()];
    expect(cellsOf(diamond)).toEqual(expected);
    expect(cellsOf([...diamond].reverse())).toEqual(expected);
  });

  it('of pieces that fill the map are each cell once, wherever their corners lie', () => {
    const next = random(3);
    for (let round = 0; round < 60; round++) {
      // Corners on centers, on edges of cells, and elsewhere.
      const step = [0.5, 1, 0.01][round % 3];
      const [x, y] = [12, 9].map((side) => Math.round((next() * side) / step) * step);
      const corners = box(0, 0, 12, 9);
      const count = new Map<string, number>();
      for (let i = 0; i < 4; i++) {
        eachInOutline([corners[i], corners[(i + 1) % 4], [x, y]], BOUNDS, (cx, cy) =>
          count.set(`${cx}, ${cy}`, (count.get(`${cx}, ${cy}`) ?? 0) + 1),
        );
      }
      expect([count.size, new Set(count.values())]).toEqual([108, new Set([1])]);
    }
  });

  it('lie on the map, and each is work, as is each edge in each row', () => {
    const cells: number[][] = [];
    work = 0;
    eachInOutline(box(-5, -5, 20, 2), BOUNDS, (x, y) => cells.push([x, y]));
    expect([cells.length, cells[0], cells.at(-1)]).toEqual([24, [0, 0], [11, 1]]);
    const crossed = 2 * 2 * 2;
    expect(work).toBe(4 + 2 * (4 + crossed) + 24 / 4);
    work = 0;
    eachInOutline(box(20, 0, 30, 9), BOUNDS, () => expect.fail('outside the map'));
    expect(work).toBe(4 + 9 * (4 + crossed));
  });

  it('of an ellipse are those with their center in it, its border included', () => {
    const cells: string[] = [];
    const unit = (rx: number, ry: number) => (x: number, y: number) => [x / rx - 1, y / ry - 1] as [number, number];
    eachInEllipse(box(0, 0, 6, 4), unit(3, 2), BOUNDS, (x, y) => cells.push(`${x}${y}`));
    expect(cells.join(' ')).toBe('10 20 30 40 01 11 21 31 41 51 02 12 22 32 42 52 13 23 33 43');
    const touched: number[] = [];
    const left = (x: number, y: number) => unit(1, 1)(x + 0.5, y + 0.5);
    eachInEllipse(box(0, 0, 2, 2), left, BOUNDS, (x, y) => touched.push(x, y));
    expect(touched).toEqual([0, 0, 1, 0, 0, 1]);
  });
});
