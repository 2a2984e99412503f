/** Questions on the terminal. */
import { createInterface } from 'node:readline/promises';
import { visible } from './output.js';

/**
 * Asks a yes or no question.
 * @param yes the answer by `--yes`
 * @returns false without a terminal, or at its end
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
