// `npm run build:wasm`: compiles the AssemblyScript of each target to its module.ts, the same bytes everywhere: the
// compiler is pinned, and is JavaScript itself. Does nothing if a module.ts is up to date.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Modules by folder, with their options in addition to {@link OPTIONS}, and the places of `header.ts` that JavaScript
 * needs. Only a module that hosts may lack uses SIMD. `shares`: threads may share its memory.
 */
const TARGETS = {
  'jps/wasm': {
    modules: [
      { name: 'search', options: ['-O3'], shares: true },
      { name: 'build', options: ['-O3'], shares: true },
      { name: 'fill', options: ['-O3', '--enable', 'simd'] },
    ],
    places: [
      'RESULT_COST',
      'RESULT_EXPANDED',
      'RESULT_GENERATED',
      'RESULT_ROWS',
      'RESULT_BOXES',
      'TAKEN',
      'ORIGIN',
      'RECORDS',
      'BOX_WORDS',
    ],
  },
};
const ROOT = new URL('../../engines/', import.meta.url);
const COMPILER = new URL('../../../node_modules/assemblyscript/package.json', import.meta.url);
/** Chromium compiles larger modules only outside a page's main thread. */
const MOST_BYTES = 4096;
const OPTIONS = [
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--maximumMemory',
  '65536',
  '--use',
  'abort=',
];
/** Character of byte 0: two marks and the quotation mark come before it. */
const FIRST_LETTER = 35;

const sourcesOf = (folder) => new URL(`${folder}/assembly/`, ROOT);

/**
 * @returns {{ file: string, digest: string, text: () => Promise<string> }[]} each module.ts, its dependencies and text
 */
export function modules() {
  return Object.entries(TARGETS).map(([folder, target]) => ({
    file: `src/engines/${folder}/module.ts`,
    digest: digestOf(folder, target),
    text: () => textOf(folder, target),
  }));
}

async function textOf(folder, target) {
  let text = `/** \`assembly\`, compiled by \`npm run build:wasm\`, as letters. ${digestOf(folder, target)} */\n`;
  for (const { name, options, shares } of target.modules) {
    const bytes = await compileOne(folder, name, options);
    if (bytes.length >= MOST_BYTES)
      throw new Error(`${name}.wasm has ${bytes.length} bytes, allowed are fewer than ${MOST_BYTES}`);
    const letters = [...bytes].map(lettersOf).join('').replaceAll('\\', '\\\\');
    text += `export const ${name.toUpperCase()} = {
  bytes: ${bytes.length},
  limits: ${shares ? limitsOf(bytes) : 0},
  letters:
    "${letters}",
};
`;
  }
  const header = readText(new URL('header.ts', sourcesOf(folder)));
  text += '/** Places in the header of an arena, in ints. */\n';
  for (const place of target.places)
    text += `export const ${place} = ${header.match(`const ${place}: usize = (\\d+);`)[1] / 4};\n`;
  return text;
}

/** @param {number} byte @returns {string} its letter, behind a mark that stands for 88 or 176 where it is as large */
function lettersOf(byte) {
  const part = Math.floor(byte / 88);
  return ['', '!', ' '][part] + String.fromCharCode(byte - 88 * part + FIRST_LETTER);
}

/** Place of the flags of the imported memory: 1 with a maximum, 3 if shared. @param {Uint8Array} bytes */
function limitsOf(bytes) {
  return Buffer.from(bytes).indexOf('memory\u0002\u0001') + 7;
}

async function compileOne(folder, name, options) {
  const { default: asc } = await import('assemblyscript/asc');
  let bytes;
  const { error, stderr } = await asc.main([`${name}.ts`, '--outFile', 'out.wasm', ...options, ...OPTIONS], {
    readFile: (file) => {
      const source = new URL(file, sourcesOf(folder));
      return existsSync(source) ? readText(source) : null;
    },
    writeFile: (_, contents) => {
      bytes = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(stderr.toString());
  return bytes;
}

function readText(file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}

/** The dependencies of the modules, as a sentence. */
function digestOf(folder, target) {
  const { version } = JSON.parse(readFileSync(COMPILER, 'utf8'));
  const hash = createHash('sha256')
    .update(version)
    .update(JSON.stringify([target, OPTIONS]));
  const sources = readdirSync(sourcesOf(folder)).filter((name) => name.endsWith('.ts'));
  for (const name of sources.sort()) hash.update(readText(new URL(name, sourcesOf(folder))));
  return `Sources and compiler: ${hash.digest('hex').slice(0, 16)}.`;
}

/**
 * Compiles the modules that are not of their sources, each into its file.
 * @param {(file: string, text: string) => void} write
 */
export async function compileStale(write) {
  for (const { file, digest, text } of modules())
    if (!existsSync(file) || !readFileSync(file, 'utf8').includes(digest)) write(file, await text());
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await compileStale(writeFileSync);
