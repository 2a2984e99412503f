/**
 * Debug drawings for games: `gridprep/debug`. The drawing code is that of `prep view` and `prep draw`; what is not
 * imported is not shipped.
 */
import type { BlobBytes } from '../core/blob/read.js';
import type { ReadonlyGrid } from '../core/grid/grid.js';
import { isHex } from '../core/grid/rules.js';
import { refuseUnknown } from '../core/unknown-names.js';
import type { Abstraction } from '../engines/hpa/abstraction.js';
import { hpaGraph } from '../engines/hpa/graph.js';
import { type Meta, readMeta } from '../runtime/meta.js';
import { type GridNav, inside, type Nav } from '../runtime/nav.js';
import { pixels } from '../runtime/pixels.js';
import { type Canvas2D, canvasSurface, type Placing } from '../view/canvas-surface.js';
import { hexSurface } from '../view/hexes.js';
import type { Focus } from '../view/layer.js';
import { drawLayers, type LayerName } from '../view/layers.js';
import type { Axes } from '../view/plane.js';
import { type Recording, recordSearch as record } from '../view/record.js';
import { once, type Scene, sceneOf, sceneOfMap } from '../view/scene.js';
import type { Area } from '../view/surface.js';
import { THEMES } from '../view/theme.js';

export type { Trace } from '../core/search/engine.js';
export type { Canvas2D } from '../view/canvas-surface.js';
export type { LayerName } from '../view/layers.js';
export type { Recording } from '../view/record.js';

/**
 * Finds a path, and records what the search expanded on the way: for the layer `search` of {@link drawNav}.
 *
 *     const search = recordSearch(nav, 2, 2, 37, 27);
 *     drawNav(ctx, nav, { layers: ['search', 'path'], search, path: search.path });
 *
 * @throws {RangeError} as `findPath`
 */
export function recordSearch(nav: Nav, x0: number, y0: number, x1: number, y1: number): Recording {
  // Says what is not on the map.
  nav.isReachable(x0, y0, x1, y1);
  return record(inside(nav).search, x0, y0, x1, y1);
}

/** Work of the last search of a map. */
export interface SearchCounts {
  /** Nodes taken from the open list. */
  expanded: number;
  /** Nodes put on it. */
  generated: number;
}

/**
 * How much the last `findPath` searched.
 *
 *     nav.findPath(2, 2, 37, 27);
 *     console.log(lastSearch(nav).expanded);
 */
export function lastSearch(nav: Nav): SearchCounts {
  const { expanded, generated } = inside(nav).search;
  return { expanded, generated };
}

/** Options of {@link drawNav}. */
export interface DrawNavOptions {
  /**
   * Size of a cell on the canvas, as it is transformed: a number, or width and height; that of the map's file without
   * it.
   */
  cellSize?: number | readonly [width: number, height: number];
  /**
   * Where cell 0, 0 begins on the canvas, in its unit; without it 0, 0, or with the map's own cell size where the map's
   * file has it.
   */
  origin?: readonly [x: number, y: number];
  /** Layers to draw. Default: the borders of clusters, if any, path and ends. */
  layers?: readonly LayerName[];
  /** A path, as `findPath` gives it, or x, y of its cells. */
  path?: { readonly cells: ArrayLike<number> } | ArrayLike<number> | null | undefined;
  /** The cell whose rays, goal boxes or edges are drawn. */
  cell?: readonly [x: number, y: number];
  /** A search that `recordSearch` recorded: for the layer `search`. */
  search?: Focus['search'];
  /** The part of the map that is seen, in cells; all of it without. */
  area?: Area;
  /** Blobs of the map: layers such as goal boxes need them. */
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
 *     drawNav(ctx, nav, { cellSize: 16, layers: ['clusters', 'jumps', 'path'], path: nav.findPath(1, 11, 40, 30) });
 *
 * Layers are cached until the map is edited.
 * @param ctx 2D context of a canvas; its styles are as before afterwards
 * @throws {BlobError} if given blobs are damaged, or not of this map
 */
export function drawNav(ctx: Canvas2D, map: Nav, options: DrawNavOptions = {}): void {
  const nav = inside(map);
  refuseUnknown(options, 'cellSize', 'origin', 'layers', 'path', 'cell', 'search', 'area', 'blobs', 'theme');
  const { cell, path, search, theme = 'light' } = options;
  const scene = sceneFor(nav, options.blobs);
  const places = options.cellSize === undefined && nav.blobs.length > 0 ? readMeta(nav) : undefined;
  const { cellSize = places?.cellSize } = options;
  if (cellSize === undefined)
    throw new RangeError('cellSize is missing: the map does not tell it; give drawNav { cellSize }');
  const size = typeof cellSize === 'number' ? ([cellSize, cellSize] as const) : cellSize;
  const cells = path && 'cells' in path ? path.cells : (path ?? undefined);
  const last = cells ? cells.length - 2 : -1;
  const focus: Focus = { cell, path: cells, search };
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
  const surface = canvasSurface(ctx, { ...placed(nav, size, options.origin, places), area });
  drawLayers(scene, layers, hexSurface(surface, scene.grid, area), THEMES[theme], focus);
  ctx.restore();
}

/** Where cells lie on the canvas: side by side, or as {@link pixels} has hexagons and diamonds. */
function placed(
  nav: Nav,
  size: readonly [number, number],
  origin: DrawNavOptions['origin'],
  places: Meta | undefined,
): Omit<Placing, 'area'> {
  const hasAxes = inside(nav).blobs.length > 0 && readMeta(nav).axes !== undefined;
  if (!hasAxes && !isHex({ moveRule: nav.diagonals })) {
    const [column, row] = places?.origin ?? [0, 0];
    return { cell: size, origin: origin ?? [column * size[0], row * size[1]] };
  }
  const { pixelAt } = pixels(nav, { cellSize: size, ...(origin && { origin: [0, 0] }) });
  const [begin, column, row] = [pixelAt(0, 0), pixelAt(1, 0), pixelAt(0, 1)];
  const side = Math.hypot(column.x - begin.x, column.y - begin.y);
  const axes = [column.x - begin.x, column.y - begin.y, row.x - begin.x, row.y - begin.y].map((v) => v / side);
  const [left, top] = origin ?? [0, 0];
  return { cell: [side, side], origin: [left + begin.x, top + begin.y], axes: axes as unknown as Axes };
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
    scene.hasClusters = true;
    scene.spans = () =>
      abstraction.upper.reduce(
        (spans) => [...spans, spans[spans.length - 1] * abstraction.options.merge],
        [abstraction.options.cluster],
      );
    scene.clusters = once(() => ({ abstraction, graph: hpaGraph(scene.grid, abstraction), baked: true }));
  }
  scenes.set(nav, { grid, version, blobs, scene });
  return scene;
}
