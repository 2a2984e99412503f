/**
 * The path with the fewest turns among the paths of equal cost near a given one.
 *
 * A dynamic program over the turns of the path, by direction of arrival. While the path from turn i to turn j is no
 * longer than on an empty map, its steps have two directions, and any order of them is as long. Orders of up to three
 * lines are tried:
 *
 *     i---.        i           i--.
 *          \        \              \
 *           \        \              \
 *            j        '--j           '-j
 *
 * Measured and decided: docs/decisions/move-rules.md.
 */
import { cellOf } from '../../core/grid/cells.js';
import { DX, DY } from '../../core/grid/directions.js';
import { drawnDirection, type HexLayout } from '../../core/grid/hexes.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import type { Hexagons } from '../../core/search/hexagons.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { type GridNav, hexesOf, inside, type Nav } from '../../runtime/nav.js';
import { StepLines } from './step-lines.js';

/** Options of {@link straighten}. */
export interface StraightenOptions {
  /**
   * Direction that the unit faces at the start, 0 to 7 clockwise from north: a first step in another direction counts
   * as a turn. Default: no turn is counted.
   */
  facing?: number | undefined;
}

/** Direction of a step, by 4 + x + 3 y. */
const DIRECTIONS = [7, 0, 1, 6, -1, 2, 5, 4, 3];
/** How many turns further a turn is joined to, at most. */
const MOST_AHEAD = 256;
const OTHER_MAP =
  'path has a step that the map does not allow now; straighten paths that findPath has just found on it';
/** More turns than a path has. */
const MANY = 1 << 28;

class Straightener {
  private readonly lines: StepLines;
  private readonly hexes: Hexagons | undefined;
  private readonly layout: HexLayout | undefined;
  /** Directions of steps, clockwise. */
  private readonly ring: number[];
  /**
   * By direction the mask of its two neighbors: steps in both directions lead by a shortest way on an empty map, in any
   * order.
   */
  private readonly beside = new Int32Array(8);
  /**
   * For each turn its place, the way to there from the turn before, and on weighted terrain the cost of all of the path
   * to there.
   */
  private xs = new Int32Array(0);
  private ys = new Int32Array(0);
  private dirs = new Int32Array(0);
  private steps = new Int32Array(0);
  private prices = new Float64Array(0);
  /** By 8 * turn + direction of arrival: fewest turns, the state before, and the lines from there, see {@link join}. */
  private best = new Int32Array(0);
  private from = new Int32Array(0);
  private shapes = new Int32Array(0);
  private runs = new Int32Array(0);
  private points = new Int32Array(0);
  /** By turn the state with the fewest turns, and these of the turn that others are joined to. */
  private least = new Int32Array(0);
  private fewest = 0;

  constructor(nav: GridNav) {
    this.lines = new StepLines(nav);
    this.hexes = hexesOf(nav);
    this.layout = this.hexes?.hexLayout(nav.grid);
    const ring = [...DX.keys()].filter((d) => directionsOf(nav)[d] >= 0 && !(isStraight(nav.grid) && d & 1));
    this.ring = ring;
    for (const [i, d] of ring.entries())
      this.beside[d] = (1 << ring[(i + 1) % ring.length]) | (1 << ring[(i || ring.length) - 1]);
  }

  /**
   * Leaves a path of the same cost and fewer turns in a buffer.
   * @param turns points of goal, turns and start, x | y << 16
   * @param facing direction on the grid that is searched; -1 where any first step is as good
   */
  run(turns: Int32Array, count: number, facing: number, cost: number, into: PathBuffer): void {
    this.lines.refresh();
    this.enter(turns, count);
    const { best } = this;
    best.fill(MANY, 0, 8 * count);
    if (facing < 0) best.fill(0, 0, 8);
    else best[facing] = 0;
    this.least[0] = Math.max(0, facing);
    for (let i = 0; i < count - 1; i++) this.joinFrom(i, Math.min(count, i + MOST_AHEAD));
    into.write(this.points, this.walkBack(this.least[count - 1]), cost);
    if (this.layout) this.hexes?.toOffsets(into, this.layout);
  }

