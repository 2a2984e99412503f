/**
 * Healing, the bakes: what a map's engine had baked is baked for a snapshot of the changed map, in a thread of its own, by loops that run anywhere: no Node module,
 * no shared memory.
 */
import { boundsSections } from '../../core/bounds/section.js';
import { bakeBoxes, floodsOf, makeShare, planBounds } from '../../core/bounds/share.js';
import { buildHierarchy } from '../../core/ch/build.js';
import { hierarchySections } from '../../core/ch/section.js';
import { Grid } from '../../core/grid/grid.js';
import type { HpaBuildOptions } from '../../core/hpa/abstraction.js';
import { buildHpa } from '../../core/hpa/build.js';
import { hpaGraph } from '../../core/hpa/graph.js';
import { hpaSections } from '../../core/hpa/section.js';
import { buildJumpDistances } from '../../core/jps/build.js';
import { jumpSections } from '../../core/jps/section.js';
import { pricedJumps } from '../../core/priced/jumps.js';
import { buildLandmarks } from '../../core/priced/landmarks.js';
import { pricedSections } from '../../core/priced/section.js';
import { chooseLevel } from '../../core/table/fit.js';
import { tableGraph } from '../../core/table/graph.js';
import { tableBySearch } from '../../core/table/search.js';
import { tableSections } from '../../core/table/section.js';
import { listen, node, type Port } from '../pool/protocol.js';

/** A section of a blob that is never written. */
export interface HealedSection {
  kind: number;
  values: ArrayBufferView;
}

/** What a healer is asked for. */
export interface HealTask {
  /** Name of the engine whose artifacts are wanted: jps+bounds, ch, priced or table. */
  engine: string;
  /** What a grid is made of again. */
  map: Pick<Grid, 'width' | 'height' | 'terrain' | 'moveRule' | 'size' | 'open' | 'costs'>;
  /** Of the abstraction, for tables. */
  hpa: HpaBuildOptions | undefined;
}

/** Of a priced map. */
const LANDMARKS = 8;
/** Most nodes of the level that a table is of, where there is a choice. */
const MOST_NODES = 2000;

/** @throws {Error} if the engine has nothing to bake, or the bake is too large */
export function bakeSections({ engine, map, hpa }: HealTask): HealedSection[] {
  const { width, height, terrain, moveRule, size, open, costs } = map;
  const grid = Object.assign(new Grid(width, height, terrain, moveRule, size), { open, costs });
  if (engine === 'jps+bounds') {
    return [...jumpSections(buildJumpDistances(grid)), ...boxSections(grid)];
  }
  if (engine === 'ch') return hierarchySections(buildHierarchy(grid));
  if (engine === 'priced') return pricedSections(grid, pricedJumps(grid), buildLandmarks(grid, LANDMARKS), true);
  if (engine !== 'table' || !hpa) throw new Error(`nothing can be healed for engine ${engine}`);
  const abstraction = buildHpa(grid, hpa);
  const graph = hpaGraph(grid, abstraction);
  const nodes = tableGraph(graph, chooseLevel(grid, abstraction, graph, 0, MOST_NODES));
  return [...hpaSections(abstraction), ...tableSections(tableBySearch(nodes), { entries: [] })];
}

function boxSections(grid: Grid): HealedSection[] {
  const floods = floodsOf(grid);
  const plan = planBounds(floods, 'jump-points');
  const share = makeShare(grid, { at: 'jump-points', exact: true }, plan, ArrayBuffer);
  while (bakeBoxes(share, floods, plan));
  const { at, exact, boxes } = share;
  return boundsSections(grid, { at, exact, stored: plan.stored, boxes });
}

/** Bakes what maps of other threads ask for. */
export function serveHealing(): void {
  const port = node('worker_threads')?.parentPort ?? (globalThis as unknown as Port);
  listen<HealTask & { id: number }>(port, 'message', ({ id, ...task }) => {
    // Queries of a pool are not asked here.
    if (!task.engine) return;
    try {
      port.postMessage({ id, sections: bakeSections(task) });
    } catch (error) {
      port.postMessage({ id, failure: (error as Error).message });
    }
  });
}
