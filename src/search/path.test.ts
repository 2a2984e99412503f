import { describe, expect, it } from 'vitest';
import { PathBuffer } from './path.js';

const point = (x: number, y: number) => x | (y << 16);

describe('PathBuffer', () => {
  it('goes diagonally, then straight between points, and joins what goes on in the same direction', () => {
    const path = new PathBuffer();
    path.write([point(0, 9), point(3, 9), point(5, 5), point(4, 4), point(0, 2)], 5, 12);
    expect(path.toPath()).toEqual({
      cost: 12,
      waypoints: Uint16Array.of(0, 2, 2, 4, 4, 4, 5, 5, 3, 7, 3, 9, 0, 9),
      cells: Uint16Array.of(0, 2, 1, 3, 2, 4, 3, 4, 4, 4, 5, 5, 4, 6, 3, 7, 3, 8, 3, 9, 2, 9, 1, 9, 0, 9),
    });
    expect(path.length).toBe(13);
  });

  it('makes cells when they are read, those of the last path, whether the ones before were read or not', () => {
    const path = new PathBuffer();
    path.write([point(20, 0), point(0, 0)], 2, 20);
    path.write([point(2, 0), point(0, 0)], 2, 2);
    expect([path.length, ...path.cells.subarray(0, 6)]).toEqual([3, 0, 0, 1, 0, 2, 0]);
    expect(path.cells).toBe(path.cells);
    path.write([point(0, 0)], 1, 0);
    expect([path.length, path.waypointCount, ...path.cells.subarray(0, 2)]).toEqual([1, 1, 0, 0]);
  });

  it('grows for more cells and for more turns than any path before had', () => {
    const path = new PathBuffer();
    path.write([point(8191, 0), point(0, 0)], 2, 8191);
    expect(path.cells.subarray(2 * 8191, 2 * 8192)).toEqual(Uint16Array.of(8191, 0));
    const stairs = Array.from({ length: 1000 }, (_, i) => point(i >> 1, (i + 1) >> 1)).reverse();
    path.write(stairs, 1000, 999);
    expect([path.length, path.waypointCount]).toEqual([1000, 1000]);
    expect(path.toPath().cells).toEqual(path.toPath().waypoints);
  });
});
