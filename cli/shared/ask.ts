/** Questions on the terminal. */
import { createInterface } from 'node:readline/promises';
import { visible } from './output.js';

/**
 * Asks before something is changed.
 * @param yes the answer that was given on the command line
 * @returns false where nobody can answer: no terminal, or its end
 */
export async function confirm(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((done) => lines.once('close', () => done('')));
  try {
    const answer = await Promise.race([lines.question(`${visible(question)} [y/N] `), ended]);
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    lines.close();
  }
}
