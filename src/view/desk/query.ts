/** Answers a query with an engine, step by step. */
import { planOf } from '../coarse.js';
import { plansCoarsely } from '../engines.js';
import { recordSearch } from '../record.js';
import type { Scene } from '../scene.js';
import type { Cell, Engines } from './measure.js';
import type { Answered } from './steps.js';

/** Expansions that are recorded: more cannot be distinguished on a screen. */
export const MOST_RECORDED = 2 ** 18;

export function runQuery(scene: Scene, engines: Engines, name: string, start: Cell, goal: Cell): Answered {
  const engine = engines.get(name);
  const { points, parents, costs, path } = recordSearch(engine, ...start, ...goal, MOST_RECORDED);
  const answered: Answered = {
    points: Int32Array.from(points),
    parents: Int32Array.from(parents),
    costs: Float64Array.from(costs),
    expanded: engine.expanded,
    stages: [],
    coarse: [],
    refined: [],
    ...(path && { path: path.cells, cost: path.cost }),
  };
  if (!path) return answered;
  const { stages } = answered;
  if (plansCoarsely(name, engine)) {
    const { coarse, raw } = planOf(scene, engine, ...start, ...goal);
    answered.coarse = coarse?.stages.map(({ nodes }) => nodes) ?? [];
    coarse?.stages.forEach(({ level }, i) => {
      stages.push({ name: `coarse path, level ${level}`, coarse: i });
    });
    coarse?.pieces.forEach((piece, i) => {
      answered.refined.push(...(i > 0 ? piece.slice(2) : piece));
      const refined = answered.refined.length;
      stages.push({
        name: `refined, piece ${i + 1} of ${coarse.pieces.length}`,
        coarse: answered.coarse.length - 1,
        refined,
      });
    });
    if (raw) {
      answered.raw = raw.cells;
      stages.push({ name: `before smoothing, cost ${raw.cost.toFixed(4)}`, raw: true });
    }
    stages.push({ name: `smoothed, cost ${path.cost.toFixed(4)}`, raw: true, path: true });
  } else stages.push({ name: `path, cost ${path.cost.toFixed(4)}`, path: true });
  return answered;
}
