/** Tests that install the package: they take minutes and a registry, so `npm test` leaves them out. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['cli/**/*.long.test.ts', 'test/**/*.long.test.ts'],
    globalSetup: 'test/global-setup.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
