import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'functions/**/*.test.ts'],
    globalSetup: ['src/site/testing/setup.ts'],
    // One more than there are processors less one: many tests wait for servers and for the browser.
    maxWorkers: 3,
    // Many tests start processes, of which a busy machine takes a second each.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts'],
    },
  },
});
