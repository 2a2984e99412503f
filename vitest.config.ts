import { defineConfig } from 'vitest/config';
import { SLOW_MS } from './test/slow-reporter.js';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'cli/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.long.test.ts'],
    // Vitest leaves one core free, of two that is half of the machine.
    maxWorkers: '100%',
    globalSetup: 'test/global-setup.ts',
    reporters: ['default', './test/slow-reporter.ts'],
    slowTestThreshold: SLOW_MS,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
