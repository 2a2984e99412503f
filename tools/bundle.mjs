/**
 * Writes `dist`, the JavaScript of the package: what games load, an entry a file with shared chunks and source maps; the command line, the build API,
 * plugins and worker threads, in chunks that keep what a command does not use out of its start; pages and the file for browsers.
 *
 * Measured and decided: docs/decisions/package.md.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { below, existing } from './places.mjs';

const ENTRIES = ['runtime', 'parts', 'debug'];
const PLUGINS = ['vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild'];
/**
 * Packages that stay packages. Bundled are yargs (as a package `prep --version` takes 2.5 times the processor time of an empty
 * Node, bundled 1.9) and msgpackr (as a package it brings an install script for an addon that nothing here uses).
 */
const EXTERNAL =
  /^(sax|zod|p-limit|zstd-codec|unplugin|tinyglobby|bullmq|ioredis|better-sqlite3|vite|rollup|rolldown|webpack|@rspack\/core|esbuild|pathfinding|easystarjs|l1-path-finder|ndarray|ngraph\..*|fast-png|node:.*)(\/|$)/;
/** Modules of a folder of `node_modules`. */
const packages = (...names) => names.map((name) => `node_modules/${name}`);
/** Chunks of Node's side; a module that only one entry or command uses stays with it. */
const GROUPS = [
  {
    name: 'yargs',
    test: below(
      ...packages('yargs', 'yargs-parser', 'y18n', 'cliui', 'string-width', 'strip-ansi', 'ansi-regex', 'ansi-styles'),
      ...packages('wrap-ansi', 'get-east-asian-width', 'emoji-regex', 'escalade', 'get-caller-file'),
    ),
  },
  {
    name: 'base',
    test: below(
      ...['busy', 'errors', 'limits', 'unknown-names', 'version'].map((name) => `src/core/${name}.ts`),
      ...['errors', 'output', 'signals', 'usage'].map((name) => `cli/shared/${name}.ts`),
    ),
  },
  {
    name: 'core',
    test: below(
      ...['grid', 'files', 'threads', 'blob', 'search', 'options'].map((room) => `src/core/${room}`),
      'src/engines/engine.ts',
      ...['weighted', 'jps'].flatMap(bakesAndQueries),
      ...filesIn('src/maps'),
      ...packages('msgpackr'),
    ),
    minShareCount: 2,
  },
  {
    name: 'engines',
    test: below(
      ...['bounds', 'ch', 'hpa', 'table'].flatMap(bakesAndQueries),
      ...['runtime', 'core/oracle', 'pipeline/estimate'].map((room) => `src/${room}`),
    ),
    minShareCount: 2,
  },
  { name: 'artifacts', test: below(...filesIn('src/engines', 'engine'), ...artifactFiles()), minShareCount: 2 },
  { name: 'view', test: below('src/view'), minShareCount: 2 },
  { name: 'baselines', test: below('src/lab/baselines', 'src/lab/engines'), minShareCount: 2 },
  { name: 'edit', test: below('src/play', ...filesIn('src/world', 'bake', 'tile-maker')), minShareCount: 2 },
  { name: 'prove', test: below('src/pipeline/prove'), minShareCount: 2 },
  // Last: a group takes along what its modules import, and this one imports zod.
  { name: 'pipeline', test: below('src/pipeline', 'src/world'), minShareCount: 2 },
];

/** Files and folders of an engine, without its entry in the list of artifacts. */
function bakesAndQueries(engine) {
  const names = readdirSync(`src/engines/${engine}`).filter((name) => !/^artifact\.ts$|\.test\.ts$/.test(name));
  return names.map((name) => `src/engines/${engine}/${name}`);
}

/** Entries of the list of artifacts. */
function artifactFiles() {
  const files = readdirSync('src/engines').map((name) => `src/engines/${name}/artifact.ts`);
  return files.filter((file) => existsSync(file));
}

