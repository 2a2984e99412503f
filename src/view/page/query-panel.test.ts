/** The session of the page: which answers of its threads it takes, and which come too late. */
import { expect, it } from 'vitest';
import { NO_ANSWER } from '../desk/steps.js';
import { Session } from './query-panel.js';

/** A session on threads that answer on command, and what happened to it. */
function started(opened: object = { width: 8, height: 8, engines: ['jps', 'astar'] }) {
  const log: string[] = [];
  const waiting: ((failure?: Error) => void)[] = [];
  const answered = { ...NO_ANSWER, expanded: 1 };
  /** A desk whose every method is this one, called with its name. */
  const desk = (call: (name: string, ...args: never[]) => Promise<unknown>) =>
    new Proxy({}, { get: (_, name: string) => call.bind(undefined, name) });
  const painter = desk(async (name: string, ...args: unknown[]) => {
    log.push(['painter', name, ...args].join(' '));
    return opened;
  });
  const searcher = desk((name: string, ...args: unknown[]) => {
    log.push(['searcher', name, ...args].join(' '));
    if (name !== 'query') return Promise.resolve(opened);
    return new Promise((done, fail) => waiting.push((failure) => (failure ? fail(failure) : done(answered))));
  });
  const session = new Session(painter as never, searcher as never, {
    answered: () => log.push('answered'),
    failed: (error) => log.push(`${error}`),
  });
  return {
    ...{ session, opened, answered },
    /** Lets the thread answer, and returns what happened since the last time. */
    async next(failure?: Error) {
      waiting.shift()?.(failure);
      // An answer is taken over in a separate task.
      for (let tasks = 0; tasks < 2; tasks++) await new Promise((done) => setTimeout(done));
      return log.splice(0);
    },
  };
}

it('opens and edits in both threads, and forgets the answer', async () => {
  const { session, opened, answered, next } = started();
  expect(await session.open([], 'man')).toBe(opened);
  expect(await next()).toEqual(['searcher open  man', 'painter open  man']);
  for (const change of [() => session.edit([1, 2]), () => session.edit([5, 6]), () => session.open([], undefined)]) {
    session.answered = answered;
    session.opened = undefined;
    await change();
    expect([session.answered, session.opened]).toEqual([NO_ANSWER, opened]);
  }
  expect(await next()).toEqual([
    ...['painter edit 1,2', 'searcher edit 1,2', 'painter edit 5,6', 'searcher edit 5,6'],
    ...['searcher open  ', 'painter open  '],
  ]);
});

it('answers a query', async () => {
  const { session, answered, next } = started();
  await session.open([], undefined);
  await next();
  session.ask('jps', [1, 2], [3, 4]);
  expect(await next()).toEqual(['searcher query jps 1,2 3,4', 'answered']);
  expect(session.answered).toBe(answered);
});

it('asks one query at a time, of those that come meanwhile the last, and drops what comes too late', async () => {
  const { session, next } = started();
  await session.open([], undefined);
  for (const x of [1, 2, 3]) session.ask('jps', [x, 0], [9, 9]);
  expect(await next()).toEqual([
    'searcher open  ',
    'painter open  ',
    'searcher query jps 1,0 9,9',
    'searcher query jps 3,0 9,9',
  ]);
  session.forget();
  expect(await next()).toEqual([]);
  expect(session.answered).toBe(NO_ANSWER);
  session.ask('jps', [4, 0], [9, 9]);
  session.ask('jps', [5, 0], [9, 9]);
  session.forget();
  expect(await next()).toEqual(['searcher query jps 4,0 9,9']);
  session.ask('jps', [6, 0], [9, 9]);
  expect((await next()).at(-1)).toBe('answered');
});

it('reports a failure, and continues', async () => {
  const { session, next } = started();
  await session.open([], undefined);
  session.ask('jps', [1, 0], [9, 9]);
  expect((await next(new Error('no'))).slice(2)).toEqual(['searcher query jps 1,0 9,9', 'Error: no']);
  session.ask('jps', [1, 0], [9, 9]);
  expect((await next()).at(-1)).toBe('answered');
});
