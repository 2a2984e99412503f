/** The thread that answers queries. */
import { Desk } from './desk.js';
import { type Answer, type Cell, type Clock, type Engines, enginesOf, measureAll } from './measure.js';
import { runQuery } from './query.js';
import { type Answered, NO_ANSWER } from './steps.js';

/** Reports of a running measurement. */
export type Measured = Answer | { engine: string; fault: string };

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
