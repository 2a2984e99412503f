/**
 * Draws the picture of the README: `npm run tool readme-picture`.
 *
 * `docs/pictures/search.svg` has one query on one cave twice: the cells that A* expands, and the jump points that gridprep
 * expands. Times are those of this machine, the best of batches.
 */

import { writeFileSync } from 'node:fs';
import type { Engine, Query } from '../src/core/search/engine.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { generateMap } from '../src/maps/generate/generate.js';
import { makeEngine } from '../src/view/engines.js';
import { farCells } from '../src/view/far-cells.js';
import { drawLines } from '../src/view/layers.js';
import { recordSearch } from '../src/view/record.js';
import { sceneOf } from '../src/view/scene.js';
import { type SvgSurface, svgSurface } from '../src/view/svg-surface.js';
import { THEMES } from '../src/view/theme.js';

const FILE = 'docs/pictures/search.svg';
const MAP = { width: 128, height: 72, seed: 7 };
/** Cells of the picture: a margin around both maps, and a line of text above each. */
const [GAP, TEXT] = [3, 8];
const SCALE = 3;
const [BATCH, BATCHES] = [20, 200];
const EXPANDED = { astar: 0xffa000b0, 'jps+bounds': 0x1f5fd0ff };

function microsecondsOf(engine: Engine, query: Query): number {
  const path = new PathBuffer();
  const run = (): number => {
    const start = performance.now();
    for (let i = 0; i < BATCH; i++) engine.search(...query, path);
    return (1000 * (performance.now() - start)) / BATCH;
  };
  return Math.min(...Array.from({ length: BATCHES }, run));
}

const grid = generateMap('caves', MAP);
const scene = sceneOf([await bakeJps(grid), await bakeBounds(grid)]);
const [start, goal] = farCells(scene) as [[number, number], [number, number]];
const query: Query = [...start, ...goal];
const theme = THEMES.light;
const panel = { width: MAP.width + GAP, height: MAP.height + TEXT };
const canvas = { x0: -GAP, y0: -TEXT, x1: 2 * panel.width, y1: MAP.height + GAP };
const surface = svgSurface(canvas, SCALE, {
  width: SCALE * (canvas.x1 - canvas.x0),
  height: SCALE * (canvas.y1 - canvas.y0),
});

/** The same canvas with its origin at a panel's map. */
function shifted(left: number): SvgSurface {
  const along = (points: readonly number[]) => points.map((value, i) => (i % 2 === 0 ? value + left : value));
  return {
    ...surface,
    area: { x0: 0, y0: 0, x1: MAP.width, y1: MAP.height },
    rect: (x, ...rest) => surface.rect(x + left, ...rest),
    polygon: (points, fill) => surface.polygon(along(points), fill),
    line: (points, ...rest) => surface.line(along(Array.from(points)), ...rest),
    disc: (x, ...rest) => surface.disc(x + left, ...rest),
    text: (x, ...rest) => surface.text(x + left, ...rest),
  };
}

/** Fills runs of cells, row by row. */
function paintRuns(to: SvgSurface, isDrawn: (x: number, y: number) => boolean, fill: number): void {
  for (let y = 0; y < MAP.height; y++)
    for (let x = 0, from = 0; x <= MAP.width; x++) {
      if (x < MAP.width && isDrawn(x, y)) continue;
      if (x > from) to.rect(from, y, x - from, 1, fill);
      from = x + 1;
    }
}

surface.rect(canvas.x0, canvas.y0, canvas.x1 - canvas.x0, canvas.y1 - canvas.y0, theme.halo);
for (const [i, name] of (['astar', 'jps+bounds'] as const).entries()) {
  const engine = makeEngine(scene, name);
  const search = recordSearch(engine, ...query);
  const micros = microsecondsOf(engine, query);
  const expanded = new Set(search.points);
  const to = shifted(i * panel.width);
  to.rect(0, 0, MAP.width, MAP.height, theme.open);
  paintRuns(to, (x, y) => !grid.isOpen(x, y), theme.blocked);
  if (name === 'astar') paintRuns(to, (x, y) => expanded.has(x | (y << 16)), EXPANDED[name]);
  const focus = { start, goal, search, path: search.path?.cells };
  drawLines(scene, ['path'], to, theme, focus);
  if (name !== 'astar')
    for (const point of expanded) to.disc((point & 0xffff) + 0.5, (point >> 16) + 0.5, 1, EXPANDED[name]);
  drawLines(scene, ['ends'], to, theme, focus);
  const nodes = `${expanded.size.toLocaleString('en')} ${name === 'astar' ? 'cells' : 'jump points'} expanded`;
  const time = micros < 10 ? micros.toFixed(1) : micros.toFixed(0);
  to.text(0, -2.5, `${name === 'astar' ? 'A*' : 'gridprep'}: ${nodes}, ${time} µs`, theme.text, 5);
}
writeFileSync(FILE, surface.toText('One query on a cave: A* expands a quarter of the map, gridprep a few jump points'));
console.log(`wrote ${FILE}`);
