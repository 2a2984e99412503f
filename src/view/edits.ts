/**
 * Edits of cells in the page. The best engine of the blobs answers as in a game that edits its map. Jump lines and
 * changed clusters are made again. Goal boxes, tables and hierarchies need a bake.
 */
import { BlobError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import { buildHpa } from '../engines/hpa/build.js';
import { hpaGraph } from '../engines/hpa/graph.js';
import type { Change } from '../play/edit/cells.js';
import { editable } from '../play/edit/edit.js';
import type { ChangingNav } from '../play/edit/edits.js';
import { load } from '../runtime/load-all.js';
import { once, type Scene, sceneOfMap } from './scene.js';

/**
 * Opens and closes cells in a copy of a scene.
 * @param cells x, y of each: open cells are closed, blocked cells are opened at cost 1
 */
export function toggleCells(scene: Scene, cells: readonly number[]): Scene {
  const grid = scene.grid.copy();
  for (let i = 0; i < cells.length; i += 2) {
    const c = grid.cell(cells[i], cells[i + 1]);
    grid.open[c] ^= 1;
    if (grid.costs) grid.costs[c] = grid.open[c];
  }
  const { doors, points: markers, floors, axes, name, spans, hasClusters } = scene;
  const live = scene.live ?? liveMap(scene);
  if (live) (live.nav as ChangingNav).edit(changesOf(grid, cells));
  const before = scene.before ?? scene;
  const clusters = once(() => {
    const { abstraction: old, baked } = before.clusters();
    const abstraction = buildHpa(grid, old.options);
    return { abstraction, graph: hpaGraph(grid, abstraction), baked };
  });
  const edited = sceneOfMap(grid, { doors, markers, floors, axes }, name);
  return Object.assign(edited, { live, before, clusters, spans, hasClusters });
}

/** The best engine of the blobs, with support for edits. */
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

function changesOf(grid: Grid, cells: readonly number[]): Change[] {
  return Array.from({ length: cells.length / 2 }, (_, i) => {
    const [x, y] = [cells[2 * i], cells[2 * i + 1]];
    const open = grid.isOpen(x, y);
    return { x, y, width: 1, height: 1, open, ...(open && grid.costs && { cost: 1 }) };
  });
}
