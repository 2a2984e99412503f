/** Layers of a query: its ends, its path, the path before smoothing, the coarse path. */
import type { Focus, Layer } from './layer.js';
import type { Surface } from './surface.js';
import type { Colour, Theme } from './theme.js';

/** A line through the middles of cells. */
function way(surface: Surface, cells: ArrayLike<number> | undefined, stroke: Colour, width: number): void {
  if (!cells || cells.length < 4) return;
  // What goes on straight is one piece: a path of thousands of cells is some tens.
  const turns: number[] = [];
  for (let i = 0; i < cells.length; i += 2) {
    const same = i > 1 && i + 2 < cells.length && towards(cells, i - 2) === towards(cells, i);
    if (!same) turns.push(cells[i] + 0.5, cells[i + 1] + 0.5);
  }
  surface.line(turns, stroke, width);
}

/** Direction of a step, where it is one. */
function towards(cells: ArrayLike<number>, i: number): string {
  const [dx, dy] = [cells[i + 2] - cells[i], cells[i + 3] - cells[i + 1]];
  return Math.max(Math.abs(dx), Math.abs(dy)) === 1 ? `${dx},${dy}` : `${i}`;
}

function pathLayer(
  about: string,
  pick: (focus: Focus) => ArrayLike<number> | undefined,
  colourOf: (theme: Theme) => Colour,
  width: number,
  text: string,
): Layer {
  return {
    about,
    draw: (_, surface, theme, focus) => way(surface, pick(focus), colourOf(theme), width),
    legend: (_, theme) => [{ fill: colourOf(theme), text }],
  };
}

const ends: Layer = {
  about: 'start and goal',
  draw(_, surface, theme, { start, goal }) {
    for (const [end, fill] of [
      [start, theme.start],
      [goal, theme.goal],
    ] as const) {
      if (!end) continue;
      surface.disc(end[0] + 0.5, end[1] + 0.5, Math.max(0.45, 5 / surface.scale), theme.text);
      surface.disc(end[0] + 0.5, end[1] + 0.5, Math.max(0.36, 4 / surface.scale), fill);
    }
  },
  legend: (_, theme) => [
    { fill: theme.start, text: 'start' },
    { fill: theme.goal, text: 'goal' },
  ],
};

export const PATH_LAYERS = {
  raw: pathLayer(
    'the path before it was smoothed',
    ({ raw }) => raw,
    ({ raw }) => raw,
    0.16,
    'path before smoothing',
  ),
  coarse: pathLayer(
    'the coarse path over the nodes of a level',
    ({ coarse }) => coarse,
    ({ levels }) => levels[1],
    0.3,
    'coarse path',
  ),
  path: pathLayer(
    'the path',
    ({ path }) => path,
    ({ path }) => path,
    0.26,
    'path',
  ),
  ends,
};
