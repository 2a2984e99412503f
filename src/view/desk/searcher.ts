/** The thread that answers queries. */
import type { Engine } from '../../core/search/engine.js';
import { makeEngine } from '../engines.js';
import { recordSearch } from '../record.js';
import { Desk } from './desk.js';
import { type Answered, type Cell, NO_ANSWER } from './steps.js';

/** Recorded expansions: more cannot be distinguished on a screen. */
const MOST_RECORDED = 2 ** 18;

export class SearcherDesk extends Desk {
  /** Engines that have answered. */
  private readonly engines = new Map<string, Engine>();

  protected changed(): void {
    this.engines.clear();
  }

  async query(name: string, start: Cell, goal: Cell): Promise<Answered> {
    if (this.world) return this.world.path(start, goal);
    if (!this.scene) return NO_ANSWER;
    const engine = this.engines.get(name) ?? makeEngine(this.scene, name);
    this.engines.set(name, engine);
    const { points, parents, costs, path } = recordSearch(engine, ...start, ...goal, MOST_RECORDED);
    return {
      points: Int32Array.from(points),
      parents: Int32Array.from(parents),
      costs: Float64Array.from(costs),
      expanded: engine.expanded,
      ...(path && { path: path.cells, end: `path, cost ${path.cost.toFixed(4)}` }),
    };
  }
}
