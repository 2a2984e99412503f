/** Answers the requests of a queue, one frame after the other. */
import { hexLayout } from '../../core/grid/hexes.js';
import { now } from '../../core/search/clock.js';
import { PathBuffer } from '../../core/search/path.js';
import type { GridNav } from '../../runtime/nav.js';
import { WORK_OF_NODE } from './budget.js';
import { QueueFields } from './fields.js';
import { LatePath, type QueueStatistics, type Request, type RequestGroup, requestBook } from './requests.js';

const WORK_OF_PULL = 32;
/** Fraction of the budget by which a frame may exceed it, rather than defer a query to the next frame. */
const SLACK = 0.2;
/**
 * Safety factors over a query's expected time. A query waits for the next frame unless WAITS times its expectation is
 * left of this one, and is searched in slices unless LONG times its expectation fits a whole frame; few queries take
 * longer.
 */
const WAITS = 2;
const LONG = 3;
/**
 * Step factors for the time estimate, applied after each query by whether it was slower or faster than estimated, not
 * by how much: interrupts and coarse clocks would distort a mean. The estimate converges on the 80th percentile.
 */
const SLOWER = 1.5;
const FASTER = 0.9;
/** Milliseconds that the work of a field takes, about. */
const WORK_TIME = 5e-6;

export class Frames {
  readonly statistics: QueueStatistics = {
    updates: 0,
    answered: 0,
    shared: 0,
    fromFields: 0,
    replaced: 0,
    cancelled: 0,
    fields: 0,
    sliced: 0,
    spent: 0,
    longestWait: 0,
  };
  readonly book;
  readonly #layout;
  readonly #fields: QueueFields;
  readonly #path = new PathBuffer();
  #version: number;
  /** Budget of this frame, when it began, and the work that it has done. */
  #limit: number;
  #begun = 0;
  #spent = 0;
  /** Budget that the work of a field takes. */
  readonly #unit: number;
  /** What four of five queries take less of the budget than, for each step of octile distance. */
  #rate: number;
  /** The same of queries around units. */
  #slowRate: number;

  /** @param budget of a frame: milliseconds where it is timed, otherwise work */
  constructor(
    private readonly nav: GridNav,
    private readonly isTimed: boolean,
    private readonly budget: number,
  ) {
    this.#layout = hexLayout(nav.grid);
    this.#fields = new QueueFields(nav);
    this.#version = nav.version;
    this.#limit = budget;
    this.#unit = isTimed ? WORK_TIME : 1;
    this.#rate = 8 * this.#unit;
    this.#slowRate = 2 * this.#rate;
    this.book = requestBook(nav.width, this.#fields.sharing, this.statistics, () => nav.version);
  }

  /** Does the work of a frame. @param limit of this frame, in place of the budget */
  update(limit: number): void {
    const fields = this.#fields;
    this.statistics.updates++;
    [this.#limit, this.#begun, this.#spent] = [limit, now(), 0];
    this.#revise();
    // Half for what takes many frames, so that neither waits for the other; all of it where nothing else waits.
    if (fields.job) this.#advance(this.#left() / 2);
    let isFirst = true;
    let isFull = false;
    for (let room = this.#left(); room > 0; room = this.#left()) {
      // Callbacks may edit the map.
      this.#revise();
      const request = this.#next(isFull);
      if (request) {
        if (!request.done) continue;
        const wasFull = isFull;
        isFull = !this.#serve(request, room, isFirst);
        if (isFull) this.book.line.add(request);
        if (isFull && wasFull) break;
        isFirst = false;
      } else if (fields.job) this.#advance(room);
      else break;
    }
    this.statistics.spent = limit - this.#left();
  }

  /** Takes over edits: a field that was complete no longer is. */
  #revise(): void {
    const { version } = this.nav;
    if (this.#version === version) return;
    this.#version = version;
    this.#fields.revise(!this.#layout && !this.nav.linked);
  }

  /** Counts cells that a callback has pulled as work. */
  charge(cells: number): void {
    this.#spent += WORK_OF_PULL * cells;
  }

  #left(): number {
    return this.#limit - (this.isTimed ? now() - this.#begun : this.#spent);
  }

  #answer(query: RequestGroup, isFound: boolean): void {
    this.book.answer(query, isFound ? new LatePath(this.#path, this.#layout) : null);
  }

  /** Continues the field. @param share of the budget that it may take */
  #advance(share: number): void {
    const budget = this.isTimed ? { ms: share } : { work: share };
    this.#spent += this.#fields.advance(budget, (query, field) =>
      this.#answer(query, field.findPathInto(query.x0, query.y0, this.#path)),
    );
  }

