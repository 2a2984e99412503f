/** The cheapest path to a place from which a target is in range, for attacks, spells and orders to come near. */
import { cellOf } from '../../core/grid/cells.js';
import { hexLayout } from '../../core/grid/hexes.js';
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
  const { within = 1, metric = 'steps', sight } = options ?? {};
  const nav = inside(map);
  const { width, height, size } = nav;
  checkPairs(targets, 'targets');
  if (!(typeof within === 'number' && within >= 0)) throw new RangeError(`within is ${within}, allowed are 0 or more`);
  if (sight !== undefined && typeof sight?.isClear !== 'function')
    throw new TypeError(`sight is ${sight}, expected what sightOf gives`);
  const distance = distanceOn(nav, metric);
  cellOf(nav.grid, x, y);
  for (let i = 0; i < targets.length; i += 2) cellOf(nav.grid, targets[i], targets[i + 1]);
  const middle = (u: number, v: number): readonly [number, number] =>
    size > 1 ? [u + 0.5, v + 0.5] : centerOf(nav, u, v);
  const floors = floorsOf(nav);
  const floorOf = (u: number, v: number) => (floors.length > 0 ? floorAt(nav, u, v)?.name : undefined);
  const isInRange = (u: number, v: number, i: number) => {
    const [a, b] = [targets[2 * i], targets[2 * i + 1]];
    // Floors lie next to each other in one grid, but nothing reaches from one to another.
    if (distance(u, v, a, b) > within + SLACK || floorOf(u, v) !== floorOf(a, b)) return false;
    return !sight || sight.isClear(...centerOf(nav, u, v), ...middle(a, b));
  };
  const targetOf = (u: number, v: number) => {
    for (let i = 0; 2 * i < targets.length; i++) if (isInRange(u, v, i)) return i;
    return -1;
  };
  if (!nav.isOpen(x, y)) return null;
  const here = targetOf(x, y);
  if (here >= 0)
    return {
      cost: 0,
      cells: Uint16Array.of(x, y),
      waypoints: Uint16Array.of(x, y),
      ...(nav.linked && { links: [] }),
      target: here,
    };
  const goals: number[] = [];
  const seen = new Uint8Array(width * height);
  const far = Math.min(Math.ceil(within), Math.max(width, height));
  for (let i = 0; 2 * i < targets.length; i++) {
    const [a, b] = [targets[2 * i], targets[2 * i + 1]];
    // An octile step is at least as long as the cells it crosses, and so is a step between hexagons.
    for (let v = Math.max(0, b - far - size + 1); v <= Math.min(height - 1, b + far); v++)
      for (let u = Math.max(0, a - far - size + 1); u <= Math.min(width - 1, a + far); u++) {
        const cell = v * width + u;
        if (seen[cell] > 0 || !nav.isOpen(u, v) || !nav.isReachable(x, y, u, v) || !isInRange(u, v, i)) continue;
        seen[cell] = 1;
        goals.push(u, v);
      }
  }
  const path = goals.length > 0 ? flowField(nav, goals, { from: [x, y] }).findPath(x, y) : null;
  if (!path) return null;
  const [u, v] = path.cells.slice(-2);
  return { ...path, target: targetOf(u, v) };
}
