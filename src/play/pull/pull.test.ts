import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyGrid, drawn, picture, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { visible } from '../../../test/visible.js';
import { anchorsIn } from '../../core/grid/clearance.js';
import { Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { jumpLines } from '../../engines/jps/query/fill.js';
import { jumpRows } from '../../engines/jps/query/rows.js';
import { jumpSearch } from '../../engines/jps/query/search.js';
import { navOf } from '../../runtime/load-grid.js';
import { pixels } from '../../runtime/pixels.js';
import { cellAt, pointsOf } from '../../runtime/places.js';
import { type PulledPath, type Sight, sightOf } from './pull.js';

const PARTS = 1024;
const RADII = [0, 1, 256, 410, 512, 700];

/** A map, and the view of units of any radius on it. */
function mapOf(grid: Grid, size = 1) {
  const { width, height, open, costs } = grid;
  const nav = navOf(Object.assign(new Grid(width, height, '', 'no-corners', size), { open, costs }));
  return Object.assign(nav, { radii: new Map<number, Sight>() });
}
function viewsOf(map: ReturnType<typeof mapOf>) {
  const of = (radius = 0): Sight => {
    const sight = map.radii.get(radius) ?? sightOf(map, { radius });
    map.radii.set(radius, sight);
    return sight;
  };
  return {
    isClear: (x0: number, y0: number, x1: number, y1: number, radius?: number) => of(radius).isClear(x0, y0, x1, y1),
    pull: (path: Parameters<Sight['pull']>[0], radius?: number) => of(radius).pull(path),
    steer: (path: PulledPath, x: number, y: number, radius?: number, index?: number) =>
      of(radius).steer(path, x, y, index),
  };
}

/** Every optimal path between some open cells, as a list of cells. */
function pathsOf(grid: Grid, seed: number, count: number): Uint16Array[] {
  const next = random(seed);
  const search = jumpSearch(grid, jumpLines(grid, jumpRows(grid)));
  const buffer = new PathBuffer();
  const found: Uint16Array[] = [];
  for (let i = 0; i < count; i++) {
    const [x0, x1] = [0, 0].map(() => Math.floor(next() * grid.width));
    const [y0, y1] = [0, 0].map(() => Math.floor(next() * grid.height));
    if (search.search(x0, y0, x1, y1, buffer)) found.push(buffer.toPath().cells);
  }
  return found;
}

/** A walk from cell to cell that turns as it likes, over no cell twice. */
function wander(grid: Grid, seed: number, steps: number): number[] {
  const next = random(seed);
  const [start] = pathsOf(grid, seed, 20);
  if (!start) return [];
  let [x, y] = start;
  const cells = [x, y];
  const been = new Set([grid.cell(x, y)]);
  for (let i = 0; i < steps; i++) {
    const dx = Math.floor(next() * 3) - 1;
    const dy = Math.floor(next() * 3) - 1;
    if (!grid.isOpen(x + dx, y + dy) || !grid.isOpen(x + dx, y) || !grid.isOpen(x, y + dy)) continue;
    if (been.has(grid.cell(x + dx, y + dy))) continue;
    been.add(grid.cell(x + dx, y + dy));
    x += dx;
    y += dy;
    cells.push(x, y);
  }
  return cells;
}

const lengthOf = (points: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 2; i < points.length; i += 2)
    sum += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  return sum;
};

/** Cost of a way over cells: length times cost, cut where it enters another cell. */
function costOf(grid: Grid, points: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 2; i < points.length; i += 2) {
    const [x, y, dx, dy] = [points[i - 2], points[i - 1], points[i] - points[i - 2], points[i + 1] - points[i - 1]];
    const cuts = [0, 1];
    for (let n = 0; n <= 16; n++) cuts.push((n - x) / dx, (n - y) / dy);
    const inside = cuts.filter((t) => t >= 0 && t <= 1).sort((a, b) => a - b);
    for (let k = 1; k < inside.length; k++) {
      const middle = (inside[k] + inside[k - 1]) / 2;
      const cell = grid.cell(Math.floor(x + middle * dx), Math.floor(y + middle * dy));
      sum += (inside[k] - inside[k - 1]) * Math.hypot(dx, dy) * (grid.costs?.[cell] ?? 1);
    }
  }
  return sum;
}

