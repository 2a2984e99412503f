/** Queries with known optima for every engine whose artifacts are in the blobs. */
import { decompressor } from '../../core/blob/decompress.js';
import * as KIND from '../../core/blob/kinds.js';
import { readBlob } from '../../core/blob/read.js';
import { BlobError } from '../../core/errors.js';
import type { Grid, ReadonlyGrid } from '../../core/grid/grid.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { oracle } from '../../core/oracle/flood.js';
import { checkSweep } from '../../core/oracle/placements.js';
import { PathBuffer } from '../../core/search/path.js';
import { BENCHES } from '../../engines/list.js';
import { MOST_NODES } from '../../engines/table/fit.js';
import { loadForTools, TOOL_ENGINES } from '../../lab/engines/all.js';
import { hasNoPath, isStated, type Scenario } from '../../maps/scen.js';
import type { GridNav } from '../../runtime/nav.js';

/** A query with its optimal cost. */
export interface ProvenQuery {
  from: [number, number];
  to: [number, number];
  /** Integer cost of an optimal path, doubled if cells have costs; Infinity if there is none. */
  optimal: number;
}

export interface EngineReport {
  /** Agent of the paths, if the blobs have agents. */
  agent?: string;
  engine: string;
  queries: number;
  solved: number;
  /** Queries without a path. */
  unreachable: number;
  /** How much longer than optimal the paths are, as shares: mean, percentiles, maximum. */
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  faults: string[];
}

/** Goals per start, which one flood answers. Large maps have more, because their floods take seconds. */
function goalsOf({ open }: Grid): number {
  return Math.min(100, Math.max(20, open.length >> 17));
}

export interface Queries {
  queries: ProvenQuery[];
  faults: string[];
}

export function randomQueries(grid: Grid, count: number, random: () => number): Queries {
  const queries: ProvenQuery[] = [];
  const { costs } = oracle(grid);
  while (queries.length < count) {
    const [from] = sampleOpen(grid, 1, random);
    if (!from) break;
    const goals = sampleOpen(grid, Math.min(goalsOf(grid), count - queries.length), random);
    const optima = costs(from, goals);
    goals.forEach((to, i) => {
      queries.push({ from, to, optimal: optima[i] });
    });
  }
  return { queries, faults: [] };
}

/** Queries of a scenario file with computed optima; without cell costs the file must agree. */
export function scenarioQueries(grid: Grid, scenarios: Scenario[]): Queries {
  const { costs } = oracle(grid);
  const faults: string[] = [];
  const other = scenarios.find(({ width, height }) => width !== grid.width || height !== grid.height);
  if (other)
    faults.push(
      `the scenarios are for a map of ${other.width} x ${other.height}, this is ${grid.width} x ${grid.height}`,
    );
  const queries = scenarios.map((scenario): ProvenQuery => {
    const { startX, startY, goalX, goalY, optimal } = scenario;
    const from: [number, number] = [startX, startY];
    const to: [number, number] = [goalX, goalY];
    const onMap = grid.contains(...from) && grid.contains(...to);
    const [cost] = onMap ? costs(from, [to]) : [Infinity];
    const stated = hasNoPath(scenario) ? Infinity : optimal;
    const agrees =
      stated === Infinity || grid.costs
        ? (cost === Infinity) === (stated === Infinity)
        : isStated(cost / STRAIGHT, stated);
    // Scenarios are for single cells and eight moves.
    if (!agrees && grid.size === 1 && grid.moveRule === 'no-corners') {
      const optimum = cost === Infinity ? 'there is no path' : `the shortest path has ${cost / unit(grid)}`;
      const text = stated === Infinity ? 'no path' : stated;
      faults.push(`the scenario from ${from} to ${to} states ${text}, ${optimum}: it is of another map`);
    }
    return { from, to, optimal: cost };
  });
  return { queries, faults };
}

function unit(grid: ReadonlyGrid): number {
  return grid.costs ? 2 * STRAIGHT : STRAIGHT;
}

/**
 * Checks every engine except A*, which does not use the blobs.
 * @param raw map of single cells, for larger units: each step is swept over it
 */
