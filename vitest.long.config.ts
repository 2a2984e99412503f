/**
 * What takes minutes: the tests of `src` and of some commands once more, with up to four times as many random grids, maps,
 * bytes and seeds as in `npm test`, and the tests that only run here, which start, kill and watch processes again and
 * again, measure, or install the package from a registry.
 */
import { defineConfig } from 'vitest/config';
import { ALONE, LEFT_OUT, WORKERS } from './vitest.config.js';

const COMMANDS = ['cli/commands/{bounds,build,fleet,recorded,verify}.test.ts', 'cli/{completion,terminal}.test.ts'];
const LONG = '**/*.long.test.ts';
const setupFiles = ['test/seed.ts', 'test/equal-arrays.ts'];

export default defineConfig({
  test: {
    projects: [
      // Files share what they import, as in the default tests: each for itself would load and compile it anew.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', ...COMMANDS],
          exclude: [...LEFT_OUT, LONG, ...ALONE],
          isolate: false,
          setupFiles,
        },
      },
      { extends: true, test: { name: 'alone', include: [LONG, ...ALONE], exclude: LEFT_OUT, setupFiles } },
    ],
    env: { GRIDPREP_SAMPLES: process.env.GRIDPREP_SAMPLES ?? 'eighth' },
    // Tests that wait for browsers, servers and Redis leave a core free.
    maxWorkers: WORKERS,
    globalSetup: 'test/long-setup.ts',
    reporters: ['default', './test/summary-reporter.ts'],
    slowTestThreshold: 10_000,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Processes, browsers and servers fail once in a while on a busy machine; the report names such tests. A random
    // grid that fails is never tried again with another one.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    // What a page or a server comes to show may take a slow machine longer than the second that Vitest waits.
    expect: { poll: { timeout: 120_000 } },
  },
});
