// `npm run build:wasm`: compiles search.ts to ../module.ts, the same bytes everywhere: the compiler is pinned, and is JavaScript itself.
// Does nothing where that is of this source already.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ZstdCodec } from 'zstd-codec';

const [source, target, compiler] = ['search.ts', '../module.ts', '../../../node_modules/assemblyscript/package.json'].map(
  (name) => new URL(name, import.meta.url),
);
/** Chromium compiles no more at once on a page's main thread. */
const MOST_BYTES = 4096;
const OPTIONS = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--importMemory', '--noExportMemory', '--use', 'abort='];

/**
 * @param {string} text source
 * @returns {Promise<string>} the text of module.ts
 */
export async function compile(text) {
  const { default: asc } = await import('assemblyscript/asc');
  let bytes;
  const { error, stderr } = await asc.main(['search.ts', '--outFile', 'search.wasm', ...OPTIONS], {
    readFile: (name) => (name === 'search.ts' ? text : null),
    writeFile: (_, contents) => {
      bytes = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(stderr.toString());
  if (bytes.length >= MOST_BYTES) throw new Error(`search.wasm has ${bytes.length} bytes, allowed are fewer than ${MOST_BYTES}`);
  const zstd = await new Promise((resolve) => ZstdCodec.run(resolve));
  const module = Buffer.from(new zstd.Simple().compress(bytes, 19)).toString('base64');
  return `/** \`assembly/search.ts\` compiled, zstd in base64: made by \`npm run build:wasm\`. ${digest(text)} */
export const MODULE =
  '${module}';
/** Bytes of the module. */
export const MODULE_BYTES = ${bytes.length};
`;
}

/** What the module depends on. */
function digest(text) {
  const { version } = JSON.parse(readFileSync(compiler, 'utf8'));
  const hash = createHash('sha256').update(text).update(version).update(OPTIONS.join(' ')).digest('hex');
  return `Source and compiler: ${hash.slice(0, 16)}.`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const text = readFileSync(source, 'utf8').replaceAll('\r\n', '\n');
  if (!existsSync(target) || !readFileSync(target, 'utf8').includes(digest(text))) writeFileSync(target, await compile(text));
}
