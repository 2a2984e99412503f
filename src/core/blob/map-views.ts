/** The map's own arrays out of a blob of the layout `mapped`. */

import type { RunLabels } from '../grid/components.js';
import { Grid } from '../grid/grid.js';
import { loadWallCosts } from './grid.js';
import { COSTS_KIND, MAP_VIEWS } from './layout.js';
import type { Blob } from './read.js';
import { checkViews, isView, readViews } from './views.js';

/** A map and its components, whose arrays are views. @throws {BlobError} if they contradict each other */
export function readMap(blob: Blob): { grid: Grid; components: RunLabels } {
  const { width, height, terrain, moveRule, size } = blob;
  const grid = new Grid(width, height, terrain, moveRule, size);
  const { stride } = grid;
  const cells = stride * (height + 2);
  const { open, components, costs } = readViews(blob, MAP_VIEWS);
  checkViews('map', () => {
    const [runs, labels, first] = components as RunLabels;
    const count = labels.length;
    const fits =
      isView(open, Uint8Array, cells) &&
      isView(runs, Int32Array, 2 * count) &&
      isView(labels, Int32Array, count) &&
      isView(first, Int32Array, (cells >> 5) + 1) &&
      (blob.has(COSTS_KIND) ? isView(costs, Uint8Array, cells) : costs === undefined);
    return fits && isPlane(open, stride) && isMap(Object.assign(grid, { open, costs }), runs);
  });
  loadWallCosts(blob, grid);
  return { grid, components: components as RunLabels };
}

/** Whether a plane holds nothing but 0 and 1, and 0 along its border. */
function isPlane(open: Uint8Array, stride: number): boolean {
  const { length } = open;
  const words = new Int32Array(open.buffer, open.byteOffset, length >> 2);
  let bits = 0;
  for (let i = 0; i < words.length; i++) bits |= words[i];
  for (let c = 4 * words.length; c < length; c++) bits |= open[c];
  let border = 0;
  for (let x = 0; x < stride; x++) border |= open[x] | open[length - 1 - x];
  for (let c = stride; c < length; c += stride) border |= open[c] | open[c - 1];
  return (bits & 0xfefefefe) === 0 && border === 0;
}

/** Whether runs and costs are those of the open cells. */
function isMap(grid: Grid, runs: Int32Array): boolean {
  const { open, costs } = grid;
  const actual = grid.runs();
  let sound = actual.length === runs.length;
  for (let i = 0; i < runs.length; i++) sound &&= actual[i] === runs[i];
  for (let c = 0; costs && c < costs.length; c++) sound &&= costs[c] > 0 === open[c] > 0;
  return sound;
}
