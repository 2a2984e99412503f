/** The race of the first page: two engines of one map, a query whose ends are dragged, what both expand and how long they take. */

import type { Engine } from '../../../src/core/search/engine.js';
import { PathBuffer } from '../../../src/core/search/path.js';
import { canvasSurface } from '../../../src/view/canvas-surface.js';
import { makeEngine } from '../../../src/view/engines.js';
import { drawLayers, drawLines } from '../../../src/view/layers.js';
import { type Recording, recordSearch } from '../../../src/view/record.js';
import { sceneOf } from '../../../src/view/scene.js';
import { type Color, css, THEMES } from '../../../src/view/theme.js';
import { blobsOf } from './blobs.js';
import { type Cell, movableEnds } from './ends.js';

/** A row of the table: an engine with its two bars. */
export interface Row {
  name: string;
  kind: 'astar' | 'gridprep';
  bars: { text: string; share: number }[];
}

/** Milliseconds in which an engine is timed, after a drag and while it lasts. */
const [TIMED_MS, DRAGGED_MS] = [80, 4];
/** Ends of the log scales: nodes, microseconds. */
const MOST = [2e4, 1e4];
const LEAST = [1, 0.1];
const BLOBS = ['/race.jps.prep', '/race.bounds.prep'];
const COLORS: Record<'astar' | 'gridprep', [light: Color, dark: Color]> = {
  astar: [0xffb04dc0, 0xb8741fc0],
  gridprep: [0x1f5fd0ff, 0x7fb0ffff],
};

/** Microseconds of a query, the best of batches. */
function timeOf(engine: Engine, [x0, y0]: Cell, [x1, y1]: Cell, ms: number): number {
  const path = new PathBuffer();
  const start = performance.now();
  let best = Infinity;
  for (let batch = 1; performance.now() - start < ms || best === Infinity; ) {
    const begun = performance.now();
    for (let i = 0; i < batch; i++) engine.search(x0, y0, x1, y1, path);
    const took = performance.now() - begun;
    // Clocks of browsers are coarse: a batch takes at least a millisecond.
    if (took < 1) batch *= 4;
    else best = Math.min(best, (1000 * took) / batch);
  }
  return best;
}

function timeText(micros: number): string {
  if (micros >= 1000) return `${(micros / 1000).toFixed(1)} ms`;
  return micros < 10 ? `${micros.toFixed(1)} µs` : `${Math.round(micros)} µs`;
}

const shareOf = (value: number, i: number) =>
  Math.min(1, Math.max(0.02, Math.log(Math.max(value, LEAST[i]) / LEAST[i]) / Math.log(MOST[i] / LEAST[i])));

/** @param show called with the rows of the table, and how many times faster gridprep is */
export async function startRace(
  canvas: HTMLCanvasElement,
  isDark: boolean,
  show: (rows: Row[], times: string) => void,
) {
  const scene = sceneOf(await blobsOf(BLOBS));
  const { grid } = scene;
  const engines = { astar: makeEngine(scene, 'astar'), gridprep: makeEngine(scene, 'jps+bounds') };
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let theme = THEMES[isDark ? 'dark' : 'light'];
  let due = 0;

  const place = () => {
    const ratio = devicePixelRatio || 1;
    // Cells of whole pixels leave no gaps between them.
    const side = Math.ceil((canvas.clientWidth * ratio) / grid.width);
    Object.assign(canvas, { width: side * grid.width, height: side * grid.height });
    return canvasSurface(context, {
      cell: [side, side],
      origin: [0, 0],
      area: { x0: 0, y0: 0, x1: grid.width, y1: grid.height },
    });
  };
  const paint = ({ points }: Recording, colors: [Color, Color], grow: number) => {
    const side = canvas.width / grid.width;
    context.fillStyle = css(colors[theme.name === 'dark' ? 1 : 0]);
    for (const point of new Set(points))
      context.fillRect(
        ((point & 0xffff) - grow) * side,
        ((point >> 16) - grow) * side,
        (1 + 2 * grow) * side,
        (1 + 2 * grow) * side,
      );
  };
  const run = (ms: number) => {
    due = 0;
    const [start, goal] = ends;
    const records = {
      astar: recordSearch(engines.astar, ...start, ...goal),
      gridprep: recordSearch(engines.gridprep, ...start, ...goal),
    };
    const surface = place();
    const focus = { start, goal, path: records.gridprep.path?.cells };
    drawLayers(scene, ['terrain'], surface, theme, {});
    paint(records.astar, COLORS.astar, 0);
    drawLines(scene, ['path'], surface, theme, focus);
    paint(records.gridprep, COLORS.gridprep, 0.6);
    drawLines(scene, ['ends'], surface, theme, focus);
    const times = {
      astar: timeOf(engines.astar, start, goal, ms),
      gridprep: timeOf(engines.gridprep, start, goal, ms),
    };
    show(
      (['astar', 'gridprep'] as const).map((kind): Row => {
        const micros = times[kind];
        const { length } = records[kind].points;
        return {
          name: kind === 'astar' ? 'A*' : 'gridprep',
          kind,
          bars: [
            { text: length.toLocaleString('en'), share: shareOf(length, 0) },
            { text: timeText(micros), share: shareOf(micros, 1) },
          ],
        };
      }),
      Math.round(times.astar / times.gridprep).toLocaleString('en'),
    );
  };
  const soon = (ms: number) => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => run(ms));
  };
  const { ends, another } = movableEnds(canvas, scene, (isHeld) => soon(isHeld ? DRAGGED_MS : TIMED_MS));
  const resized = new ResizeObserver(() => soon(TIMED_MS));
  resized.observe(canvas);

  return {
    another,
    recolor(dark: boolean) {
      theme = THEMES[dark ? 'dark' : 'light'];
      soon(TIMED_MS);
    },
    close: () => resized.disconnect(),
  };
}
