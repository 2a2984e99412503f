/** The runtime as games bundle it: today's, and the one of an older commit, to measure it against. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** The last commit before the search had one sorted list, a module that fills in cells, and shared memory. */
const YARDSTICK = '6b80440';
const FOLDER = 'build/bench';

async function bundle(entry: BuildOptions, outfile: string): Promise<string> {
  await build({ ...entry, outfile, bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022' });
  return outfile;
}

export const bundleToday = (): Promise<string> =>
  bundle({ entryPoints: ['src/entry/runtime.ts'] }, join(FOLDER, 'today.mjs'));

/** Made once. @throws {Error} if the history does not have the commit: a shallow clone */
export const bundleYardstick = (): Promise<string> =>
  bundleOf(YARDSTICK, `export * from './src/core/runtime/index.ts';`, 'yardstick');

/**
 * Bundles what an older commit had, from the repository's own history, once.
 * @param contents of a module that exports it, with paths from the repository's folder
 * @returns file of the bundle
 */
async function bundleOf(commit: string, contents: string, name: string): Promise<string> {
  const outfile = join(FOLDER, `${name}-${commit}.mjs`);
  if (existsSync(outfile)) return outfile;
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-yardstick-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'src'], { maxBuffer: 1 << 28 });
    execFileSync('tar', ['x', '-C', folder], { input: archive });
    return await bundle({ stdin: { contents, resolveDir: folder, loader: 'ts' } }, outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
