/**
 * `npm run fuzz:blobs [-- CASES SEED]`: damaged blobs, maps and scenario files through all readers and engines, in a thread that is watched:
 * no case may hang, throw anything but an error of ours, or take memory that its map does not need.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fuzzCase, fuzzCorpus } from '../../src/testing/fuzz.js';

/** Cases that take longer together, in milliseconds, hang, however busy the machine is: mostly they take 200. */
const HANGS_MS = 60_000;
/** Bytes of typed arrays that a case may leave: 30 x 24 cells need much less. */
const MOST_BYTES = 64e6;
const EVERY = 100;

interface Work {
  cases: number;
  seed: number;
}

async function work({ cases, seed }: Work): Promise<void> {
  const corpus = await fuzzCorpus();
  let refused = 0;
  let slowest = 0;
  let largest = 0;
  for (let i = seed * 10_000_000, end = i + cases; i < end; i++) {
    if (i % EVERY === 0) parentPort?.postMessage({ at: i });
    const start = performance.now();
    try {
      if (fuzzCase(corpus, i).refused) refused++;
    } catch (error) {
      parentPort?.postMessage({ failed: `case ${i}: ${(error as Error).stack}` });
      return;
    }
    slowest = Math.max(slowest, performance.now() - start);
    if (i % 50 === 0) largest = Math.max(largest, process.memoryUsage().arrayBuffers);
  }
  parentPort?.postMessage({ refused, slowest, largest });
}

function watch(cases: number, seed: number): void {
  const start = performance.now();
  const thread = new Worker(new URL(import.meta.url), { workerData: { cases, seed } satisfies Work });
  let at = seed * 10_000_000;
  const hangs = () => {
    console.error(`hangs at one of the cases ${at} to ${at + EVERY - 1}`);
    process.exit(1);
  };
  let timer = setTimeout(hangs, HANGS_MS + 60_000);
  thread.on('message', (message) => {
    clearTimeout(timer);
    if ('at' in message) {
      at = message.at;
      timer = setTimeout(hangs, HANGS_MS);
    } else if ('failed' in message) {
      console.error(message.failed);
      process.exitCode = 1;
    } else {
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      const { refused, slowest, largest } = message;
      console.log(
        `${cases} cases, seed ${seed}: ${refused} refused, the others harmless; slowest ${slowest.toFixed(0)} ms, arrays at most ${(largest / 1e6).toFixed(1)} MB, process at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, ${seconds} s`,
      );
      if (largest > MOST_BYTES) process.exitCode = 1;
    }
  });
}

if (isMainThread) {
  const [cases = 100_000, seed = 1] = process.argv.slice(2).map(Number);
  watch(cases, seed);
} else await work(workerData as Work);
