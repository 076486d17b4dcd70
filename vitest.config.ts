import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test-report.ts';

/** `npm run soak` lets the same tests run much longer. */
const TIMES = {
  // Limits are for what never comes: on a busy machine all takes longer.
  testTimeout: process.env.TEST_SOAK ? 4 * 3_600_000 : 600_000,
  hookTimeout: 600_000,
  // As long as a busy machine may need; what is there ends the wait.
  expect: { poll: { timeout: 60_000 } },
};
/** The server's files run as Node runs them in production, which also reads them twice as fast; the web's need Vite. */
const NATIVE = {
  experimental: { viteModuleRunner: false },
  setupFiles: ['./apps/server/src/testing/property.ts', './apps/server/src/testing/statements.ts'],
};

/**
 * These register badges, kinds of document or sources in the program, which the server's other files would meet. They share
 * a process: what two of them register needs two names.
 */
const ALONE = [
  'apps/server/src/areas/access/access.test.ts',
  'apps/server/src/areas/approvals/*.test.ts',
  'apps/server/src/areas/catalog/mapping.test.ts',
  'apps/server/src/areas/company/plan/plan.test.ts',
  'apps/server/src/areas/settings/audit/audit.test.ts',
  'apps/server/src/areas/integrity/jobs.test.ts',
  'apps/server/src/core/audit.test.ts',
  'apps/server/src/core/jobs/jobs.test.ts',
  'apps/server/src/core/jobs/schedule.test.ts',
];

/** It fetches the programs of an older PostgreSQL, and no run of the tests needs the network. `npm run soak` does. */
const FETCHES = process.env.TEST_SOAK ? [] : ['apps/server/src/upgrade/carry-over.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['./scripts/test-database.ts'],
    // On two cores: with two workers, a third of the processors' time goes by while both wait.
    // Tests on a Citus cluster share its one database.
    maxWorkers: process.env.TEST_CITUS_URL ? 1 : 3,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...TIMES, ...NATIVE, name: 'alone', include: ALONE, isolate: false } },
      {
        test: {
          ...TIMES,
          ...NATIVE,
          name: 'server',
          include: ['apps/{server,sandbox}/**/*.test.ts', '{packages,scripts,bench,deploy}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE, ...FETCHES],
          isolate: false,
        },
      },
      { test: { ...TIMES, name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], isolate: false } },
    ],
  },
});
