/** Which cells lie in a shape: those whose center does. Lengths are in cells, y grows downwards. */
import type { MoveRule } from '../../grid/grid.js';
import { hexCenter } from '../../grid/hex-plane.js';

export type Outline = [number, number][];

export type Visit = (x: number, y: number) => void;

export interface Bounds {
  width: number;
  height: number;
}

/** A rectangle or any polygon, by the even-odd rule. @returns cells and edges looked at */
export function eachInOutline(outline: Outline, bounds: Bounds, visit: Visit): number {
  const ys = outline.map(([, y]) => y);
  let work = outline.length;
  const [top, bottom] = clipped(least(ys), most(ys), bounds.height);
  for (let y = top; y < bottom; y++) {
    const crossings = crossingsAt(outline, y + 0.5);
    work += outline.length;
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [left, right] = clipped(crossings[i], crossings[i + 1], bounds.width);
      for (let x = left; x < right; x++) visit(x, y);
      work += Math.max(0, right - left);
    }
  }
  return work;
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
  return crossings.sort((a, b) => a - b);
}

export interface Cells {
  inOutline(outline: Outline, bounds: Bounds, visit: Visit): number;
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
      const sides = { width: halves[0] * bounds.width, height: halves[1] * bounds.height };
      return eachInOutline(finer, sides, (i, k) => {
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
): number {
  return inOutline(box, bounds, (x, y) => {
    const [u, v] = turn(...centerOf(x, y));
    if (u * u + v * v <= 1) visit(x, y);
  });
}

function least(values: number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(values: number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
