/** The thread that answers queries. */
import { planOf } from '../coarse.js';
import { plansCoarsely } from '../engines.js';
import { recordSearch } from '../record.js';
import type { Scene } from '../scene.js';
import { Desk } from './desk.js';
import { type Cell, type Clock, type Engines, enginesOf, type Measured, measureAll } from './measure.js';
import { type Answered, NO_ANSWER } from './steps.js';

export class SearcherDesk extends Desk {
  private engines: Engines | undefined;
  /** Counts requests: a new one ends the earlier one. */
  private turn = 0;

  protected changed(): void {
    this.engines = this.scene && enginesOf(this.scene);
    this.turn++;
  }

  async query(engine: string, start: Cell, goal: Cell): Promise<Answered> {
    this.turn++;
    if (this.world) return this.world.path(start, goal);
    return this.engines ? runQuery(this.theScene(), this.engines, engine, start, goal) : NO_ANSWER;
  }

  async measure(names: string[], start: Cell, goal: Cell, report: (measured: Measured) => unknown): Promise<void> {
    if (this.engines) await measureAll(this.engines, names, [start, goal], report, this.clock());
  }

  private clock(): Clock {
    const mine = ++this.turn;
    return {
      now: () => performance.now(),
      pause: async () => {
        await new Promise((done) => setTimeout(done, 0));
        return mine !== this.turn;
      },
    };
  }
}

/** Recorded expansions: more cannot be distinguished on a screen. */
export const MOST_RECORDED = 2 ** 18;

export function runQuery(scene: Scene, engines: Engines, name: string, start: Cell, goal: Cell): Answered {
  const engine = engines(name);
  const { points, parents, costs, path } = recordSearch(engine, ...start, ...goal, MOST_RECORDED);
  const answered: Answered = {
    ...NO_ANSWER,
    points: Int32Array.from(points),
    parents: Int32Array.from(parents),
    costs: Float64Array.from(costs),
    expanded: engine.expanded,
    stages: [],
    ...(path && { path: path.cells, cost: path.cost }),
  };
  if (!path) return answered;
  const { stages } = answered;
  const isPlan = plansCoarsely(name, engine);
  if (isPlan) {
    const plan = planOf(scene, engine, ...start, ...goal);
    answered.coarse = plan.stages.map(({ nodes }) => nodes);
    plan.stages.forEach(({ level }, i) => void stages.push({ name: `coarse path, level ${level}`, coarse: i }));
    answered.raw = plan.raw?.cells;
    stages.push({ name: `before smoothing, cost ${plan.raw?.cost.toFixed(4)}`, raw: true });
  }
  stages.push({ name: `${isPlan ? 'smoothed' : 'path'}, cost ${path.cost.toFixed(4)}`, raw: isPlan, path: true });
  return answered;
}
