/** Which cells lie in a shape: those whose center does. Lengths are in cells, y grows downwards. */
import type { MoveRule } from '../../core/grid/grid.js';
import { hexCenter } from '../../core/grid/hex-plane.js';
import type { WallSide } from '../../core/grid/walls.js';
import type { Fields } from '../fields.js';

export type Outline = [number, number][];

export type Visit = (x: number, y: number) => void;

/** The map, and what counts the cells and edges that are looked at. */
export interface Bounds {
  width: number;
  height: number;
  spend(steps: number): void;
}

/** A rectangle or any polygon, by the even-odd rule. */
export function eachInOutline(outline: Outline, bounds: Bounds, visit: Visit): void {
  const ys = outline.map(([, y]) => y);
  bounds.spend(outline.length);
  const [top, bottom] = clipped(least(ys), most(ys), bounds.height);
  bounds.spend(outline.length * Math.max(0, bottom - top));
  for (let y = top; y < bottom; y++) {
    const crossings = crossingsAt(outline, y + 0.5);
    bounds.spend(2 * crossings.length * Math.ceil(Math.log2(crossings.length + 1)));
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [left, right] = clipped(crossings[i], crossings[i + 1], bounds.width);
      bounds.spend(Math.max(0, right - left) / 4);
      for (let x = left; x < right; x++) visit(x, y);
    }
  }
}

/** First cell whose center is not before `from`, and first one whose center is not before `to`, inside the map. */
function clipped(from: number, to: number, side: number): [number, number] {
  return [Math.max(0, Math.ceil(from - 0.5)), Math.min(side, Math.ceil(to - 0.5))];
}

function crossingsAt(outline: Outline, y: number): number[] {
  const crossings: number[] = [];
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [x0, y0] = outline[j];
    const [x1, y1] = outline[i];
    if (y0 <= y !== y1 <= y) crossings.push(x0 + ((y - y0) * (x1 - x0)) / (y1 - y0));
  }
  return crossings;
}

export interface Cells {
  inOutline(outline: Outline, bounds: Bounds, visit: Visit): void;
  centerOf(x: number, y: number): [px: number, py: number];
}

export const SQUARES: Cells = { inOutline: eachInOutline, centerOf: (x, y) => [x + 0.5, y + 0.5] };

/** Hexagons: looked for among squares of half a column or row, each second of which has the center of one. */
export function hexCells(rule: MoveRule): Cells {
  const centerOf: Cells['centerOf'] = (x, y) => hexCenter({ moveRule: rule }, x, y);
  const halves = rule.endsWith('q') ? [1, 2] : [2, 1];
  return {
    centerOf,
    inOutline(outline, bounds, visit) {
      const finer = outline.map(([x, y]): [number, number] => [
        halves[0] * (x - 0.5) + 0.5,
        halves[1] * (y - 0.5) + 0.5,
      ]);
      const sides = { ...bounds, width: halves[0] * bounds.width, height: halves[1] * bounds.height };
      eachInOutline(finer, sides, (i, k) => {
        const [x, y] = [Math.floor(i / halves[0]), Math.floor(k / halves[1])];
        const [px, py] = centerOf(x, y);
        if (halves[0] * (px - 0.5) === i && halves[1] * (py - 0.5) === k) visit(x, y);
      });
    },
  };
}

/** A turned ellipse. @param turn from a point of the map to one of the unit circle */
export function eachInEllipse(
  box: Outline,
  turn: (x: number, y: number) => [number, number],
  bounds: Bounds,
  visit: Visit,
  { inOutline, centerOf }: Cells = SQUARES,
): void {
  inOutline(box, bounds, (x, y) => {
    bounds.spend(1);
    const [u, v] = turn(...centerOf(x, y));
    if (u * u + v * v <= 1) visit(x, y);
  });
}

/** Visits points of a line, closer than half a cell, none of them its ends: those inside of the map and around it. */
export function eachOnLine([x0, y0]: [number, number], [x1, y1]: [number, number], bounds: Bounds, visit: Visit): void {
  let [from, to] = [0, 1];
  for (const [start, way, side] of [
    [x0, x1 - x0, bounds.width],
    [y0, y1 - y0, bounds.height],
  ]) {
    if (way === 0) continue;
    const [enter, leave] = [(-1 - start) / way, (side + 1 - start) / way];
    from = Math.max(from, Math.min(enter, leave));
    to = Math.min(to, Math.max(enter, leave));
  }
  const length = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  const steps = from < to ? Math.ceil(4 * (to - from) * length) || 1 : 0;
  if (!Number.isFinite(steps)) return;
  bounds.spend(3 * steps);
  for (let i = 0; i < steps; i++) {
    const t = from + ((i + 0.5) / steps) * (to - from);
    visit(x0 + t * (x1 - x0), y0 + t * (y1 - y0));
  }
}

/** The side of a tile that a shape is a thin bar of: in its outer quarter, three quarters long or more. */
export function barSide(shape: Fields, width: number, height: number): WallSide | undefined {
  const points = shape.has('polygon')
    ? pointsOf(shape)
    : [[0, 0], ['width', 'height'].map((side) => shape.number(side, 0))];
  const xs = points.map(([x]) => (x + shape.number('x', 0)) / width);
  const ys = points.map(([, y]) => (y + shape.number('y', 0)) / height);
  const isTurned = shape.number('rotation', 0) !== 0;
  if (!isTurned && most(xs) - least(xs) >= 0.75)
    return most(ys) <= 0.25 ? 'north' : least(ys) >= 0.75 ? 'south' : undefined;
  if (isTurned || most(ys) - least(ys) < 0.75) return undefined;
  return most(xs) <= 0.25 ? 'west' : least(xs) >= 0.75 ? 'east' : undefined;
}

const pointsOf = (shape: Fields): Outline => shape.objects('polygon').map((p) => [p.number('x'), p.number('y')]);

/** Share of a tile that shapes of the collision editor cover, above 0 if there are any but points and texts. */
export function shapesCover(shapes: readonly Fields[], area: number): number {
  let covered = 0;
  for (const shape of shapes) {
    if (shape.has('point') || shape.has('text')) continue;
    const box = shape.number('width', 0) * shape.number('height', 0);
    if (shape.has('polygon')) covered += areaOf(pointsOf(shape));
    else covered += shape.has('ellipse') ? (box * Math.PI) / 4 : box;
    covered += Number.MIN_VALUE;
  }
  return area > 0 ? Math.max(covered > 0 ? Number.MIN_VALUE : 0, covered / area) : covered;
}

function areaOf(outline: Outline): number {
  const twice = outline.reduce((sum, [x, y], i) => {
    const [u, v] = outline[(i + 1) % outline.length];
    return sum + x * v - u * y;
  }, 0);
  return Math.abs(twice) / 2;
}

function least(values: number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(values: number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
