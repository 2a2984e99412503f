import { Line } from './line.js';
import type { Request } from './requests.js';

/**
 * Requests that wait for a field, in a line for each goal. Goals take turns by the order of their first request, so that no
 * request is moved or looked at while the fields of other goals are made.
 */
export class Waiting {
  readonly lines = new Map<number, Line<Request>>();
  /** The first request of each goal; one that is first no more is stale. */
  private readonly turns = new Line<Request>();

  add(request: Request): void {
    const { goal } = request.query;
    let line = this.lines.get(goal);
    if (!line) {
      line = new Line<Request>();
      this.lines.set(goal, line);
    }
    line.add(request);
    if (line.first === request) this.turns.add(request);
  }

  /** The first request to a goal. */
  firstOf(goal: number): Request | undefined {
    return this.lines.get(goal)?.first;
  }

  /** The first request of all. */
  get first(): Request | undefined {
    let { first } = this.turns;
    while (first && this.firstOf(first.query.goal) !== first) {
      this.turns.take();
      first = this.turns.first;
    }
    return first;
  }

  /** Takes the first request to its goal. */
  take(request: Request): Request {
    const { goal } = request.query;
    const line = this.lines.get(goal) as Line<Request>;
    line.take();
    if (line.first) this.turns.add(line.first);
    else this.lines.delete(goal);
    return request;
  }
}
