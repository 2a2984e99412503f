/** The command line as a user runs it: built, in a process of its own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';

export const PREP = 'dist/cli/prep.js';

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function prep(...argv: string[]): Promise<Run> {
  return prepIn('.', argv);
}

/**
 * Runs a command in a folder.
 * @param fault one of `faults.ts`, brought about in that process and its threads
 */
export function prepIn(folder: string, argv: string[], fault?: string): Promise<Run> {
  return nodeIn(folder, [resolve(PREP), ...argv], fault);
}

/** The same for any program. @param argv its file first */
export function nodeIn(folder: string, argv: string[], fault?: string): Promise<Run> {
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

/** Runs a command that must print nothing but this one line on stderr. */
export async function bad(argv: string[], message: string, code = 2): Promise<void> {
  expect(await prep(...argv)).toEqual({ code, stdout: '', stderr: `prep: ${message}\n` });
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
