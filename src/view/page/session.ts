/** The open map and its query: calls of the two threads, without elements of the page. */
import { proxy, type Remote } from 'comlink';
import type { Opened } from '../desk/desk.js';
import type { Source } from '../desk/open.js';
import type { Painter } from '../desk/painter.js';
import type { Measured, SearcherDesk } from '../desk/searcher.js';
import { type Answered, NO_ANSWER } from '../desk/steps.js';
import { nextTask } from './dom.js';
import { latest } from './latest.js';
import type { Cell } from './state.js';

/** Cells of a map on which A* takes seconds: it is measured on request. */
const LARGE = 2 ** 20;
const SLOW = ['astar', 'astar+bounds'];

export interface SessionEvents {
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

  /** Opens files in both threads, and waits for the painter alone. */
  async open(sources: Source[], agent: string | undefined): Promise<Opened> {
    this.forget();
    this.searcher.open(sources, agent).catch(() => {});
    this.opened = await this.painter.open(sources, agent);
    return this.opened;
  }

  async edit(cells: number[]): Promise<{ opened: Opened; millis: Record<string, number> }> {
    this.forget();
    const [{ opened }, { millis }] = await Promise.all([this.painter.edit(cells), this.searcher.edit(cells)]);
    this.opened = opened;
    return { opened, millis };
  }

  async reset(): Promise<Opened> {
    this.forget();
    [this.opened] = await Promise.all([this.painter.unedited(), this.searcher.unedited()]);
    return this.opened;
  }

  forget(): void {
    this.turn++;
    this.answered = NO_ANSWER;
  }

  /** What an engine does before its answer: clusters that no blob has are made first. */
  preparing(engine: string): string {
    const { artifacts = [], world } = this.opened ?? {};
    if (world) return 'loading tiles …';
    const makesClusters = engine === 'hpa' && !artifacts.includes('hpa');
    return makesClusters ? 'making clusters …' : 'loading and searching …';
  }

  get slow(): string[] {
    const { width = 0, height = 0, engines = [] } = this.opened ?? {};
    return width * height > LARGE ? engines.filter((name) => SLOW.includes(name)) : [];
  }

  /**
   * Answers a query by an engine, then measures all. Runs one query at a time; of queries during it only the last.
   * @param measured whether all engines are measured: not while an end is dragged
   */
  ask(engine: string, start: Cell, goal: Cell, measured: boolean): void {
    const mine = ++this.turn;
    this.request(async () => {
      if (mine !== this.turn) return;
      const answered = await this.searcher.query(engine, start, goal);
      // Its arrays can be large: they were copied here in this task, and are copied to the painter in the next.
      await nextTask();
      if (mine !== this.turn) return;
      this.answered = answered;
      this.events.answered(answered);
      const { slow } = this;
      const names = (this.opened?.engines ?? []).filter((name) => !slow.includes(name));
      if (measured) void this.measure(names, start, goal);
    });
  }

  async measure(names: string[], start: Cell, goal: Cell): Promise<void> {
    const mine = this.turn;
    const report = (measured: Measured) => mine === this.turn && this.events.measured(measured);
    await this.searcher.measure(names, start, goal, proxy(report)).catch((error) => this.events.failed(error));
    if (mine === this.turn) this.events.done();
  }
}
