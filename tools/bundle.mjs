/**
 * Writes `dist`, the JavaScript of the package: what games load, an entry a file with shared chunks and source maps; the command line, the build API,
 * plugins and worker threads, in chunks that keep what a command does not use out of its start; pages and the file for browsers.
 *
 * Measured and decided: docs/decisions/surface-build.md.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { minify } from 'terser';
import { shortLines } from './short-lines.mjs';

const COMMON = { bundle: true, target: 'es2022', logLevel: 'warning' };
const ENTRIES = ['runtime', 'debug'];
const PLUGINS = ['vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild'];
/**
 * Packages that stay packages. Bundled are yargs (as a package `prep --version` takes 2.5 times the processor time of an empty
 * Node, bundled 1.9) and msgpackr (as a package it brings an install script for an addon that nothing here uses).
 */
const EXTERNAL =
  /^(zod|p-limit|zstd-codec|unplugin|tinyglobby|bullmq|ioredis|prom-client|better-sqlite3|vite|rollup|rolldown|webpack|@rspack\/core|esbuild|pathfinding|easystarjs|l1-path-finder|ndarray|ngraph\..*|fast-png|fast-xml-parser|node:.*)(\/|$)/;
/** Readers of single formats, which `readMap` imports where a map is of that format. */
const READERS = 'picture|png|csv|cells|ldtk|xml|zstd-frame|colours';

/** Chunks of Node's side; a module that one entry or command alone uses stays with that. */
const GROUPS = [
  {
    name: 'yargs',
    test: /node_modules\/(yargs|yargs-parser|y18n|cliui|string-width|strip-ansi|ansi-[a-z]+|wrap-ansi|get-east-asian-width|emoji-regex|escalade|get-caller-file)\//,
  },
  {
    name: 'base',
    test: /\/src\/(core\/(errors|version|files\/nearest)|pipeline\/build\/record-name)\.ts|\/cli\/shared\/(errors|output|progress|signals|usage)\.ts/,
  },
  {
    name: 'core',
    test: new RegExp(
      `/src/core/(grid|files|threads|blob|search|priced|jps)/|/src/core/maps/(?!${READERS})[^/]+\\.ts|node_modules/msgpackr/`,
    ),
    minShareCount: 2,
  },
  { name: 'engines', test: /\/src\/core\/(runtime|bounds|ch|hpa|table|oracle)\//, minShareCount: 2 },
  { name: 'pipeline', test: /\/src\/(pipeline|core\/artifacts)\//, minShareCount: 2 },
  { name: 'view', test: /\/src\/view\//, minShareCount: 2 },
  { name: 'baselines', test: /\/src\/lab\/baselines\//, minShareCount: 2 },
  { name: 'edit', test: /\/src\/(play|world)\//, minShareCount: 2 },
];

/**
 * Entries of games, which the game's bundler shakes and minifies: a file each with shared chunks, constants computed and in place. Of comments
 * only `@__PURE__` stays, without which no bundler drops what a game does not use (`src/entry/bundle.test.ts`).
 */
async function games() {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, `src/entry/${name}.ts`])),
    platform: 'neutral',
    transform: { target: COMMON.target },
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
  });
  const { output } = await bundle.generate({
    dir: 'dist/entry',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[hash].js',
    sourcemap: true,
  });
  await bundle.close();
  mkdirSync('dist/entry', { recursive: true });
  for (const chunk of output.filter(({ type }) => type === 'chunk')) {
    // Bundlers copy the file of threads as it is: the one without imports.
    const text = chunk.code.replace('new URL("./worker.js"', 'new URL("../browser/worker.js"');
    const { code, map } = await minify(text, {
      module: true,
      compress: { defaults: false, evaluate: true, reduce_vars: true, collapse_vars: true, unused: true },
      mangle: false,
      format: { beautify: true, indent_level: 0, comments: /@__PURE__/, preserve_annotations: true },
      sourceMap: { content: chunk.map, filename: chunk.fileName, url: `${chunk.fileName}.map` },
    });
    const short = shortLines(code);
    writeFileSync(`dist/entry/${chunk.fileName}`, short.code);
    // A place for each line: columns are a third of the packed maps.
    const { mappings, ...rest } = JSON.parse(map);
    const lines = decode(mappings).flatMap((line, i) => [
      line.slice(0, 1).map((place) => place.slice(0, 4)),
      ...Array(short.counts[i] - 1).fill([]),
    ]);
    writeFileSync(`dist/entry/${chunk.fileName}.map`, JSON.stringify({ ...rest, names: [], mappings: encode(lines) }));
  }
}

