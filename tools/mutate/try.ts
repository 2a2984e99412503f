/** Runs the tests over mutants: in one process for as many as possible, then those that live one by one in processes of their own. */
import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeConfig } from './copy.js';
import type { Mutant } from './instrument.js';
import { appendLog, type LogLine, type Orders, readLog, unfinished } from './log.js';

export interface Outcome {
  mutant: Mutant;
  state: 'killed' | 'survived' | 'not reached';
  /** Tests that reached it. */
  tests: number;
}

/** Test files that replace modules of ours. */
const ALONE = ['src/core/bounds/build.test.ts', 'src/core/jps/wasm/buffers.test.ts'];
/** Milliseconds without a line in the log after which a process hangs: under a mutant, and otherwise. */
const [HANGS_MS, STANDS_MS] = [30_000, 300_000];
/** Milliseconds of tests for one mutant alone, and to start their process on a busy machine. */
const [FRESH_MS, START_MS] = [6000, 120_000];

/**
 * @param folder a copy of the project with the mutants
 * @param retry whether those that live are tried alone; those of loading modules always are
 * @returns what became of each
 */
export async function tryMutants(
  folder: string,
  mutants: Mutant[],
  tests: { always: string[]; related: string[] },
  retry: boolean,
): Promise<Outcome[]> {
  const place = join(folder, 'mutate');
  const files = [...tests.always, ...tests.related];
  const orders: Orders = { ids: mutants.map(({ id }) => id), always: tests.always, skip: [] };
  writeConfig(folder, files, ALONE, false);
  // Each round ends one mutant at least, or is the last.
  for (let round = 0; round <= mutants.length; round++) {
    writeFileSync(join(place, 'orders.json'), JSON.stringify(orders));
    await runVitest(folder, place, 0);
    const stopped = unfinished(readLog(place));
    if (stopped)
      appendLog(place, { ...stopped, event: 'killed', ms: HANGS_MS, error: 'the process hangs or has ended' });
    else if (readLog(place).at(-1)?.event !== 'stopped') break;
  }
  const log = readLog(place);
  const outcomes: Outcome[] = [];
  const unrepeatable = log.filter((line) => line.event === 'unrepeatable');
  for (const { test, error } of unrepeatable.slice(0, 10)) console.log(`not repeatable: ${test}: ${error}`);
  if (unrepeatable.length > 10) console.log(`not repeatable: ${unrepeatable.length} tests in all`);
  const skip = unrepeatable.map(({ test }) => test);
  for (const mutant of mutants) outcomes.push(await settle(folder, mutant, log, { ...orders, skip }, tests, retry));
  return outcomes;
}

/** A mutant that lives after the first run is tried alone: those that work while modules are loaded are only seen there. */
async function settle(
  folder: string,
  mutant: Mutant,
  log: LogLine[],
  orders: Orders,
  tests: { always: string[]; related: string[] },
  retry: boolean,
): Promise<Outcome> {
  const { id } = mutant;
  if (log.some((line) => line.event === 'killed' && line.id === id)) return { mutant, state: 'killed', tests: 0 };
  const plain = [...new Map(log.flatMap((line) => (line.event === 'plain' ? [[line.test, line]] : []))).values()];
  const reaching = plain.filter(({ reached }) => reached.includes(id));
  const loading = log.some((line) => line.event === 'loaded' && line.reached.includes(id));
  if (reaching.length === 0 && !loading) return { mutant, state: 'not reached', tests: 0 };
  const atLoad = mutant.atLoad || loading;
  if (!retry && !atLoad && reaching.length > 0) return { mutant, state: 'survived', tests: reaching.length };
  const fileOf = (test: string) => test.split(' > ')[0];
  const timeOf = (file: string) =>
    plain.filter(({ test }) => fileOf(test) === file).reduce((sum, { ms }) => sum + ms, 0);
  const seen = new Set(plain.map(({ test }) => fileOf(test)));
  const those = !atLoad ? new Set(reaching.map(({ test }) => fileOf(test))) : seen;
  let spent = 0;
  // Those of its room, and of others the quickest.
  const quickest = (list: string[]) => list.filter((file) => those.has(file)).sort((a, b) => timeOf(a) - timeOf(b));
  const files = [...quickest(tests.always), ...quickest(tests.related)].filter((file) => {
    const fits = spent === 0 || tests.always.includes(file) || spent + timeOf(file) < FRESH_MS;
    if (fits) spent += timeOf(file);
    return fits;
  });
  const place = join(folder, 'mutate');
  writeConfig(folder, files, ALONE, true);
  writeFileSync(join(place, 'orders.json'), JSON.stringify({ ...orders, fresh: id }));
  writeFileSync(join(place, 'active'), `${id}`);
  const state = (await runVitest(folder, place, 20 * spent + START_MS)) === 'ended' ? 'survived' : 'killed';
  writeFileSync(join(place, 'active'), '0');
  return { mutant, state, tests: plain.filter(({ test }) => files.includes(fileOf(test))).length };
}

/**
 * Runs Vitest in the copy, with its log watched.
 * @param most milliseconds; 0: until the log stands still
 */
function runVitest(folder: string, place: string, most: number): Promise<'ended' | 'failed' | 'hung'> {
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.mutate.config.mjs'], {
    cwd: folder,
    detached: true,
    stdio: process.env.GRIDPREP_MUTATE_OUTPUT ? 'inherit' : 'ignore',
    env: {
      ...process.env,
      CI: '1',
      GRIDPREP_MUTATE: place,
      GRIDPREP_MAPS: resolve(process.env.GRIDPREP_MAPS ?? '../shared/maps'),
      NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'tools/mutate/prelude.mjs')).href}`,
    },
  });
  const start = Date.now();
  let hung = false;
  const watch = setInterval(() => {
    const still = Date.now() - Math.max(start, statSync(join(place, 'log'), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    hung ||=
      most > 0
        ? Date.now() - start > most
        : still > STANDS_MS || (still > HANGS_MS && unfinished(readLog(place)) !== undefined);
    if (hung) end();
  }, 500);
  const end = () => {
    try {
      // The process and all that it has started.
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.prependOnceListener('exit', end);
  return new Promise((done) => {
    child.on('exit', (code) => {
      clearInterval(watch);
      process.off('exit', end);
      end();
      done(hung ? 'hung' : code === 0 ? 'ended' : 'failed');
    });
  });
}