/** Places of the waypoints among the cells of the path, in order. */
function placesOf(cells: ArrayLike<number>, { points: waypoints }: PulledPath): number[] {
  const places: number[] = [];
  for (let w = 0, i = 0; w < waypoints.length; w += 2) {
    while (cells[2 * i] + 0.5 !== waypoints[w] || cells[2 * i + 1] + 0.5 !== waypoints[w + 1]) i++;
    expect(2 * i).toBeLessThan(cells.length);
    places.push(i);
  }
  return places;
}

/** Is every line between waypoints clear? With the room that every path has, and with more where all of the path's own steps have it. */
function check(grid: Grid, cells: ArrayLike<number>, pulled: PulledPath, r: number): void {
  const count = cells.length / 2;
  const places = placesOf(cells, pulled);
  const steps = Array.from({ length: count - 1 }, (_, i) =>
    [0, 1, 2, 3].map((at) => cells[2 * i + at] * PARTS + PARTS / 2),
  );
  const room = steps.every(([a, b, c, d]) => visible(grid, a, b, c, d, r, PARTS)) ? r : Math.min(r, PARTS / 2);
  expect([places[0], places[places.length - 1]]).toEqual([0, count - 1]);
  for (let p = 1; p < places.length; p++) {
    const [i, k] = [places[p - 1], places[p]];
    const [x0, y0, x1, y1] = [cells[2 * i], cells[2 * i + 1], cells[2 * k], cells[2 * k + 1]].map(
      (at) => at * PARTS + PARTS / 2,
    );
    expect(visible(grid, x0, y0, x1, y1, room, PARTS), `${[x0, y0, x1, y1]} ${room}\n${picture(grid)}`).toBe(true);
  }
  expect(pulled.length).toBeCloseTo(lengthOf(pulled.points), 3);
  expect(pulled.length).toBeLessThanOrEqual(lengthOf(cells) + 1e-6);
}

