/** The output folder of a config must lie in the project, because a config may come from a stranger. */
import { isAbsolute, join, resolve } from 'node:path';
import { ConfigError } from '../../core/errors.js';
import { isBelow, withoutLinks } from '../../core/files/below.js';
import { MOST_PATTERN } from '../../core/limits.js';
import type { LoadedConfig } from './read-config.js';

const REMEDY = 'name another one, or this one with --out-dir';

/**
 * The output folder, relative if the config's name is relative.
 * @throws {ConfigError} if it is absolute, or lies neither below the config's folder nor below the working folder
 */
export async function outputFolderOf({ config, folder, file }: LoadedConfig): Promise<string> {
  const { outDir } = config;
  const fault = (text: string) =>
    new ConfigError(`${file}: outDir is ${JSON.stringify(outDir.slice(0, MOST_PATTERN))}, ${text}; ${REMEDY}`);
  if (outDir.length > MOST_PATTERN || outDir.includes('\0')) throw fault('which is no name of a folder');
  if (isAbsolute(outDir)) throw fault("expected a folder relative to the config's");
  const out = join(folder, outDir);
  const project = [resolve(folder), process.cwd()];
  if (!project.some((root) => isBelow(resolve(out), root)))
    throw fault("which lies neither below the config's folder nor below the working folder");
  if (!(await isInProject(out, project))) throw fault('which a link leads out of the project');
  return out;
}

/**
 * Checks the folders below an output folder before anything is written or removed there.
 * @param folder of the config
 * @throws {ConfigError} if a link leads out of both the output folder and the project
 */
export async function checkLinks(folders: Iterable<string>, out: string, folder: string): Promise<void> {
  for (const path of folders)
    if (!(await isInProject(path, [out, folder, process.cwd()])))
      throw new ConfigError(
        `${path}: a link leads out of the output folder and the project; replace it by a folder, or name its target ` +
          'with --out-dir',
      );
}

async function isInProject(path: string, roots: string[]): Promise<boolean> {
  const real = await withoutLinks(path);
  for (const root of roots) if (isBelow(real, await withoutLinks(root))) return true;
  return false;
}
