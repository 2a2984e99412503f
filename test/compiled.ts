/** The JavaScript that commands and worker threads run, brought up to date when the first of them starts: a test that starts none compiles nothing. */
import { spawnSync } from 'node:child_process';

/** The command line. */
export const PREP = 'build/cli/prep.js';

const done = globalThis as { isCompiled?: true };

/** @throws {Error} with what the compiler says */
export function compiled(): void {
  if (done.isCompiled) return;
  const { status, stderr } = spawnSync(process.execPath, ['tools/compile.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  done.isCompiled = true;
}