export function checkEngines(blobs: Uint8Array[], queries: ProvenQuery[], within: number, raw?: Grid): EngineReport[] {
  const isWalled = readBlob(blobs[0], decompressor).has(KIND.walls);
  const names = Object.keys(TOOL_ENGINES).filter((name) => name !== 'astar' && !(isWalled && name === 'astar+bounds'));
  return names.flatMap((engine) => {
    try {
      const options = { engine, decompress: decompressor, maxNodes: MOST_NODES };
      const nav = loadForTools(blobs, options);
      return [checkEngine(nav, queries, within, raw)];
    } catch (error) {
      if (error instanceof BlobError && error.code === 'missing') return [];
      throw error;
    }
  });
}

/** Steps: shorter paths count as this long, because near-optimal paths cross clusters at entrances. */
const SHORT = 16;

/** Checks one engine. @param within allowed excess as a share, for near-optimal engines */
export function checkEngine(nav: GridNav, queries: ProvenQuery[], within: number, raw?: Grid): EngineReport {
  const path = new PathBuffer();
  const faults: string[] = [];
  const excess: number[] = [];
  let unreachable = 0;
  const most = BENCHES[nav.engine]?.isNear ? within : 0;
  for (const query of queries) {
    try {
      const cost = answer(nav, query, path);
      if (cost === undefined) {
        unreachable++;
        continue;
      }
      if (raw) checkSweep(raw, nav.size, path.cells.subarray(0, 2 * path.cellCount));
      const share = query.optimal > 0 ? cost / query.optimal - 1 : 0;
      excess.push(share);
      if (share < 0)
        throw new Error(`costs ${cost / unit(nav.grid)}, less than the optimum ${query.optimal / unit(nav.grid)}`);
      if (cost - query.optimal > most * Math.max(query.optimal, SHORT * unit(nav.grid)))
        throw new Error(tooLong(cost, query.optimal, share, most, unit(nav.grid)));
    } catch (error) {
      faults.push(`engine ${nav.engine}: the path from ${query.from} to ${query.to} ${(error as Error).message}`);
    }
  }
  excess.sort((a, b) => a - b);
  const at = (share: number) => excess[Math.min(excess.length - 1, Math.floor(share * excess.length))] ?? 0;
  const mean = excess.reduce((sum, value) => sum + value, 0) / (excess.length || 1);
  const spread = { mean, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
  return { engine: nav.engine, queries: queries.length, solved: excess.length, unreachable, ...spread, faults };
}

function tooLong(cost: number, optimal: number, share: number, most: number, step: number): string {
  const allowed = most > 0 ? `, allowed are ${(100 * most).toFixed(1)} %` : '';
  return `costs ${cost / step}, the optimum is ${optimal / step}: ${(100 * share).toFixed(2)} % more${allowed}`;
}

/** @returns the integer cost of the path, undefined if there is none @throws {Error} if the path is wrong */
function answer(nav: GridNav, { from, to, optimal }: ProvenQuery, path: PathBuffer): number | undefined {
  const hasPath = nav.findPathInto(...from, ...to, path);
  if (hasPath !== optimal < Infinity) throw new Error(hasPath ? 'should not be there' : 'is not found');
  if (!hasPath) return undefined;
  const cost = checkPath(nav.grid, path.cells.subarray(0, 2 * path.cellCount), from, to, path.links);
  if (path.cost !== cost / unit(nav.grid))
    throw new Error(`costs ${cost / unit(nav.grid)}, the engine returns ${path.cost}`);
  if (nav.walk && !nav.linked) checkWalk(nav, from, to);
  return cost;
}

/** Checks that the cells of a walk are a legal path that costs at most the returned cost. */
function checkWalk(nav: GridNav, from: [number, number], to: [number, number]): void {
  const walk = nav.walk?.(...from, ...to);
  if (!walk) throw new Error('is not walked');
  const cost = checkPath(nav.grid, [...walk].flat(), from, to) / unit(nav.grid);
  if (cost > walk.cost + 1e-9) throw new Error(`when walked costs ${cost}, the engine returns ${walk.cost}`);
}
