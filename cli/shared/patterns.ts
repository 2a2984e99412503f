/** Patterns of file names that a shell passes on as they are: those of Windows, and any between quotes. */
import { existsSync } from 'node:fs';
import { UsageError } from './errors.js';

/** Replaces patterns among named files by the files that match, sorted. @throws {UsageError} if none matches */
export async function expandPatterns(argv: Record<string, unknown>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const value = argv[name];
    if (!Array.isArray(value) || !value.some(isPattern)) continue;
    const found = await Promise.all(value.map((one) => (isPattern(one) ? filesLike(one) : [one])));
    argv[name] = found.flat();
  }
}

const isPattern = (path: unknown): path is string =>
  typeof path === 'string' && path.includes('*') && !existsSync(path);

async function filesLike(pattern: string): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const options = { onlyFiles: true, expandDirectories: false, followSymbolicLinks: !pattern.includes('**') };
  const files = await glob(pattern.replaceAll('\\', '/'), options);
  if (files.length === 0) throw new UsageError(`${pattern}: no file has such a name; name files, or their folder`);
  return files.sort();
}
