/** The engines of a scene: those of its blobs, or for a map without blobs those that are made quickly. */
import type { Blob } from '../core/blob/read.js';
import { doubled } from '../core/grid/doubled.js';
import { isHex, isStraight } from '../core/grid/rules.js';
import type { Engine } from '../core/search/engine.js';
import { entering } from '../core/search/entering.js';
import type { EngineMaker } from '../engines/engine.js';
import { hpaSearch } from '../engines/hpa/query.js';
import { jumpLines } from '../engines/jps/query/fill.js';
import { jumpRows } from '../engines/jps/query/rows.js';
import { jumpSearch } from '../engines/jps/query/search.js';
import { linkedSearch } from '../engines/links/search.js';
import { aStar } from '../lab/baselines/astar.js';
import { TOOL_ENGINES } from '../lab/engines/all.js';
import { makeOptions } from '../runtime/load-all.js';
import { navOf } from '../runtime/load-grid.js';
import { type GridNav, kitOf } from '../runtime/nav.js';
import { diagonalsPart } from '../runtime/parts.js';
import { onDoubled } from '../runtime/walls.js';
import type { Scene } from './scene.js';

const TOOLS: Record<string, EngineMaker> = TOOL_ENGINES;

const OF_MAPS: Record<string, (scene: Scene) => Engine> = {
  // Maps with walls are searched on their doubled grid.
  jps: ({ grid, rows }) =>
    isHex(grid) || (grid.walls && isStraight(grid))
      ? navOf(doubled(grid)).search
      : jumpSearch(doubled(grid), jumpLines(doubled(grid), grid.walls ? jumpRows(doubled(grid)) : rows())),
  hpa: ({ grid, clusters }) => entering(grid, hpaSearch(grid, clusters().abstraction, clusters().graph)),
  astar: ({ grid }) => entering(grid, aStar(grid)),
};

/** Names of the engines of a scene, the best first: first the engine of edited blobs, last A*. */
export function engineNames({ blobs, grid, live, hasClusters }: Scene): string[] {
  const ofMap = Object.keys(OF_MAPS).filter(
    (name) =>
      (name !== 'jps' || !grid.costs || isHex(grid)) &&
      (name !== 'hpa' || hasClusters) &&
      (name !== 'astar' || !(isHex(grid) || grid.walls)),
  );
  if (live) return [live.name, ...ofMap];
  if (blobs.length === 0) return ofMap;
  // A* may turn between the cells of a map with walls.
  const able = Object.keys(TOOLS).filter(
    (name) => (!isHex(grid) || TOOLS[name].moves === 2) && !(grid.walls && name.startsWith('astar')),
  );
  return able.filter((name) => TOOLS[name].needs.every((kind) => blobs.some((blob) => blob.has(kind))));
}

/** Makes an engine of a scene. @param name one of {@link engineNames} */
export function makeEngine(scene: Scene, name: string, wasm = true): Engine {
  if (scene.live?.name === name) return liveEngine(scene.live.nav);
  const { grid, components } = scene;
  const made =
    scene.blobs.length === 0
      ? OF_MAPS[name](scene)
      : TOOLS[name].make(blobsFor(scene, name), doubled(grid), makeOptions(wasm));
  const engine = grid.walls ? onDoubled(made) : made;
  if (!grid.links) return engine;
  const labels = components();
  return linkedSearch(
    { grid, version: 0, label: (cell) => labels[cell], kit: kitOf([diagonalsPart]) },
    engine,
    grid.links,
  );
}

function liveEngine(nav: GridNav): Engine {
  return {
    get expanded() {
      return nav.search.expanded;
    },
    get generated() {
      return nav.search.generated;
    },
    get trace() {
      return nav.search.trace;
    },
    set trace(trace) {
      nav.search.trace = trace;
    },
    search: nav.findPathInto,
  };
}

const blobsFor = ({ blobs }: Scene, name: string) =>
  TOOLS[name].needs.map((kind) => blobs.find((blob) => blob.has(kind)) as Blob);
