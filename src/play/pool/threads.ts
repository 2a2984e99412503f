/** The threads of a pool: batches go to the least busy one; a successor takes over the open batches of a thread. */
import { ThreadError } from '../../core/errors.js';
import { revive } from './answers.js';
import { type Answers, type Edit, listen, type MapParts, type Port, type Reply, type Request } from './protocol.js';

/** Batches in a thread: the next is there when one is done. */
const AHEAD = 2;
/** Milliseconds of a batch; its first, least and most number of queries. */
const TIME = 1;
const FIRST = 256;
const LEAST = 32;
const MOST = 2048;
/** Most threads that may die in a row without an answer, and most tries of a batch. */
const TRIES = 3;

interface Task {
  request: Request;
  tries: number;
  done(answers?: Answers): void;
  failed(error: Error): void;
}

interface Member {
  port: Port;
  owes: Task[];
  version: number;
}

export class Threads {
  readonly #members: Member[] = [];
  readonly #waiting: Task[] = [];
  #deaths = 0;
  #batch = FIRST;
  #ended: Error | undefined;
  readonly #map: MapParts;
  readonly #start: () => Port;
  readonly #count: number;
  readonly #state: () => Edit | undefined;

  /** @param state gives the edits with which a new thread begins; undefined if the map cannot change */
  constructor(map: MapParts, start: () => Port, count: number, state: () => Edit | undefined) {
    [this.#map, this.#start, this.#count, this.#state] = [map, start, count, state];
    this.#begin();
  }

  /** Sends queries in batches. @param pairs x0, y0, x1, y1 of each */
  ask(
    pairs: ArrayLike<number>,
    onAnswers: (from: number, answers: Answers) => void,
    failed: (from: number, count: number, error: Error) => void,
  ): void {
    const count = pairs.length >> 2;
    const size = Math.min(this.#batch, Math.ceil(count / (AHEAD * this.#count)));
    for (let from = 0; from < count; from += size) {
      const queries = new Int32Array(4 * Math.min(size, count - from));
      for (let i = 0; i < queries.length; i++) queries[i] = pairs[4 * from + i];
      this.#waiting.push({
        request: { queries },
        tries: 0,
        done: (answers) => {
          this.#adapt(answers as Answers);
          onAnswers(from, answers as Answers);
        },
        failed: (error) => failed(from, queries.length >> 2, error),
      });
    }
    if (this.#ended) this.end(this.#ended);
    else if (this.#members.length === 0) this.#begin();
    this.#pump();
  }

  edit({ changes, version }: Edit): void {
    if (this.#ended) return;
    // Earlier queries go out first.
    if (this.#members.length > 0) for (const task of this.#waiting.splice(0)) send(this.#leastBusy(), task);
    // Threads that have died are replaced by new ones, which begin with the edited map.
    const failed = (error: Error) => {
      if (!(error instanceof ThreadError)) this.end(error);
    };
    for (const member of this.#members)
      if (member.version < version)
        send(member, { request: { edit: { changes, version } }, tries: 0, done() {}, failed });
  }

  /** Ends all threads; open and later queries fail. */
  end(error: Error): void {
    this.#ended ??= error;
    this.#fail(this.#ended);
  }

  #begin(): void {
    while (this.#members.length < this.#count) this.#hire();
  }

  /** Starts a thread. @param begun edits that it takes over */
  #hire(begun: Task[] = []): void {
    const edit = this.#state();
    const member: Member = { port: this.#start(), owes: [], version: edit?.version ?? 0 };
    listen<Reply>(member.port, 'message', (reply) => this.#take(member, reply));
    const gone = (reason: { message?: string } | number) => this.#replace(member, reason);
    for (const event of ['error', 'messageerror', 'exit']) listen(member.port, event, gone);
    this.#members.push(member);
    send(member, {
      request: { map: this.#map, edit },
      tries: 0,
      done() {
        for (const task of begun) task.done();
      },
      failed(error) {
        for (const task of begun) task.failed(error);
      },
    });
    this.#pump();
  }

  #take(member: Member, { answers, error }: Reply): void {
    const task = member.owes.shift();
    if (error) {
      task?.failed(revive(error));
      // It cannot load the map, nor could another.
      if (task?.request.map) this.end(revive(error));
    } else {
      this.#deaths = 0;
      task?.done(answers);
    }
    this.#pump();
  }

  /** @param reason exit code, error, or the event of a file that cannot be loaded */
  #replace(member: Member, reason: { message?: string } | number): void {
    const at = this.#members.indexOf(member);
    if (at < 0) return;
    this.#members.splice(at, 1);
    member.port.terminate?.();
    const unloaded = 'its file cannot be loaded; name it: navPool(nav, { worker })';
    const why = typeof reason === 'number' ? `exit code ${reason}` : reason.message || unloaded;
    const error = new ThreadError(`a worker thread has ended in the middle of it (${why})`);
    for (const task of member.owes.filter(({ request }) => request.queries).reverse()) {
      if (++task.tries === TRIES) task.failed(error);
      else this.#waiting.unshift(task);
    }
    // The new thread begins with the edited map.
    const others = member.owes.filter(({ request }) => !request.queries);
    if (++this.#deaths < TRIES) {
      this.#hire(others);
      return;
    }
    this.#deaths = 0;
    for (const task of others) task.failed(error);
    this.#fail(error);
  }

  /** Whatever it took: a thread may have been interrupted. */
  #adapt({ costs, time }: Answers): void {
    const factor = time * this.#batch < TIME * costs.length ? 1.25 : 0.8;
    this.#batch = Math.min(MOST, Math.max(LEAST, Math.round(this.#batch * factor)));
  }

  #leastBusy(): Member {
    return this.#members.reduce((a, b) => (b.owes.length < a.owes.length ? b : a));
  }

  #pump(): void {
    for (let isFree = true; isFree && this.#waiting.length > 0; ) {
      const member = this.#leastBusy();
      isFree = member.owes.length < AHEAD;
      if (isFree) send(member, this.#waiting.shift() as Task);
    }
  }

  #fail(error: Error): void {
    for (const { port, owes } of this.#members.splice(0)) {
      port.terminate?.();
      this.#waiting.push(...owes);
    }
    for (const task of this.#waiting.splice(0)) task.failed(error);
  }
}

function send(member: Member, task: Task): void {
  member.owes.push(task);
  member.port.postMessage(task.request);
}