async function node() {
  const workers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.worker\.ts$|^lab\/bench\/worker\.ts$/.test(file));
  const files = ['entry/index.ts', ...PLUGINS.map((name) => `pipeline/plugin/${name}.ts`), ...workers];
  const bundle = await rolldown({
    input: {
      'cli/prep': 'cli/prep.ts',
      ...Object.fromEntries(files.map((file) => [file.slice(0, -3), `src/${file}`])),
    },
    platform: 'node',
    external: EXTERNAL,
    // The build of msgpackr for browsers: the same bytes, without looking for a native addon.
    resolve: { alias: { msgpackr: `${process.cwd()}/node_modules/msgpackr/index.js` } },
    onLog: (level, log, report) => log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && report(level, log),
  });
  const { output } = await bundle.write({
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: { groups: GROUPS },
    // Names and lines stay: Node prints the line that throws.
    minify: false,
    comments: false,
  });
  await bundle.close();
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** The licenses of the packages that chunks and pages hold. */
function writeLicenses(modules) {
  const folders = [
    ...new Set(modules.flatMap((id) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(resolve(id))?.[0] ?? [])),
  ].sort();
  const texts = folders.flatMap((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    return `${name} ${version}, ${license}\n\n${file && existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, 'utf8').trim() : ''}\n`;
  });
  writeFileSync('dist/LICENSES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}

const pages = async () => {
  const { metafile } = await build({
    ...COMMON,
    metafile: true,
    entryPoints: [
      ...['lab/bench', 'view'].flatMap((room) =>
        ['ts', 'css'].map((kind) => ({ in: `src/${room}/page/page.${kind}`, out: room.split('/').pop() })),
      ),
      { in: 'src/view/page/worker.ts', out: 'view-worker' },
    ],
    outdir: 'dist/pages',
    minify: true,
    lineLimit: 400,
    format: 'iife',
    alias: { 'node:crypto': './src/view/page/crypto.ts' },
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return Object.keys(metafile.inputs);
};

/**
 * The runtime with its overlay as one file, as a module and as a script with the global `gridprep`, and the file of their threads; terser makes them 5 %
 * smaller than esbuild does.
 */
async function browser({ format, file, entry = 'browser' }) {
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: [`src/entry/${entry}.ts`],
    write: false,
    minifySyntax: true,
    format,
    // A script knows its address while it is run: threads are started from the file beside it.
    ...(format === 'iife' && {
      globalName: 'gridprep',
      define: { 'import.meta.url': 'gridprepUrl' },
      banner: { js: 'var gridprepUrl = globalThis.document?.currentScript?.src;' },
    }),
  });
  const { code } = await minify(outputFiles[0].text, {
    module: format === 'esm',
    compress: { passes: 3, ecma: 2022 },
    format: { comments: false },
  });
  mkdirSync('dist/browser', { recursive: true });
  writeFileSync(`dist/browser/${file}`, code);
}

for (const folder of ['chunks', 'entry']) rmSync(`dist/${folder}`, { recursive: true, force: true });
const [ofNode, ofPages] = await Promise.all([
  node(),
  pages(),
  games(),
  browser({ format: 'esm', file: 'gridprep.js' }),
  browser({ format: 'iife', file: 'gridprep.global.js' }),
  browser({ format: 'esm', file: 'worker.js', entry: 'worker' }),
]);
writeLicenses([...ofNode, ...ofPages]);
for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js')) continue;
  const code = readFileSync(`dist/${file}`, 'utf8');
  const short = shortLines(code).code;
  if (short !== code) writeFileSync(`dist/${file}`, short);
}