  /**
   * @param isFull whether the line has to wait for the next frame
   * @returns the next request: requests whose field is ready first, in the order of those that have waited for it
   */
  #next(isFull: boolean): Request | undefined {
    const { parked, job, readyGoal } = this.#fields;
    const { line } = this.book;
    const { first } = line;
    const waiting = job ? undefined : (parked.firstOf(readyGoal) ?? parked.first);
    if (waiting && (isFull || !first || waiting.order < first.order)) return parked.take(waiting);
    return isFull ? undefined : line.take();
  }

  /**
   * @returns whether it was served, or will be by a field; not if it has to wait for the next frame, which the first
   * one of a frame never has
   */
  #serve(request: Request, room: number, isFirst: boolean): boolean {
    const { query } = request;
    const expected = (query.around ? this.#slowRate : this.#rate) * query.steps;
    // Following a field costs a tenth of what searching does.
    if (query.goal !== this.#fields.readyGoal || query.around) {
      if (!query.around && this.#waitsForField(query, expected)) {
        // An answer to the query is one to this request.
        this.#fields.parked.add(request);
        this.#spent += WORK_OF_NODE;
        return true;
      }
      if (WAITS * expected > SLACK * this.#limit + room && !isFirst) return false;
    }
    this.#search(query, room);
    return true;
  }

  /** Whether a query waits for a field, or for its turn to begin one; begins it if no other is under way. */
  #waitsForField(query: RequestGroup, expected: number): boolean {
    const fields = this.#fields;
    const { sharing, readyGoal, cutGoal, fieldWork } = fields;
    const { goal } = query;
    if (!fields.isUsed || goal === cutGoal) return false;
    // By the whole budget: what other maps have taken of this frame says nothing of the next one.
    const isLong = LONG * expected > (1 + SLACK) * this.budget;
    // A finished field is replaced only for a goal with more requests: two crowds must not take it from each other.
    const most = isLong || readyGoal < 0 ? 1 : Math.max(1, 2 * sharing[readyGoal]);
    const isCrowd = sharing[goal] > most && sharing[goal] * expected > fieldWork * this.#unit;
    if (!isCrowd && !isLong) return false;
    if (fields.job) return isLong || fields.isFor(goal);
    fields.begin(query, isCrowd);
    this.statistics[isCrowd ? 'fields' : 'sliced']++;
    // One slow query must not count as slow forever.
    if (!isCrowd) this.#rate *= 0.97;
    return true;
  }

  #search(query: RequestGroup, room: number): void {
    const { nav, statistics } = this;
    const { x0, y0, x1, y1, goal, steps, around } = query;
    const path = this.#path;
    const isReady = goal === this.#fields.readyGoal && !around;
    let isFound = false;
    try {
      isFound = isReady ? this.#fields.findPathInto(x0, y0, path) : (around ?? nav).findPathInto(x0, y0, x1, y1, path);
    } finally {
      const done = isFound ? path.cellCount + (isReady ? 0 : WORK_OF_NODE * (nav.expanded ?? nav.search.expanded)) : 1;
      this.#spent += done + (around?.work ?? 0);
      if (isReady) statistics.fromFields += query.waiting;
      else if (around) this.#slowRate *= steps === 0 ? 1 : this.#paceOf(room, this.#slowRate * steps);
      else if (isFound && steps > 0) this.#rate *= this.#paceOf(room, this.#rate * steps);
      this.#answer(query, isFound);
    }
  }

  /** Factor for an estimate: whether what was taken of `room` is more than was expected. */
  #paceOf(room: number, expected: number): number {
    return room - this.#left() > expected ? SLOWER : FASTER;
  }
}
