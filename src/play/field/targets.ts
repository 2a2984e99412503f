/** The cheapest path to a place from which a target is in range, for attacks, spells and orders to come near. */
import { cellOf } from '../../core/grid/cells.js';
import { hexLayout } from '../../core/grid/hexes.js';
import type { Box } from '../../core/grid/rectangle.js';
import { isHex, isStraight } from '../../core/grid/rules.js';
import { hexDistance, octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Path } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { floorAt, floorsOf } from '../../runtime/meta.js';
import { type GridNav, inside, type Nav } from '../../runtime/nav.js';
import { centerOf } from '../../runtime/places.js';
import { checkPairs, flowField } from './field.js';

/** How the distance to a target is measured; walls are ignored. */
export type RangeMetric = 'steps' | 'chebyshev' | 'manhattan' | 'euclidean';

/** Options of {@link findPathTo}. */
export interface TargetOptions {
  /** Largest distance of a target, 0 or more. Default: 1. */
  within?: number | undefined;
  /**
   * How this distance is measured: `steps` (default) counts steps as if there were no walls, a diagonal one as 1.414
   * where diagonals are legal; the others are in cells. Hexagons support only `steps`.
   */
  metric?: RangeMetric | undefined;
  /**
   * Result of {@link sightOf}: the target must be in sight, from middle to middle. For larger units, use the sight of
   * a map of single cells.
   */
  sight?: { isClear(x0: number, y0: number, x1: number, y1: number): boolean } | undefined;
}

/** A path to a cell in range of a target. */
export interface TargetPath extends Path {
  /** Index of a target that is in range at its end: the first in the list. */
  target: number;
}

type Distance = (dx: number, dy: number) => number;

const METRICS: Record<RangeMetric, Distance> = {
  steps: (dx, dy) => octile(dx, dy) / STRAIGHT,
  chebyshev: (dx, dy) => Math.max(Math.abs(dx), Math.abs(dy)),
  manhattan: (dx, dy) => Math.abs(dx) + Math.abs(dy),
  euclidean: (dx, dy) => Math.hypot(dx, dy),
};

/** A diagonal step is 1.41421356 cells, a little less than the square root of 2. */
const SLACK = 1e-6;

/** Distance from a cell, or the nearest one that a larger unit covers there, to a target. */
function distanceOn(nav: GridNav, metric: RangeMetric): (x: number, y: number, u: number, v: number) => number {
  if (!Object.hasOwn(METRICS, metric))
    throw new RangeError(`metric is ${metric}, allowed are ${Object.keys(METRICS).join(', ')}`);
  const { grid, size } = nav;
  if (!isHex(grid)) {
    const measure = METRICS[metric === 'steps' && isStraight(grid) ? 'manhattan' : metric];
    const gap = (from: number, to: number) => Math.max(from - to, 0, to - from - size + 1);
    return (x, y, u, v) => measure(gap(x, u), gap(y, v));
  }
  if (metric !== 'steps') throw new RangeError(`metric is ${metric}, hexagons support only steps`);
  const layout = hexLayout(grid);
  const axial = (x: number, y: number) => (layout ? layout.toAxial(x | (y << 16)) : x | (y << 16));
  return (x, y, u, v) => {
    const [a, b] = [axial(x, y), axial(u, v)];
    return hexDistance((b & 0xffff) - (a & 0xffff), (b >> 16) - (a >> 16)) / STRAIGHT;
  };
}

/**
 * The cheapest path to a cell from which one of some targets is in range, and in sight if asked. Optimal with every
 * engine; targets may stand in walls. If the start is in range, the path is that cell.
 *
 *     const path = findPathTo(nav, archer.x, archer.y, [orc.x, orc.y], { within: 6, sight: sightOf(nav) });
 *
 * @param targets x, y pairs of cells
 * @returns null if no such cell can be reached
 * @throws {TypeError} if `targets` is not a list, or `sight` is not from `sightOf`
 * @throws {RangeError} if a cell is not on the map, the targets are not pairs, `within` is below 0, or the metric is
 * unknown
 */
