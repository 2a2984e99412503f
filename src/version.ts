/** This package's version. */
import { readFileSync } from 'node:fs';

/** `../../package.json` of the built form, `../package.json` of the source. */
const files = ['../../package.json', '../package.json'].map((path) => new URL(path, import.meta.url));

export const version: string = files.map(read).find((found) => found?.name === 'gridprep')?.version ?? 'unknown';

function read(file: URL): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