/** The files of a folder, without its folders. @param but names that the left out files begin with */
function filesIn(folder, ...but) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  for (const start of but)
    if (!files.some((file) => file.startsWith(start))) throw new Error(`there is no ${folder}/${start}*.ts`);
  return files.filter((file) => !but.some((start) => file.startsWith(start))).map((file) => `${folder}/${file}`);
}

/** Writes bundles below `dist`; what the bundler warns of is an error. @returns the modules that they hold */
async function bundle({ dir = 'dist', define, ...output }, input) {
  const made = await rolldown({
    ...input,
    transform: { target: 'es2022', define },
    onLog(level, log, report) {
      // Some commands import at their start what others import late; pages have no address.
      if (/^(INEFFECTIVE_DYNAMIC_IMPORT|EMPTY_IMPORT_META)$/.test(log.code)) return;
      report(level === 'warn' ? 'error' : level, log);
    },
  });
  const { output: files } = await made.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    comments: false,
    ...output,
  });
  await made.close();
  return files.flatMap(({ moduleIds = [] }) => moduleIds);
}

/**
 * Entries of games, which the game's bundler shakes and minifies: a file each with shared chunks, constants computed and in place. Of comments
 * only `@__PURE__` stays, without which no bundler drops what a game does not use (`src/entry/bundle.test.ts`).
 */
