// `npm run build:wasm`: compiles search.ts, build.ts, fill.ts and what these import to ../module.ts, the same bytes
// everywhere: the compiler is pinned, and is JavaScript itself. Does nothing where that is of these sources already.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const NAMES = ['search', 'build', 'fill'];
const [target, compiler, ...files] = [
  '../module.ts',
  '../../../../../node_modules/assemblyscript/package.json',
  ...[...NAMES, 'start', 'allowed'].map((name) => `${name}.ts`),
].map((name) => new URL(name, import.meta.url));
/** Chromium compiles no more at once on a page's main thread. */
const MOST_BYTES = 4096;
const OPTIONS = [
  '-O3',
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
/** Beside these, for the module that hosts without SIMD do without. */
const SIMD = ['--enable', 'simd'];

/** @returns {Promise<string>} the text of module.ts */
export async function compile() {
  const modules = [];
  for (const name of NAMES) {
    const bytes = await compileOne(`${name}.ts`);
    if (bytes.length >= MOST_BYTES)
      throw new Error(`${name}.wasm has ${bytes.length} bytes, allowed are fewer than ${MOST_BYTES}`);
    modules.push(bytes);
  }
  const lengths = NAMES.map(
    (
      name,
      i,
    ) => `/** Bytes of \`assembly/${name}.ts\` among them${name === 'fill' ? '' : '; one of them limits its memory'}. */
export const ${name.toUpperCase()}_BYTES = ${modules[i].length};
${name === 'fill' ? '' : `export const ${name.toUpperCase()}_LIMITS = ${limitsOf(modules[i])};\n`}`,
  );
  return `/** \`assembly\`, compiled by \`npm run build:wasm\`: modules in sequence, as letters. ${digest()} */
export const MODULES =
  "${[...Buffer.concat(modules)].map(lettersOf).join('').replaceAll('\\', '\\\\')}";
${lengths.join('')}`;
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

/** @param {string} name of the source, of the module */
async function compileOne(name) {
  const { default: asc } = await import('assemblyscript/asc');
  let bytes;
  const { error, stderr } = await asc.main(
    [name, '--outFile', 'out.wasm', ...OPTIONS, ...(name === 'fill.ts' ? SIMD : [])],
    {
      readFile: (file) => {
        const source = files.find(({ pathname }) => pathname.endsWith(`/${file}`));
        return source ? readText(source) : null;
      },
      writeFile: (_, contents) => {
        bytes = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(stderr.toString());
  return bytes;
}

function readText(file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}

/** What the modules depend on, as a sentence. */
export function digest() {
  const { version } = JSON.parse(readFileSync(compiler, 'utf8'));
  const hash = createHash('sha256')
    .update(version)
    .update([...OPTIONS, ...SIMD, ...NAMES].join(' '));
  for (const file of files) hash.update(readText(file));
  return `Sources and compiler: ${hash.digest('hex').slice(0, 16)}.`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!existsSync(target) || !readFileSync(target, 'utf8').includes(digest())) writeFileSync(target, await compile());
}
