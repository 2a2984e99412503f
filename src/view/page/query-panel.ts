/** The query of the page: its ends, the engine that answers it, the table of all engines, its steps. */
import type { Remote } from 'comlink';
import type { Opened } from '../desk/desk.js';
import type { Painter } from '../desk/painter.js';
import type { SearcherDesk } from '../desk/searcher.js';
import { type Answered, stepCount, stepName } from '../desk/steps.js';
import { AnswerTable } from './answers.js';
import { areaOf } from './camera.js';
import { choices, element, labeled } from './dom.js';
import type { GestureEvents } from './gestures.js';
import { latest } from './latest.js';
import type { MapView } from './map-view.js';
import type { Painting } from './painting.js';
import { player } from './player.js';
import { Session } from './session.js';
import type { Cell, PageContext } from './state.js';
import type { Toolbar } from './toolbar.js';

/** Cells that a step repaints one by one; more repaint every tile. */
const FEW = 4000;

export class QueryPanel {
  readonly session: Session;
  readonly timeline = player((step) => this.showStep(step));
  /** Drags an end, to the open cell nearest to a cell. */
  readonly drag: (drag: Parameters<GestureEvents['dragged']>) => void;
  private readonly engines = element('select');
  private readonly table = new AnswerTable();
  readonly parts = [labeled('engine', this.engines), this.table.element, this.timeline.controls];
  private stepBefore = 0;

  constructor(
    private readonly painter: Remote<Painter>,
    searcher: Remote<SearcherDesk>,
    private readonly view: MapView,
    private readonly painting: Painting,
    private readonly bar: Toolbar,
    private readonly page: PageContext,
  ) {
    const { table } = this;
    this.session = new Session(painter, searcher, {
      answered: (answered) => this.answered(answered),
      measured(measured) {
        if (!('fault' in measured)) return table.set(measured);
        table.fail(measured.engine, measured.fault);
        page.report(new Error(`${measured.engine}: ${measured.fault}`));
      },
      done: () => table.end(),
      failed: page.report,
    });
    this.drag = latest(async ([end, cell, isLast]) => {
      const nearest = await this.nearest(cell);
      const { start, goal } = page.state;
      if (nearest) this.set(end === 'start' ? nearest : start, end === 'goal' ? nearest : goal, isLast);
    }, page.report);
    this.engines.onchange = () => {
      page.state.engine = this.engines.value;
      this.ask();
    };
  }

  show({ engines }: Opened): void {
    const { state } = this.page;
    if (!state.engine || !engines.includes(state.engine)) state.engine = engines[0];
    choices(this.engines, engines, state.engine);
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

  /** @param isMeasured whether engines are measured: not while an end is dragged */
  set(start: Cell | undefined, goal: Cell | undefined, isMeasured = true): void {
    Object.assign(this.page.state, { start, goal });
    this.painting.refocus();
    this.ask(isMeasured);
  }

  private async nearest(cell: Cell): Promise<Cell | undefined> {
    const nearest = await this.painter.nearestOpen(cell);
    if (!nearest) this.page.say(`${cell.join(', ')} is a wall, and no open cell is near.`);
    return nearest;
  }

  private ask(isMeasured = true): void {
    const { page, session, table, timeline } = this;
    const { start, goal, engine } = page.state;
    page.remember();
    this.bar.hint(start !== undefined && goal === undefined);
    if (isMeasured || !start || !goal) table.clear();
    if (start && goal && engine) {
      if (isMeasured) table.begin(`from ${start.join(', ')} to ${goal.join(', ')}`, session.measured(engine));
      if (!session.answered.path) timeline.load(0, () => '', `${engine}: searching …`);
      session.ask(engine, start, goal, isMeasured);
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
