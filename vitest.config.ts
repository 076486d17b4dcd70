import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['./scripts/test-database.ts'],
    include: ['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});
