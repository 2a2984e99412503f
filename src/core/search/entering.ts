/** Engines of the average on maps whose steps cost what the entered cell costs: the same paths, other totals. */
import { isDirected, moreAlong } from '../grid/entered.js';
import type { Grid } from '../grid/grid.js';
import { STEP } from '../grid/step-costs.js';
import type { Engine } from './engine.js';

/** Makes an engine report the costs of its paths on such a map, in place. @param grid that it answers for */
export function entering<E extends Engine>(grid: Grid, engine: E): E {
  if (!grid.stepCosts || isDirected(grid)) return engine;
  const { between, walk } = engine;
  const more = (x0: number, y0: number, x1: number, y1: number) =>
    moreAlong(grid, grid.cell(x0, y0), grid.cell(x1, y1));
  const adjusted =
    (search: Engine['search']): Engine['search'] =>
    (x0, y0, x1, y1, path, ...rest) => {
      const { trace } = engine;
      if (trace)
        engine.trace = (point, parent, cost, fromGoal) => {
          const [x, y] = [point & 0xffff, point >> 16];
          return trace(point, parent, cost + (fromGoal ? more(x, y, x1, y1) : more(x0, y0, x, y)) / 2, fromGoal);
        };
      try {
        if (!search.call(engine, x0, y0, x1, y1, path, ...rest)) return false;
      } finally {
        if (trace) engine.trace = trace;
      }
      // Engines divide an integer, so the sum is also divided once.
      path.cost = (Math.round(path.cost * STEP) + more(x0, y0, x1, y1) * (STEP / 2)) / STEP;
      return true;
    };
  engine.search = adjusted(engine.search);
  if (between) engine.between = adjusted(between);
  if (walk)
    engine.walk = (...ends) => {
      const walked = walk.apply(engine, ends);
      return walked && Object.assign(walked, { cost: walked.cost + more(...ends) / 2 });
    };
  return engine;
}