async function games() {
  const modules = await bundle(
    {
      dir: 'dist/entry',
      chunkFileNames: 'chunk-[hash].js',
      sourcemap: true,
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
      comments: { legal: false, annotation: true, jsdoc: false },
    },
    {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `src/entry/${name}.ts`])),
      platform: 'neutral',
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
    },
  );
  // Bundlers copy the file of threads as it is: the one without imports. Vite would copy it into every bundle.
  const code = readFileSync('dist/entry/runtime.js', 'utf8');
  writeFileSync(
    'dist/entry/runtime.js',
    code.replace(/new URL\("\.\/((?:bake-)?worker\.js)"/g, 'new URL(/* @vite-ignore */ "../browser/$1"'),
  );
  // The map of the overlay would be a tenth of the package; a file that names a missing one is an error in Vite.
  const overlay = readFileSync('dist/entry/debug.js', 'utf8');
  writeFileSync('dist/entry/debug.js', overlay.replace(/\n\/\/# sourceMappingURL=.*/, ''));
  rmSync('dist/entry/debug.js.map');
  return modules;
}

function node() {
  const workers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.worker\.ts$/.test(file));
  const files = [
    'entry/index.ts',
    ...PLUGINS.map((name) => `pipeline/plugin/${name}.ts`),
    'lab/bench/worker.ts',
    ...workers,
  ];
  return bundle(
    // Names and lines stay: Node prints the line that throws.
    { chunkFileNames: 'chunks/[name].js', codeSplitting: { groups: GROUPS } },
    {
      input: {
        'cli/prep': 'cli/prep.ts',
        ...Object.fromEntries(files.map((file) => [file.slice(0, -3), `src/${file}`])),
      },
      platform: 'node',
      external: EXTERNAL,
      // The build of msgpackr for browsers: the same bytes, without looking for a native addon.
      resolve: { alias: { msgpackr: `${process.cwd()}/node_modules/msgpackr/index.js` } },
    },
  );
}

/** The readers of maps in a browser: the same files, with these in place of Node's modules and of files on disk. */
const readers = {
  name: 'readers in the browser',
  resolveId: (id) =>
    /^(node:|(stream|string_decoder)$)/.test(id)
      ? resolve('src/view/page/walls/node.ts')
      : /\/regular\.js$/.test(id)
        ? resolve('src/view/page/walls/folder.ts')
        : undefined,
};

/** A script of a page, which its HTML holds. */
const page = (name, file, plugins = []) =>
  bundle(
    { dir: 'dist/pages', format: 'iife', minify: true },
    {
      input: { [name]: file },
      plugins,
      platform: 'browser',
      preserveEntrySignatures: false,
      resolve: { alias: { 'node:crypto': `${process.cwd()}/src/entry/in-worker.ts` } },
    },
  );

/** A file that a browser loads without a bundler. */
const browser = (name, entry, output, input) =>
  bundle(
    { dir: 'dist/browser', minify: true, ...output },
    { input: { [name]: `src/entry/${entry}.ts` }, platform: 'browser', ...input },
  );

/** Reads the version from `package.json`, which browsers do not have. */
const [VERSION] = existing('src/core/version.ts');

/** What bakes use of Node, in a worker of a browser: a hash, a turn of the event loop, the version; no threads, and no compressor. */
const inBrowser = {
  name: 'node in the browser',
  resolveId: (id) => (/^node:|^zstd-codec$/.test(id) ? resolve('src/entry/in-worker.ts') : undefined),
  load: (id) =>
    id === resolve(VERSION)
      ? `export const version = ${JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version)}; export const workerFile = String;`
      : undefined,
};

/** Breaks lines of minified code after about 300 characters: Node prints the whole line that throws. */
function breakLines(code) {
  const places = [];
  const collect = (node) => {
    for (const one of Array.isArray(node) ? node : []) collect(one);
    if (typeof node?.type !== 'string') return;
    const lists = [
      node.arguments,
      node.elements,
      node.properties,
      node.expressions?.slice(1),
      node.declarations?.slice(1),
    ];
    if (/^(Program|BlockStatement|ClassBody)$/.test(node.type)) lists.push(node.body);
    if (node.type === 'SwitchCase') lists.push(node.consequent);
    if (/^(Logical|Binary)Expression$/.test(node.type)) lists.push([node.right]);
    if (node.type === 'ConditionalExpression') lists.push([node.consequent, node.alternate]);
    places.push(...lists.flatMap((list) => list ?? []).map((one) => one?.start));
    for (const value of Object.values(node)) if (typeof value === 'object') collect(value);
  };
  collect(parseAst(code, { lang: 'js' }));
  let start = 0;
  let short = '';
  for (const place of places.sort((a, b) => a - b)) {
    if (!(place - start > 300)) continue;
    short += `${code.slice(start, place)}\n`;
    start = place;
  }
  return short + code.slice(start);
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

for (const folder of ['chunks', 'entry', 'pages']) rmSync(`dist/${folder}`, { recursive: true, force: true });
const modules = await Promise.all([
  node(),
  page('view', 'src/view/page/main.ts'),
  page('view-worker', 'src/view/page/worker.ts'),
  page('walls-worker', 'src/view/page/walls/worker.ts', [readers]),
  games(),
  browser('gridprep', 'browser'),
  browser('gridprep.global', 'browser', {
    format: 'iife',
    name: 'gridprep',
    // A script has its address while it runs: threads start from the file next to it.
    define: { 'import.meta.url': 'address' },
    intro: 'const address = globalThis.document?.currentScript?.src;',
  }),
  browser('worker', 'worker'),
  browser('bake-worker', 'bake-worker', {}, { plugins: [inBrowser] }),
]);
writeLicenses(modules.flat());
copyFileSync('src/entry/in-browser.cjs', 'dist/entry/in-browser.cjs');
const styles = ['page', 'controls', 'walls/walls'].map((name) => readFileSync(`src/view/page/${name}.css`, 'utf8'));
writeFileSync('dist/pages/view.css', styles.join(''));
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  const file = `dist/${name}`;
  if (/^(browser|pages).*\.js$/.test(name)) writeFileSync(file, breakLines(readFileSync(file, 'utf8')));
  if (!name.endsWith('.js.map')) continue;
  // Comments, and machine code, are a third of the package; blank, they keep lines and columns where they are.
  const map = JSON.parse(readFileSync(file, 'utf8'));
  const sourcesContent = map.sourcesContent.map((text) =>
    text
      ?.replace(/\/\*[\s\S]*?\*\/|^ *\/\/.*/gm, (comment) => comment.replace(/[^\n]/g, ' '))
      .replace(/"[^"\n]{500,}"/g, '""')
      .replace(/ +$/gm, ''),
  );
  writeFileSync(file, JSON.stringify({ ...map, sourcesContent }));
}
