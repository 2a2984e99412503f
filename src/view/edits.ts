/**
 * Edits of cells in the page. The best engine of the blobs answers as in a game that edits its map; jump lines are made
 * anew, clusters where cells changed. Goal boxes, tables and hierarchies need a bake.
 */
import { BlobError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import { rebakeHpa } from '../core/hpa/build.js';
import { hpaGraph } from '../core/hpa/graph.js';
import { load } from '../core/runtime/load-all.js';
import type { Change } from '../play/edit/cells.js';
import { editable } from '../play/edit/edit.js';
import type { ChangingNav } from '../play/edit/edits.js';
import { once, type Scene, sceneOfMap } from './scene.js';

/** Cells of a map whose clusters are made at once. */
const MOST_CELLS = 2 ** 20;
const withClusters = new WeakSet<Scene>();

export interface Edited {
  scene: Scene;
  /** Milliseconds of each update, by name. */
  millis: Record<string, number>;
}

/**
 * Opens and closes cells in a copy of a scene.
 * @param cells x, y of those to be changed, in turn; an open one is closed, a blocked one opened at cost 1
 */
export function toggleCells(scene: Scene, cells: readonly number[]): Edited {
  const grid = scene.grid.copy();
  for (let i = 0; i < cells.length; i += 2) {
    const c = grid.cell(cells[i], cells[i + 1]);
    grid.open[c] ^= 1;
    if (grid.costs) grid.costs[c] = grid.open[c];
  }
  const edited = sceneOver(grid, scene);
  const millis: Record<string, number> = {};
  edited.live = scene.live ?? liveMap(scene);
  const timed = <T>(what: string, make: () => T): T => {
    const start = performance.now();
    const made = make();
    millis[what] = performance.now() - start;
    return made;
  };
  const { live } = edited;
  if (live) timed(live.name, () => (live.nav as ChangingNav).edit(changesOf(grid, cells)));
  if (!grid.costs) timed('jump lines', edited.lines);
  // A large map without clusters would need all of them first.
  if (grid.open.length > MOST_CELLS && !withClusters.has(scene) && !scene.artifacts.includes('hpa'))
    return { scene: edited, millis };
  const before = scene.clusters();
  const after = timed('clusters', () => {
    const abstraction = rebakeHpa(grid, before.abstraction, cells);
    return { abstraction, graph: hpaGraph(grid, abstraction), baked: before.baked };
  });
  edited.clusters = once(() => after);
  edited.spans = scene.spans;
  withClusters.add(edited);
  return { scene: edited, millis };
}

/** The best engine of the blobs, which follows edits. */
function liveMap({ bytes, agent }: Scene): Scene['live'] {
  if (bytes.length === 0) return undefined;
  try {
    const nav = editable(load([...bytes], { ...(agent !== undefined && { agent }) }));
    return { name: `${nav.engine}, edited`, nav };
  } catch (error) {
    // No engine can answer from these blobs.
    if (error instanceof BlobError && error.code === 'missing') return undefined;
    throw error;
  }
}

function sceneOver(grid: Grid, { doors, points, floors, name, axes }: Scene): Scene {
  return sceneOfMap(grid, { doors, markers: points, floors, axes }, name);
}

function changesOf(grid: Grid, cells: readonly number[]): Change[] {
  return Array.from({ length: cells.length / 2 }, (_, i) => {
    const [x, y] = [cells[2 * i], cells[2 * i + 1]];
    const open = grid.isOpen(x, y);
    return { x, y, width: 1, height: 1, open, ...(open && grid.costs && { cost: 1 }) };
  });
}