  private enter(turns: Int32Array, count: number): void {
    if (this.xs.length < count) {
      [this.xs, this.ys, this.dirs, this.steps, this.least] = [0, 0, 0, 0, 0].map(() => new Int32Array(2 * count));
      this.prices = new Float64Array(2 * count);
      [this.best, this.from, this.shapes, this.runs] = [0, 0, 0, 0].map(() => new Int32Array(16 * count));
      this.points = new Int32Array(6 * count);
    }
    const { xs, ys, dirs, steps, prices, runs, lines, ring } = this;
    for (let i = 0; i < count; i++) {
      const point = this.layout ? this.layout.toAxial(turns[count - 1 - i]) : turns[count - 1 - i];
      this.least[i] = 8 * i;
      xs[i] = point & 0xffff;
      ys[i] = point >> 16;
      for (const d of ring) runs[8 * i + d] = lines.runOf(xs[i], ys[i], d);
      if (i === 0) continue;
      const dx = xs[i] - xs[i - 1];
      const dy = ys[i] - ys[i - 1];
      const d = DIRECTIONS[4 + Math.sign(dx) + 3 * Math.sign(dy)];
      dirs[i] = d;
      steps[i] = Math.max(Math.abs(dx), Math.abs(dy));
      if (dx !== steps[i] * DX[d] || dy !== steps[i] * DY[d] || runs[8 * (i - 1) + d] < steps[i])
        throw new RangeError(OTHER_MAP);
      if (lines.grid.costs) prices[i] = prices[i - 1] + lines.price(xs[i - 1], ys[i - 1], d, steps[i]);
    }
  }

  /** Joins a turn to later ones, up to where the path has a third direction. */
  private joinFrom(i: number, end: number): void {
    const { best, runs, dirs, steps } = this;
    const fewest = best[this.least[i]];
    this.fewest = fewest;
    const a = dirs[i + 1];
    const aRun = runs[8 * i + a];
    const aTurns = best[8 * i + a] > fewest ? fewest + 1 : fewest;
    let aSteps = 0;
    let b = -1;
    let bRun = 0;
    let bTurns = 0;
    let bSteps = 0;
    for (let j = i + 1; j < end; j++) {
      const d = dirs[j];
      if (d === a) aSteps += steps[j];
      else if (b < 0 && (this.beside[a] >> d) & 1) {
        b = d;
        bRun = runs[8 * i + b];
        bTurns = best[8 * i + b] > fewest ? fewest + 1 : fewest;
        bSteps = steps[j];
      } else if (d === b) bSteps += steps[j];
      else break;
      if (b < 0) {
        this.join(i, j, a, 0, a, 0);
        continue;
      }
      const aEnd = 8 * j + a;
      const bEnd = 8 * j + b;
      const aFits = runs[8 * j + ((a + 4) & 7)] >= aSteps;
      const bFits = runs[8 * j + ((b + 4) & 7)] >= bSteps;
      if (aTurns + 1 < best[bEnd] && aRun >= aSteps && bFits) this.join(i, j, a, aSteps, b, 0);
      if (bTurns + 1 < best[aEnd] && bRun >= bSteps && aFits) this.join(i, j, b, bSteps, a, 0);
      if (aTurns + 2 < best[aEnd]) this.slide(i, j, a, aSteps, b, bSteps);
      if (bTurns + 2 < best[bEnd]) this.slide(i, j, b, bSteps, a, aSteps);
    }
  }

  /** Joins two turns by steps of a, all of b, the rest of a, with as many steps of a before b as possible. */
  private slide(i: number, j: number, a: number, aSteps: number, b: number, bSteps: number): void {
    const { lines, runs, xs, ys } = this;
    const least = Math.max(1, aSteps - runs[8 * j + ((a + 4) & 7)]);
    for (let first = Math.min(runs[8 * i + a], aSteps - 1); first >= least; first--) {
      if (lines.runOf(xs[i] + first * DX[a], ys[i] + first * DY[a], b) < bSteps) continue;
      this.join(i, j, a, first, b, aSteps - first);
      return;
    }
  }

  /** Joins two turns by `first` steps of a, all of b and `last` of a, if that costs the same as the path. */
  private join(i: number, j: number, a: number, first: number, b: number, last: number): void {
    const { best } = this;
    const out = 8 * i + (first > 0 ? a : b);
    const state = 8 * j + (last > 0 ? a : b);
    const isStraight = best[out] <= this.fewest;
    const turns = this.fewest + Number(!isStraight) + Number(first > 0) + Number(last > 0);
    if (turns >= best[state] || (this.lines.grid.costs && !this.costsSame(i, j, a, first, b, last))) return;
    best[state] = turns;
    if (turns < best[this.least[j]]) this.least[j] = state;
    this.from[state] = isStraight ? out : this.least[i];
    this.shapes[state] = a | (first << 3) | (last << 17);
  }

