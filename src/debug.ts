/**
 * What a game draws to see what its paths are made of: `gridprep/debug`. The drawing code is that of `prep view` and `prep draw`; what is not
 * imported is not shipped.
 */

import type { BlobBytes } from './blob/read.js';
import type { ReadonlyGrid } from './grid/grid.js';
import type { Abstraction } from './hpa/abstraction.js';
import { hpaGraph } from './hpa/graph.js';
import type { GridNav } from './runtime/nav.js';
import { type Canvas2D, canvasSurface } from './view/canvas-surface.js';
import type { Focus } from './view/layer.js';
import { drawLayers, type LayerName } from './view/layers.js';
import { once, type Scene, sceneOf, sceneOfMap } from './view/scene.js';
import type { Area } from './view/surface.js';
import { THEMES } from './view/theme.js';

export type { Trace } from './search/engine.js';
export type { Canvas2D } from './view/canvas-surface.js';
export type { LayerName } from './view/layers.js';
export { type Recording, recordSearch } from './view/record.js';

/** Options of {@link drawNav}. */
export interface DrawNavOptions {
  /** Size of a cell on the canvas, as it is transformed: a number, or width and height. */
  cell: number | readonly [width: number, height: number];
  /** Where cell 0, 0 begins on the canvas; 0, 0 without it. */
  origin?: readonly [x: number, y: number];
  /** What is drawn; without it the borders of clusters where there are any, path and ends. */
  layers?: readonly LayerName[];
  /** A path, as `findPath` gives it, or x, y of its cells. */
  path?: { readonly cells: ArrayLike<number> } | ArrayLike<number> | null;
  /** The cell whose rays, goal boxes, edges or next hops are drawn. */
  at?: readonly [x: number, y: number];
  /** What a search expanded, as `recordSearch` gives it: for the layer `search`. */
  search?: Focus['search'];
  /** The part of the map that is seen, in cells; all of it without. */
  area?: Area;
  /** Blobs of the map: layers of artifacts that the map alone does not tell, as goal boxes and next hops, need them. */
  blobs?: BlobBytes[];
  theme?: 'light' | 'dark';
}

const scenes = /* @__PURE__ */ new WeakMap<
  GridNav,
  { grid: ReadonlyGrid; version: number; blobs: BlobBytes[] | undefined; scene: Scene }
>();

/**
 * Draws layers of a map over a game's own canvas:
 *
 *     drawNav(ctx, nav, { cell: 16, layers: ['clusters', 'jumps', 'path'], path: nav.findPath(1, 11, 40, 30) });
 *
 * What is made for a layer is remembered for the map, until it is edited.
 * @param ctx 2D context of a canvas; its styles are as before afterwards
 * @throws {BlobError} if given blobs are damaged, or not of this map
 */
export function drawNav(ctx: Canvas2D, nav: GridNav, options: DrawNavOptions): void {
  const { cell, origin = [0, 0], path, at, search, theme = 'light' } = options;
  const scene = sceneFor(nav, options.blobs);
  const size = typeof cell === 'number' ? ([cell, cell] as const) : cell;
  const cells = path && 'cells' in path ? path.cells : (path ?? undefined);
  const last = cells ? cells.length - 2 : -1;
  const focus: Focus = { cell: at, path: cells, search };
  if (cells && last >= 0) Object.assign(focus, { start: [cells[0], cells[1]], goal: [cells[last], cells[last + 1]] });
  const { width, height } = scene.grid;
  const { x0, y0, x1, y1 } = options.area ?? { x0: 0, y0: 0, x1: width, y1: height };
  const area = {
    x0: Math.max(0, Math.floor(x0)),
    y0: Math.max(0, Math.floor(y0)),
    x1: Math.min(width, Math.ceil(x1)),
    y1: Math.min(height, Math.ceil(y1)),
  };
  ctx.save();
  const layers = options.layers ?? (hasClusters(nav) ? ['clusters', 'path', 'ends'] : ['path', 'ends']);
  drawLayers(scene, layers, canvasSurface(ctx, { cell: size, origin, area }), THEMES[theme], focus);
  ctx.restore();
}

/** What HPA* and tables tell of the clusters that they search. */
function hasClusters(nav: GridNav): nav is GridNav & { search: { abstraction: Abstraction } } {
  return 'abstraction' in nav.search;
}

function sceneFor(nav: GridNav, blobs: BlobBytes[] | undefined): Scene {
  const { grid, version = 0 } = nav;
  const known = scenes.get(nav);
  if (known && known.grid === grid && known.version === version && known.blobs === blobs) return known.scene;
  const scene = blobs && blobs.length > 0 ? sceneOf(blobs) : sceneOfMap(grid.copy());
  if (hasClusters(nav) && scene.blobs.length === 0) {
    const { abstraction } = nav.search;
    scene.clusters = once(() => ({ abstraction, graph: hpaGraph(scene.grid, abstraction), baked: true }));
  }
  scenes.set(nav, { grid, version, blobs, scene });
  return scene;
}