describe('isClear', () => {
  it('is what rational numbers say, for every size of unit, on edges and corners as well', () => {
    const fraction = fc.oneof(
      fc.constantFrom(0, 0.5, 0.25, 0.75, 1),
      fc.integer({ min: 0, max: PARTS }).map((n) => n / PARTS),
    );
    const point = fc.tuple(fc.nat(1000), fraction, fc.nat(1000), fraction);
    fc.assert(
      fc.property(anyGrid(12), fc.array(fc.tuple(point, point), { minLength: 40, maxLength: 40 }), (grid, lines) => {
        const { isClear } = viewsOf(mapOf(grid));
        for (const line of lines) {
          const ends = line.flatMap(([x, fx, y, fy]) => [(x % grid.width) + fx, (y % grid.height) + fy]);
          const [x0, y0, x1, y1] = ends.map((at) => at * PARTS);
          for (const r of RADII) {
            const [a, b, c, d] = ends;
            const expected = visible(grid, x0, y0, x1, y1, r, PARTS);
            expect(isClear(a, b, c, d, r / PARTS), `${ends} radius ${r / PARTS}\n${picture(grid)}`).toBe(expected);
            expect(isClear(c, d, a, b, r / PARTS)).toBe(expected);
          }
        }
      }),
      { numRuns: sample(100) },
    );
  });

  it('is as exact across the largest map, where a line passes a corner by less than a millionth of a cell', () => {
    const corners = random(5);
    const blocked = new Set(
      Array.from({ length: 12 }, () => Math.floor(corners() * 8192) + 8192 * Math.floor(corners() * 40)),
    );
    for (const turned of [false, true]) {
      const wide = gridFrom(8192, 40, (x, y) => !blocked.has(x + 8192 * y));
      const grid = turned ? gridFrom(40, 8192, (x, y) => !blocked.has(y + 8192 * x)) : wide;
      const { isClear } = viewsOf(mapOf(grid));
      let [seen, hidden] = [0, 0];
      for (const cell of blocked) {
        for (const r of RADII) {
          // Through the cell's corners as nearly as parts of a cell allow.
          for (let i = 0; i < sample(128, 16); i++) {
            const cornerX = ((cell % 8192) + Math.round(corners())) * PARTS;
            const cornerY = (Math.floor(cell / 8192) + Math.round(corners())) * PARTS;
            const y0 = r + 1 + Math.floor(corners() * (40 * PARTS - 2 * r - 2));
            const x0 = r + 1 + Math.floor(corners() * 100);
            const slope = (cornerY - y0 + Math.sign(corners() - 0.5) * r) / Math.max(1, cornerX - x0);
            const x1 = 8192 * PARTS - 1 - r - Math.floor(corners() * 100);
            const y1 = Math.round(y0 + slope * (x1 - x0));
            if (y1 < r + 1 || y1 > 40 * PARTS - r - 1) continue;
            const line = turned ? [y0, x0, y1, x1] : [x0, y0, x1, y1];
            const [a, b, c, d] = line;
            // Only the blocked cells: the line lies inside the map.
            let expected = true;
            for (const other of blocked) {
              const [x, y] = [other % 8192, Math.floor(other / 8192)];
              const alone = gridFrom(1, 1, [0]);
              const [ox, oy] = turned ? [y * PARTS, x * PARTS] : [x * PARTS, y * PARTS];
              expected &&= seesPast(alone, a - ox, b - oy, c - ox, d - oy, r);
            }
            expect(isClear(a / PARTS, b / PARTS, c / PARTS, d / PARTS, r / PARTS), `${line} ${r}`).toBe(expected);
            if (expected) seen++;
            else hidden++;
          }
        }
      }
      expect(Math.min(seen, hidden)).toBeGreaterThan(10);
    }
  });

  it('ends at the map, and refuses a radius that is none', () => {
    const { isClear } = viewsOf(mapOf(gridFrom(4, 3, () => true)));
    expect(isClear(0.001, 0.001, 3.999, 2.999)).toBe(true);
    expect(isClear(0, 1, 3, 1)).toBe(false);
    expect(isClear(1, 1, 5, 1)).toBe(false);
    expect(isClear(0.5, 0.5, 3.5, 2.5, 0.5)).toBe(true);
    expect(isClear(0.4, 0.5, 3.5, 2.5, 0.5)).toBe(false);
    // Both ends outside, beyond the frame, where memory is that of other rows.
    const full = viewsOf(mapOf(gridFrom(62, 62, () => true)));
    for (const away of [-9, 71]) {
      expect(full.isClear(away, 9, away + 0.5, 9)).toBe(false);
      expect(full.isClear(9, away, 9, away + 0.5)).toBe(false);
    }
    expect(isClear(Number.NaN, 1, 1, 1)).toBe(false);
    expect(() => isClear(1, 1, 2, 2, -1)).toThrow(new RangeError('radius is -1, allowed is a number of 0 or more'));
  });

  it('sees a walker of several cells whole, whatever its radius', () => {
    // Its anchors: two diagonal neighbors that only a point passes between.
    const { isClear } = viewsOf(mapOf(drawn(`....\n.#..\n....\n....`), 2));
    expect(isClear(1, 3, 3, 3)).toBe(true);
    expect(isClear(1, 2.9, 3, 2.9)).toBe(false);
    expect(isClear(1, 3, 3, 3, 1)).toBe(true);
    expect(isClear(1, 3, 3, 3, 1.1)).toBe(false);
    expect(viewsOf(mapOf(drawn(`....\n.#..\n....\n....`))).isClear(0.5, 2.4, 2.5, 2.4)).toBe(true);
  });

  it('sees a map as it is after an edit', () => {
    const grid = gridFrom(5, 1, () => true);
    const map = Object.assign(mapOf(grid), { version: 0 });
    const { isClear } = viewsOf(map);
    expect(isClear(0.5, 0.5, 4.5, 0.5)).toBe(true);
    grid.open[grid.cell(2, 0)] = 0;
    map.version++;
    expect(isClear(0.5, 0.5, 4.5, 0.5)).toBe(false);
    // Or as another one in its place.
    Object.assign(map, { grid: gridFrom(5, 1, (x) => x !== 3), version: 2 });
    expect([isClear(0.5, 0.5, 2.5, 0.5), isClear(2.5, 0.5, 4.5, 0.5)]).toEqual([true, false]);
  });
});

