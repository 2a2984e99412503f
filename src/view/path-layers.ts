/** Layers of a query: start and goal, path, path before smoothing, coarse path. */
import type { Focus, Layer } from './layer.js';
import type { Surface } from './surface.js';
import type { Color, Theme } from './theme.js';

/** A line through the middles of cells. @param halo color of a wider line below it */
function way(surface: Surface, cells: ArrayLike<number> | undefined, stroke: Color, width: number, halo?: Color): void {
  if (!cells || cells.length < 4) return;
  // Straight runs are one line.
  const turns: number[] = [];
  for (let i = 0; i < cells.length; i += 2) {
    const same = !surface.isBent && i > 1 && i + 2 < cells.length && towards(cells, i - 2) === towards(cells, i);
    if (!same) turns.push(cells[i] + 0.5, cells[i + 1] + 0.5);
  }
  const wide = lineWidth(surface, width);
  if (halo) surface.line(turns, halo, wide + 3 / surface.scale);
  surface.line(turns, stroke, wide);
}

/** Fewest and most pixels of a line's width. */
const LEAST_PIXELS = 2.5;
const MOST_PIXELS = 7;

function lineWidth({ scale }: Surface, width: number): number {
  return Math.max(LEAST_PIXELS / scale, Math.min(width, MOST_PIXELS / scale));
}

/** The path and its ends, for worlds. */
export function drawPath(surface: Surface, theme: Theme, focus: Focus): void {
  way(surface, focus.path, theme.path, 0.26, theme.halo);
  drawEnds(surface, theme, focus);
}

/** Direction of a step between neighbors. */
function towards(cells: ArrayLike<number>, i: number): string {
  const [dx, dy] = [cells[i + 2] - cells[i], cells[i + 3] - cells[i + 1]];
  return Math.max(Math.abs(dx), Math.abs(dy)) === 1 ? `${dx},${dy}` : `${i}`;
}

function pathLayer(about: string, name: 'raw' | 'coarse' | 'path', width: number, text: string): Layer {
  return {
    title: `${text[0].toUpperCase()}${text.slice(1)}`,
    group: 'Path',
    about,
    draw: (_, surface, theme, focus) => way(surface, focus[name], theme[name], width, theme.halo),
    legend: (_, theme) => [{ fill: theme[name], text }],
  };
}

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

export const PATH_LAYERS = {
  raw: pathLayer('the path before smoothing', 'raw', 0.16, 'path before smoothing'),
  coarse: pathLayer('the coarse path over the nodes of a level', 'coarse', 0.3, 'coarse path'),
  path: pathLayer('the path', 'path', 0.26, 'path'),
  ends,
};
