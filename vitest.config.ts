import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const TESTS = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'functions/**/*.test.ts'];
/** Tests that start processes or a browser, need the built site, or take seconds, say so in their name. */
const SLOW = '**/*.slow.test.ts';
/** Those that are long, or need more software, too: vitest.nightly.config.ts. */
const NIGHTLY = '**/*.nightly.test.ts';
const PACKAGES = '**/node_modules/**';

/** Says last what was not run, whatever reporter says the rest. Each project would say it. */
let said = false;
const leftOut = {
  name: 'left-out',
  configureVitest({ vitest }: { vitest: { onClose(then: () => void): void } }) {
    if (said) return;
    said = true;
    vitest.onClose(() => {
      const files = globSync(NIGHTLY, { exclude: [PACKAGES] });
      console.log(
        `Left out: ${files.length} files of long tests (browsers, conformance, hostile sites, software of others). \`npm run test:all\` runs them.`,
      );
    });
  },
};

export default defineConfig({
  plugins: [leftOut],
  test: {
    // More than there are processors: many tests wait for servers and for the browser.
    maxWorkers: 4,
    // Modules are loaded once for many files. Loading them for each file takes half of the time.
    isolate: false,
    // Many tests start processes, of which a busy machine takes seconds each. What hangs ends nevertheless.
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
          exclude: [SLOW, NIGHTLY, PACKAGES],
          setupFiles: ['src/testing/no-processes.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [SLOW],
          exclude: [PACKAGES],
          globalSetup: ['src/site/testing/setup.ts'],
        },
      },
    ],
  },
});
