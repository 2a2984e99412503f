/**
 * The playground as one file: `npm run tool playground -- [FOLDER]`.
 *
 * Writes `playground/index.html` to the folder, `build` without one: the page of `prep view` that draws, bakes and
 * downloads maps in the browser.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type PageParts, viewPage, wallsCode } from '../src/view/html.js';

const [folder = 'build'] = process.argv.slice(2);
const ROOT = 'src/view/playground';
/** The codec without WebAssembly, which every browser of the page has. */
const UNUSED = /^\.\/zstd-codec-binding\.js$/;

const withoutNode: Plugin = {
  name: 'without-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:crypto$/ }, () => ({ path: `${process.cwd()}/src/entry/in-worker.ts` }));
    onResolve({ filter: /^node:/ }, () => ({ path: `${process.cwd()}/${ROOT}/node.ts` }));
    onResolve({ filter: /^(fs|path|crypto)$/ }, ({ path }) => ({ path, namespace: 'empty' }));
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'empty' }));
    onLoad({ filter: /^/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { 'import.meta.url': '"https://playground.invalid/"' },
    plugins: [withoutNode],
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

const [script, style, worker, baker] = await Promise.all(
  [`${ROOT}/page.ts`, 'src/view/page/page.css', 'src/view/page/worker.ts', `${ROOT}/worker.ts`].map(bundle),
);
const readers = wallsCode();
const pageWith = (parts: Pick<PageParts, 'readers'>) =>
  viewPage({ maps: [], faults: [], live: false }, { script, style, worker, baker, ...parts }, 'Playground');
// One file that opens from disk, and a smaller one for the site, which loads the readers when a file needs them.
const page = pageWith({ readers: { code: readers } });
mkdirSync(join(folder, 'playground'), { recursive: true });
writeFileSync(join(folder, 'playground/index.html'), page);
writeFileSync(join(folder, 'playground/site.html'), pageWith({ readers: { url: 'playground-readers.js' } }));
writeFileSync(join(folder, 'playground/playground-readers.js'), readers);
console.log(`${join(folder, 'playground/index.html')}: ${(page.length / 1e6).toFixed(2)} MB`);
