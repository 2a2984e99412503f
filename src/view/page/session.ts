/** The open map and its query: calls of the two threads, without elements of the page. */
import { proxy, type Remote } from 'comlink';
import type { Opened } from '../desk/desk.js';
import type { Measured } from '../desk/measure.js';
import type { Source } from '../desk/open.js';
import type { Painter } from '../desk/painter.js';
import type { SearcherDesk } from '../desk/searcher.js';
import { type Answered, NO_ANSWER } from '../desk/steps.js';
import { nextTask } from './dom.js';
import { latest } from './latest.js';
import type { Cell } from './state.js';

/** Cells of a map on which A* takes seconds: it is measured where it is the chosen engine. */
const LARGE = 2 ** 20;
const SLOW = ['astar', 'astar+bounds'];

interface SessionEvents {
  answered(answered: Answered): void;
  measured(measured: Measured): void;
  done(): void;
  failed(error: unknown): void;
}

export class Session {
  opened: Opened | undefined;
  answered: Answered = NO_ANSWER;
  /** Counts queries: answers to earlier ones are dropped. */
  private turn = 0;
  /** One query at a time; of those that come meanwhile the last. */
  private readonly request: (query: () => Promise<void>) => void;

  constructor(
    private readonly painter: Remote<Painter>,
    private readonly searcher: Remote<SearcherDesk>,
    private readonly events: SessionEvents,
  ) {
    this.request = latest((query) => query(), events.failed);
  }

  /** Opens files in both threads, and waits only for the painter. */
  async open(sources: Source[], agent: string | undefined): Promise<Opened> {
    this.forget();
    this.searcher.open(sources, agent).catch(() => {});
    this.opened = await this.painter.open(sources, agent);
    return this.opened;
  }

  /** Opens and closes cells, x, y in turn; without cells, the map is again as it was opened. */
  async edit(cells?: number[]): Promise<Opened> {
    this.forget();
    [this.opened] = await Promise.all([this.painter.edit(cells), this.searcher.edit(cells)]);
    return this.opened;
  }

  forget(): void {
    this.turn++;
    this.answered = NO_ANSWER;
  }

  /** Engines that are measured on a query. */
  measured(chosen: string): string[] {
    const { width = 0, height = 0, engines = [] } = this.opened ?? {};
    return engines.filter((name) => name === chosen || width * height <= LARGE || !SLOW.includes(name));
  }

  /**
   * Answers a query by an engine, then measures all. Runs one query at a time; of queries during it only the last.
   * @param isMeasured whether engines are measured: not while an end is dragged
   */
  ask(engine: string, start: Cell, goal: Cell, isMeasured: boolean): void {
    const mine = ++this.turn;
    const isLate = () => mine !== this.turn;
    this.request(async () => {
      if (isLate()) return;
      const answered = await this.searcher.query(engine, start, goal);
      // Its arrays can be large: they were copied here in this task, and are copied to the painter in the next.
      await nextTask();
      if (isLate()) return;
      this.answered = answered;
      this.events.answered(answered);
      if (isMeasured) void this.measure(this.measured(engine), start, goal, isLate);
    });
  }

  private async measure(names: string[], start: Cell, goal: Cell, isLate: () => boolean): Promise<void> {
    const report = (measured: Measured) => !isLate() && this.events.measured(measured);
    await this.searcher.measure(names, start, goal, proxy(report)).catch((error) => this.events.failed(error));
    if (!isLate()) this.events.done();
  }
}
