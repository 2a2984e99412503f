/** The runtime as games bundle it: today's, and the one of an older commit, to measure it against. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The last commit before the engine of jump lines. */
const YARDSTICK = '0d7396d';
const FOLDER = 'build/bench';

async function bundle(entry: string, outfile: string): Promise<string> {
  await build({ entryPoints: [entry], outfile, bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022' });
  return outfile;
}

export const bundleToday = (): Promise<string> => bundle('src/runtime/index.ts', join(FOLDER, 'today.mjs'));

/** Made once, from the repository's own history. @throws {Error} if that does not have the commit: a shallow clone */
export async function bundleYardstick(): Promise<string> {
  const outfile = join(FOLDER, `yardstick-${YARDSTICK}.mjs`);
  if (existsSync(outfile)) return outfile;
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-yardstick-'));
  try {
    const archive = execFileSync('git', ['archive', YARDSTICK, 'src'], { maxBuffer: 1 << 28 });
    execFileSync('tar', ['x', '-C', folder], { input: archive });
    return await bundle(join(folder, 'src/runtime.ts'), outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
