import { sql } from 'drizzle-orm';
import { check, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../../core/database/table.ts';
import { settlementLine, shop } from '../../channels/channels.tables.ts';

/** What a platform is to give back. Nothing of it is booked: the settlement that pays it is. */
export const platformClaim = companyTable(
  'platform_claim',
  {
    number: rawText('number').notNull(),
    shopId: reference('shop_id').notNull(),
    state: text('state').notNull().default('open'),
    reason: text('reason').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    claimedOn: date('claimed_on').notNull(),
    caseNo: rawText('case_no').notNull().default(''),
    platformOrderNo: rawText('platform_order_no').notNull().default(''),
    sellerSku: text('seller_sku').notNull().default(''),
    units: integer('units'),
    note: text('note').notNull().default(''),
    createdBy: text('created_by').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('platform_claim_number').on(t.companyId, t.number),
    index('platform_claim_state').on(t.companyId, t.state, t.id),
    index('platform_claim_shop').on(t.companyId, t.shopId, t.id),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
    check('platform_claim_state_known', sql`state in ('open', 'settled', 'refused')`),
    check(
      'platform_claim_reason',
      sql`reason in ('lost', 'damaged', 'receivedShort', 'returnMissing', 'wrongFee', 'other')`,
    ),
    check('platform_claim_amount', sql`amount > 0 and (units is null or units > 0)`),
    check('platform_claim_closed', sql`(state = 'open') = (closed_at is null)`),
  ],
);

/** The settlement lines that paid a claim; each pays one. */
export const platformClaimLine = companyKeyedTable(
  'platform_claim_line',
  {
    lineId: reference('line_id').notNull(),
    claimId: reference('claim_id').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.lineId),
    index('platform_claim_line_claim').on(t.companyId, t.claimId),
    belongsTo([t.companyId, t.claimId], [platformClaim.companyId, platformClaim.id]),
    belongsTo([t.companyId, t.lineId], [settlementLine.companyId, settlementLine.id]),
  ],
);
