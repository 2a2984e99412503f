/**
 * Healing, the bakes: what a map's engine had baked is baked for a snapshot of the changed map, in a thread of its own, by loops that run anywhere: no Node module,
 * no shared memory.
 */
import { costBound } from '../bounds/costs.js';
import { boundsSections } from '../bounds/section.js';
import { Baker, CHUNK, type Floods, floodsOf, planBounds, pricedFloods } from '../bounds/share.js';
import { buildHierarchy } from '../ch/build.js';
import { hierarchySections } from '../ch/section.js';
import { Grid } from '../grid/grid.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { buildHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import { hpaSections } from '../hpa/section.js';
import { buildJumpDistances } from '../jps/build.js';
import { jumpSections } from '../jps/section.js';
import { pricedJumps } from '../priced/jumps.js';
import { buildLandmarks } from '../priced/landmarks.js';
import { pricedSections } from '../priced/section.js';
import { chooseLevel } from '../table/fit.js';
import { tableGraph } from '../table/graph.js';
import { tableBySearch } from '../table/search.js';
import { tableSections } from '../table/section.js';

/** A section of a blob that is never written. */
export interface HealedSection {
  kind: number;
  values: ArrayBufferView;
}

/** What a healer is asked for. */
export interface HealTask {
  /** Name of the engine whose artifacts are wanted: jps+bounds, ch, priced, priced+bounds or table. */
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
    return [
      ...jumpSections(grid, buildJumpDistances(grid), 'grid'),
      ...bakeBoxes(grid, floodsOf(grid), costBound(grid)),
    ];
  }
  if (engine === 'ch') return hierarchySections(buildHierarchy(grid));
  if (engine.startsWith('priced')) {
    const sections = pricedSections(grid, pricedJumps(grid), buildLandmarks(grid, LANDMARKS), true);
    return engine === 'priced' ? sections : [...sections, ...bakeBoxes(grid, pricedFloods(grid), 0)];
  }
  if (engine !== 'table' || !hpa) throw new Error(`nothing can be healed for engine ${engine}`);
  const abstraction = buildHpa(grid, hpa);
  const graph = hpaGraph(grid, abstraction);
  const nodes = tableGraph(graph, chooseLevel(grid, abstraction, graph, 0, MOST_NODES));
  return [...hpaSections(abstraction), ...tableSections(tableBySearch(nodes), { entries: [] })];
}

/** @param bound no cost on the map is above it, where floods ask for that */
function bakeBoxes(grid: Grid, floods: Floods, bound: number): HealedSection[] {
  const plan = planBounds(floods, 'jump-points');
  const share = {
    at: 'jump-points' as const,
    exact: true,
    bound,
    width: grid.width,
    height: grid.height,
    moveRule: grid.moveRule,
    // For other threads alone.
    bits: new Uint8Array(0),
    boxes: new Uint16Array(4 * plan.firstRow[plan.sources.length]),
    finished: new Uint8Array(Math.ceil(plan.sources.length / CHUNK)),
    counters: new Int32Array(3),
  };
  const baker = new Baker(share, floods, plan);
  while (baker.next());
  const { at, exact, boxes } = share;
  return boundsSections(grid, { at, exact, stored: plan.stored, boxes });
}
