/**
 * Damaged blobs through all readers and engines: `npm run tool fuzz-blobs -- [CASES SEED FIRST]`.
 *
 * Half of them have forged checksums. In a process that is watched: no case may hang, crash, throw anything but an error of ours, give an illegal path, or take memory that its map
 * does not need. The second half of the cases runs where there is no WebAssembly. `npm run tool fuzz-blobs -- 1 SEED FIRST` repeats one case.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fuzzCase } from '../test/fuzz.js';
import { fuzzCorpus } from '../test/fuzz-corpus.js';

/** A case that takes longer, in milliseconds, hangs, however busy the machine is: mostly it takes 3. */
const HANGS_MS = 30_000;
/**
 * Bytes of address space that a run may take beyond what it has at its start: what is reserved and never touched counts, too. Only told where there is no
 * WebAssembly, every memory of which reserves ten gigabytes of addresses, whatever its size.
 */
const MOST_BYTES = 1e9;
/** Before Node's own module loader looks for it. */
const WITHOUT_WASM = 'data:text/javascript,delete globalThis.WebAssembly';
/** Bytes that a run may really take. */
const MOST_RESIDENT = 4e8;
/** Case numbers of a seed. */
const SEED = 10_000_000;
const TELL_EVERY = 10_000;

/** What the process tells: the case that it begins, a fault in it, or how far it has come. */
type Message = { at: number } | { failed: number; stack: string } | { totals: Totals; grown?: number };

interface Totals {
  cases: number;
  forged: number;
  refused: number;
  paths: number;
  /** The case that took longest, and its time in milliseconds. */
  slowest: [number, number];
  /** Peak of the process, in bytes. */
  memory: number;
}

async function work(from: number, end: number): Promise<void> {
  const tell = (message: Message) => process.send?.(message);
  const corpus = await fuzzCorpus();
  const totals: Totals = { cases: 0, forged: 0, refused: 0, paths: 0, slowest: [0, 0], memory: 0 };
  const before = addressSpace('VmSize');
  for (let i = from; i < end; i++) {
    tell({ at: i });
    const start = performance.now();
    totals.cases++;
    try {
      const { forged, refused, paths } = fuzzCase(corpus, i);
      totals.forged += Number(forged);
      totals.refused += Number(refused);
      totals.paths += paths;
    } catch (error) {
      tell({ failed: i, stack: `${(error as Error).stack}` });
    }
    const time = performance.now() - start;
    if (time > totals.slowest[1]) totals.slowest = [i, time];
    totals.memory = 1024 * process.resourceUsage().maxRSS;
    if (totals.cases % TELL_EVERY === 0) tell({ totals });
    // Lets what was told leave.
    if (i % 100 === 0) await new Promise(setImmediate);
  }
  tell({ totals, grown: addressSpace('VmPeak') - before });
}

/** Bytes, 0 where the system does not tell. */
function addressSpace(field: 'VmSize' | 'VmPeak'): number {
  try {
    return 1024 * Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Failures that look alike are told once, with the first case that has them. */
function faultList() {
  const faults = new Map<string, number>();
  return (i: number, text: string) => {
    const kind = text.replace(/\d+(\.\d+)?/g, 'N');
    const times = (faults.get(kind) ?? 0) + 1;
    faults.set(kind, times);
    if (times === 1) console.error(`case ${i}: ${text}`);
    else if (times === 10 ** Math.round(Math.log10(times))) console.error(`case ${i}: ${times} times: ${text.split('\n')[0]}`);
    process.exitCode = 1;
  };
}

/** Runs the cases in a process; after one that hangs or crashes, goes on in another. */
function watch(from: number, end: number, withWasm: boolean, fault: ReturnType<typeof faultList>): void {
  const start = performance.now();
  const child = fork(fileURLToPath(import.meta.url), ['--work', String(from), String(end)], {
    execArgv: withWasm ? [] : ['--import', WITHOUT_WASM],
  });
  let at = from;
  let done = false;
  let reason = 'crashes';
  const hangs = () => {
    reason = 'hangs';
    child.kill('SIGKILL');
  };
  let timer = setTimeout(hangs, 2 * HANGS_MS);
  child.on('message', (message: Message) => {
    if ('at' in message) {
      at = message.at;
      clearTimeout(timer);
      timer = setTimeout(hangs, HANGS_MS);
    } else if ('failed' in message) fault(message.failed, message.stack);
    else {
      const { cases, forged, refused, paths, slowest, memory } = message.totals;
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(
        `${cases} blobs from case ${from}: ${forged} forged, ${refused} refused, ${paths} legal paths; slowest ${slowest[1].toFixed(0)} ms (case ${slowest[0]}), process at most ${(memory / 1e6).toFixed(0)} MB, ${seconds} s`,
      );
      if (message.grown === undefined) return;
      done = true;
      if (memory > MOST_RESIDENT) fault(at, `the process took more than ${MOST_RESIDENT / 1e6} MB`);
      if (withWasm) return;
      console.log(`address space grew by ${(message.grown / 1e6).toFixed(0)} MB`);
      if (message.grown > MOST_BYTES) fault(at, `address space grew by more than ${MOST_BYTES / 1e6} MB`);
    }
  });
  child.on('exit', () => {
    clearTimeout(timer);
    if (done) return;
    fault(at, reason);
    if (at + 1 < end) watch(at + 1, end, withWasm, fault);
  });
}

const [mode, ...range] = process.argv.slice(2);
if (mode === '--work') await work(Number(range[0]), Number(range[1]));
else {
  const [cases = 100_000, seed = 1, first = 0] = process.argv.slice(2).map(Number);
  const from = seed * SEED + first;
  const middle = from + Math.ceil(cases / 2);
  const fault = faultList();
  watch(from, middle, true, fault);
  if (middle < from + cases) watch(middle, from + cases, false, fault);
}