  private costsSame(i: number, j: number, a: number, first: number, b: number, last: number): boolean {
    const { lines, xs, ys, prices } = this;
    const [x1, y1] = [xs[i] + first * DX[a], ys[i] + first * DY[a]];
    const [x2, y2] = [xs[j] - last * DX[a], ys[j] - last * DY[a]];
    const middle = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1));
    const price = lines.price(xs[i], ys[i], a, first) + lines.price(x1, y1, b, middle) + lines.price(x2, y2, a, last);
    return price === prices[j] - prices[i];
  }

  /** Writes the points of the best path, the goal first. @param end state at the goal @returns how many */
  private walkBack(end: number): number {
    const { from, shapes, points, xs, ys } = this;
    let count = 0;
    const put = (i: number, steps: number, d: number) => {
      points[count++] = (xs[i] + steps * DX[d]) | ((ys[i] + steps * DY[d]) << 16);
    };
    put(end >> 3, 0, 0);
    for (let state = end; state > 7; state = from[state]) {
      const shape = shapes[state];
      const [d, first, last] = [shape & 7, (shape >> 3) & 0x3fff, shape >>> 17];
      if (last > 0) put(state >> 3, -last, d);
      if (first > 0) put(from[state] >> 3, first, d);
      put(from[state] >> 3, 0, d);
    }
    return count;
  }
}

const known = /* @__PURE__ */ new WeakMap<GridNav, Straightener>();
const buffer = /* @__PURE__ */ new PathBuffer();

/**
 * Leaves a path with fewer turns in a buffer, another than the path.
 * @param facing any other than a direction of the map is none
 * @throws {TypeError | RangeError} as {@link straighten}
 */
export function straightenInto(nav: GridNav, path: Path | PathBuffer, into: PathBuffer, facing?: number): void {
  const straightener = known.get(nav) ?? new Straightener(nav);
  known.set(nav, straightener);
  if (!path?.waypoints) throw new TypeError(`path is ${String(path)}, expected what findPath gives`);
  const { waypoints, cost, links } = path;
  const count = 'waypointCount' in path ? path.waypointCount : waypoints.length >> 1;
  const points = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y] = [waypoints[2 * i], waypoints[2 * i + 1]];
    cellOf(nav.grid, x, y);
    points[count - 1 - i] = x | (y << 16);
  }
  let first = directionsOf(nav).indexOf(facing ?? -2);
  if (!nav.linked || !links?.length) straightener.run(points, count, first, cost, into);
  else
    nav.linked.rejoin(into, points, cost, links, (piece, turns) => {
      straightener.run(turns, turns.length, first, 0, piece);
      first = -1;
    });
  if (path.mapCost !== undefined) into.mapCost = path.mapCost;
}

/** By direction on the grid that is searched: the direction on the map; -1 where hexagons have none. */
function directionsOf(nav: GridNav): number[] {
  return DX.map((_, d) => (isHex(nav.grid) && (d & 3) === 3 ? -1 : drawnDirection(nav.grid, d)));
}

/**
 * A path of the same cost with the fewest turns, for nearly all paths. The result depends only on the path and the map.
 *
 *     const path = nav.findPath(2, 2, 37, 27);
 *     const straight = path && straighten(nav, path, { facing: 2 });
 *
 * @param path of this map; cells that `findPathAround` or `reach` avoid may be on the new one
 * @throws {TypeError} if the path is invalid, or an option is unknown
 * @throws {RangeError} if the path is not legal on the map as it is, or `facing` is not a direction of it
 */
export function straighten(nav: Nav, path: Path | PathBuffer, options?: StraightenOptions): Path {
  refuseUnknown(options, 'facing');
  const facing = options?.facing;
  const directions = directionsOf(inside(nav)).filter((d) => d >= 0);
  if (facing !== undefined && !directions.includes(facing))
    throw new RangeError(`facing is ${facing}, allowed are ${directions}`);
  straightenInto(inside(nav), path, buffer, facing);
  return buffer.toPath();
}