/** Does a body slide past one blocked cell, at 0, 0, on a map without end? */
function seesPast(grid: Grid, x0: number, y0: number, x1: number, y1: number, r: number): boolean {
  const open = Object.assign(Object.create(grid), { isOpen: (x: number, y: number) => x !== 0 || y !== 0 });
  return visible(open, x0, y0, x1, y1, r, PARTS);
}

describe('pull', () => {
  it('keeps the ends, is never longer, and goes straight only where a unit of that size fits', () => {
    fc.assert(
      fc.property(anyGrid(24), fc.nat(), (grid, seed) => {
        const { pull } = viewsOf(mapOf(grid));
        for (const cells of [...pathsOf(grid, seed, 6), wander(grid, seed, 30)]) {
          if (cells.length === 0) continue;
          for (const r of RADII) check(grid, cells, pull({ cells }, r / PARTS), r);
        }
      }),
      { numRuns: sample(60) },
    );
  });

  it('costs no more than the path on weighted maps', () => {
    fc.assert(
      fc.property(anyGrid(16), fc.nat(), (grid, seed) => {
        const next = random(seed);
        setCosts(grid, (x, y) => (x + y < 14 && next() < 0.7 ? 1 : 1 + Math.floor(next() * 4)));
        const { pull } = viewsOf(mapOf(grid));
        const cells = wander(grid, seed, 60);
        if (cells.length === 0) return;
        for (const r of [0, 410]) {
          const pulled = pull({ cells }, r / PARTS);
          check(grid, cells, pulled, r);
          const centers = Array.from(cells, (at) => at + 0.5);
          expect(costOf(grid, pulled.points), picture(grid)).toBeLessThanOrEqual(costOf(grid, centers) + 1e-6);
        }
      }),
      { numRuns: sample(100) },
    );
  });

  it('has no waypoint on a straight line, and crosses no cell that costs more than those it leaves out', () => {
    fc.assert(
      fc.property(anyGrid(16), fc.nat(), (grid, seed) => {
        const next = random(seed);
        setCosts(grid, () => 1 + Math.floor(2.5 * next()));
        const { pull } = viewsOf(mapOf(grid));
        const cells = wander(grid, seed, 60);
        if (cells.length === 0) return;
        const { points: waypoints } = pull({ cells });
        const center = (k: number) => [cells[2 * k] + 0.5, cells[2 * k + 1] + 0.5];
        const costAt = (x: number, y: number) => grid.costs?.[grid.cell(Math.floor(x), Math.floor(y))] ?? 0;
        for (let w = 2; w + 2 < waypoints.length; w += 2) {
          const [x0, y0, x1, y1, x2, y2] = waypoints.subarray(w - 2, w + 4);
          const goesOn =
            (x1 - x0) * (y2 - y1) === (y1 - y0) * (x2 - x1) && (x1 - x0) * (x2 - x1) + (y1 - y0) * (y2 - y1) > 0;
          expect(goesOn, picture(grid)).toBe(false);
        }
        // The waypoints are some of the path's cells: those between two were left out, unless each step is a piece of the line.
        for (let w = 0, i = 0; w + 2 < waypoints.length; w += 2) {
          const [x0, y0, x1, y1] = waypoints.subarray(w, w + 4);
          let k = i + 1;
          while (center(k).some((value, c) => value !== [x1, y1][c])) k++;
          const most = Math.max(
            ...Array.from({ length: k - i + 1 }, (_, n) => costAt(...(center(i + n) as [number, number]))),
          );
          for (let t = 1; t < 200; t++) {
            const [x, y] = [x0 + ((x1 - x0) * t) / 200, y0 + ((y1 - y0) * t) / 200];
            // On a border it is in no cell: a diagonal step may touch the corners of costlier ones.
            if (Number.isInteger(x) || Number.isInteger(y)) continue;
            if (!(costAt(x, y) <= most)) throw new Error(`${x}, ${y} costs more than ${most}:\n${picture(grid)}`);
          }
          i = k;
        }
      }),
      { numRuns: sample(100) },
    );
  });

  it('leads straight only over cells that cost no more than the cheapest of those it leaves out', () => {
    const grid = gridFrom(6, 6, () => true);
    const around = [0, 1, 2, 3, 4, 5].flatMap((i) => [i, 0]).concat([1, 2, 3, 4, 5].flatMap((i) => [5, i]));
    const corners = (hill: number, edge: number, costly = edge) => {
      setCosts(grid, (x, y) => (x > 0 && y > 0 && x < 5 && y < 5 ? hill : x === 2 ? costly : edge));
      return [...viewsOf(mapOf(grid)).pull({ cells: around }).points];
    };
    expect(corners(2, 2, 3)).toEqual([0.5, 0.5, 5.5, 5.5]);
    expect(corners(3, 2)).toEqual([0.5, 0.5, 5.5, 0.5, 5.5, 5.5]);
    expect(corners(3, 2, 4)).toEqual([0.5, 0.5, 5.5, 0.5, 5.5, 5.5]);
  });

  it('turns a tenth more often at most than the fewest turns over the same cells', () => {
    let [turns, fewest] = [0, 0];
    fc.assert(
      fc.property(anyGrid(40), fc.nat(), (grid, seed) => {
        const { pull, isClear } = viewsOf(mapOf(grid));
        for (const cells of pathsOf(grid, seed, 4)) {
          const least = fewestTurns(cells, isClear);
          const found = pull({ cells }).points.length / 2;
          expect(found).toBeGreaterThanOrEqual(least);
          turns += found;
          fewest += least;
        }
      }),
      { numRuns: sample(150), seed: 16 },
    );
    expect(fewest).toBeGreaterThan(0);
    expect(turns / fewest).toBeLessThanOrEqual(1.1);
  });

  it('reads a buffer that holds more cells than the path has, and a path of one cell', () => {
    const grid = gridFrom(6, 6, () => true);
    const { pull } = viewsOf(mapOf(grid));
    const buffer = new PathBuffer();
    const search = jumpSearch(grid, jumpLines(grid, jumpRows(grid)));
    search.search(0, 0, 5, 2, buffer);
    expect(pull(buffer)).toEqual({ points: Float32Array.of(0.5, 0.5, 5.5, 2.5), length: Math.hypot(5, 2) });
    search.search(3, 3, 3, 3, buffer);
    expect(pull(buffer)).toEqual({ points: Float32Array.of(3.5, 3.5), length: 0 });
  });
});

