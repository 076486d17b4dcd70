import { sql } from 'drizzle-orm';
import { check, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, companyTable, instant, rawText, reference } from '../../core/database/table.ts';

/**
 * A carrier asked to collect. requesting -> ordered | refused | uncertain: `requesting` is committed before the call, and
 * a request whose answer is lost is settled, not repeated. ordered -> cancelled.
 */
export const carrierPickup = companyTable(
  'carrier_pickup',
  {
    /** Our reference at the carrier. */
    number: rawText('number').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    carrierAccountId: reference('carrier_account_id').notNull(),
    carrier: text('carrier').notNull(),
    state: text('state').notNull(),
    stateAt: instant('state_at').notNull(),
    /** Day and hours of the warehouse's own clock. */
    onDay: date('on_day').notNull(),
    ready: text('ready').notNull(),
    closes: text('closes').notNull(),
    parcels: integer('parcels').notNull(),
    weightGrams: integer('weight_grams').notNull(),
    serviceCode: text('service_code').notNull().default(''),
    confirmation: rawText('confirmation'),
    amount: amount('amount'),
    currency: text('currency'),
    lastError: text('last_error'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('carrier_pickup_number').on(t.companyId, t.number),
    index('carrier_pickup_place').on(t.companyId, t.warehouseId, t.onDay),
    index('carrier_pickup_account').on(t.companyId, t.carrierAccountId),
    check('carrier_pickup_state', sql`state in ('requesting', 'uncertain', 'ordered', 'refused', 'cancelled')`),
    check('carrier_pickup_hours', sql`ready < closes`),
    check('carrier_pickup_confirmed', sql`state not in ('ordered', 'cancelled') or confirmation is not null`),
  ],
);
