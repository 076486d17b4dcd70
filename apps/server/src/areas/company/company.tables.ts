import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/table.ts';

/** The tenants. Global: read before a company is bound; the policy on it is its own id. */
export const company = pgTable('company', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  province: text('province').notNull().default(''),
  city: text('city').notNull().default(''),
  address: text('address').notNull().default(''),
  contact: text('contact').notNull().default(''),
  phone: text('phone').notNull().default(''),
  email: text('email').notNull().default(''),
  timeZone: text('time_zone').notNull().default('Asia/Shanghai'),
  baseCurrency: text('base_currency').notNull().default('CNY'),
  plan: text('plan').notNull().default('standard'),
  planExpiresAt: instant('plan_expires_at'),
  validated: boolean('validated').notNull().default(false),
  demo: boolean('demo').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});