export function findPathTo(
  map: Nav,
  x: number,
  y: number,
  targets: ArrayLike<number>,
  options: TargetOptions = {},
): TargetPath | null {
  refuseUnknown(options, 'within', 'metric', 'sight');
  const nav = inside(map);
  const ranges = rangesOf(nav, targets, options ?? {});
  cellOf(nav.grid, x, y);
  for (let i = 0; i < targets.length; i += 2) cellOf(nav.grid, targets[i], targets[i + 1]);
  if (!nav.isOpen(x, y)) return null;
  const here = ranges.targetOf(x, y);
  if (here >= 0) return { ...pathOfCell(nav, x, y), target: here };
  const goals = ranges.goalsFrom(x, y);
  const path = goals.length > 0 ? flowField(nav, goals, { from: [x, y] }).findPath(x, y) : null;
  if (!path) return null;
  const [u, v] = path.cells.slice(-2);
  return { ...path, target: ranges.targetOf(u, v) };
}

const pathOfCell = (nav: GridNav, x: number, y: number): Path => ({
  cost: 0,
  cells: Uint16Array.of(x, y),
  waypoints: Uint16Array.of(x, y),
  ...(nav.linked && { links: [] }),
});

/** The cells in range of targets. @throws {TypeError} and {RangeError} as {@link findPathTo} */
function rangesOf(nav: GridNav, targets: ArrayLike<number>, options: TargetOptions) {
  const { within = 1, metric = 'steps', sight } = options;
  const { width, height, size } = nav;
  checkPairs(targets, 'targets');
  if (!(typeof within === 'number' && within >= 0)) throw new RangeError(`within is ${within}, allowed are 0 or more`);
  if (sight !== undefined && typeof sight?.isClear !== 'function')
    throw new TypeError(`sight is ${sight}, expected what sightOf gives`);
  const distance = distanceOn(nav, metric);
  const floors = floorsOf(nav);
  const floorOf = (x: number, y: number) => (floors.length > 0 ? floorAt(nav, x, y)?.name : undefined);
  const middle = (x: number, y: number): readonly [number, number] =>
    size > 1 ? [x + 0.5, y + 0.5] : centerOf(nav, x, y);

  const isInRange = (x: number, y: number, target: number): boolean => {
    const [u, v] = [targets[2 * target], targets[2 * target + 1]];
    // Floors lie next to each other in one grid, but nothing reaches from one to another.
    if (distance(x, y, u, v) > within + SLACK || floorOf(x, y) !== floorOf(u, v)) return false;
    return !sight || sight.isClear(...centerOf(nav, x, y), ...middle(u, v));
  };

  /** The box around a target that holds all cells in range: a step is at least as long as the cells that it crosses. */
  const boxAround = (target: number): Box => {
    const [u, v] = [targets[2 * target], targets[2 * target + 1]];
    const far = Math.min(Math.ceil(within), Math.max(width, height));
    const before = far + size - 1;
    return [
      Math.max(0, u - before),
      Math.max(0, v - before),
      Math.min(width - 1, u + far),
      Math.min(height - 1, v + far),
    ];
  };

  return {
    /** The first target in range of a cell; -1 if none is. */
    targetOf(x: number, y: number): number {
      for (let i = 0; 2 * i < targets.length; i++) if (isInRange(x, y, i)) return i;
      return -1;
    },
    /** x and y of all cells in range of a target that can be reached from a cell. */
    goalsFrom(x: number, y: number): number[] {
      const goals: number[] = [];
      const seen = new Uint8Array(width * height);
      for (let i = 0; 2 * i < targets.length; i++) {
        const [x0, y0, x1, y1] = boxAround(i);
        for (let v = y0; v <= y1; v++)
          for (let u = x0; u <= x1; u++) {
            const cell = v * width + u;
            if (seen[cell] > 0 || !nav.isOpen(u, v) || !nav.isReachable(x, y, u, v) || !isInRange(u, v, i)) continue;
            seen[cell] = 1;
            goals.push(u, v);
          }
      }
      return goals;
    },
  };
}
