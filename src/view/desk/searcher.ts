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
  /** Counts requests: a new one ends the one before. */
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
    if (this.world) return this.measureWorld(start, goal, report);
    if (this.engines) await measureAll(this.engines, names, [start, goal], report, this.clock());
  }

  /** A world answers once: most of the time is fetching tiles, which stay in memory. */
  private async measureWorld(start: Cell, goal: Cell, report: (measured: Measured) => unknown): Promise<void> {
    const begun = performance.now();
    const { cost, path } = (await this.world?.path(start, goal)) ?? NO_ANSWER;
    const micros = 1000 * (performance.now() - begun);
    const answer = { engine: 'world', cells: (path?.length ?? 0) / 2, micros, runs: 1, storage: 0 };
    await report({ ...answer, ...(cost !== undefined && { cost }) });
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
