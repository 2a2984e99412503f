/**
 * Arrays that a blob has (layout `mapped`): read in place and checked, so that engines make none of them.
 *
 * Measured and decided: docs/decisions/loads.md.
 */
import { loadWallCosts } from '../core/blob/grid.js';
import type { Keep } from '../core/blob/keep.js';
import * as KIND from '../core/blob/kinds.js';
import type { Blob } from '../core/blob/read.js';
import { checkViews, isView, readViews } from '../core/blob/views.js';
import type { RunLabels } from '../core/grid/components.js';
import { Grid } from '../core/grid/grid.js';
import { isHex } from '../core/grid/rules.js';
import { readMasks, type StoredMasks } from '../engines/bounds/mapped.js';
import { checkHierarchy } from '../engines/ch/check-arrays.js';
import { hexLineCost, provenSearch } from '../engines/ch/proof.js';
import type { HierarchyArrays } from '../engines/ch/section.js';
import { checkGraph, checkHops } from '../engines/hpa/check-arrays.js';
import { clearLineCost, lineCostOf } from '../engines/hpa/line.js';
import { LINES_FROM, proofOf, provePaths, readLines, type StoredLines } from '../engines/jps/query/mapped.js';
import { checkTable, type TableArrays } from '../engines/table/pairs.js';
import type { LoadPart, Mapped, Part } from './nav.js';

/** Returns arrays of a blob in place of computed ones. @param names of the arrays that were checked */
const over =
  (views: Record<string, unknown>, keep: Keep, names: string[]): Keep =>
  <T>(name: string, make: () => T) =>
    keep(name, () => (names.includes(name) ? (views[name] as T) : make()));

const mapped: Mapped = {
  linesFrom: LINES_FROM,
  map: readMap,
  jumps(grid, native) {
    if (grid.open.length < this.linesFrom && native?.arena()) return undefined;
    const proof = proofOf(grid);
    return {
      proof,
      lines: (blob, arena) => readLines(readViews(blob, KIND.jpsViews).lines as StoredLines, grid, arena),
      masks: (blob, bounds, arena) =>
        readMasks(readViews(blob, KIND.boundsViews).masks as StoredMasks, bounds, grid, arena),
      prove: (search, lines) => provePaths(search, lines, grid, proof),
    };
  },
  hpa(blob, grid, keep, options) {
    const views = readViews(blob, KIND.hpaViews);
    const graph = checkGraph(views.graph, options, grid);
    checkHops(views.hops, views.landmarks, graph, grid);
    return over(views, keep, ['graph', 'hops', 'landmarks']);
  },
  table(hpa, blob, grid, keep, options, info, maxNodes) {
    const views = { ...readViews(hpa, KIND.hpaViews), ...readViews(blob, KIND.tableViews) };
    const graph = checkGraph(views.graph, options, grid);
    checkTable(views as unknown as TableArrays, graph, info, maxNodes);
    return over(views, keep, ['graph', 'table', 'runs']);
  },
  ch(blob, grid, keep, rule) {
    const views = readViews(blob, KIND.chViews);
    checkHierarchy(views as unknown as HierarchyArrays, grid, rule);
    return over(views, keep, ['hierarchy', 'labels']);
  },
  proven(grid, hierarchy, rule, make) {
    const isPlain = !grid.costs && grid.moveRule === 'no-corners';
    const lineOf = isHex(grid) ? hexLineCost(grid) : isPlain ? clearLineCost : lineCostOf(grid, true);
    return provenSearch(grid, hierarchy, rule, lineOf, make);
  },
};

/** Part of {@link loader}: reads the arrays of blobs of the layout `mapped`, which all engines make without it. */
export const mappedPart: LoadPart = { mapped } as Part;

/** A map and its components, whose arrays are views. @throws {BlobError} if they contradict each other */
function readMap(blob: Blob): { grid: Grid; components: RunLabels } {
  const { terrain, moveRule, size } = blob;
  // With walls, it is the doubled grid.
  const times = blob.has(KIND.walls) ? 2 : 1;
  const [width, height] = [times * (blob.width - 1) + 1, times * (blob.height - 1) + 1];
  const { open, components, costs } = readViews(blob, KIND.mapViews);
  const grid = new Grid(width, height, terrain, moveRule, size, open as Uint8Array);
  const cells = grid.stride * (height + 2);
  checkViews('map', () => {
    const [runs, labels, first] = components as RunLabels;
    const count = labels.length;
    const fits =
      isView(open, Uint8Array, cells) &&
      isView(runs, Int32Array, 2 * count) &&
      isView(labels, Int32Array, count) &&
      isView(first, Int32Array, (cells >> 5) + 1) &&
      (blob.has(KIND.costs) ? isView(costs, Uint8Array, cells) : costs === undefined);
    return fits && isMap(Object.assign(grid, { costs }), runs);
  });
  grid.stepCosts = blob.has(KIND.stepCosts) ? 'entered' : undefined;
  loadWallCosts(blob, grid);
  return { grid, components: components as RunLabels };
}

/**
 * Whether the plane of cells has only 0 and 1, and 0 along its border; and runs and costs are those of its cells: as
 * many ends of runs as there are cells unlike the one before, each at one of these.
 */
function isMap({ open, costs, stride }: Grid, runs: Int32Array): boolean {
  const { length } = open;
  const words = new Int32Array(open.buffer, open.byteOffset, length >> 2);
  let [bits, before, ends] = [0, 0, 0];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    bits |= word;
    // No byte has another bit, or all of it is refused.
    ends += Math.imul(word ^ ((word << 8) | before), 0x01010101) >>> 24;
    before = word >>> 24;
  }
  for (let c = 4 * words.length; c < length; c++) {
    bits |= open[c];
    ends += open[c] ^ open[c - 1];
  }
  let border = 0;
  for (let x = 0; x < stride; x++) border |= open[x] | open[length - 1 - x];
  for (let c = stride; c < length; c += stride) border |= open[c] | open[c - 1];
  let wrong = (bits & 0xfefefefe) | border | (ends ^ runs.length);
  for (let r = 0, last = 0; r < runs.length; r++) {
    const c = runs[r];
    wrong |= ((c - last - 1) >> 31) | (open[c] ^ open[c - 1] ^ 1) | (open[c] ^ (r & 1) ^ 1);
    last = c;
  }
  for (let c = 0; costs && c < length; c++) wrong |= Number(costs[c] > 0) ^ open[c];
  return wrong === 0;
}
