/** The thread that answers queries. */

import type { Engine } from '../../core/search/engine.js';
import { planOf } from '../coarse.js';
import { makeEngine, plansCoarsely } from '../engines.js';
import { recordSearch } from '../record.js';
import type { Scene } from '../scene.js';
import { Desk } from './desk.js';
import { type Answered, type Cell, NO_ANSWER } from './steps.js';

/** The engines of a scene, made lazily. */
function enginesOf(scene: Scene) {
  const made = new Map<string, Engine>();
  return (name: string): Engine => {
    const engine = made.get(name) ?? makeEngine(scene, name);
    made.set(name, engine);
    return engine;
  };
}

export class SearcherDesk extends Desk {
  private engineOf: ((name: string) => Engine) | undefined;

  protected changed(): void {
    this.engineOf = this.scene && enginesOf(this.scene);
  }

  async query(engine: string, start: Cell, goal: Cell): Promise<Answered> {
    if (this.world) return this.world.path(start, goal);
    return this.engineOf ? runQuery(this.theScene(), this.engineOf(engine), engine, start, goal) : NO_ANSWER;
  }
}

/** Recorded expansions: more cannot be distinguished on a screen. */
export const MOST_RECORDED = 2 ** 18;

export function runQuery(scene: Scene, engine: Engine, name: string, start: Cell, goal: Cell): Answered {
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
