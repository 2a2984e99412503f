/** Figures of "How it works": a search on a small map, step by step, by an engine of the package. */

import { canvasSurface } from '../../../src/view/canvas-surface.js';
import { type Answered, focusAt, stepCount, stepName } from '../../../src/view/desk/steps.js';
import { makeEngine } from '../../../src/view/engines.js';
import type { Focus } from '../../../src/view/layer.js';
import { drawLayers, type LayerName, legendOf } from '../../../src/view/layers.js';
import { recordSearch } from '../../../src/view/record.js';
import { sceneOf } from '../../../src/view/scene.js';
import { type Color, css, faded, THEMES, type Theme } from '../../../src/view/theme.js';
import { blobsOf } from './blobs.js';
import { movableEnds } from './ends.js';

interface Figure {
  engine: string;
  artifacts: readonly string[];
  layers: readonly LayerName[];
  /** A layer of the expanded cell in eight colors, and its legend. */
  ofCell?: readonly [layer: LayerName, text: string];
}

const FIGURES = {
  jumps: {
    engine: 'jps',
    artifacts: ['jps'],
    layers: ['jumps'],
    ofCell: ['rays', 'jumps of the expanded cell, a color for each direction'],
  },
  bounds: {
    engine: 'jps+bounds',
    artifacts: ['jps', 'bounds'],
    layers: [],
    ofCell: ['boxes', 'rectangles of the expanded cell, a color for each direction'],
  },
  hpa: { engine: 'hpa', artifacts: ['hpa'], layers: ['clusters', 'transitions'] },
} satisfies Record<string, Figure>;

/** Jump points and nodes are paler than in `prep view`, so that they do not hide the search. */
const themeOf = (isDark: boolean): Theme => {
  const theme = THEMES[isDark ? 'dark' : 'light'];
  return { ...theme, jump: faded(theme.jump, 80), nodes: theme.nodes.map((color) => faded(color, 80)) };
};
const ramp = (...colors: Color[]) =>
  `linear-gradient(90deg, ${(colors.length > 1 ? colors : [colors[0], colors[0]]).map(css).join(', ')})`;

/** What the figure shows of a step. */
export interface Shown {
  step: number;
  last: number;
  text: string;
  legend: { color: string; text: string }[];
}

/** @param show called with each step that is drawn */
export async function startFigure(
  canvas: HTMLCanvasElement,
  kind: keyof typeof FIGURES,
  isDark: boolean,
  show: (shown: Shown) => void,
) {
  const { engine: name, artifacts, layers, ofCell }: Figure = FIGURES[kind];
  const scene = sceneOf(await blobsOf(artifacts.map((artifact) => `/courtyard.${artifact}.prep`)));
  const { width, height } = scene.grid;
  const engine = makeEngine(scene, name);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let theme = themeOf(isDark);
  let [step, due] = [Infinity, 0];
  let answered: Answered;

  const draw = () => {
    const [start, goal] = ends;
    const side = Math.ceil((canvas.clientWidth * (devicePixelRatio || 1)) / width);
    Object.assign(canvas, { width: side * width, height: side * height });
    const area = { x0: 0, y0: 0, x1: width, y1: height };
    const surface = canvasSurface(context, { cell: [side, side], origin: [0, 0], area });
    const point = answered.points[step - 1];
    // Rays and boxes are those of the node that the step expands.
    const cell = step > answered.points.length ? undefined : step === 0 ? start : [point & 0xffff, point >> 16];
    const below: LayerName[] = ['terrain', ...layers];
    const above: LayerName[] = ['search', 'path', 'ends'];
    const focus = { ...focusAt(answered, step), start, goal, ...(cell && { cell }) } as Focus;
    drawLayers(scene, [...below, ...(ofCell ? [ofCell[0]] : []), ...above], surface, theme, focus);
    const legend = legendOf(scene, [...below, ...above], theme).flatMap(({ entries }) =>
      entries.map(({ fill, to = fill, text }) => ({ color: ramp(fill, to), text })),
    );
    if (ofCell) legend.push({ color: ramp(...theme.directions), text: ofCell[1] });
    show({ step, last: stepCount(answered), text: stepName(answered, step), legend });
  };
  const soon = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(draw);
  };
  const seek = (to: number) => {
    step = Math.max(0, Math.min(stepCount(answered), to));
    soon();
  };
  const search = () => {
    const { points, parents, costs, path } = recordSearch(engine, ...ends[0], ...ends[1]);
    answered = {
      ...{ points: Int32Array.from(points), parents: Int32Array.from(parents), costs: Float64Array.from(costs) },
      expanded: points.length,
      ...(path && { path: Uint16Array.from(path.cells) }),
      end: `path of cost ${path?.cost.toFixed(2)} after ${points.length} expansions`,
    };
    seek(Infinity);
  };
  const { ends } = movableEnds(canvas, scene, search);
  const resized = new ResizeObserver(soon);
  search();
  resized.observe(canvas);
  return {
    seek,
    recolor(dark: boolean) {
      theme = themeOf(dark);
      soon();
    },
    close: () => resized.disconnect(),
  };
}
