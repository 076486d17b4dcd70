import { boolean, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, companyTable, instant, reference } from '../../core/database/table.ts';

/** A program that calls the open API in the company's name. Its secret is shown once and kept sealed. */
export const developerApp = companyTable(
  'developer_app',
  {
    appName: text('app_name').notNull(),
    appKey: text('app_key').notNull(),
    secret: bytes('secret').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    createdBy: reference('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    refreshedAt: instant('refreshed_at'),
  },
  (t) => [
    uniqueIndex('developer_app_name').on(t.companyId, t.appName),
    uniqueIndex('developer_app_key').on(t.companyId, t.appKey),
  ],
);
