import { defineConfig } from 'vitest/config';

/** Browser tests: one program for the run, one file after the other, as a person does one thing after the other. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./program.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    pool: 'forks',
    experimental: { viteModuleRunner: false },
  },
});
