import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.zoo.ts'],
    // One stack at a time: some are builds, and a limiter is judged on a machine that is not busy.
    maxWorkers: 1,
  },
});
