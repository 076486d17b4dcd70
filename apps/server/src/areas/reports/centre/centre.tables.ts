import type { RequestedReport } from '@tradewind/contract/reports.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { belongsTo, companyKeyedTable, companyTable, instant, keyOf, reference } from '../../../core/database/table.ts';

/** A report that is made regularly, in the name of its owner. */
export const reportSchedule = companyTable(
  'report_schedule',
  {
    version: integer('version').notNull().default(1),
    ownerId: reference('owner_id').notNull(),
    name: text('name').notNull(),
    report: jsonb('report').notNull().$type<RequestedReport>(),
    format: text('format').notNull().default('xlsx'),
    every: text('every').notNull(),
    /** 1 for Monday. */
    weekday: integer('weekday'),
    monthDay: integer('month_day'),
    /** Of the company's day. */
    hour: integer('hour').notNull(),
    state: text('state').notNull().default('active'),
    /** Why it is paused: person, owner. */
    paused: text('paused').notNull().default(''),
    nextAt: instant('next_at').notNull(),
    lastAt: instant('last_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('report_schedule_owner').on(t.companyId, t.ownerId),
    index('report_schedule_due').on(t.companyId, t.nextAt).where(sql`state = 'active'`),
    check('report_schedule_state', sql`state in ('active', 'paused') and (state = 'paused') = (paused <> '')`),
    check('report_schedule_hour', sql`hour between 0 and 23`),
    check(
      'report_schedule_every',
      sql`case every when 'day' then true when 'week' then coalesce(weekday between 1 and 7, false)
        when 'month' then coalesce(month_day between 1 and 31, false) else false end`,
    ),
  ],
);

/** Members who get a file of their own, and a mail. */
export const reportReader = companyKeyedTable(
  'report_reader',
  { scheduleId: reference('schedule_id').notNull(), userId: reference('user_id').notNull() },
  (t) => [
    keyOf(t.companyId, t.scheduleId, t.userId),
    index('report_reader_user').on(t.companyId, t.userId),
    belongsTo([t.companyId, t.scheduleId], [reportSchedule.companyId, reportSchedule.id]),
  ],
);
