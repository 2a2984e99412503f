/** The runtime as a game would ship it: one minified file. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bundles a snippet that imports from `gridprep/runtime`, written here as `./src/entry/runtime.ts`. */
export async function bundle(
  code: string,
  format: 'esm' | 'iife' = 'esm',
): Promise<{ code: string; inputs: string[]; gzipped: number }> {
  const result = await build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format,
    platform: 'browser',
    target: 'es2022',
  });
  const text = result.outputFiles[0].text;
  // Of the files that were looked at those of which something is left.
  const [{ inputs }] = Object.values(result.metafile.outputs);
  return { code: text, inputs: Object.keys(inputs), gzipped: gzipSync(text, { level: 9 }).length };
}
