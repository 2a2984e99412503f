import { beforeAll, describe, expect, it, vi } from 'vitest';
import { drawn, forAllGrids, makeGrid, random } from '../../test/grids.js';
import { askLinked } from '../../test/links.js';
import { BlobError } from '../core/errors.js';
import { type Grid, gridFrom } from '../core/grid/grid.js';
import { octile } from '../core/grid/step-costs.js';
import { checkPath } from '../core/oracle/check-path.js';
import { PathBuffer } from '../core/search/path.js';
import { bakeJps } from '../engines/jps/bake.js';
import { parseMap } from '../maps/movingai.js';
import { load } from './load-all.js';
import type { GridNav } from './nav.js';
import { nearestOpen } from './places.js';

/** What to do where blobs are of different maps. */
const SAME = '; bake them from the same map, terrain and costs';

const two = drawn(`
  ....#...
  .##.#.#.
  .#..#.#.
  .#.##..#`);

async function navigator(grid: Grid): Promise<GridNav> {
  return load(await bakeJps(grid, { codec: 'none' }));
}

describe('load', () => {
  it('takes one blob or several of one map', async () => {
    const blob = await bakeJps(two);
    expect(load([blob]).findPath(0, 0, 3, 2)).toEqual(load(blob).findPath(0, 0, 3, 2));
    expect(load([blob, blob]).fingerprint).toBe(load(blob).fingerprint);
  });

  it('refuses blobs of different maps and says which field is at fault', async () => {
    const text = (rows: string) => new TextEncoder().encode(`type octile\nheight 1\nwidth 4\nmap\n${rows}\n`);
    const blob = await bakeJps(parseMap(text('..S.')));
    const others: [string, Grid][] = [
      ['width is 8, expected 4 as in the first blob', two],
      ['height is 2, expected 1 as in the first blob', gridFrom(4, 2, () => true)],
      ['terrain is ., expected .GS as in the first blob', parseMap(text('..S.'), { terrain: '.' })],
    ];
    for (const [fault, grid] of others) {
      const other = await bakeJps(grid);
      expect(() => load([blob, other])).toThrow(new BlobError(`unusable blob: ${fault}${SAME}`, 'mismatch'));
    }
    const otherCells = await bakeJps(parseMap(text('..T.')));
    expect(() => load([blob, otherCells])).toThrow(
      /^unusable blob: fingerprint is \w{64}, expected \w{64} as in the first blob; /,
    );
  });

  it('refuses a blob of another map than expected', async () => {
    const blob = await bakeJps(two);
    const { fingerprint } = load(blob);
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(load(blob, { fingerprint: fingerprint.toUpperCase() }).fingerprint).toBe(fingerprint);
    expect(() => load(blob, { fingerprint: 'abc' })).toThrow(
      new BlobError(`unusable blob: fingerprint is ${fingerprint}, expected abc${SAME}`, 'mismatch'),
    );
  });

  it('hands every frame to the decompressor it is given', async () => {
    const { decompressor } = await import('../core/blob/decompress.js');
    const decompress = vi.fn(decompressor);
    const blob = await bakeJps(makeGrid('rooms', 90, 90, 0.3, 1));
    load(blob, { decompress });
    expect(decompress).toHaveBeenCalledTimes(1);
  });
});

/** forAllGrids with an asynchronous property, run one after the other. */
async function forAllGridsAsync(property: (grid: Grid) => Promise<void>): Promise<void> {
  const grids: Grid[] = [];
  forAllGrids(40, 60, (grid) => void grids.push(grid));
  for (const grid of grids) await property(grid);
}

