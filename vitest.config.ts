import { defineConfig } from 'vitest/config';

const TESTS = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'functions/**/*.test.ts'];
/** Tests that start processes or a browser, need the built site, or take many seconds, say so in their name. */
const SLOW = '**/*.slow.test.ts';

export default defineConfig({
  test: {
    // One more than there are processors less one: many tests wait for servers and for the browser.
    maxWorkers: 3,
    // Many tests start processes, of which a busy machine takes a second each.
    testTimeout: 90_000,
    hookTimeout: 240_000,
    // A test that asserts nothing fails.
    expect: { poll: { timeout: 20_000 }, requireAssertions: true },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts'],
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: TESTS,
          exclude: [SLOW, '**/node_modules/**'],
          setupFiles: ['src/testing/no-processes.ts'],
          // What is imported is imported once for many files, which is half of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [SLOW],
          exclude: ['**/node_modules/**'],
          globalSetup: ['src/site/testing/setup.ts'],
        },
      },
    ],
  },
});