/** Breadth-first over all pairs of cells. */
function fewestTurns(cells: Uint16Array, sees: (a: number, b: number, c: number, d: number) => boolean): number {
  const count = cells.length / 2;
  const steps = new Int32Array(count).fill(-1);
  steps[0] = 1;
  for (let n = 1, found = true; found; n++) {
    found = false;
    for (let i = 0; i < count; i++) {
      if (steps[i] !== n) continue;
      for (let k = i + 1; k < count; k++) {
        if (
          steps[k] >= 0 ||
          !(k === i + 1 || sees(cells[2 * i] + 0.5, cells[2 * i + 1] + 0.5, cells[2 * k] + 0.5, cells[2 * k + 1] + 0.5))
        )
          continue;
        steps[k] = n + 1;
        found = true;
      }
    }
  }
  return steps[count - 1];
}

describe('points of a walker of two cells', () => {
  it('are its middle: where the path leads, where it is pulled, and where it steers', () => {
    // Pulled paths led to 96, 96 in pixels of 16 where the middle on cell 5, 5 of a walker of one cell is 88, 88.
    const open = gridFrom(12, 12, () => true);
    for (const [size, expected] of [
      [1, 88],
      [2, 96],
    ]) {
      const map = mapOf(open, size);
      const px = pixels(map, { cellSize: 16 });
      const path = map.findPath(0, 0, 5, 5) as Path;
      const pulled = viewsOf(map).pull(path);
      const end = { x: expected, y: expected };
      expect([px.line(path).at(-1), px.line(pulled).at(-1), px.centerOf(5, 5)]).toEqual([end, end, end]);
      expect(px.cellAt(expected, expected)).toEqual([5, 5]);
      expect([...pointsOf(map, path.waypoints)]).toEqual([...pulled.points]);
      const middle = size / 2;
      const heading = viewsOf(map).steer(pulled, middle, middle);
      expect(heading).toEqual({
        x: 5 + middle,
        y: 5 + middle,
        dx: expect.closeTo(Math.SQRT1_2),
        dy: expect.closeTo(Math.SQRT1_2),
        index: 1,
      });
    }
  });

  it('steer goes round a corner where the whole square fits', () => {
    // Blocked to the right of the way: a square of two by two at 0, 0 goes down only along column 0.
    const map = mapOf(drawn('.#....\n.#....\n.#....\n......\n......\n......'), 1);
    const wide = mapOf(anchorsIn(drawn('..#...\n..#...\n..#...\n......\n......\n......'), 2), 2);
    for (const [of, half] of [
      [map, 0.5],
      [wide, 1],
    ] as const) {
      const path = of.findPath(0, 0, 3, 4) as Path;
      const views = viewsOf(of);
      const pulled = views.pull(path);
      let [x, y] = [half, half];
      for (
        let i = 0, heading = views.steer(pulled, x, y);
        i < 99 && heading && Math.hypot(heading.x - x, heading.y - y) > 0.05;
        i++
      ) {
        x += 0.1 * heading.dx;
        y += 0.1 * heading.dy;
        // All four corners of the square stand on open cells.
        expect(of.isOpen(...cellAt(of, x, y)), `${x} ${y}`).toBe(true);
        heading = views.steer(pulled, x, y);
      }
      expect([Math.round(x - half), Math.round(y - half)]).toEqual([3, 4]);
    }
  });
});

