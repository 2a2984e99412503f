/**
 * JavaScript of the sources for tests and tools, a file for each in `build`; and `dist`, the bundles of the package.
 * Only files that changed are translated, one by one and without a look at types, so that a mistake in one does not stop the others. Each file appears
 * whole, under its name. `npm run build` writes the same files with their declarations, checked.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { compileStale as compileModules } from '../src/core/wasm/compile.mjs';
import { below } from './places.mjs';

/** Where the JavaScript of a folder goes. */
const FOLDERS = { src: 'build/src', cli: 'build/cli', test: 'build/test', tools: 'build/tools' };
/** Sources of other compilers and of other commands. */
const OTHERS = below('src/view/page', 'src/view/playground', 'src/engines/jps/wasm/assembly');
const LEFT_OUT = /\.test\.ts$|\.d\.ts$/;
/** What `npm run` bundles from the sources, by one of its results. */
const BUNDLES = { 'build:bundle': 'dist/cli/prep.js' };
/** Number of the process that compiles. */
const LOCK = 'build/compiling.pid';
/** Milliseconds after which the lock belongs to a process that was killed, whatever has its number now; compiling takes 20 s. */
const LONGEST = 300_000;
const COMPILER_OPTIONS = { target: 'ES2022', verbatimModuleSyntax: true, useDefineForClassFields: false };

/** Before tests: writes the WebAssembly modules into the sources where they are not those of `assembly`. Commands and threads are compiled when one starts. */
export async function setup() {
  await compileModules(writeWhole);
}

/** Brings `dist` and `build` up to date; processes that ask at the same time wait for the first. */
export async function compile() {
  await setup();
  await alone(compileStale);
}

async function compileStale() {
  const jobs = Object.entries(FOLDERS).flatMap(([folder, out]) => staleFiles(folder, out));
  await Promise.all([...(jobs.length > 0 ? [translate(jobs)] : []), ...bundles()]);
}

/** Runs `work` while no other process does; a lock whose process has ended, or that is too old, counts for nothing. */
async function alone(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isRunning(readLock()) || Date.now() - modified(LOCK) > LONGEST) rmSync(LOCK, { force: true });
      else await setTimeout(50);
    }
  }
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** The process that compiles; 0 if it has just ended. */
function readLock() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return 0;
  }
}

/** Whether a process is there; 0, of no process, always is. */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Sources whose JavaScript is older than they are; JavaScript without a source is removed. */
function staleFiles(folder, out) {
  const sources = filesOf(folder).filter(
    (file) => file.endsWith('.ts') && !LEFT_OUT.test(file) && !OTHERS.test(`${folder}/${file}`),
  );
  const outputs = new Set(sources.map((file) => `${file.slice(0, -2)}js`));
  for (const file of filesOf(out))
    if (file.endsWith('.js') && !/\/page\//.test(file) && !outputs.has(file)) rmSync(join(out, file), { force: true });
  return sources
    .map((file) => ({ source: join(folder, file), output: join(out, `${file.slice(0, -2)}js`) }))
    .filter(({ source, output }) => modified(output) <= modified(source));
}

/** @param {{ source: string, output: string }[]} jobs */
async function translate(jobs) {
  const { transform } = await import('esbuild');
  const faults = [];
  const one = async ({ source, output }) => {
    const sourcefile = relative(dirname(output), source);
    const options = { loader: 'ts', target: 'es2022', sourcemap: true, sourcefile, sourcesContent: false };
    const tsconfigRaw = { compilerOptions: COMPILER_OPTIONS };
    const { code, map } = await transform(readFileSync(source, 'utf8'), {
      ...options,
      tsconfigRaw,
      logLevel: 'silent',
    });
    writeWhole(`${output}.map`, map);
    writeWhole(output, `${code}//# sourceMappingURL=${output.split('/').pop()}.map\n`);
  };
  await Promise.all(jobs.map((job) => one(job).catch((error) => faults.push(`${job.source}: ${error.message}`))));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Bundles that are older than any source of theirs. */
function bundles() {
  const sources = ['src', 'cli']
    .flatMap((folder) => filesOf(folder).map((file) => join(folder, file)))
    .filter((file) => !file.endsWith('.test.ts'));
  const newest = Math.max(modified('tools/bundle.mjs'), ...sources.map(modified));
  const stale = Object.entries(BUNDLES).filter(([, result]) => modified(result) <= newest);
  return stale.map(([script]) => promisify(execFile)('npm', ['run', '-s', script]));
}

function writeWhole(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

function filesOf(folder) {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
    : [];
}

/** Milliseconds; 0 for what is not there. */
function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await compile();
