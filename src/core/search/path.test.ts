import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { joinPaths } from './join.js';
import { PathBuffer } from './path.js';

const point = (x: number, y: number) => x | (y << 16);

describe('PathBuffer', () => {
  it('goes diagonally, then straight between points, and joins what continues in the same direction', () => {
    const path = new PathBuffer();
    path.write([point(0, 9), point(3, 9), point(5, 5), point(4, 4), point(0, 2)], 5, 12);
    expect(path.toPath()).toStrictEqual({
      cost: 12,
      waypoints: Uint16Array.of(0, 2, 2, 4, 4, 4, 5, 5, 3, 7, 3, 9, 0, 9),
      cells: Uint16Array.of(0, 2, 1, 3, 2, 4, 3, 4, 4, 4, 5, 5, 4, 6, 3, 7, 3, 8, 3, 9, 2, 9, 1, 9, 0, 9),
    });
    expect(path.cellCount).toBe(13);
  });

  it('keeps nothing of the path before, also where it is joined of pieces', () => {
    const [path, piece] = [new PathBuffer(), new PathBuffer()];
    path.mapCost = 7;
    piece.write([point(2, 0), point(0, 0)], 2, 2);
    joinPaths(path, 2, [{ path: piece }]);
    expect(path.toPath()).toMatchObject({ cost: 2, cells: Uint16Array.of(0, 0, 1, 0, 2, 0) });
    expect(path.toPath()).not.toHaveProperty('mapCost');
  });

  it('is its turns and its cells, whatever the points: one at each change of direction, none on a straight line', () => {
    const next = random(4);
    for (let round = 0; round < 200; round++) {
      const points = Array.from({ length: 1 + Math.floor(next() * 9) }, () => [
        Math.floor(next() * 40),
        Math.floor(next() * 40),
      ]);
      // Cell by cell: diagonally, then straight.
      const cells = [points[0]];
      for (const [toX, toY] of points.slice(1)) {
        for (let [x, y] = cells[cells.length - 1]; x !== toX || y !== toY; ) {
          const [dx, dy] = [Math.sign(toX - x), Math.sign(toY - y)];
          [x, y] = [x + dx, y + dy];
          cells.push([x, y]);
        }
      }
      const turns = cells.filter(([x, y], i) => {
        const [before, after] = [cells[i - 1], cells[i + 1]];
        return !before || !after || x - before[0] !== after[0] - x || y - before[1] !== after[1] - y;
      });
      const path = new PathBuffer();
      // Earlier content of the buffer, and points before `from`, do not matter.
      path.write([point(30, 3), point(3, 30)], 2, 27);
      path.write([7, ...points.map(([x, y]) => point(x, y)).reverse()], points.length, 5, 1);
      // In any order.
      const reads = [() => path.waypointCount, () => path.cellCount, () => path.waypoints, () => path.cells];
      for (let i = 0; i < 2; i++) reads[(round + i) % 4]();
      expect(path.cellCount).toBe(cells.length);
      expect([...path.cells.subarray(0, 2 * path.cellCount)]).toEqual(cells.flat());
      expect([...path.waypoints.subarray(0, 2 * path.waypointCount)]).toEqual(turns.flat());
      expect(path.cost).toBe(5);
    }
  });

  it('makes cells when they are read, those of the last path, whether the ones before were read or not', () => {
    const path = new PathBuffer();
    path.write([point(20, 0), point(0, 0)], 2, 20);
    path.write([point(2, 0), point(0, 0)], 2, 2);
    expect([path.cellCount, ...path.cells.subarray(0, 6)]).toEqual([3, 0, 0, 1, 0, 2, 0]);
    expect(path.cells).toBe(path.cells);
    path.write([point(0, 0)], 1, 0);
    expect([path.cellCount, path.waypointCount, ...path.cells.subarray(0, 2)]).toEqual([1, 1, 0, 0]);
  });

  it('grows for more cells and for more turns than any path before had', () => {
    const path = new PathBuffer();
    path.write([point(8191, 0), point(0, 0)], 2, 8191);
    expect(path.cells.subarray(2 * 8191, 2 * 8192)).toEqual(Uint16Array.of(8191, 0));
    const stairs = Array.from({ length: 1000 }, (_, i) => point(i >> 1, (i + 1) >> 1)).reverse();
    path.write(stairs, 1000, 999);
    expect([path.cellCount, path.waypointCount]).toEqual([1000, 1000]);
    expect(path.toPath().cells).toEqual(path.toPath().waypoints);
  });

  it('copies paths into memory that they share, long ones into their own, and survives its transfer', () => {
    const path = new PathBuffer();
    const pathOf = (length: number) => {
      path.write([point(length - 1, 3), point(0, 3)], 2, length - 1);
      return path.toPath();
    };
    const [short, next] = [pathOf(3), pathOf(4)];
    expect(next.cells.buffer).toBe(short.cells.buffer);
    expect(next.waypoints.buffer.byteLength).toBe(8192);
    expect(pathOf(600).cells.buffer.byteLength).toBe(2400);
    expect(structuredClone(short)).toEqual(short);
    expect(JSON.parse(JSON.stringify(short))).toMatchObject({ cost: 2, cells: { 2: 1 }, waypoints: { 2: 2 } });
    const kept = Array.from({ length: 500 }, (_, i) => pathOf(2 + (i % 400)));
    expect(short.cells).toEqual(Uint16Array.of(0, 3, 1, 3, 2, 3));
    kept.forEach(({ cells, waypoints }, i) => {
      const last = 1 + (i % 400);
      expect([cells.length, cells[2 * last], ...waypoints]).toEqual([2 * last + 2, last, 0, 3, last, 3]);
    });
    const { buffer } = pathOf(2).cells;
    structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
    expect(pathOf(3)).toEqual(
      structuredClone({
        cost: 2,
        waypoints: Uint16Array.of(0, 3, 2, 3),
        cells: Uint16Array.of(0, 3, 1, 3, 2, 3),
      }),
    );
  });
});
