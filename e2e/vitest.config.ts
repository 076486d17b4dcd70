import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../scripts/test-report.ts';

/**
 * Browser tests: two workers, each with an application, a sandbox and a browser of its own, and in each one file after
 * the other, as a person does one thing after the other. A third one starves the tests outside of the browser on two
 * slow cores.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./program.ts'],
    setupFiles: ['./setup.ts'],
    // Limits are for what never comes: on a busy machine all takes longer.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 200 } },
    pool: 'forks',
    maxWorkers: process.env.E2E_URL ? 1 : 2,
    // The browser stays open from file to file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false },
  },
});
