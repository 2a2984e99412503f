/** This package: its folder, its version, and where its built files lie. */
import { readFileSync } from 'node:fs';

const here = new URL('.', import.meta.url);

/**
 * The folder of the package, above the file that this module has become: a source, its JavaScript, or a chunk of
 * `dist`.
 */
const root =
  ['./', '../', '../../', '../../../'].map((path) => new URL(path, here)).find((folder) => manifest(folder)) ?? here;

/** This package's version. */
export const version: string = manifest(root)?.version ?? 'unknown';

/** A file of the package, as `dist/pages/view.js`. */
export function packageFile(path: string): URL {
  return new URL(path, root);
}

/**
 * The JavaScript of a worker: in `dist` if this is bundled, otherwise as tests and tools compile it.
 * @param name as `bounds/flood.worker`
 */
export function workerFile(name: string): URL {
  return packageFile(`${here.href.startsWith(packageFile('dist/').href) ? 'dist' : 'build/src'}/${name}.js`);
}

function manifest(folder: URL): { version: string } | undefined {
  try {
    const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
    return manifest.name === 'gridprep' ? manifest : undefined;
  } catch {
    return undefined;
  }
}
