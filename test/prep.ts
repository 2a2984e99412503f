/** The command line as it is built: in its own process, as a user runs it, or, much faster, in one that all tests share. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { compiled, PREP } from './compiled.js';

export { PREP };
export const COURTYARD = 'fixtures/maps/courtyard.map';
export const SPIRAL = 'fixtures/maps/spiral.map';

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command in this folder, in the shared process. */
export function prep(...argv: string[]): Promise<Run> {
  return prepIn('.', argv);
}

/**
 * Runs a command in a folder, in the shared process.
 * @param fault one of `faults.ts`, caused in a separate process and its threads
 */
export function prepIn(folder: string, argv: string | string[], fault?: string): Promise<Run> {
  if (fault !== undefined) return prepAlone(folder, argv, fault);
  server ??= startServer();
  return server.run(resolve(folder), words(argv));
}

/** The first argument may be a whole line: `jps a.map -d`. */
function words(argv: string | string[]): string[] {
  const [line, ...rest] = [argv].flat();
  return line === undefined ? [] : [...line.split(' '), ...rest];
}

/** Runs a command in a folder, in a separate process. */
export function prepAlone(folder: string, argv: string | string[], fault?: string): Promise<Run> {
  return nodeIn(folder, [resolve(PREP), ...words(argv)], fault);
}

/** All test files that a worker of vitest runs share it; it ends when that does. */
let server: ReturnType<typeof startServer> | undefined;

/** The process that runs `prep-server.ts`. After a command that brings it down the next one has a new one. */
function startServer() {
  compiled();
  const child: ChildProcess = fork('build/test/prep-server.js', { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const waiting = new Map<number, { done(result: Run): void; failed(error: Error): void }>();
  // A test that waits for an answer keeps the process alive.
  child.unref();
  child.channel?.unref();
  let [count, stderr] = [0, ''];
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  child.on('message', ({ id, result }: { id: number; result: Run }) => {
    waiting.get(id)?.done(result);
    waiting.delete(id);
  });
  child.on('exit', (code) => {
    server = undefined;
    for (const { failed } of waiting.values())
      failed(new Error(`the shared process has ended with code ${code}: ${stderr}`));
  });
  return {
    run: (folder: string, argv: string[]) =>
      new Promise<Run>((done, failed) => {
        waiting.set(++count, { done, failed });
        child.send({ id: count, folder, argv });
      }),
  };
}

/** The same for any program. @param argv its file first */
export function nodeIn(folder: string, argv: string[], fault?: string): Promise<Run> {
  compiled();
  const faults = fault === undefined ? [] : ['--import', pathToFileURL('build/test/faults.js').href];
  const options = { cwd: folder, env: { ...process.env, GRIDPREP_FAULT: fault } };
  return new Promise((done) => {
    const child = execFile(process.execPath, [...faults, ...argv], options, (_, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Runs a command that must succeed quietly. @returns stdout */
export async function good(...argv: string[]): Promise<string> {
  const { stdout, ...rest } = await prep(...argv);
  expect(rest).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** The first object of what a command printed with `--json`. */
export function firstObject(stdout: string) {
  return JSON.parse(stdout.slice(0, stdout.indexOf('\n')));
}

/** Runs a command that must print nothing but this one line on stderr. */
export async function bad(argv: string | string[], message: string, code = 2): Promise<void> {
  expect(await prepIn('.', argv)).toEqual({ code, stdout: '', stderr: `prep: ${message}\n` });
}

/** An empty folder, removed after the test that asked for it. */
export function temporaryFolder(): string {
  const folder = makeTemporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** For `beforeAll`, which must remove it in `afterAll`. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'gridprep-'));
}
