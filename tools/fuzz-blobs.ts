/**
 * Forged and damaged blobs through all readers and engines: `npm run tool fuzz-blobs -- [CASES] [--seed N] [--first N] [--bombs]`.
 *
 * Every kind of section, worlds, tiles, changes, files of agents, every move rule; most with all checksums made right. Every hundredth case is a
 * small blob that declares much. No case may hang, crash, throw anything but an error of ours, give an illegal path, take a second, or 64 MB beyond
 * what its map takes. A case that seems to is repeated in isolation. Every other part of 2500 cases runs where there is no WebAssembly. Prints a table of
 * what was forged, how often, and what held. `1 --first CASE` repeats a case; `--bombs` runs only every hundredth.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BlobError } from '../src/core/errors.js';
import { inspectBlob } from '../src/engines/inspect.js';
import { loadForTools, TOOL_ENGINES } from '../src/lab/engines/all.js';
import { loadWorld } from '../src/world/world.js';
import { bomb, closeBombs } from '../test/bombs.js';
import { fuzzCase } from '../test/fuzz.js';
import { fuzzCorpus } from '../test/fuzz-corpus.js';
import { random } from '../test/grids.js';
import { handBombs } from '../test/hand-bombs.js';

/** Milliseconds after which a case hangs. */
const HANGS_MS = 300_000;
/** Most processor time of a case, in milliseconds, and most bytes beyond its map's. */
const [MOST_MS, MOST_BYTES] = [1000, 64e6];
/** A map itself: bytes for a cell (cells, components, lines, a copy), and milliseconds for a million cells. */
const [BYTES_A_CELL, MS_A_MEGACELL] = [16, 400];
const BOMB_EVERY = 100;
const PART = 2500;
/** Before Node's own module loader looks for it. */
const WITHOUT_WASM = 'data:text/javascript,delete globalThis.WebAssembly';

/** Result of a case: milliseconds of processor time, and bytes beyond the map's. */
type Result = { what: string; refused: boolean; paths: number; ms: number; bytes: number };
/** A case begins, or has ended. */
type Message = { at: number; result?: Result; fault?: string };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    bombs: { type: 'boolean', default: false },
    work: { type: 'string' },
  },
});
/** Made by the first case that needs them. */
let corpus: ReturnType<typeof fuzzCorpus> | undefined;
let bombs: ReturnType<typeof handBombs> | undefined;
/** Every hundredth case is a bomb of chance, and the one in the middle of each hundred one made by hand. */
const isBomb = (i: number) => i % (BOMB_EVERY / 2) === 0;

async function bombOf(i: number) {
  if (i % BOMB_EVERY > 0) {
    bombs ??= handBombs();
    const all = await bombs;
    return all[Math.floor(i / BOMB_EVERY) % all.length][1]();
  }
  const next = random(i + 1);
  for (let n = 0; n < 8; n++) next();
  return bomb(next);
}

/** A case, whichever it is. Each reader of a bomb is measured; the highest figures count. */
async function runCase(i: number): Promise<Result> {
  if (!isBomb(i)) {
    corpus ??= fuzzCorpus();
    const samples = await corpus;
    const measured = measure();
    return { ...(await fuzzCase(samples, i)), ...measured(0) };
  }
  const { what, bytes, cells, partners = [] } = await bombOf(i);
  const load = (engine: string) => () => void loadForTools([bytes, ...partners], { engine });
  const readers = what.endsWith('world')
    ? [() => void loadWorld(bytes, { loadTile: () => bytes })]
    : [() => void inspectBlob(bytes), ...Object.keys(TOOL_ENGINES).map(load)];
  const result = { what, refused: false, paths: 0, ms: 0, bytes: 0 };
  for (const read of readers) {
    const measured = measure();
    try {
      read();
    } catch (error) {
      if (!(error instanceof BlobError)) throw new Error(`${what}: ${(error as Error).stack}`);
      const used = measured(cells);
      result.refused ||= error.code !== 'missing';
      result.ms = Math.max(result.ms, used.ms);
      result.bytes = Math.max(result.bytes, used.bytes);
    }
  }
  return result;
}

