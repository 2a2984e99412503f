/** Runs each test as it is, once more, and then under each living mutant that it reaches, in one process. What happens is appended to a log. */
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type RunnerTestSuite as Suite, type RunnerTestCase as Test, TestRunner } from 'vitest';
import { appendLog, type LogLine, type Orders, readLog } from './log.js';

const FOLDER = process.env.GRIDPREP_MUTATE ?? '';
const [ACTIVE, RUN, IS_RUNNER, REACHED] = [0, 1, 2, 8];
/** Milliseconds and turns that a test may take under a mutant, and how many times as much as without one. */
const [LEAST_MS, LEAST_TURNS, TIMES] = [5000, 2e6, 10];
/** Milliseconds of tests that a mutant gets, beside those of its room. */
const MOST_MS = 20_000;
/** Processor time of this process for tests of other rooms. */
const RELATED_MS = 8000;
/** Tests of bundles: the code has changes and guards in it. */
const OF_SIZES = /\bbundles?\b|\bkB\b/;
const { now } = performance;
const time = () => now.call(performance);
const { setTimeout, clearTimeout } = globalThis;

const shared = globalThis as unknown as { $mutants: Int32Array; $guard: { left: number; run: number } };
const { $mutants: state, $guard: guard } = shared;

class MutationRunner extends TestRunner {
  private readonly orders: Orders = JSON.parse(readFileSync(`${FOLDER}/orders.json`, 'utf8'));
  private readonly killed = new Set<number>();
  private readonly done = new Set<string>();
  private readonly spent = new Map<number, number>();
  private begun: number | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    if (state[IS_RUNNER] === 0 && this.orders.fresh === undefined) state.fill(0, REACHED);
    state[IS_RUNNER] = 1;
    for (const line of readLog(FOLDER)) {
      if (line.event === 'killed') this.killed.add(line.id);
      if (line.event === 'survived') this.done.add(`${line.id} ${line.test}`);
    }
  }

  /** Tests that run concurrently wait for each other. */
  runTask(test: Test): Promise<void> {
    const turn = this.last.then(() => this.tryTest(test));
    this.last = turn.catch(() => {});
    return turn;
  }

  private async tryTest(test: Test): Promise<void> {
    const name = nameOf(test);
    if (this.orders.skip.includes(name) || OF_SIZES.test(name)) return;
    if (this.orders.fresh !== undefined) {
      limitTurns(1e10);
      await (TestRunner.getTestFn(test) as () => unknown)();
      return;
    }
    const always = this.orders.always.includes(relative(process.cwd(), test.file.filepath));
    if (!always && !this.hasTime()) return;
    const before = this.takeReached();
    log({ event: 'loaded', file: relative(process.cwd(), test.file.filepath), reached: before });
    const plain = await this.attempt(test, 0, Infinity, Infinity);
    // What comes before each test has run already; it runs again under a mutant.
    const reached = [...new Set([...this.takeReached(), ...(hasHook(test.suite ?? test.file) ? before : [])])];
    if (plain.error) {
      log({ event: 'unrepeatable', test: name, error: plain.error });
      throw plain.thrown;
    }
    log({ event: 'plain', test: name, ms: Math.round(plain.ms), reached });
    const mine = reached.filter(
      (id) => this.orders.ids.includes(id) && !this.killed.has(id) && !this.done.has(`${id} ${name}`),
    );
    const living = mine.filter((id) => always || (this.spent.get(id) ?? 0) + plain.ms < MOST_MS);
    if (living.length === 0) return;
    const again = await this.attempt(test, 0, Infinity, Infinity, true);
    this.takeReached();
    if (again.error) {
      log({ event: 'unrepeatable', test: name, error: again.error });
      return;
    }
    for (const id of living) await this.tryMutant(test, name, id, plain);
  }

  /** For tests of other rooms. */
  private hasTime(): boolean {
    const { user } = process.cpuUsage();
    this.begun ??= user;
    return user - this.begun < 1000 * RELATED_MS;
  }

  private async tryMutant(test: Test, name: string, id: number, plain: Attempt): Promise<void> {
    log({ event: 'begin', test: name, id });
    const limit = LEAST_MS + TIMES * plain.ms;
    const { ms, error, late } = await this.attempt(test, id, limit, LEAST_TURNS + TIMES * plain.turns, true);
    this.takeReached();
    this.spent.set(id, (this.spent.get(id) ?? 0) + ms);
    if (!error) return log({ event: 'survived', test: name, id, ms: Math.round(ms) });
    log({ event: 'killed', test: name, id, ms: Math.round(ms), error });
    this.killed.add(id);
    // What still runs would disturb the next one; the command starts another process.
    if (!late) return;
    log({ event: 'stopped' });
    process.exit(86);
  }

  /** @param again what comes before and after each test is done once more */
  private async attempt(test: Test, id: number, mostMs: number, turns: number, again = false): Promise<Attempt> {
    const suite = test.suite ?? test.file;
    if (again) await this.around(test, suite, 'afterEach');
    activate(id);
    limitTurns(turns);
    const start = time();
    const left = guard.left;
    let timer: NodeJS.Timeout | undefined;
    const result: Attempt = { ms: 0, turns: 0 };
    try {
      const run = async () => {
        if (again) {
          this.onBeforeTryTask(test);
          await this.around(test, suite, 'beforeEach');
        }
        await (TestRunner.getTestFn(test) as () => unknown)();
        this.onAfterTryTask(test);
      };
      const late = new Promise<never>((_, failed) => {
        if (mostMs < Infinity) timer = setTimeout(() => failed(new Late('too slow')), mostMs);
      });
      await Promise.race([run(), late]);
    } catch (thrown) {
      result.thrown = thrown;
      result.late = thrown instanceof Late;
      result.error = `${(thrown as Error)?.message ?? thrown}`.split('\n')[0].slice(0, 160) || 'an error';
    }
    clearTimeout(timer);
    result.ms = time() - start;
    result.turns = left - guard.left;
    activate(0);
    limitTurns(Infinity);
    return result;
  }

  /** The hooks of a test: those of outer suites first, or last. */
  private async around(test: Test, suite: Suite, name: 'beforeEach' | 'afterEach'): Promise<void> {
    if (name === 'afterEach') {
      if (suite === (test.suite ?? test.file)) {
        // Vitest keeps them beside the fields that it names.
        const { onFinished = [] } = test as Test & { onFinished?: ((context: Test['context']) => unknown)[] };
        for (const done of onFinished.splice(0).reverse()) await done(test.context);
      }
      for (const done of TestRunner.getSuiteHooks(suite)[name]) await done(test.context, suite);
    }
    const outer = suite.suite ?? ('filepath' in suite ? undefined : suite.file);
    if (outer && outer !== suite) await this.around(test, outer, name);
    if (name === 'beforeEach')
      for (const before of TestRunner.getSuiteHooks(suite)[name]) await before(test.context, suite);
  }

  /** Mutants reached since the last call, in this process and its threads, and in others. */
  private takeReached(): number[] {
    const reached = new Set(this.orders.ids.filter((id) => state[REACHED + id] === 1));
    state.fill(0, REACHED);
    const file = `${FOLDER}/reached`;
    if (existsSync(file)) {
      for (const line of readFileSync(file, 'utf8').split('\n')) if (line) reached.add(Number(line));
      truncateSync(file);
    }
    return [...reached];
  }
}

function hasHook(suite: Suite): boolean {
  const outer = suite.suite ?? ('filepath' in suite ? undefined : suite.file);
  return (
    TestRunner.getSuiteHooks(suite).beforeEach.length > 0 || (outer !== undefined && outer !== suite && hasHook(outer))
  );
}

interface Attempt {
  ms: number;
  turns: number;
  error?: string;
  thrown?: unknown;
  late?: boolean;
}

class Late extends Error {}

function activate(id: number): void {
  if (state[ACTIVE] === id) return;
  state[ACTIVE] = id;
  writeFileSync(`${FOLDER}/active`, `${id}`);
}

function limitTurns(turns: number): void {
  state[RUN]++;
  guard.run = state[RUN];
  guard.left = Math.min(turns, 2 ** 52);
}

function nameOf(test: Test): string {
  const names = [test.name];
  for (let suite = test.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return `${relative(process.cwd(), test.file.filepath)} > ${names.join(' > ')}`;
}

const log = (line: LogLine) => appendLog(FOLDER, line);

export default MutationRunner;
