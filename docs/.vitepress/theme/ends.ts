/** Start and goal of a figure: readers drag them, or move them with the arrow keys. */

import { farCells } from '../../../src/view/far-cells.js';
import { nearestCell } from '../../../src/view/nearest.js';
import type { Scene } from '../../../src/view/scene.js';

export type Cell = [x: number, y: number];

const ARROWS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Pixels around an end in which a finger drags it; elsewhere it scrolls the page. */
const NEAR = 32;

/** @param changed called with whether the end is still held */
export function movableEnds(canvas: HTMLCanvasElement, scene: Scene, changed: (isHeld: boolean) => void) {
  const { grid } = scene;
  const labels = scene.components();
  const ends = farCells(scene) as [start: Cell, goal: Cell];
  const main = labels[grid.cell(...ends[0])];
  const isOpen = (x: number, y: number) => grid.contains(x, y) && labels[grid.cell(x, y)] === main;
  let held: 0 | 1 | undefined;

  /** Pixels from a place to the nearer end, and which it is. */
  const nearer = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = canvas.getBoundingClientRect();
    const side = canvas.clientWidth / grid.width;
    const at = [clientX - left, clientY - top];
    const [toStart, toGoal] = ends.map((end) => Math.hypot(...end.map((v, i) => (v + 0.5) * side - at[i])));
    const cell = at.map((v) => Math.floor(v / side)) as Cell;
    return { end: (toStart < toGoal ? 0 : 1) as 0 | 1, distance: Math.min(toStart, toGoal), cell };
  };
  const move = (end: 0 | 1, cell: Cell) => {
    const open = nearestCell(cell, grid.width, isOpen);
    if (!open || open.join() === ends[1 - end].join()) return;
    ends[end] = open;
    changed(held !== undefined);
  };

  canvas.addEventListener('pointerdown', (event) => {
    const { end, cell } = nearer(event);
    held = end;
    canvas.setPointerCapture(event.pointerId);
    move(end, cell);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (held !== undefined) move(held, nearer(event).cell);
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(type, () => {
      if (held === undefined) return;
      held = undefined;
      changed(false);
    });
  canvas.addEventListener('touchstart', (event) => nearer(event.touches[0]).distance < NEAR && event.preventDefault(), {
    passive: false,
  });
  canvas.addEventListener('keydown', (event) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const end = event.shiftKey ? 1 : 0;
    // Over walls to the next open cell.
    const [x, y] = ends[end];
    for (let n = 1; n < Math.max(grid.width, grid.height); n++) {
      const cell: Cell = [x + n * step[0], y + n * step[1]];
      if (!isOpen(...cell) || cell.join() === ends[1 - end].join()) continue;
      move(end, cell);
      break;
    }
  });

  return {
    ends,
    /** Puts both ends on random cells. */
    another() {
      const random = (): Cell => [Math.floor(Math.random() * grid.width), Math.floor(Math.random() * grid.height)];
      move(0, random());
      move(1, random());
    },
  };
}
