/**
 * Builds `dist`, and `build` with what only tests and tools use, once before the tests: workers and the command line run from there. Where no source
 * has changed since these tests last built them, they are as they have to be.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = 'build/.sources';
const SOURCES = ['src', 'cli', 'tools', 'test'];
const SETTINGS = ['package.json', 'package-lock.json', ...readdirSync('.').filter((name) => /^tsconfig.*\.json$/.test(name))];
const BUILT = ['dist/cli/prep.js', 'dist/src/index.js', 'build/tools', STAMP];

export default function setup(): void {
  const now = sources();
  if (BUILT.every((file) => existsSync(file)) && readFileSync(STAMP, 'utf8') === now) return;
  execFileSync('npm', ['run', '--silent', 'tools'], { stdio: 'inherit' });
  // Building writes the module of WebAssembly into the sources, so they are looked at anew.
  writeFileSync(STAMP, sources());
}

/** Changes whenever a file does that is built; tests are not. */
function sources(): string {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => !/\.test\.ts$/.test(file))
      .map((file) => join(folder, file)),
  );
  const states = [...files.sort(), ...SETTINGS].map((file) => {
    const { mtimeMs, size } = statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
  return createHash('sha256').update(states.join('\n')).digest('hex');
}
