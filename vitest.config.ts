import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SLOW_MS } from './test/summary-reporter.js';
import { existing } from './tools/places.mjs';

export const LEFT_OUT = ['**/node_modules/**'];
/** Files that put another module in the place of one of ours, or need one that nobody has used. */
export const ALONE = existing('src/engines/bounds/build.test.ts', 'src/engines/jps/wasm/buffers.test.ts');

export const WORKERS = Math.round(1.5 * availableParallelism());
const LONG = '**/*.long.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        // Files share what they import, and the process that runs commands: loading it anew for each of ninety files took a fifth of the time.
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'cli/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...LEFT_OUT, LONG, ...ALONE],
          isolate: false,
          setupFiles: ['test/seed.ts', 'test/equal-arrays.ts', 'test/compiled-threads.ts', 'test/kept-threads.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: LEFT_OUT,
          setupFiles: ['test/seed.ts', 'test/equal-arrays.ts', 'test/compiled-threads.ts'],
        },
      },
    ],
    // Tests that wait for threads and commands leave a core free. Vitest takes no more than 100 %.
    maxWorkers: WORKERS,
    globalSetup: 'tools/compile.mjs',
    reporters: ['default', './test/summary-reporter.ts'],
    slowTestThreshold: SLOW_MS,
    // The first test that starts a thread or a command waits for the compiler, on a busy machine longer than a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a page comes to show may take a slow machine longer than the second that Vitest waits.
    expect: { poll: { timeout: 50_000 } },
  },
});
