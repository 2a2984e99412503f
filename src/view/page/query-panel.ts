/** The query of the page: its ends, its engine, its steps. */
import type { Remote } from 'comlink';
import type { Opened } from '../desk/desk.js';
import type { FileSource } from '../desk/open.js';
import type { SearcherDesk } from '../desk/searcher.js';
import { type Answered, NO_ANSWER, stepCount, stepName } from '../desk/steps.js';
import { areaOf } from './camera.js';
import { choices, element, labeled, nextTask } from './dom.js';
import type { GestureEvents } from './gestures.js';
import { latest } from './latest.js';
import type { MapView } from './map-view.js';
import type { Painting } from './painting.js';
import { player } from './player.js';
import type { Cell, Page } from './state.js';
import type { Painter } from './worker.js';

interface SessionEvents {
  answered(answered: Answered): void;
  failed(error: unknown): void;
}

/** The open map and its query: calls of the two threads, without elements of the page. */
export class Session {
  opened: Opened | undefined;
  answered: Answered = NO_ANSWER;
  /** Counts queries: answers to earlier ones are dropped. */
  private turn = 0;
  /** Runs one query at a time, and then only the last of the waiting ones. */
  private readonly request: (query: () => Promise<void>) => void;

  constructor(
    private readonly painter: Remote<Painter>,
    private readonly searcher: Remote<SearcherDesk>,
    private readonly events: SessionEvents,
  ) {
    this.request = latest((query) => query(), events.failed);
  }

  /** Opens files in both threads, and waits only for the painter. */
  async open(sources: FileSource[], agent: string | undefined): Promise<Opened> {
    this.forget();
    this.searcher.open(sources, agent).catch(() => {});
    this.opened = await this.painter.open(sources, agent);
    return this.opened;
  }

  /** Opens and closes cells. @param cells x, y of each */
  async edit(cells: number[]): Promise<Opened> {
    this.forget();
    [this.opened] = await Promise.all([this.painter.edit(cells), this.searcher.edit(cells)]);
    return this.opened;
  }

  forget(): void {
    this.turn++;
    this.answered = NO_ANSWER;
  }

  ask(engine: string, start: Cell, goal: Cell): void {
    const mine = ++this.turn;
    const isLate = () => mine !== this.turn;
    this.request(async () => {
      if (isLate()) return;
      const answered = await this.searcher.query(engine, start, goal);
      // Large arrays were copied in this task, and are copied to the painter in the next.
      await nextTask();
      if (isLate()) return;
      this.answered = answered;
      this.events.answered(answered);
    });
  }
}

/** Cells of a step that are repainted one by one; more repaint every tile. */
const FEW = 4000;

export class QueryPanel {
  readonly session: Session;
  readonly timeline = player((step) => this.showStep(step));
  /** Drags an end, to the open cell nearest to a cell. */
  readonly drag: (drag: Parameters<NonNullable<GestureEvents['dragged']>>) => void;
  private readonly engines = element('select');
  readonly parts = [labeled('engine', this.engines), this.timeline.controls];
  private stepBefore = 0;

  constructor(
    private readonly painter: Remote<Painter>,
    searcher: Remote<SearcherDesk>,
    private readonly view: MapView,
    private readonly painting: Painting,
    private readonly bar: { hint(isGoalNext?: boolean): void },
    private readonly page: Page,
  ) {
    this.session = new Session(painter, searcher, {
      answered: (answered) => this.answered(answered),
      failed: page.report,
    });
    this.drag = latest(async ([end, cell]) => {
      const nearest = await this.nearest(cell);
      const { start, goal } = page.state;
      if (nearest) this.set(end === 'start' ? nearest : start, end === 'goal' ? nearest : goal);
    }, page.report);
    this.engines.onchange = () => {
      page.state.engine = this.engines.value;
      this.ask();
    };
  }

  show({ engines }: Opened): void {
    const { engine = '' } = this.page.state;
    // Default: the best engine of each map.
    choices(this.engines, engines, engines.includes(engine) ? engine : engines[0]);
    this.ask();
  }

  showPath(): void {
    const { path } = this.session.answered;
    if (path) this.view.camera.fitTo(areaOf(path));
  }

  async click(cell: Cell): Promise<void> {
    const nearest = await this.nearest(cell);
    if (!nearest) return;
    const { start, goal } = this.page.state;
    if (!start || goal !== undefined) this.set(nearest, undefined);
    else this.set(start, nearest);
  }

  set(start: Cell | undefined, goal: Cell | undefined): void {
    Object.assign(this.page.state, { start, goal });
    this.painting.refocus();
    this.ask();
  }

  private async nearest(cell: Cell): Promise<Cell | undefined> {
    const nearest = await this.painter.nearestOpen(cell);
    if (!nearest) this.page.say(`${cell.join(', ')} is a wall, and no open cell is near.`);
    return nearest;
  }

  private ask(): void {
    const { page, session, timeline } = this;
    const { start, goal } = page.state;
    const engine = this.engines.value;
    page.remember();
    this.bar.hint(start !== undefined && goal === undefined);
    if (start && goal && engine) {
      if (!session.answered.path) timeline.load(0, () => '', `${engine}: searching …`);
      session.ask(engine, start, goal);
      return;
    }
    session.forget();
    timeline.load(0, () => '');
    this.painter.answer(session.answered, 0).catch(page.report);
    this.painting.repaint();
  }

  private answered(answered: Answered): void {
    const last = stepCount(answered);
    this.timeline.load(last, (step) => stepName(answered, step));
    this.painter.answer(answered, last).catch(this.page.report);
    this.timeline.seek(last);
    this.painting.repaint(this.page.state.layers.has('search') ? undefined : []);
    this.page.say(answered.path ? undefined : 'There is no path between start and goal.');
  }

  private showStep(step: number): void {
    const { page, stepBefore } = this;
    this.painter.seek(step).catch(page.report);
    const changed = this.session.answered.points.subarray(Math.min(step, stepBefore), Math.max(step, stepBefore));
    this.stepBefore = step;
    this.view.recolor(!page.state.layers.has('search') ? [] : changed.length > FEW ? undefined : changed);
  }
}
