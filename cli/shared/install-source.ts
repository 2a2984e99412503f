/** Where a new project installs gridprep from: the place that the running gridprep came from. */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsedJson } from '../../src/core/files/json.js';
import { readSmall } from '../../src/core/files/regular.js';
import { packageFile, version } from '../../src/core/version.js';

/**
 * The `file:` or URL that a project has installed this package from, otherwise its version. A clone is installed as a
 * folder.
 * @param folder of the new project; paths are relative to it
 * @param root folder of the running package
 */
export function installSource(folder: string, root = fileURLToPath(packageFile('.'))): string {
  const pathTo = (target: string) => `file:${relative(realpathSync(folder), target).split(sep).join('/')}`;
  const installed = root.split(sep).lastIndexOf('node_modules') > 0;
  if (!installed) return pathTo(resolve(root));
  const from = specifier(dirname(resolve(root)));
  if (from?.spec.startsWith('file:')) {
    const path = from.spec.slice('file:'.length);
    return pathTo(isAbsolute(path) ? path : join(from.folder, path));
  }
  return from?.spec.includes('://') ? from.spec : version;
}

type Manifest = Partial<Record<'dependencies' | 'devDependencies', { gridprep?: unknown }>>;

/** The dependency on gridprep in the nearest package.json that has one, in a folder or above it. */
function specifier(folder: string): { folder: string; spec: string } | undefined {
  const file = join(folder, 'package.json');
  // A FIFO or a device of that name would be waited for.
  const { dependencies, devDependencies } = (parsedJson(readSmall(file) ?? '') ?? {}) as Manifest;
  const spec = dependencies?.gridprep ?? devDependencies?.gridprep;
  if (typeof spec === 'string') return { folder, spec };
  const above = dirname(folder);
  return above === folder ? undefined : specifier(above);
}
