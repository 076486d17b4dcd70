import { defineConfig } from 'vitest/config';

/** The sandbox's own tests need no database: they run from here without the root's global set-up. */
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    root: import.meta.dirname,
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
  },
});
