import { defineConfig } from 'vitest/config';

const TIMES = { testTimeout: 60_000, hookTimeout: 120_000 };

/** The server's files run as Node runs them in production, which also reads them twice as fast; the web's need Vite. */
export default defineConfig({
  test: {
    globalSetup: ['./scripts/test-database.ts'],
    maxWorkers: 2,
    pool: 'forks',
    projects: [
      {
        test: {
          ...TIMES,
          name: 'server',
          include: ['apps/{server,sandbox}/**/*.test.ts', '{packages,scripts,bench}/**/*.test.ts'],
          experimental: { viteModuleRunner: false },
        },
      },
      { test: { ...TIMES, name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'] } },
    ],
  },
});
