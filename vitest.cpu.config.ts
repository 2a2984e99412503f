import { defineConfig } from 'vitest/config';
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'cli/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.long.test.ts'],
    maxWorkers: 2,
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['/work/scratch/house/setup.ts'],
    reporters: ['default', ['json', { outputFile: '/work/scratch/house/before.json' }]],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