describe('GridNav', () => {
  let nav: GridNav;
  beforeAll(async () => {
    nav = await navigator(two);
  });

  it('answers on small random grids optimally', () => {
    return forAllGridsAsync(async (grid) => {
      askLinked(grid, await navigator(grid), false, random(grid.width), 4);
    });
  });

  it('gives cost in steps, waypoints and every cell', () => {
    const path = nav.findPath(2, 3, 0, 3);
    expect(path).toEqual({
      cost: 10,
      waypoints: Uint16Array.of(2, 3, 2, 2, 3, 2, 3, 0, 0, 0, 0, 3),
      cells: Uint16Array.of(2, 3, 2, 2, 3, 2, 3, 1, 3, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 3),
    });
  });

  it('gives a path of one cell where start and goal are the same', () => {
    expect(nav.findPath(5, 1, 5, 1)).toEqual({ cost: 0, waypoints: Uint16Array.of(5, 1), cells: Uint16Array.of(5, 1) });
  });

  it('gives null where there is no path: not connected, start blocked, goal blocked, both the same blocked cell', () => {
    for (const [x, goal] of ['07', '40', '04', '44']) expect(nav.findPath(+x, 0, +goal, 0)).toBeNull();
  });

  it.each([
    [-1, 0],
    [8, 0],
    [0, 4],
    [0.5, 0],
    [0, Number.NaN],
    [Infinity, 0],
    ['1' as unknown as number, 0],
    [0, undefined as unknown as number],
  ])('throws a RangeError for cell %d, %d', (x, y) => {
    const shown = (value: unknown) => (typeof value === 'number' ? value : typeof value);
    const isWhole = [x, y].every(Number.isInteger);
    const message = isWhole
      ? `cell ${x}, ${y} is not on the map of 8 x 4 cells`
      : `x is ${shown(x)}, y is ${shown(y)}; expected whole numbers, as in findPath(x0, y0, x1, y1)`;
    expect(() => nav.findPath(x, y, 0, 0)).toThrow(new RangeError(message));
    expect(() => nav.isReachable(0, 0, x, y)).toThrow(new RangeError(message));
  });

  it('names the arguments and shows the call for points as objects', () => {
    const [from, to] = [
      { x: 2, y: 3 },
      { x: 0, y: 3 },
    ] as unknown as number[];
    expect(() => nav.findPath(from, to, 0, 0)).toThrow(
      new RangeError('x is object, y is object; expected whole numbers, as in findPath(x0, y0, x1, y1)'),
    );
  });

  it('keeps the paths it gave when asked again, and the buffer when there is no path', () => {
    const first = nav.findPath(2, 3, 0, 3);
    const copy = structuredClone(first);
    nav.findPath(5, 0, 6, 3);
    expect(first).toEqual(copy);
    const buffer = new PathBuffer();
    nav.findPathInto(2, 3, 0, 3, buffer);
    expect(nav.findPathInto(0, 0, 7, 0, buffer)).toBe(false);
    expect(buffer.toPath()).toEqual(copy);
  });

  it('does not allocate buffers again once they are long enough', () => {
    const buffer = new PathBuffer();
    nav.findPathInto(2, 3, 0, 3, buffer);
    const { cells, waypoints } = buffer;
    for (let i = 0; i < 100; i++) nav.findPathInto(2, 3, 0, 3, buffer);
    expect(buffer.cells).toBe(cells);
    expect(buffer.waypoints).toBe(waypoints);
  });

  it('finds long paths with many turns: buffers grow', async () => {
    const grid = gridFrom(300, 301, (x, y) => y % 2 === 0 || x === (y % 4 === 1 ? 299 : 0));
    const path = (await navigator(grid)).findPath(0, 0, 299, 300);
    expect(path?.waypoints).toHaveLength(2 * 302);
    expect(checkPath(grid, path?.cells ?? [], [0, 0], [299, 300])).toBe(octile(299 * 151 + 300, 0));
  });
});

describe('nearestOpen', () => {
  it('equals a search through all cells, for points on and off random maps', () => {
    return forAllGridsAsync(async (grid) => {
      const nav = await navigator(grid);
      const from: [number, number] = [Math.floor(grid.width / 2), Math.floor(grid.height / 3)];
      for (const [x, y] of [[0, 0], [grid.width - 1, 2], [-7, 3], [2, grid.height + 9], [grid.width + 50, -50], from]) {
        expect(nearestOpen(nav, x, y)).toEqual(nearest(grid, x, y, () => true));
        expect(nearestOpen(nav, x, y, from)).toEqual(nearest(grid, x, y, (cx, cy) => nav.isReachable(...from, cx, cy)));
      }
    });
  });

  type Cell = [x: number, y: number];
  function nearest(grid: Grid, x: number, y: number, allowed: (...cell: Cell) => boolean): Cell | null {
    let best: Cell | null = null;
    const distance = ([a, b]: Cell) => (a - x) ** 2 + (b - y) ** 2;
    for (let b = 0; b < grid.height; b++) {
      for (let a = 0; a < grid.width; a++) {
        if (grid.isOpen(a, b) && allowed(a, b) && (!best || distance([a, b]) < distance(best))) best = [a, b];
      }
    }
    return best;
  }

  it('answers immediately for a point far away, and refuses fractions', async () => {
    const nav = await navigator(two);
    expect(nearestOpen(nav, 2, 1e6)).toEqual([2, 3]);
    expect(nearestOpen(nav, 0, -Number.MAX_SAFE_INTEGER)).toEqual([0, 0]);
    expect(nearestOpen(nav, 2, -6e7)).toEqual([2, 0]);
    expect(() => nearestOpen(nav, 0, 1e17)).toThrow(RangeError);
    const whole = 'expected whole numbers, as in findPath(x0, y0, x1, y1)';
    expect(() => nearestOpen(nav, 1.5, 0)).toThrow(new RangeError(`x is 1.5, y is 0; ${whole}`));
    expect(() => nearestOpen(nav, 0, 1e300)).toThrow(new RangeError(`x is 0, y is 1e+300; ${whole}`));
    const off = new RangeError('cell 99, 0 is not on the map of 8 x 4 cells');
    expect(() => nearestOpen(nav, 0, 0, [99, 0])).toThrow(off);
  });
});
