/** Builds and workers of a test, each in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compiled, PREP } from './compiled.js';

/** A line of `--json`. */
export type Line = Record<string, unknown> & { event: string };

export interface Process {
  child: ChildProcess;
  /** The output so far, parsed. */
  lines: Line[];
  stderr: string;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
  /** Resolves when a line is there; rejects when the process ends without it. */
  until(found: (line: Line) => boolean): Promise<Line>;
}

/** Starts `prep` with --json. */
export function start(folder: string, argv: string[], env: Record<string, string> = {}): Process {
  compiled();
  const child = spawn(process.execPath, [resolve(PREP), ...argv, '--json'], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const waiting = new Set<() => void>();
  const one: Process = {
    child,
    lines: [],
    stderr: '',
    ended: once(child, 'close').then(([code]) => {
      for (const wake of waiting) wake();
      return code;
    }),
    until(found) {
      return new Promise((done, failed) => {
        const look = () => {
          const line = one.lines.find(found);
          if (line || child.exitCode !== null) waiting.delete(look);
          if (line) done(line);
          else if (child.exitCode !== null) failed(new Error(`it has ended with ${child.exitCode}: ${one.stderr}`));
        };
        waiting.add(look);
        look();
      });
    },
  };
  let rest = '';
  child.stdout?.on('data', (part) => {
    const all = (rest + part).split('\n');
    rest = all.pop() ?? '';
    one.lines.push(...all.map((line) => JSON.parse(line)));
    for (const wake of waiting) wake();
  });
  child.stderr?.on('data', (part) => {
    one.stderr += part;
  });
  return one;
}

/** Starts a worker, and waits until it takes jobs. */
export async function startWorker(
  folder: string,
  queue: string,
  cache: string,
  name: string,
  more: string[] = [],
): Promise<Process> {
  const worker = start(folder, ['worker', queue, '--cache', cache, '--threads', '1', '--name', name, ...more]);
  await worker.until(({ event }) => event === 'ready');
  return worker;
}

/** SHA-256 of every blob in a folder, by name. */
export function sums(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.prep'));
  return Object.fromEntries(
    files.sort().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}
