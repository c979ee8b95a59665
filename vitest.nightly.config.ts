/** All tests: those of vitest.config.ts, and after them the long ones (`npm run test:all`). */
import { defineConfig } from 'vitest/config';
import daily from './vitest.config.ts';

/** The auditor held to software of others. */
const ZOO = 'src/testing/nightly/**/*.nightly.test.ts';

export default defineConfig({
  test: {
    ...daily.test,
    projects: [
      ...(daily.test?.projects ?? []),
      {
        extends: true,
        test: {
          name: 'nightly',
          include: ['**/*.nightly.test.ts'],
          exclude: [ZOO, '**/node_modules/**'],
          globalSetup: ['src/site/testing/setup.ts'],
          testTimeout: 300_000,
          // Some hooks build a site, which takes minutes on a busy machine.
          hookTimeout: 600_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'zoo',
          include: [ZOO],
          exclude: ['**/node_modules/**'],
          testTimeout: 300_000,
          // One at a time: some are builds, and a limiter is judged on a machine that is not busy.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
