/** Requests of a chunk at most, before it is cut in two. */
const CHUNK = 1024;

/**
 * Requests by order, the lowest first. Orders differ, so that the line is the same on every machine.
 * Sorted chunks: in one array of 20,000 and more a request in the middle, or `Array.shift`, moves all that follow.
 */
export class Line<T extends { order: number }> {
  /** None is empty unless it is the only one. */
  private readonly chunks: T[][] = [[]];
  /** Requests of the first chunk that were taken. */
  private head = 0;

  get first(): T | undefined {
    return this.chunks[0][this.head];
  }

  add(item: T): void {
    const { chunks } = this;
    let at = chunks.length - 1;
    while (at > 0 && item.order < chunks[at][0].order) at--;
    const chunk = chunks[at];
    let [low, high] = [at > 0 ? 0 : this.head, chunk.length];
    // Nearly all have the highest order of all.
    if (low === high || chunk[high - 1].order < item.order) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chunk[middle].order < item.order) low = middle + 1;
      else high = middle;
    }
    if (at === 0 && low === this.head && low > 0) chunk[--this.head] = item;
    else if (low === chunk.length) chunk.push(item);
    else chunk.splice(low, 0, item);
    if (chunk.length > CHUNK) this.cut(at);
  }

  private cut(at: number): void {
    const chunk = this.chunks[at];
    if (at === 0) chunk.splice(0, this.head);
    if (at === 0) this.head = 0;
    if (chunk.length > CHUNK / 2) this.chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  take(): T | undefined {
    const { chunks } = this;
    const item = this.first;
    if (item && ++this.head === chunks[0].length) {
      this.head = 0;
      if (chunks.length > 1) chunks.shift();
      else chunks[0] = [];
    }
    return item;
  }
}

/**
 * Requests that wait for a field, in a line for each goal. Goals take turns by the order of their first request, so
 * that no request is moved or looked at while the fields of other goals are made.
 */
export class Waiting<T extends { order: number; query: { goal: number } }> {
  readonly lines = new Map<number, Line<T>>();
  /** The first request of each goal; one that is first no more is stale. */
  private readonly turns = new Line<T>();

  add(request: T): void {
    const { goal } = request.query;
    let line = this.lines.get(goal);
    if (!line) {
      line = new Line<T>();
      this.lines.set(goal, line);
    }
    line.add(request);
    if (line.first === request) this.turns.add(request);
  }

  firstOf(goal: number): T | undefined {
    return this.lines.get(goal)?.first;
  }

  get first(): T | undefined {
    let { first } = this.turns;
    while (first && this.firstOf(first.query.goal) !== first) {
      this.turns.take();
      first = this.turns.first;
    }
    return first;
  }

  take(request: T): T {
    const { goal } = request.query;
    const line = this.lines.get(goal) as Line<T>;
    line.take();
    if (line.first) this.turns.add(line.first);
    else this.lines.delete(goal);
    return request;
  }
}
