/** A copy of the project in a folder of its own, where sources can be changed. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { instrument, type Mutant } from './instrument.js';

const COPIED = ['src', 'cli', 'test', 'tools', 'package.json'];
const LEFT_OUT = /^(\.git|dist|build|out|maps)$/;
/** Copied as they are: tests, declarations, and what other compilers read. */
const UNGUARDED = /\.d\.ts$|\.test\.ts$|\/assembly\/|\/module\.ts$/;

/** @returns the folder; the caller removes it */
export function copyProject(mutants: Mutant[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-mutate-'));
  for (const name of readdirSync('.')) {
    if (LEFT_OUT.test(name)) continue;
    if (COPIED.includes(name) || /^(tsconfig|vitest).*$/.test(name))
      cpSync(name, join(folder, name), { recursive: true });
    else symlinkSync(resolve(name), join(folder, name));
  }
  mkdirSync(join(folder, 'mutate'));
  for (const root of ['src', 'cli']) {
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const file = `${root}/${name.replaceAll('\\', '/')}`;
      if (!file.endsWith('.ts') || UNGUARDED.test(file)) continue;
      const mine = mutants.filter((mutant) => mutant.file === file);
      writeFileSync(join(folder, file), instrument(readFileSync(file, 'utf8'), mine));
    }
  }
  // Newer than the sources, so that no test bundles them anew; commands and threads of tests run files of their own.
  if (existsSync('dist')) cpSync('dist', join(folder, 'dist'), { recursive: true });
  return folder;
}

/** The settings of Vitest in the copy. @param alone files that replace modules */
export function writeConfig(folder: string, files: string[], alone: string[], fresh: boolean): void {
  const together = files.filter((file) => !alone.includes(file));
  const project = (name: string, include: string[], isolate: boolean) =>
    include.length === 0
      ? []
      : [
          {
            extends: true,
            test: {
              name,
              include,
              isolate,
              setupFiles: [
                './test/seed.ts',
                './test/compiled-threads.ts',
                './test/kept-threads.ts',
                './tools/mutate/setup.ts',
              ],
            },
          },
        ];
  const projects = [
    ...project('together', together, false),
    ...project(
      'alone',
      files.filter((file) => alone.includes(file)),
      true,
    ),
  ];
  const settings = {
    ...{
      projects,
      pool: 'forks',
      fileParallelism: false,
      maxWorkers: 1,
      bail: fresh ? 1 : 0,
      reporters: [],
      dangerouslyIgnoreUnhandledErrors: true,
    },
    ...{
      runner: './tools/mutate/runner.ts',
      testTimeout: 600_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 5000 } },
      cache: false,
    },
  };
  writeFileSync(
    join(folder, 'vitest.mutate.config.mjs'),
    `import { BaseSequencer } from 'vitest/node';
const order = ${JSON.stringify(files)};
class Sequencer extends BaseSequencer {
  sort(specs) {
    const place = ({ moduleId }) => order.findIndex((file) => moduleId.endsWith('/' + file));
    return specs.sort((a, b) => place(a) - place(b));
  }
}
const settings = ${JSON.stringify(settings)};
export default { test: { ...settings, sequence: { sequencer: Sequencer } } };
`,
  );
}