/** Begins to measure. @returns what ends it: processor time and the peak of memory, both without what the map takes itself */
function measure(): (cells: number) => { ms: number; bytes: number } {
  const status = () => readFileSync('/proc/self/status', 'utf8');
  const bytesOf = (field: string) => 1024 * Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status())?.[1] ?? 0);
  writeFileSync('/proc/self/clear_refs', '5');
  const before = bytesOf('VmRSS');
  const cpu = process.cpuUsage();
  return (cells) => {
    const { user, system } = process.cpuUsage(cpu);
    return {
      ms: Math.max(0, (user + system) / 1000 - (MS_A_MEGACELL * cells) / 1e6),
      bytes: Math.max(0, bytesOf('VmHWM') - before - BYTES_A_CELL * cells),
    };
  };
}

/** Runs cases in a separate process. */
async function work(from: number, end: number): Promise<void> {
  const send = (message: Message) => new Promise((sent) => process.send?.(message, sent));
  for (let at = from; at < end; at++) {
    if (values.bombs && !isBomb(at)) continue;
    await send({ at });
    try {
      let result = await runCase(at);
      const isMuch = () => result.ms > MOST_MS || result.bytes > MOST_BYTES;
      // Garbage of earlier cases, compilers or another process may be the cause: run it once more in isolation.
      for (let again = 0; again < 2 && isMuch(); again++) {
        globalThis.gc?.();
        result = await runCase(at);
      }
      const { what, ms, bytes } = result;
      const fault = `${what} took ${Math.round(ms)} ms and ${Math.round(bytes / 1e6)} MB`;
      await send({ at, result, ...(isMuch() && { fault }) });
    } catch (error) {
      await send({ at, fault: `${(error as Error).stack}` });
    }
  }
  await closeBombs();
  process.disconnect?.();
}

/** Cases by the damaged part, and the first case of each kind of fault. */
const rows: Record<string, { times: number; refused: number; paths: number; slowestMs: number; mostMB: number }> = {};
const faults: Record<string, { first: number; times: number }> = {};

function take({ at, result, fault }: Message): void {
  if (result) {
    const { what, refused, paths, ms, bytes } = result;
    rows[what] ??= { times: 0, refused: 0, paths: 0, slowestMs: 0, mostMB: 0 };
    const row = rows[what];
    row.times++;
    row.refused += Number(refused);
    row.paths += paths;
    row.slowestMs = Math.max(row.slowestMs, Math.round(ms));
    row.mostMB = Math.max(row.mostMB, Math.round(bytes / 1e6));
  }
  if (!fault) return;
  // Failures that look alike are printed once.
  const kind = fault.replace(/\d+(\.\d+)?/g, 'N').slice(0, 300);
  faults[kind] ??= { first: at, times: 0 };
  if (faults[kind].times++ === 0) console.error(`case ${at}: ${fault}`);
  process.exitCode = 1;
}

/** Runs cases in a child until one hangs or crashes. @returns the case to continue with */
async function watch(from: number, end: number): Promise<number> {
  const argv = ['--work', `${from}-${end}`, ...(values.bombs ? ['--bombs'] : [])];
  const withWasm = Math.floor(from / PART) % 2 === 0;
  const execArgv = ['--expose-gc', ...(withWasm ? [] : ['--import', WITHOUT_WASM])];
  const child = fork(fileURLToPath(import.meta.url), argv, { execArgv });
  const kill = () => child.kill('SIGKILL');
  let [at, timer] = [from, setTimeout(kill, HANGS_MS)];
  child.on('message', (message: Message) => {
    clearTimeout(timer);
    [at, timer] = [message.at, setTimeout(kill, HANGS_MS)];
    take(message);
  });
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  if (code === 0) return end;
  take({ at, fault: code === null ? 'hangs or runs out of memory' : 'crashes' });
  return at + 1;
}

if (values.work) {
  const [from, end] = values.work.split('-').map(Number);
  await work(from, end);
} else {
  const first = 10_000_000 * Number(values.seed) + Number(values.first);
  const end = first + Number(positionals[0] ?? 200_000);
  for (let at = first; at < end; ) at = await watch(at, Math.min(end, (Math.floor(at / PART) + 1) * PART));
  console.table(Object.fromEntries(Object.entries(rows).sort()));
  const sum = (key: 'refused' | 'paths') => Object.values(rows).reduce((total, row) => total + row[key], 0);
  const did = `${sum('refused')} refused by name, ${sum('paths')} legal paths`;
  console.log(`${end - first} cases from ${first}: ${did}; ${Object.keys(faults).length} faults`);
  for (const [text, { first: at, times }] of Object.entries(faults))
    console.log(`case ${at}, ${times} times: ${text.split('\n')[0]}`);
}
