import { sql } from 'drizzle-orm';
import { check, date, index, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rate,
  reference,
} from '../../core/database/table.ts';

/**
 * A ledger entry. Its lines sum to zero in base currency: the table checks debit_base = credit_base, the integrity
 * checks compare the sums.
 */
export const ledgerEntry = companyTable(
  'ledger_entry',
  {
    onDay: date('on_day').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** e.g. sales_order 41 sale, parcel 7 label: booked once. */
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    step: text('step').notNull(),
    orderId: reference('order_id'),
    text: text('text').notNull(),
    debitBase: amount('debit_base').notNull(),
    creditBase: amount('credit_base').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_entry_once').on(t.companyId, t.docKind, t.docId, t.step),
    index('ledger_entry_order').on(t.companyId, t.orderId).where(sql`order_id is not null`),
    index('ledger_entry_day').on(t.companyId, t.onDay, t.id),
    check('ledger_entry_balanced', sql`debit_base = credit_base and debit_base >= 0`),
  ],
);

/** Positive: debit. Negative: credit. */
export const ledgerLine = companyTable(
  'ledger_line',
  {
    entryId: reference('entry_id').notNull(),
    /** receivable, sales, shipping_income, platform_fee, goods_cost, stock_value ...: see accounts.ts */
    account: text('account').notNull(),
    /** The account's party: shop, carrier_account, warehouse, wholesale_customer. */
    partyKind: text('party_kind').notNull().default(''),
    partyId: reference('party_id').notNull().default(0),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    rate: rate('rate').notNull(),
    baseAmount: amount('base_amount').notNull(),
  },
  (t) => [
    index('ledger_line_entry').on(t.companyId, t.entryId),
    index('ledger_line_account').on(t.companyId, t.account, t.partyKind, t.partyId, t.id),
    belongsTo([t.companyId, t.entryId], [ledgerEntry.companyId, ledgerEntry.id]),
  ],
);

/**
 * Balances, written with the lines in the same transaction; equal to their sum. Bookings append deltas and a job
 * compacts them, so that bookings never wait for each other.
 */
export const ledgerBalance = companyTable(
  'ledger_balance',
  {
    account: text('account').notNull(),
    partyKind: text('party_kind').notNull(),
    partyId: reference('party_id').notNull(),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    baseAmount: amount('base_amount').notNull(),
  },
  (t) => [index('ledger_balance_account').on(t.companyId, t.account, t.partyKind, t.partyId, t.currency)],
);

/** Profit of an order, kept beside its entries for the list; every figure opens into the entries. Base currency. */
export const orderProfit = companyKeyedTable(
  'order_profit',
  {
    orderId: reference('order_id').notNull(),
    shopId: reference('shop_id').notNull(),
    onDay: date('on_day').notNull(),
    goods: amount('goods').notNull().default('0'),
    shipping: amount('shipping').notNull().default('0'),
    discount: amount('discount').notNull().default('0'),
    platformFee: amount('platform_fee').notNull().default('0'),
    /** The estimated fee, kept after the platform reported the actual one. */
    feeEstimate: amount('fee_estimate').notNull().default('0'),
    goodsCost: amount('goods_cost').notNull().default('0'),
    labelCost: amount('label_cost').notNull().default('0'),
    refund: amount('refund').notNull().default('0'),
    profit: amount('profit').generatedAlwaysAs(
      sql`goods + shipping - discount - platform_fee - goods_cost - label_cost - refund`,
    ),
    /** estimated: fee from the fee table; settled: from the platform's own transactions. */
    feeState: text('fee_state').notNull().default('estimated'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId),
    index('order_profit_day').on(t.companyId, t.onDay.desc().nullsFirst(), t.orderId.desc().nullsFirst()),
    index('order_profit_profit').on(t.companyId, t.profit.desc().nullsFirst(), t.orderId.desc().nullsFirst()),
    index('order_profit_shop').on(t.companyId, t.shopId, t.onDay.desc().nullsFirst(), t.orderId.desc().nullsFirst()),
  ],
);

/** How far a shop's fees have been read from its platform. */
export const feeSync = companyKeyedTable(
  'fee_sync',
  {
    shopId: reference('shop_id').notNull(),
    /** Everything posted up to here is in; a listing in progress continues at `pageCursor`. */
    postedUntil: instant('posted_until'),
    pageCursor: text('page_cursor'),
    lastError: text('last_error'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [keyOf(t.companyId, t.shopId)],
);
