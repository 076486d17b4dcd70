import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./apps/server/src/core/core.tables.ts', './apps/server/src/areas/**/*.tables.ts'],
  out: './apps/server/migrations',
});
