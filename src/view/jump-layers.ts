/** Layers of jump points: those of JPS+, the rays and goal boxes of a cell, and the subgoals of a hierarchy. */
import * as KIND from '../core/blob/kinds.js';
import { DX, DY } from '../core/grid/directions.js';
import type { Grid } from '../core/grid/grid.js';
import { X_MASK, Y_SHIFT } from '../core/grid/rectangle.js';
import { type JumpLines, straightJump } from '../engines/jps/query/lines.js';
import { type Layer, NOTHING } from './layer.js';
import { nearestCell } from './nearest.js';
import type { Scene } from './scene.js';
import { outline, sees } from './surface.js';
import { between, faded, type Theme } from './theme.js';

export const DIRECTION_NAMES = 'north north-east east south-east south south-west west north-west'.split(' ');

/** Whether a map has jump lines: no costs, no corner cutting. */
export const hasJumps = ({ grid }: Scene): boolean => !grid.costs && !grid.walls && grid.moveRule === 'no-corners';

const directionLegend = (theme: Theme) => DIRECTION_NAMES.map((text, d) => ({ fill: theme.directions[d], text }));

const jumps: Layer = {
  title: 'Jump points',
  group: 'Jump points',
  about: 'jump points: cells where a canonical path may turn',
  has: hasJumps,
  cells({ grid: { stride }, rows }, { jump }) {
    const { pitch, jumps: planes } = rows();
    return (c) => {
      const y = Math.floor(c / stride);
      const x = c - y * stride - 1;
      const i = y * pitch + (x >> 5);
      return ((planes[0][i] | planes[1][i] | planes[2][i] | planes[3][i]) >> (x & 31)) & 1 ? jump : 0;
    };
  },
  legend: (_, { jump }) => [{ fill: jump, text: 'jump point' }],
};

const rays: Layer = {
  title: 'Jumps of the chosen cell',
  group: 'Jump points',
  about: 'the jumps of the chosen cell in eight directions, and those that turn off its diagonals',
  has: hasJumps,
  draw(scene, surface, { directions }, { cell }) {
    if (!cell || !scene.grid.isOpen(...cell)) return;
    const { grid } = scene;
    const lines = scene.lines();
    const [x, y] = cell;
    const ray = (fromX: number, fromY: number, d: number, steps: number, width: number) => {
      const [toX, toY] = [fromX + DX[d] * Math.abs(steps), fromY + DY[d] * Math.abs(steps)];
      surface.line([fromX + 0.5, fromY + 0.5, toX + 0.5, toY + 0.5], directions[d], width);
      if (steps > 0) surface.disc(toX + 0.5, toY + 0.5, 0.3, directions[d]);
    };
    jumpDistances(grid, lines, x, y).forEach((steps, d) => {
      if ((d & 1) === 0) {
        ray(x, y, d, steps, 0.16);
        return;
      }
      // A path may turn at each cell of a diagonal, up to the wall.
      let run = 0;
      for (; canStep(grid, x + run * DX[d], y + run * DY[d], d); ) {
        run++;
        for (const side of [d - 1, (d + 1) & 7]) {
          const v = straightJump(lines, x + run * DX[d], y + run * DY[d], side);
          if (v > 0) ray(x + run * DX[d], y + run * DY[d], side, v, 0.06);
        }
      }
      ray(x, y, d, -run, 0.16);
      if (steps > 0) surface.disc(x + steps * DX[d] + 0.5, y + steps * DY[d] + 0.5, 0.2, directions[d]);
    });
  },
  legend: (_, theme) => directionLegend(theme),
};

