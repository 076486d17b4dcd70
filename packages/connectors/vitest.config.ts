import { defineConfig } from 'vitest/config';

/** The connectors need no database: `vitest --config packages/connectors/vitest.config.ts` runs their tests alone. */
export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['src/**/*.test.ts'],
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    pool: 'forks',
    isolate: false,
  },
});
