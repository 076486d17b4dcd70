import type { AddressPlace } from '@tradewind/contract/logistics.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, text } from 'drizzle-orm/pg-core';
import { companyKeyedTable, instant, keyOf, rawText, reference } from '../../core/database/table.ts';

/** What a carrier answered about the address of an order, the last time. */
export const addressCheck = companyKeyedTable(
  'address_check',
  {
    orderId: reference('order_id').notNull(),
    /** Of the address that was checked (`ADDRESS_KEY`): once the order has another one, the answer is void. */
    addressKey: rawText('address_key').notNull(),
    carrier: text('carrier').notNull(),
    verdict: text('verdict').notNull(),
    /** How the carrier spells the address, or which ones it may be. */
    suggestions: jsonb('suggestions').$type<AddressPlace[]>().notNull(),
    /** Null: the carrier does not say. */
    residential: boolean('residential'),
    /** In the carrier's words. */
    detail: text('detail').notNull(),
    checkedAt: instant('checked_at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId),
    index('address_check_key').on(t.companyId, t.addressKey, t.checkedAt),
    check('address_check_verdict', sql`verdict in ('valid', 'corrected', 'ambiguous', 'unknown')`),
  ],
);