/** A goal box of a cell: all goals of optimal paths in a direction. Both ends are inside. */
export interface GoalBox {
  d: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The boxes stored at a cell; none if boxes are only stored at jump points and it is not one. */
export function boxesAt(scene: Scene, x: number, y: number): GoalBox[] {
  const bounds = scene.bounds();
  if (!bounds || !scene.grid.isOpen(x, y)) return [];
  const corners = new Int32Array(2);
  const boxes: GoalBox[] = [];
  const cell = scene.grid.cell(x, y);
  const stored = bounds.directions(cell);
  for (let d = 0; d < 8; d++) {
    if (((stored >> d) & 1) === 0) continue;
    bounds.box(cell, d, corners);
    const [low, high] = corners;
    boxes.push({ d, x0: low & X_MASK, y0: low >> Y_SHIFT, x1: high & X_MASK, y1: (high >> Y_SHIFT) & X_MASK });
  }
  return boxes;
}

/** The nearest cell with boxes. */
export function nearestBoxes(scene: Scene, x: number, y: number): [number, number] | undefined {
  const { width, height } = scene.grid;
  if (!scene.bounds()) return undefined;
  return nearestCell([x, y], Math.max(width, height), (cx, cy) => boxesAt(scene, cx, cy).length > 0);
}

const boxes: Layer = {
  title: 'Goal boxes of the chosen cell',
  group: 'Goal bounds',
  about:
    'goal boxes of the chosen cell, or of the nearest jump point: no optimal path to a goal outside a box starts ' +
    'that way',
  needs: 'prep bounds',
  has: ({ blobs, grid }) => !grid.walls && blobs.some((blob) => blob.has(KIND.boundsInfo)),
  draw(scene, surface, { directions }, { cell }) {
    const at = cell && nearestBoxes(scene, ...cell);
    if (!at) return;
    for (const { d, x0, y0, x1, y1 } of boxesAt(scene, ...at)) {
      if (!sees(surface, x0, y0, x1 + 1, y1 + 1)) continue;
      // Side by side where they would hide each other.
      const inset = 0.08 + 0.05 * d;
      surface.rect(x0, y0, x1 + 1 - x0, y1 + 1 - y0, faded(directions[d], 26));
      outline(surface, x0 + inset, y0 + inset, x1 + 1 - x0 - 2 * inset, y1 + 1 - y0 - 2 * inset, directions[d], 0.12);
    }
    surface.disc(at[0] + 0.5, at[1] + 0.5, 0.4, directions[7]);
  },
  legend: (_, theme) => directionLegend(theme),
};

const subgoals: Layer = {
  title: 'Subgoals',
  group: 'Hierarchy',
  about: 'subgoals by their level in the contraction hierarchy',
  needs: 'prep ch',
  has: ({ blobs, grid }) => !grid.walls && blobs.some((blob) => blob.has(KIND.chInfo)),
  cells(scene, { ranks: [low, high] }) {
    const baked = scene.hierarchy();
    if (!baked) return NOTHING;
    const { map, hierarchy, levels, highest } = baked;
    return (c) =>
      (map.marks[c] & 1) > 0 ? between(low, high, levels[hierarchy.ranks[map.numbers[c]]] / Math.max(1, highest)) : 0;
  },
  legend(scene, { ranks: [low, high] }) {
    return [{ fill: low, to: high, text: `subgoal, level 0 to ${scene.hierarchy()?.highest}` }];
  },
};

export const JUMP_LAYERS = { jumps, rays, boxes, subgoals };

/**
 * Jump distances of JPS+ from an open cell in the eight directions: steps to the next jump or turning point if
 * positive, minus the steps to the wall if not.
 */
export function jumpDistances(grid: Grid, lines: JumpLines, x: number, y: number): number[] {
  return DX.map((_, d) => (d & 1 ? diagonalJump(grid, lines, x, y, d) : straightJump(lines, x, y, d)));
}

function diagonalJump(grid: Grid, lines: JumpLines, x: number, y: number, d: number): number {
  for (let steps = 0; ; steps++) {
    const [atX, atY] = [x + steps * DX[d], y + steps * DY[d]];
    if (steps > 0 && (straightJump(lines, atX, atY, d - 1) > 0 || straightJump(lines, atX, atY, (d + 1) & 7) > 0))
      return steps;
    if (!canStep(grid, atX, atY, d)) return -steps;
  }
}

/** Whether a diagonal move is legal. */
function canStep(grid: Grid, x: number, y: number, d: number): boolean {
  return grid.isOpen(x + DX[d], y) && grid.isOpen(x, y + DY[d]) && grid.isOpen(x + DX[d], y + DY[d]);
}
