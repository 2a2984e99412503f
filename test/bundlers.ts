/** What Rollup and webpack make of a game's imports of the built package, minified: its size says what was left out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import webpack, { type Configuration } from 'webpack';

const minified = async (code: string): Promise<number> => {
  const { code: text } = await transform(code, { minify: true, treeShaking: true, target: 'es2022', format: 'esm' });
  return gzipSync(text, { level: 9 }).length;
};

/** Bytes gzipped. @param code of a module */
export async function sizeByRollup(code: string): Promise<number> {
  const bundle = await rollup({
    input: 'game',
    plugins: [
      { name: 'game', resolveId: (id) => (id === 'game' ? id : null), load: (id) => (id === 'game' ? code : null) },
    ],
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.generate({ format: 'es' });
  return minified(output[0].code);
}

/** Bytes gzipped. @param code of a module */
export async function sizeByWebpack(code: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-webpack-'));
  try {
    await byWebpack(code, folder);
    // Minified by webpack's own minimizer, which it leaves unused declarations to.
    return gzipSync(readFileSync(join(folder, 'out.mjs')), { level: 9 }).length;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes `out.mjs` into a folder. @param more options of webpack */
export async function byWebpack(code: string, folder: string, { output, ...more }: Configuration = {}): Promise<void> {
  writeFileSync(join(folder, 'game.mjs'), code);
  const options: Configuration = {
    mode: 'production',
    entry: join(folder, 'game.mjs'),
    output: { path: folder, filename: 'out.mjs', ...output },
    target: ['web', 'es2022'],
    ...more,
  };
  await new Promise<void>((done, failed) =>
    webpack(options, (error, stats) =>
      error || stats?.hasErrors() ? failed(error ?? new Error(stats?.toString('errors-only'))) : done(),
    ),
  );
}