describe('steer', () => {
  it('leads to the goal from any point that sees the path, whatever pushes the unit about', () => {
    fc.assert(
      fc.property(anyGrid(16), fc.nat(), (grid, seed) => {
        const next = random(seed);
        const { pull, steer, isClear } = viewsOf(mapOf(grid));
        for (const cells of pathsOf(grid, seed, 3)) {
          const pulled = pull({ cells }, 0.25);
          const last = pulled.points.length / 2 - 1;
          let [x, y] = pulled.points;
          let from = 0;
          for (let i = 0; ; i++) {
            const heading = steer(pulled, x, y, 0.25, from);
            if (!heading) {
              const room = isClear(x, y, x, y, 0.25) ? 0.25 : 0;
              for (let w = from; w <= last; w++)
                expect(isClear(x, y, pulled.points[2 * w], pulled.points[2 * w + 1], room)).toBe(false);
              break;
            }
            expect(isClear(x, y, heading.x, heading.y)).toBe(true);
            expect([heading.x, heading.y]).toEqual([
              ...pulled.points.subarray(2 * heading.index, 2 * heading.index + 2),
            ]);
            const away = Math.hypot(heading.x - x, heading.y - y);
            expect(Math.hypot(heading.dx, heading.dy)).toBeCloseTo(away > 0 ? 1 : 0);
            if (away === 0 && heading.index === last) break;
            expect(i).toBeLessThan(200);
            const step = Math.min(0.6, away);
            // Pushed aside now and then, later no more.
            const push = i < 30 ? 0.2 * (next() - 0.5) : 0;
            x = step === away ? heading.x : x + step * heading.dx + push;
            y = step === away ? heading.y : y + step * heading.dy - push;
            from = heading.index;
          }
        }
      }),
      { numRuns: sample(100) },
    );
  });

  it('gives null where it sees none of the waypoints, and what it sees of those from one on', () => {
    const grid = gridFrom(9, 9, (x) => x !== 4);
    const { steer } = viewsOf(mapOf(grid));
    const beyond = { points: Float32Array.of(6.5, 0.5, 8.5, 8.5), length: 8 };
    expect(steer(beyond, 1.5, 1.5)).toBeNull();
    const both = { points: Float32Array.of(0.5, 0.5, 6.5, 0.5, 3.5, 8.5, 8.5, 8.5), length: 30 };
    expect(steer(both, 1.5, 1.5)?.index).toBe(2);
    expect(steer(both, 1.5, 1.5, 0, 1)?.index).toBe(2);
    expect(steer(both, 1.5, 1.5, 0, 3)).toBeNull();
    for (const index of [-Infinity, Number.NaN]) expect(steer(beyond, 1.5, 1.5, 0, index)).toBeNull();
    // With no room for it, as a point; at its goal, without a direction.
    expect(steer(both, 0.2, 0.2, 0.5)?.index).toBe(0);
    expect(steer({ points: Float32Array.of(1.5, 1.5), length: 0 }, 1.5, 1.5)).toEqual({
      x: 1.5,
      y: 1.5,
      dx: 0,
      dy: 0,
      index: 0,
    });
  });

  it('leads a unit that has no room as a point, past a corner that it does not touch, to the first in sight', () => {
    const { steer } = viewsOf(mapOf(drawn('.#..\n....\n....\n....')));
    const past = 1 / PARTS;
    const path = { points: Float32Array.of(2.5, 0.5, 2.5, 3.25 + past, 3.5, 3.5), length: 4 };
    expect(steer(path, 0.5, 0.25 + past, 0.4)?.index).toBe(1);
    expect(steer(path, 0.5, 0.25 - past, 0.4)).toBeNull();
  });

  it('goes straight over what costs as much as the cell the unit stands on, and no more', () => {
    const grid = gridFrom(7, 5, () => true);
    // Rows of 2, 5, 9 and 1.
    setCosts(grid, (_, y) => [2, 5, 9, 1, 1][y]);
    const { steer } = viewsOf(mapOf(grid));
    const down = { points: Float32Array.of(0.5, 1.5, 3.5, 2.5, 3.5, 4.5), length: 4 };
    expect(steer(down, 3.5, 2.5)?.index).toBe(2);
    expect(steer(down, 3.5, 1.5)?.index).toBe(0);
    // Nothing is seen over ground as cheap, so the first that is seen at all.
    expect(steer(down, 3.5, 0.5)?.index).toBe(0);
    expect(steer(down, 3.5, 0.5, 0, 1)?.index).toBe(1);
  });

  it('takes the cell of a walker of two cells for the one that costs as much as it may cross', () => {
    const grid = gridFrom(6, 3, () => true);
    setCosts(grid, (x) => 1 + x);
    const { steer } = viewsOf(mapOf(grid, 2));
    const across = { points: Float32Array.of(1, 2, 2, 2, 3, 2), length: 2 };
    expect([1, 2, 3].map((x) => steer(across, x, 2)?.index)).toEqual([0, 1, 2]);
  });

  it('cuts no corner over costlier ground than the unit stands on', () => {
    const grid = gridFrom(9, 9, () => true);
    setCosts(grid, (x, y) => (x === 0 || y === 8 ? 1 : 9));
    const { steer } = viewsOf(mapOf(grid));
    const path = { points: Float32Array.of(0.5, 0.5, 0.5, 8.5, 8.5, 8.5), length: 16 };
    expect(steer(path, 0.5, 2.5)).toEqual({ x: 0.5, y: 8.5, dx: 0, dy: 1, index: 1 });
    expect(steer(path, 0.5, 8.4)?.index).toBe(2);
  });
});
