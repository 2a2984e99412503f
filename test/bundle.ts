/** The runtime as a game ships it: one minified file. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { compiled } from './compiled.js';

/** The file behind `gridprep/runtime`, brought up to date. */
export function builtRuntime(): string {
  compiled();
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { default: string }>;
  };
  return resolve(exports['./runtime'].default);
}

let script: Promise<{ code: string }> | undefined;

/** The runtime from its sources as a script, which sets `gridprep`; made once for all tests of a process. */
export async function runtimeScript(): Promise<string> {
  script ??= bundle(`import * as runtime from './src/entry/runtime.ts'; globalThis.gridprep = runtime;`, 'iife');
  return (await script).code;
}

/** Bundles a module, minified. */
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
  // Files that contribute to the bundle.
  const [{ inputs }] = Object.values(result.metafile.outputs);
  return { code: text, inputs: Object.keys(inputs), gzipped: gzipSync(text, { level: 9 }).length };
}
