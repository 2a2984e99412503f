/** Layers of a query: the path, start and goal. */
import type { Focus, Layer } from './layer.js';
import type { Surface } from './surface.js';
import type { Theme } from './theme.js';

/** Width of a path in cells, and its fewest and most pixels. */
const WIDTH = 0.26;
const LEAST_PIXELS = 2.5;
const MOST_PIXELS = 7;

/** A line with a halo through the middles of cells. */
function drawWay(surface: Surface, theme: Theme, cells: ArrayLike<number> = []): void {
  if (cells.length < 4) return;
  // Straight runs are one line.
  const turns: number[] = [];
  for (let i = 0; i < cells.length; i += 2) {
    const same = !surface.isBent && i > 1 && i + 2 < cells.length && towards(cells, i - 2) === towards(cells, i);
    if (!same) turns.push(cells[i] + 0.5, cells[i + 1] + 0.5);
  }
  const { scale } = surface;
  const width = Math.max(LEAST_PIXELS / scale, Math.min(WIDTH, MOST_PIXELS / scale));
  surface.line(turns, theme.halo, width + 3 / scale);
  surface.line(turns, theme.path, width);
}

/** The path and its ends, for worlds. */
export function drawPath(surface: Surface, theme: Theme, focus: Focus): void {
  drawWay(surface, theme, focus.path);
  drawEnds(surface, theme, focus);
}

/** Direction of a step between neighbors. */
function towards(cells: ArrayLike<number>, i: number): string {
  const [dx, dy] = [cells[i + 2] - cells[i], cells[i + 3] - cells[i + 1]];
  return Math.max(Math.abs(dx), Math.abs(dy)) === 1 ? `${dx},${dy}` : `${i}`;
}

const path: Layer = {
  title: 'Path',
  group: 'Path',
  about: 'the path',
  draw: (_, surface, theme, focus) => drawWay(surface, theme, focus.path),
  legend: (_, theme) => [{ fill: theme.path, text: 'path' }],
};

function drawEnds(surface: Surface, theme: Theme, { start, goal }: Focus): void {
  for (const [end, fill] of [
    [start, theme.start],
    [goal, theme.goal],
  ] as const) {
    if (!end) continue;
    const radius = Math.max(5 / surface.scale, Math.min(0.45, 14 / surface.scale));
    const [x, y] = [end[0] + 0.5, end[1] + 0.5];
    surface.disc(x, y, radius + 2 / surface.scale, theme.halo);
    surface.disc(x, y, radius, theme.text);
    surface.disc(x, y, 0.8 * radius, fill);
    // A form, for those who cannot tell the colors apart.
    if (end === goal) surface.disc(x, y, 0.35 * radius, theme.halo);
  }
}

const ends: Layer = {
  title: 'Start and goal',
  group: 'Path',
  about: 'start and goal',
  draw: (_, surface, theme, focus) => drawEnds(surface, theme, focus),
  legend: (_, theme) => [
    { fill: theme.start, text: 'start' },
    { fill: theme.goal, text: 'goal' },
  ],
};

export const PATH_LAYERS = { path, ends };
