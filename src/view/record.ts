/** Recordings of searches. */
import type { Engine } from '../core/search/engine.js';
import { type Path, PathBuffer } from '../core/search/path.js';

/** A recorded search and its answer. */
export interface Recording {
  /** x | y << 16 of each expansion, in order; a node that became cheaper occurs again. */
  points: number[];
  /** Index of the parent of each; -1 at an end of the path. */
  parents: number[];
  /** Cost of each, in steps. */
  costs: number[];
  /** 1 for each that was reached from the goal, in searches from both ends. */
  sides: number[];
  path: Path | null;
}

/** Runs a query and records its first expansions. @param most number of recorded expansions */
export function recordSearch(
  search: Pick<Engine, 'search' | 'trace'>,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  most = Infinity,
): Recording {
  const recording: Recording = { points: [], parents: [], costs: [], sides: [], path: null };
  const { points, parents, costs, sides } = recording;
  // The last index of each point; a parent is expanded before its child.
  const places = [new Map<number, number>(), new Map<number, number>()];
  const before = search.trace;
  search.trace = (point, parent, cost, fromGoal = false) => {
    if (points.length >= most) return;
    const side = Number(fromGoal);
    parents.push(parent < 0 ? -1 : (places[side].get(parent) ?? -1));
    places[side].set(point, points.length);
    points.push(point);
    costs.push(cost);
    sides.push(side);
  };
  try {
    const buffer = new PathBuffer();
    if (search.search(x0, y0, x1, y1, buffer)) recording.path = buffer.toPath();
  } finally {
    search.trace = before;
  }
  return recording;
}
