/**
 * The playground as one file: `npm run tool playground -- [FOLDER]`.
 *
 * Writes `playground/index.html` to the folder, `build` without one: the page of `prep view` that draws, bakes and
 * downloads maps in the browser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { rolldown } from 'rolldown';
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

const [script, baker] = await Promise.all([`${ROOT}/page.ts`, `${ROOT}/worker.ts`].map(bundle));
/** Readers that few files need; all others are one chunk, which packs better than its parts. */
const RARE =
  /src.maps.(ldtk|vtt|ros|rpg-maker|rows|literals|floors|cells|png|csv|digits)|walls.(ldtk|value)-picture|tiled.xml|sax/;

/** The readers of maps as a module that loads chunks of formats when a file needs them. */
async function splitReaders(dir: string): Promise<void> {
  const here = 'src/view/page/walls';
  const inBrowser = {
    name: 'in-browser',
    resolveId(id: string) {
      if (/^(node:|(stream|string_decoder)$)/.test(id)) return resolve(here, 'node.ts');
      return /\/regular\.js$/.test(id) ? resolve(here, 'folder.ts') : undefined;
    },
  };
  const made = await rolldown({
    input: { worker: join(here, 'worker.ts') },
    ...{ platform: 'browser', plugins: [inBrowser], transform: { target: 'es2022' }, logLevel: 'silent' },
  });
  const groups = [{ name: 'base', test: (id: string) => !RARE.test(id) }];
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  await made.write({ dir, format: 'esm', minify: true, comments: false, ...names, codeSplitting: { groups } });
  await made.close();
}

const [style, worker] = ['view.css', 'view-worker.js'].map((name) => readFileSync(`dist/pages/${name}`, 'utf8'));
const pageWith = (parts: Pick<PageParts, 'readers'>) =>
  viewPage({ maps: [], faults: [], live: false }, { script, style, worker, baker, ...parts }, 'Playground');
// One file that opens from disk, and a smaller one for the site, which loads the readers when a file needs them.
const page = pageWith({ readers: { code: wallsCode() } });
mkdirSync(join(folder, 'playground'), { recursive: true });
writeFileSync(join(folder, 'playground/index.html'), page);
writeFileSync(join(folder, 'playground/site.html'), pageWith({ readers: { url: 'readers/worker.js' } }));
await splitReaders(join(folder, 'playground/readers'));
console.log(`${join(folder, 'playground/index.html')}: ${(page.length / 1e6).toFixed(2)} MB`);
