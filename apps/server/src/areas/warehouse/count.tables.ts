import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { warehouse } from './warehouse.tables.ts';

/**
 * Count: open -> counting -> waiting (for approval) -> done | cancelled. A rejected approval leads back to counting.
 */
export const stockCount = companyTable(
  'stock_count',
  {
    number: rawText('number').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** full | cycle | risk | chosen */
    kind: text('kind').notNull(),
    state: text('state').notNull().default('open'),
    /** Blind count: counters do not see the system quantity. */
    blind: boolean('blind').notNull().default(true),
    /** Only these products. Null: all. */
    productIds: jsonb('product_ids').$type<number[]>(),
    remark: text('remark').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    startedAt: instant('started_at'),
    submittedAt: instant('submitted_at'),
    doneAt: instant('done_at'),
    /** Booked value, gains less losses, in base currency. Null until booked. */
    value: amount('value'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('stock_count_number').on(t.companyId, t.number),
    index('stock_count_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    uniqueIndex('stock_count_one_full')
      .on(t.companyId, t.warehouseId)
      .where(sql`kind = 'full' and state in ('open', 'counting')`),
    check('stock_count_kind', sql`kind in ('full', 'cycle', 'risk', 'chosen')`),
    check('stock_count_state_known', sql`state in ('open', 'counting', 'waiting', 'done', 'cancelled')`),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

/** A location of a count, counted in one request. Its last round is valid. */
export const countLocation = companyKeyedTable(
  'count_location',
  {
    countId: reference('count_id').notNull(),
    locationId: reference('location_id').notNull(),
    pathOrder: integer('path_order').notNull(),
    /** Number of counts. 0: not yet. */
    round: integer('round').notNull().default(0),
    /** A recount was requested. */
    again: boolean('again').notNull().default(false),
    userId: reference('user_id'),
    actor: text('actor'),
    countedAt: instant('counted_at'),
  },
  (t) => [
    keyOf(t.companyId, t.countId, t.locationId),
    index('count_location_by_place').on(t.companyId, t.locationId, t.countedAt),
    check('count_location_round', sql`round >= 0 and (round > 0) = (counted_at is not null)`),
    belongsTo([t.companyId, t.countId], [stockCount.companyId, stockCount.id]),
  ],
);

/** System and counted quantities of a location. Earlier rounds stay as evidence. */
export const countLine = companyTable(
  'count_line',
  {
    countId: reference('count_id').notNull(),
    locationId: reference('location_id').notNull(),
    round: integer('round').notNull(),
    productId: reference('product_id').notNull(),
    batchId: reference('batch_id').notNull().default(0),
    condition: text('condition').notNull(),
    expected: integer('expected').notNull(),
    counted: integer('counted').notNull(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
    countedAt: instant('counted_at').notNull(),
    /** booked | refused. Null: nothing to book, or not yet. */
    outcome: text('outcome'),
    /** Why it was not booked. */
    code: text('code'),
    value: amount('value'),
  },
  (t) => [
    uniqueIndex('count_line_once').on(
      t.companyId,
      t.countId,
      t.locationId,
      t.round,
      t.productId,
      t.batchId,
      t.condition,
    ),
    check('count_line_figures', sql`expected >= 0 and counted >= 0 and round > 0`),
    check('count_line_outcome', sql`outcome in ('booked', 'refused')`),
    belongsTo([t.companyId, t.countId], [stockCount.companyId, stockCount.id]),
  ],
);

/** A location with a suspected variance, until it is counted. */
export const countTask = companyTable(
  'count_task',
  {
    warehouseId: reference('warehouse_id').notNull(),
    locationId: reference('location_id').notNull(),
    /** 0: all products there. */
    productId: reference('product_id').notNull().default(0),
    /** short | refusedScan | refusedBooking | negative | drift | abc */
    reason: text('reason').notNull(),
    /** The highest first. Raised each time it happens again. */
    weight: integer('weight').notNull(),
    /** How often it happened, and details for the page: {class}, {missing} ... */
    times: integer('times').notNull().default(1),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    /** open | planned | done */
    state: text('state').notNull().default('open'),
    countId: reference('count_id'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    uniqueIndex('count_task_once').on(t.companyId, t.locationId, t.productId, t.reason).where(sql`state <> 'done'`),
    index('count_task_open').on(t.companyId, t.state, t.warehouseId, t.weight.desc(), t.id),
    index('count_task_of').on(t.companyId, t.countId),
    check('count_task_state', sql`state in ('open', 'planned', 'done')`),
  ],
);

/** Cycle count intervals of classes A, B and C in a warehouse. Without a row: 30, 90 and 365 days. */
export const countSetting = companyKeyedTable(
  'count_setting',
  {
    warehouseId: reference('warehouse_id').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** picks | value: the basis of classes A, B and C. */
    basis: text('basis').notNull().default('picks'),
    daysA: integer('days_a').notNull().default(30),
    daysB: integer('days_b').notNull().default(90),
    daysC: integer('days_c').notNull().default(365),
    /** Max count tasks of this schedule: as many as a day allows. */
    most: integer('most').notNull().default(20),
  },
  (t) => [
    keyOf(t.companyId, t.warehouseId),
    check('count_setting_days', sql`days_a > 0 and days_b > 0 and days_c > 0 and most between 1 and 1000`),
    check('count_setting_basis', sql`basis in ('picks', 'value')`),
  ],
);
