/**
 * Loaded before everything else (`node --import`) into the process that runs the tests, those that they start, and their threads: which mutant is
 * active, which ones were reached, and how many turns of loops are left. The folder in GRIDPREP_MUTATE has a file `active` with the number of the mutant,
 * which the runner writes, and `reached`, to which other processes add. Threads share the memory of their process.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const folder = process.env.GRIDPREP_MUTATE;
const KEY = 'gridprep-mutate';
/** Places of the shared memory; from REACHED on one for each mutant. */
const [ACTIVE, RUN, IS_RUNNER, REACHED] = [0, 1, 2, 8];
/** Turns of loops that a command or a thread may take while a mutant is active. */
const TURNS = 3e8;

let state = isMainThread ? undefined : getEnvironmentData(KEY);
if (!state) {
  state = new Int32Array(new SharedArrayBuffer(4 * 4096));
  state[ACTIVE] = readActive();
  setEnvironmentData(KEY, state);
}
globalThis.$mutants = state;

globalThis.$mutant = (id) => {
  if (state[REACHED + id] === 0) {
    state[REACHED + id] = 1;
    if (state[IS_RUNNER] === 0) appendFileSync(`${folder}/reached`, `${id}\n`);
  }
  return state[ACTIVE] === id;
};

globalThis.$guard = {
  left: 0,
  run: -1,
  stop() {
    if (this.run !== state[RUN] || state[ACTIVE] === 0) {
      this.run = state[RUN];
      this.left = TURNS;
      return true;
    }
    this.left = 0;
    throw new Error('a loop of the mutant does not end');
  },
};

// The shared process of tests runs one command after another, each under the mutant of that moment. A listener here would take the
// messages that come before the process listens.
if (isMainThread && process.argv[1]?.endsWith('prep-server.js')) {
  const { emit } = process;
  process.emit = function (event, ...values) {
    if (event === 'message') {
      state.fill(0, REACHED);
      state[ACTIVE] = readActive();
      state[RUN]++;
    }
    return emit.call(this, event, ...values);
  };
}

function readActive() {
  try {
    return Number(readFileSync(`${folder}/active`, 'utf8'));
  } catch {
    return 0;
  }
}
