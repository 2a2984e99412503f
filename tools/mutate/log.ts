/** What the command and its runner tell each other, through files of the folder in GRIDPREP_MUTATE. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A line of the log. */
export type LogLine =
  | { event: 'plain'; test: string; ms: number; reached: number[] }
  | { event: 'unrepeatable'; test: string; error: string }
  | { event: 'begin'; test: string; id: number }
  | { event: 'survived'; test: string; id: number; ms: number }
  | { event: 'killed'; test: string; id: number; ms: number; error: string }
  /** The process ends because a test goes on after its time. */
  | { event: 'stopped' }
  | { event: 'loaded'; file: string; reached: number[] };

/** What the command tells the runner. */
export interface Orders {
  /** Mutants that are looked at. */
  ids: number[];
  /** Test files whose tests always run; others run while there is time. */
  always: string[];
  /** One mutant, active from the start, each test once. */
  fresh?: number;
  /** Tests that are left out. */
  skip: string[];
}

export function appendLog(folder: string, line: LogLine): void {
  appendFileSync(`${folder}/log`, `${JSON.stringify(line)}\n`);
}

export function readLog(folder: string): LogLine[] {
  if (!existsSync(`${folder}/log`)) return [];
  const lines = readFileSync(`${folder}/log`, 'utf8').split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** The trial that has begun and not ended, if a process has stopped in its middle. */
export function unfinished(log: LogLine[]): { test: string; id: number } | undefined {
  const last = log.findLast((line) => line.event === 'begin' || line.event === 'survived' || line.event === 'killed');
  return last?.event === 'begin' ? last : undefined;
}
